//! Looking up and changing one's own account.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::server::{ANN, PASSWORD, Server, text};

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
async fn update_refuses_what_it_does_not_change() {
    let server = Server::start().await;
    let id_token = server.sign_up(ANN).await["idToken"].clone();
    let before = server.lookup(&id_token).await.ok();
    for (member, value) in [
        ("customAttributes", json!(r#"{"admin":true}"#)),
        ("deleteAttribute", json!(["DISPLAY_NAME", "PASSWORD"])),
        ("deleteAttribute", json!("PASSWORD")),
        ("deleteProvider", json!(["password"])),
        ("deleteProvider", json!(["google.com"])),
        ("disableUser", json!(false)),
        ("disableUser", json!(true)),
        ("email", json!("b@example.test")),
        ("emailVerified", json!(true)),
        (
            "linkProviderUserInfo",
            json!({ "providerId": "google.com" }),
        ),
        ("mfa", json!({ "enrollments": [] })),
        ("phoneNumber", json!("+31101234567")),
        ("validSince", json!("0")),
    ] {
        let mut change = json!({ "idToken": id_token, "displayName": "Eve" });
        change[member] = value;
        let refused = server.call("update", change).await;
        assert_eq!(refused.code(), "OPERATION_NOT_ALLOWED", "{member}");
        // Without a token of the account, either.
        let refused = json!({ "localId": before["users"][0]["localId"], member: true });
        let refused = server.call("update", refused).await;
        assert_eq!(refused.code(), "OPERATION_NOT_ALLOWED", "{member}");
    }
    assert_eq!(server.lookup(&id_token).await.ok(), before);
    server.sign_in(ANN, PASSWORD).await.ok();
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
