//! What the provider does not do, and bodies that it does not read.

use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use serde_json::json;

use crate::server::{ANN, PASSWORD, Server, TOOLKIT, text};

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
async fn by_which_ways_an_address_signs_in_is_not_told() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    for email in [ANN, "nobody@example.test"] {
        let asked = json!({ "identifier": email, "continueUri": "http://localhost:8080" });
        let answer = server.call("createAuthUri", asked).await.ok();
        let members: Vec<_> = answer.as_object().unwrap().keys().cloned().collect();
        assert_eq!(members, ["kind", "sessionId"], "{email}");
    }
    let asked = json!({ "identifier": "bob", "continueUri": "http://localhost:8080" });
    let refused = server.call("createAuthUri", asked).await;
    assert_eq!(refused.code(), "INVALID_EMAIL");
}

#[tokio::test]
async fn what_is_not_offered_says_so_in_firebases_words() {
    let server = Server::start().await;
    let id_token = server.sign_up(ANN).await["idToken"].clone();
    for method in [
        "signInWithIdp",
        "signInWithEmailLink",
        "sendVerificationCode",
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
