//! Passkeys: made by who has just signed in, good for signing in without password and code, and for nothing that they did not sign.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::authenticator::{Authenticator, PRESENT};
use crate::second_factor::{code, first_step, guarded, mfa, second_step, verified};
use crate::server::{ANN, Answer, PASSWORD, Server, config, futures};
use crate::verification::mails;

const BOB: &str = "bob@example.test";

fn origin(server: &Server) -> String {
    server.provider.config().public_origin.clone()
}

/// Asks for the challenge of a new passkey.
async fn begin(server: &Server, id_token: &Value) -> Answer {
    let body = json!({ "idToken": id_token });
    mfa(server, "passkeyEnrollment:start", body).await
}

async fn finish(server: &Server, id_token: &Value, challenge: &Value, answer: Value) -> Answer {
    let body = json!({
        "idToken": id_token,
        "sessionInfo": challenge["sessionInfo"],
        "authenticatorRegistrationResponse": answer,
        "name": "Telephone",
    });
    mfa(server, "passkeyEnrollment:finalize", body).await
}

/// Adds a passkey to the account of this ID token.
async fn added(server: &Server, id_token: &Value) -> Authenticator {
    let mut authenticator = Authenticator::new(&origin(server));
    let challenge = begin(server, id_token).await.ok();
    let answer = authenticator.create(&challenge["credentialCreationOptions"]);
    let made = finish(server, id_token, &challenge, answer).await.ok();
    assert_eq!(made["id"], authenticator.id());
    authenticator
}

async fn challenge(server: &Server) -> Value {
    mfa(server, "passkeySignIn:start", json!({})).await.ok()
}

async fn answer(server: &Server, challenge: &Value, answer: Value) -> Answer {
    let token = json!({
        "sessionInfo": challenge["sessionInfo"],
        "authenticatorAuthenticationResponse": answer,
    });
    let body = json!({ "token": token.to_string(), "returnSecureToken": true });
    server.call("signInWithCustomToken", body).await
}

async fn sign_in(server: &Server, authenticator: &mut Authenticator) -> Answer {
    let challenge = challenge(server).await;
    let signed = authenticator.get(&challenge["credentialRequestOptions"]);
    answer(server, &challenge, signed).await
}

async fn listed(server: &Server, id_token: &Value) -> Value {
    let body = json!({ "idToken": id_token });
    mfa(server, "passkeys:list", body).await.ok()["passkeys"].clone()
}

async fn remove(server: &Server, id_token: &Value, id: &str) -> Answer {
    let body = json!({ "idToken": id_token, "id": id });
    mfa(server, "passkeys:remove", body).await
}

#[tokio::test]
async fn passkey_signs_in_in_place_of_password_and_code() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let mut authenticator = added(&server, &ann.id_token).await;
    let mail = mails(&server).pop().unwrap();
    assert!(
        mail.contains("the passkey \"Telephone\" was added"),
        "{mail}"
    );

    server.advance(SignedDuration::from_mins(10));
    let tokens = sign_in(&server, &mut authenticator).await.ok();
    let id_token = tokens["idToken"].as_str().unwrap();
    let identity = server.provider.verify(id_token).await.unwrap();
    assert_eq!(identity.email.as_deref(), Some(ANN));
    assert!(identity.has_second_factor);
    let refreshed = tokens["refreshToken"].as_str().unwrap();
    server.provider.refresh(refreshed).await.unwrap();

    let shown = listed(&server, &tokens["idToken"]).await;
    assert_eq!(shown[0]["name"], "Telephone");
    assert_eq!(shown[0]["createdAt"], "2026-11-20T12:00:00.25Z");
    assert_eq!(shown[0]["usedAt"], "2026-11-20T12:10:00.25Z");
    // The password goes on as before.
    let pending = first_step(&server, ANN).await;
    let shown = code(&server, &ann.secret, 0);
    second_step(&server, &pending, &ann.factor, &shown)
        .await
        .ok();
}

#[tokio::test]
async fn challenge_is_answered_once_and_in_time() {
    let server = Server::start().await;
    let ann = verified(&server, ANN).await;
    let mut authenticator = added(&server, &ann).await;
    let first = challenge(&server).await;
    let signed = authenticator.get(&first["credentialRequestOptions"]);
    let tries = (0..4).map(|_| answer(&server, &first, signed.clone()));
    let answers = futures(tries).await;
    let succeeded = answers.iter().filter(|it| it.status.is_success()).count();
    assert_eq!(succeeded, 1, "{answers:?}");
    let refused = answers.iter().find(|it| !it.status.is_success()).unwrap();
    assert_eq!(refused.code(), "INVALID_PASSKEY_SESSION");

    let late = challenge(&server).await;
    let signed = authenticator.get(&late["credentialRequestOptions"]);
    server.advance(SignedDuration::from_mins(5));
    let refused = answer(&server, &late, signed).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY_SESSION");
    sign_in(&server, &mut authenticator).await.ok();
}

#[tokio::test]
async fn challenges_are_counted_by_network() {
    let mut config = config();
    config.limits.passkeys_per_address.count = 2;
    let server = Server::start_with(config).await;
    for _ in 0..2 {
        challenge(&server).await;
    }
    let refused = mfa(&server, "passkeySignIn:start", json!({})).await;
    assert_eq!(refused.code(), "TOO_MANY_ATTEMPTS_TRY_LATER");
    server.advance(SignedDuration::from_mins(16));
    challenge(&server).await;
}

#[tokio::test]
async fn address_without_a_name_has_no_passkeys() {
    let mut config = config();
    config.public_origin = "http://127.0.0.1:8080".to_owned();
    let server = Server::start_with(config).await;
    let refused = mfa(&server, "passkeySignIn:start", json!({})).await;
    assert_eq!(refused.code(), "OPERATION_NOT_ALLOWED");
    let ann = server.sign_up(ANN).await;
    assert_eq!(listed(&server, &ann["idToken"]).await, Value::Null);
}

#[tokio::test]
async fn changed_answers_are_refused() {
    let server = Server::start().await;
    let ann = verified(&server, ANN).await;
    let mut authenticator = added(&server, &ann).await;
    sign_in(&server, &mut authenticator).await.ok();
    let place = origin(&server);

    // Another site, another name of it, nobody verified, and a copy that has signed less often.
    type Change = fn(&mut Authenticator);
    let changes: [Change; 4] = [
        |it| it.origin = "https://elsewhere.example".to_owned(),
        |it| it.site = "elsewhere.example".to_owned(),
        |it| it.flags = PRESENT,
        |it| it.count = 0,
    ];
    for (at, change) in changes.iter().enumerate() {
        let count = authenticator.count;
        change(&mut authenticator);
        let refused = sign_in(&server, &mut authenticator).await;
        assert_eq!(refused.code(), "INVALID_PASSKEY", "change {at}");
        let honest = Authenticator::new(&place);
        authenticator.origin.clone_from(&honest.origin);
        authenticator.site.clone_from(&honest.site);
        (authenticator.flags, authenticator.count) = (honest.flags, count + 1);
    }
    // The answer to another challenge.
    let (one, other) = (challenge(&server).await, challenge(&server).await);
    let signed = authenticator.get(&one["credentialRequestOptions"]);
    let refused = answer(&server, &other, signed).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY");
    // Signed by another key.
    let one = challenge(&server).await;
    let mut signed = authenticator.get(&one["credentialRequestOptions"]);
    let forged = Authenticator::new(&place).get(&one["credentialRequestOptions"]);
    signed["response"]["signature"] = forged["response"]["signature"].clone();
    let refused = answer(&server, &one, signed).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY");
    for broken in [json!({}), json!({ "id": 1 }), json!({ "response": null })] {
        let refused = answer(&server, &challenge(&server).await, broken).await;
        assert_eq!(refused.code(), "INVALID_PASSKEY");
    }
    for token in ["", "{", "[]", "\"text\""] {
        let body = json!({ "token": token });
        let refused = server.call("signInWithCustomToken", body).await;
        assert_eq!(refused.code(), "INVALID_ARGUMENT", "{token}");
    }
    sign_in(&server, &mut authenticator).await.ok();
}

#[tokio::test]
async fn unknown_passkey_and_handle_of_another_are_refused() {
    let server = Server::start().await;
    let ann = verified(&server, ANN).await;
    let bob = verified(&server, BOB).await;
    let mut of_ann = added(&server, &ann).await;
    let of_bob = added(&server, &bob).await;
    let refused = sign_in(&server, &mut Authenticator::new(&origin(&server))).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY");
    of_ann.becomes(of_bob.user());
    let refused = sign_in(&server, &mut of_ann).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY");
}

#[tokio::test]
async fn passkey_takes_a_recent_sign_in_and_a_proved_address() {
    let server = Server::start().await;
    let eve = server.sign_up(BOB).await;
    let refused = begin(&server, &eve["idToken"]).await;
    assert_eq!(refused.code(), "UNVERIFIED_EMAIL");
    let refused = begin(&server, &json!("no token")).await;
    assert_eq!(refused.code(), "INVALID_ID_TOKEN");

    let ann = verified(&server, ANN).await;
    // A challenge of somebody else's.
    let bob = verified(&server, "bea@example.test").await;
    let of_bob = begin(&server, &bob).await.ok();
    let mut authenticator = Authenticator::new(&origin(&server));
    let answer = authenticator.create(&of_bob["credentialCreationOptions"]);
    let refused = finish(&server, &ann, &of_bob, answer).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY_SESSION");
    // Nobody was verified.
    let own = begin(&server, &ann).await.ok();
    authenticator.flags = PRESENT;
    let answer = authenticator.create(&own["credentialCreationOptions"]);
    let refused = finish(&server, &ann, &own, answer).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY");

    server.advance(SignedDuration::from_mins(6));
    let refused = begin(&server, &ann).await;
    assert_eq!(refused.code(), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    assert_eq!(listed(&server, &ann).await, json!([]));
}

#[tokio::test]
async fn credential_is_of_one_account() {
    let server = Server::start().await;
    let ann = verified(&server, ANN).await;
    let bob = verified(&server, BOB).await;
    let mut authenticator = added(&server, &ann).await;
    let own = begin(&server, &ann).await.ok();
    let excluded = &own["credentialCreationOptions"]["excludeCredentials"][0]["id"];
    assert_eq!(excluded, &authenticator.id());
    let of_bob = begin(&server, &bob).await.ok();
    let answer = authenticator.create(&of_bob["credentialCreationOptions"]);
    let refused = finish(&server, &bob, &of_bob, answer).await;
    assert_eq!(refused.code(), "PASSKEY_EXISTS");
}

#[tokio::test]
async fn removed_passkey_signs_in_no_more() {
    let server = Server::start().await;
    let ann = verified(&server, ANN).await;
    let bob = verified(&server, BOB).await;
    let mut authenticator = added(&server, &ann).await;
    let id = authenticator.id();
    let refused = remove(&server, &bob, &id).await;
    assert_eq!(refused.code(), "PASSKEY_ENROLLMENT_NOT_FOUND");
    let in_flight = challenge(&server).await;
    remove(&server, &ann, &id).await.ok();
    let mail = mails(&server).pop().unwrap();
    assert!(mail.contains("no longer signs in"), "{mail}");
    let signed = authenticator.get(&in_flight["credentialRequestOptions"]);
    let refused = answer(&server, &in_flight, signed).await;
    assert_eq!(refused.code(), "INVALID_PASSKEY");
    assert_eq!(listed(&server, &ann).await, json!([]));
    let refused = remove(&server, &ann, &id).await;
    assert_eq!(refused.code(), "PASSKEY_ENROLLMENT_NOT_FOUND");
}

#[tokio::test]
async fn disabled_account_has_no_way_in_by_passkey() {
    let server = Server::start().await;
    let ann = verified(&server, ANN).await;
    let mut authenticator = added(&server, &ann).await;
    let uid = server
        .provider
        .verify(ann.as_str().unwrap())
        .await
        .unwrap()
        .uid;
    server.provider.set_disabled(&uid, true).await.unwrap();
    let refused = sign_in(&server, &mut authenticator).await;
    assert_eq!(refused.code(), "USER_DISABLED");
    server.provider.set_disabled(&uid, false).await.unwrap();
    sign_in(&server, &mut authenticator).await.ok();
    // A wrong password, however often, locks nobody out who has a passkey.
    for _ in 0..11 {
        let body = json!({ "email": ANN, "password": format!("not {PASSWORD}") });
        server.call("signInWithPassword", body).await;
    }
    sign_in(&server, &mut authenticator).await.ok();
}
