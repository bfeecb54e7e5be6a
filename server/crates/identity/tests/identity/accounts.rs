//! Sign-up, sign-in, lookup, update, and what the provider does not do.

use std::sync::Arc;

use axum::body::Body;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use waybill_storage::clock::ManualClock;

use crate::server::{ANN, PASSWORD, Server, TOOLKIT, text, uid};

fn claims(id_token: &Value) -> Value {
    let payload = id_token.as_str().unwrap().split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

#[tokio::test]
async fn sign_up_answers_as_firebase_does() {
    let server = Server::start().await;
    let answer = server.sign_up("Ann@Example.test").await;
    let uid = text(&answer, "localId");
    assert!(
        uid.len() == 28 && uid.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        "{uid}"
    );
    assert_eq!(
        answer,
        json!({
            "kind": "identitytoolkit#SignupNewUserResponse",
            "localId": uid,
            "email": ANN,
            "idToken": answer["idToken"],
            "refreshToken": answer["refreshToken"],
            "expiresIn": "3600",
        })
    );
}

#[tokio::test]
async fn an_id_token_carries_firebases_claims_and_the_custom_ones() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let uid = uid(&account);
    let expected = json!({
        "iss": "https://securetoken.google.com/waybill-embedded",
        "aud": "waybill-embedded",
        "auth_time": 1_795_176_000,
        "user_id": uid,
        "sub": uid,
        "iat": 1_795_176_000,
        "exp": 1_795_179_600,
        "email": ANN,
        "email_verified": false,
        "firebase": { "identities": { "email": [ANN] }, "sign_in_provider": "password" },
    });
    assert_eq!(claims(&account["idToken"]), expected);

    server
        .provider
        .set_claims(
            &uid,
            json!({ "company_id": "c1" }).as_object().unwrap().clone(),
        )
        .await
        .unwrap();
    server
        .call(
            "update",
            json!({ "idToken": account["idToken"], "displayName": "Ann" }),
        )
        .await
        .ok();
    server.advance(SignedDuration::from_mins(30));
    let refreshed = server.refresh(text(&account, "refreshToken")).await.ok();
    let mut later = expected;
    later["company_id"] = json!("c1");
    later["name"] = json!("Ann");
    later["iat"] = json!(1_795_177_800);
    later["exp"] = json!(1_795_181_400);
    assert_eq!(
        claims(&refreshed["id_token"]),
        later,
        "auth_time stays that of the sign-in"
    );
}

#[tokio::test]
async fn claims_that_tokens_use_themselves_or_that_are_too_large_are_refused() {
    let server = Server::start().await;
    let uid = uid(&server.sign_up(ANN).await);
    for claims in [
        json!({ "sub": "other" }),
        json!({ "firebase": {} }),
        json!({ "email_verified": true }),
        json!({ "x": "y".repeat(1000) }),
    ] {
        assert!(
            server
                .provider
                .set_claims(&uid, claims.as_object().unwrap().clone())
                .await
                .is_err(),
            "{claims}"
        );
    }
}

#[tokio::test]
async fn sign_in_answers_as_firebase_does() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let answer = server.sign_in(" ANN@example.test", PASSWORD).await.ok();
    assert_eq!(
        answer,
        json!({
            "kind": "identitytoolkit#VerifyPasswordResponse",
            "registered": true,
            "localId": account["localId"],
            "email": ANN,
            "displayName": "",
            "idToken": answer["idToken"],
            "refreshToken": answer["refreshToken"],
            "expiresIn": "3600",
        })
    );
}

#[tokio::test]
async fn lookup_gives_times_as_the_texts_that_the_sdk_wants() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    server.advance(SignedDuration::from_secs(5));
    let id_token = server.sign_in(ANN, PASSWORD).await.ok()["idToken"].clone();
    server.call("update", json!({ "idToken": id_token, "displayName": "Ann", "photoUrl": "https://example.test/a.png" })).await.ok();
    assert_eq!(
        server.lookup(&id_token).await.ok(),
        json!({ "kind": "identitytoolkit#GetAccountInfoResponse", "users": [{
            "localId": account["localId"],
            "email": ANN,
            "emailVerified": false,
            "displayName": "Ann",
            "photoUrl": "https://example.test/a.png",
            "passwordHash": "UkVEQUNURUQ=",
            "passwordUpdatedAt": 1_795_176_000_250_i64,
            "validSince": "1795176000",
            "disabled": false,
            "createdAt": "1795176000250",
            "lastLoginAt": "1795176005250",
            "providerUserInfo": [{
                "providerId": "password", "rawId": ANN, "federatedId": ANN, "email": ANN,
                "displayName": "Ann", "photoUrl": "https://example.test/a.png",
            }],
        }]})
    );
}

#[tokio::test]
async fn profile_members_are_set_kept_and_cleared() {
    let server = Server::start().await;
    let id_token = server.sign_up(ANN).await["idToken"].clone();
    let update = async |mut change: Value| {
        change["idToken"] = id_token.clone();
        server.call("update", change).await
    };
    let set = update(json!({ "displayName": "Ann", "photoUrl": "https://example.test/a.png" }))
        .await
        .ok();
    assert_eq!(
        (text(&set, "displayName"), text(&set, "photoUrl")),
        ("Ann", "https://example.test/a.png")
    );
    assert_eq!(update(json!({})).await.ok()["displayName"], "Ann");
    let cleared = update(json!({ "displayName": null, "deleteAttribute": ["PHOTO_URL"] }))
        .await
        .ok();
    assert!(
        cleared.get("displayName").is_none() && cleared.get("photoUrl").is_none(),
        "{cleared}"
    );
    for (member, value) in [
        ("displayName", json!("x".repeat(257))),
        ("displayName", json!("two\nlines")),
        ("displayName", json!(7)),
        ("photoUrl", json!("javascript:alert(1)")),
        ("photoUrl", json!(format!("https://{}", "x".repeat(2048)))),
    ] {
        assert_eq!(
            update(json!({ member: value })).await.code(),
            "INVALID_ARGUMENT",
            "{member}"
        );
    }
}

#[tokio::test]
async fn unacceptable_credentials_are_named() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    for (email, password, code) in [
        ("ann", PASSWORD, "INVALID_EMAIL"),
        ("ann@evil.test@example.test", PASSWORD, "INVALID_EMAIL"),
        ("bob@example.test", "", "MISSING_PASSWORD"),
        ("bob@example.test", "seven77", "WEAK_PASSWORD"),
        ("bob@example.test", "Password123", "WEAK_PASSWORD"),
        ("bob@example.test", "bob@example.test", "WEAK_PASSWORD"),
        ("ANN@example.test", PASSWORD, "EMAIL_EXISTS"),
    ] {
        let answer = server
            .call("signUp", json!({ "email": email, "password": password }))
            .await;
        assert_eq!(answer.code(), code, "{email} {password}");
    }
    assert_eq!(server.sign_in(ANN, "").await.code(), "MISSING_PASSWORD");
    assert_eq!(
        server.sign_in("ann", PASSWORD).await.code(),
        "INVALID_EMAIL"
    );
    assert_eq!(
        server.sign_in(ANN, &"x".repeat(1025)).await.code(),
        "INVALID_LOGIN_CREDENTIALS"
    );
}

#[tokio::test]
async fn long_and_foreign_passwords_work_to_the_last_character() {
    let server = Server::start().await;
    for (email, password) in [
        ("a@example.test", "пароль 🔑 ".repeat(20)),
        ("b@example.test", "x y ".repeat(256)),
        ("c@example.test", " padded with blanks ".to_owned()),
    ] {
        server
            .call("signUp", json!({ "email": email, "password": password }))
            .await
            .ok();
        server.sign_in(email, &password).await.ok();
        let mut chars = password.chars();
        chars.next_back();
        assert_eq!(
            server.sign_in(email, chars.as_str()).await.code(),
            "INVALID_LOGIN_CREDENTIALS"
        );
    }
}

#[tokio::test]
async fn of_many_who_register_an_address_at_once_one_gets_it() {
    let server = Server::start().await;
    let tries = (0..20).map(|n| server.call("signUp", json!({ "email": if n % 2 == 0 { ANN } else { "ANN@Example.Test" }, "password": PASSWORD })));
    let answers = futures(tries).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers
        .into_iter()
        .partition(|answer| answer.status == StatusCode::OK);
    assert_eq!(made.len(), 1);
    assert!(refused.iter().all(|answer| answer.code() == "EMAIL_EXISTS"));
}

#[tokio::test]
async fn a_new_password_wants_a_recent_sign_in_and_ends_every_other_one() {
    let server = Server::start().await;
    let old = server.sign_up(ANN).await;
    let other = server.sign_in(ANN, PASSWORD).await.ok();
    let change = async |id_token: &Value, password: &str| {
        server
            .call(
                "update",
                json!({ "idToken": id_token, "password": password, "returnSecureToken": true }),
            )
            .await
    };
    server.advance(SignedDuration::from_mins(6));
    assert_eq!(
        change(&old["idToken"], "another horse").await.code(),
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
    );

    let recent = server.sign_in(ANN, PASSWORD).await.ok();
    assert_eq!(
        change(&recent["idToken"], "short").await.code(),
        "WEAK_PASSWORD"
    );
    let changed = change(&recent["idToken"], "another horse").await.ok();

    server.lookup(&changed["idToken"]).await.ok();
    server.refresh(text(&changed, "refreshToken")).await.ok();
    for ended in [&old, &other, &recent] {
        assert_eq!(
            server.lookup(&ended["idToken"]).await.code(),
            "TOKEN_EXPIRED"
        );
        assert_eq!(
            server.refresh(text(ended, "refreshToken")).await.code(),
            "TOKEN_EXPIRED"
        );
    }
    assert_eq!(
        server.sign_in(ANN, PASSWORD).await.code(),
        "INVALID_LOGIN_CREDENTIALS"
    );
    // In the very same second as the revocation.
    let after = server.sign_in(ANN, "another horse").await.ok();
    server.lookup(&after["idToken"]).await.ok();
}

#[tokio::test]
async fn a_disabled_account_is_told_so_only_after_the_right_password() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    server
        .provider
        .set_disabled(&uid(&account), true)
        .await
        .unwrap();
    assert_eq!(
        server.sign_in(ANN, "wrong password").await.code(),
        "INVALID_LOGIN_CREDENTIALS"
    );
    assert_eq!(server.sign_in(ANN, PASSWORD).await.code(), "USER_DISABLED");
    assert_eq!(
        server.lookup(&account["idToken"]).await.code(),
        "USER_DISABLED"
    );
    assert_eq!(
        server.refresh(text(&account, "refreshToken")).await.code(),
        "USER_DISABLED"
    );
    server
        .provider
        .set_disabled(&uid(&account), false)
        .await
        .unwrap();
    server.sign_in(ANN, PASSWORD).await.ok();
}

#[tokio::test]
async fn the_form_sign_in_gives_the_account_and_refuses_alike() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let found = server
        .provider
        .sign_in_with_password(ANN, PASSWORD, None)
        .await
        .unwrap();
    assert_eq!(found.uid, uid(&account));
    for (email, password) in [(ANN, "wrong password"), ("bob@example.test", PASSWORD)] {
        let error = server
            .provider
            .sign_in_with_password(email, password, None)
            .await
            .unwrap_err();
        assert!(
            matches!(error, waybill_identity::Error::InvalidCredentials),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_hash_of_another_cost_is_replaced_at_sign_in() {
    let server = Server::start().await;
    let uid = uid(&server.sign_up(ANN).await);
    let mut dearer = crate::server::config();
    dearer.hashing.passes = 2;
    let clock = Arc::<ManualClock>::clone(&server.clock);
    let provider = waybill_identity::Provider::start(server.storage.clone(), clock, dearer)
        .await
        .unwrap();
    let cost = async || {
        server
            .provider
            .account(&uid)
            .await
            .unwrap()
            .unwrap()
            .password_hash
            .unwrap()
            .split('$')
            .nth(3)
            .unwrap()
            .to_owned()
    };
    assert_eq!(cost().await, "m=64,t=1,p=1");
    provider
        .sign_in_with_password(ANN, PASSWORD, None)
        .await
        .unwrap();
    assert_eq!(cost().await, "m=64,t=2,p=1");
    server.sign_in(ANN, PASSWORD).await.ok();
}

#[tokio::test]
async fn the_settings_that_the_sdk_fetches_are_there() {
    let server = Server::start().await;
    let get = async |path: &str| {
        let request = Request::get(format!("/identitytoolkit.googleapis.com/{path}"))
            .body(Body::empty())
            .unwrap();
        server.send(request, "192.0.2.1").await.ok()
    };
    let policy = get("v2/passwordPolicy?key=embedded").await;
    assert_eq!(
        (
            &policy["schemaVersion"],
            &policy["customStrengthOptions"]["minPasswordLength"]
        ),
        (&json!(1), &json!(8))
    );
    let recaptcha = get(
        "v2/recaptchaConfig?key=embedded&clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE",
    )
    .await;
    assert_eq!(
        recaptcha["recaptchaEnforcementState"][0]["enforcementState"],
        "OFF"
    );
    assert_eq!(get("v1/projects").await["projectId"], "waybill-embedded");
    let key = &get("v1/jwks").await["keys"][0];
    assert_eq!(
        (&key["kty"], &key["crv"], &key["alg"], &key["use"]),
        (
            &json!("EC"),
            &json!("P-256"),
            &json!("ES256"),
            &json!("sig")
        )
    );
    assert!(key.get("d").is_none(), "the private half stays here");
}

#[tokio::test]
async fn what_is_not_offered_says_so_in_firebases_words() {
    let server = Server::start().await;
    let id_token = server.sign_up(ANN).await["idToken"].clone();
    for method in [
        "delete",
        "createAuthUri",
        "signInWithCustomToken",
        "signInWithIdp",
        "signInWithEmailLink",
        "sendVerificationCode",
        "resetPassword",
        "x",
    ] {
        assert_eq!(
            server
                .call(method, json!({ "idToken": id_token }))
                .await
                .code(),
            "OPERATION_NOT_ALLOWED",
            "{method}"
        );
    }
    assert_eq!(
        server
            .call("signUp", json!({ "returnSecureToken": true }))
            .await
            .code(),
        "OPERATION_NOT_ALLOWED"
    );
    assert_eq!(
        server
            .call(
                "update",
                json!({ "idToken": id_token, "email": "b@example.test" })
            )
            .await
            .code(),
        "OPERATION_NOT_ALLOWED"
    );
    assert_eq!(
        server
            .call(
                "sendOobCode",
                json!({ "requestType": "PASSWORD_RESET", "email": ANN })
            )
            .await
            .code(),
        "OPERATION_NOT_ALLOWED"
    );
    for (method, path) in [
        ("GET", "/identitytoolkit.googleapis.com/v1/accounts:lookup"),
        (
            "DELETE",
            "/identitytoolkit.googleapis.com/v1/accounts:signUp",
        ),
        ("POST", "/identitytoolkit.googleapis.com/v2/passwordPolicy"),
        (
            "GET",
            "/identitytoolkit.googleapis.com/emulator/v1/projects/x/oobCodes",
        ),
        ("GET", "/securetoken.googleapis.com/v1/token"),
        ("POST", "/securetoken.googleapis.com/v1/other"),
    ] {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .body(Body::empty())
            .unwrap();
        assert_eq!(
            server.send(request, "192.0.2.1").await.code(),
            "OPERATION_NOT_ALLOWED",
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn bodies_that_are_not_one_plain_object_are_refused() {
    let server = Server::start().await;
    let send = async |media_type: &str, body: String| {
        let request = Request::post(format!("{TOOLKIT}signInWithPassword"))
            .header(CONTENT_TYPE, media_type)
            .body(body.into())
            .unwrap();
        server.send(request, "192.0.2.1").await
    };
    let twice = format!(r#"{{"email":"{ANN}","password":"a","password":"b"}}"#);
    for body in ["", "[]", "null", "{", "{}x", r#"{"a":1,"a":1}"#, &twice] {
        assert_eq!(
            send("application/json", body.to_owned()).await.code(),
            "INVALID_JSON_PAYLOAD",
            "{body}"
        );
    }
    assert_eq!(
        send(
            "application/json",
            format!(r#"{{"email":"{}"}}"#, "x".repeat(70_000))
        )
        .await
        .code(),
        "PAYLOAD_TOO_LARGE"
    );
    // What a form of another site can send.
    for media_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        assert_eq!(
            send(media_type, "{}".to_owned()).await.code(),
            "UNSUPPORTED_MEDIA_TYPE",
            "{media_type}"
        );
    }
    for body in [
        json!({ "email": [ANN], "password": PASSWORD }),
        json!({ "email": ANN, "password": { "$ne": "" } }),
    ] {
        assert_eq!(
            server.call("signInWithPassword", body).await.code(),
            "INVALID_ARGUMENT"
        );
    }
}

/// An unknown error would make the SDK delete its user at page load; a body that is no JSON is a network failure to it.
#[tokio::test]
async fn when_storage_is_gone_the_answer_is_empty_and_signs_nobody_out() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    server.storage.close().await.unwrap();
    for answer in [
        server.lookup(&account["idToken"]).await,
        server.refresh(text(&account, "refreshToken")).await,
        server.sign_in(ANN, PASSWORD).await,
    ] {
        assert_eq!(
            (answer.status, answer.text.as_str()),
            (StatusCode::SERVICE_UNAVAILABLE, "")
        );
        assert_eq!(answer.headers["retry-after"], "1");
    }
}

/// All at once, on one task.
pub(crate) async fn futures<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut running: Vec<_> = futures.map(|future| (Box::pin(future), None)).collect();
    std::future::poll_fn(|cx| {
        for (future, output) in &mut running {
            if output.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(cx)
            {
                *output = Some(value);
            }
        }
        if running.iter().all(|(_, output)| output.is_some()) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    running
        .into_iter()
        .filter_map(|(_, output)| output)
        .collect()
}
