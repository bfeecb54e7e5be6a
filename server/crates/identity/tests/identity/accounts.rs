//! Sign-up, sign-in, and what an ID token says.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};
use waybill_storage::clock::ManualClock;

use crate::folder::Folder;
use waybill_identity::provider::SignedIn;

use crate::server::{ANN, PASSWORD, Server, futures, text, uid};
use crate::witness::Witness;

pub(crate) fn claims(id_token: &Value) -> Value {
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
    let SignedIn::In(found, ()) = found else {
        panic!("{found:?}")
    };
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
    let provider = waybill_identity::Provider::start(
        server.storage.clone(),
        clock,
        Arc::<Witness>::clone(&server.witness),
        Arc::new(Folder::of(server.directory.path())),
        dearer,
    )
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
