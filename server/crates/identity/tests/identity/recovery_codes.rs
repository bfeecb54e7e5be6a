//! Recovery codes: made for who has proved the app, good for one sign-in each, and guessed at no more often than codes of the app.

use jiff::SignedDuration;
use serde_json::{Value, json};
use waybill_identity::notice::Client;
use waybill_identity::provider::SignedIn;

use crate::second_factor::{Guarded, code, first_step, guarded, mfa, second_step};
use crate::server::{ANN, Answer, PASSWORD, Server, futures};
use crate::verification::mails;

const BOB: &str = "bob@example.test";

async fn renew(server: &Server, id_token: &Value) -> Answer {
    let body = json!({ "idToken": id_token });
    mfa(server, "recoveryCodes:renew", body).await
}

async fn codes_of(server: &Server, ann: &Guarded) -> Vec<String> {
    let answer = renew(server, &ann.id_token).await.ok();
    assert_eq!(answer["left"], 10);
    serde_json::from_value(answer["codes"].clone()).unwrap()
}

async fn left(server: &Server, id_token: &Value) -> Value {
    let body = json!({ "idToken": id_token });
    let answer = mfa(server, "recoveryCodes:count", body).await.ok();
    answer["left"].clone()
}

/// Signs in with the password and this code.
async fn sign_in(server: &Server, ann: &Guarded, code: &str) -> Answer {
    let pending = first_step(server, ANN).await;
    second_step(server, &pending, &ann.factor, code).await
}

#[tokio::test]
async fn each_recovery_code_signs_in_once() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    assert_eq!(left(&server, &ann.id_token).await, 0);
    let codes = codes_of(&server, &ann).await;
    assert_eq!(codes.len(), 10);
    let before = mails(&server).len();
    let tokens = sign_in(&server, &ann, &codes[0]).await.ok();
    assert_eq!(left(&server, &tokens["idToken"]).await, 9);
    let mail = mails(&server).split_off(before).concat();
    assert!(mail.contains("recovery code"), "{mail}");
    assert!(mail.contains("Recovery codes left: 9"), "{mail}");
    assert!(!mail.contains(&codes[0]), "{mail}");

    let again = sign_in(&server, &ann, &codes[0]).await;
    assert_eq!(again.code(), "INVALID_CODE");
    // As somebody types it.
    let typed = format!(" {} ", codes[1].to_uppercase().replace('-', " "));
    sign_in(&server, &ann, &typed).await.ok();
    // The app goes on as before.
    server.advance(SignedDuration::from_secs(60));
    let shown = code(&server, &ann.secret, 0);
    sign_in(&server, &ann, &shown).await.ok();
}

#[tokio::test]
async fn recovery_code_used_at_once_signs_in_once() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let codes = codes_of(&server, &ann).await;
    // Each from a sign-in of its own, as of several browsers at the same moment.
    let mut pending = Vec::new();
    for _ in 0..4 {
        pending.push(first_step(&server, ANN).await);
    }
    let tries = pending
        .iter()
        .map(|it| second_step(&server, it, &ann.factor, &codes[0]));
    let answers = futures(tries).await;
    let succeeded = answers.iter().filter(|it| it.status.is_success()).count();
    assert_eq!(succeeded, 1, "{answers:?}");
    let tokens = sign_in(&server, &ann, &codes[1]).await.ok();
    assert_eq!(left(&server, &tokens["idToken"]).await, 8);
}

#[tokio::test]
async fn wrong_recovery_codes_count_as_guesses() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let codes = codes_of(&server, &ann).await;
    let pending = first_step(&server, ANN).await;
    for _ in 0..5 {
        let guess = "222222-222222-222222-222222";
        let refused = second_step(&server, &pending, &ann.factor, guess).await;
        assert_eq!(refused.code(), "INVALID_CODE");
    }
    let late = second_step(&server, &pending, &ann.factor, &codes[0]).await;
    assert_eq!(late.code(), "TOO_MANY_ATTEMPTS_TRY_LATER");
    server.advance(SignedDuration::from_mins(16));
    sign_in(&server, &ann, &codes[0]).await.ok();
}

#[tokio::test]
async fn recovery_code_of_another_account_is_refused() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let bob = guarded(&server, BOB).await;
    let of_bob = codes_of(&server, &bob).await;
    codes_of(&server, &ann).await;
    let refused = sign_in(&server, &ann, &of_bob[0]).await;
    assert_eq!(refused.code(), "INVALID_CODE");
    assert_eq!(left(&server, &bob.id_token).await, 10);
}

#[tokio::test]
async fn renewal_ends_the_earlier_recovery_codes() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let old = codes_of(&server, &ann).await;
    let new = codes_of(&server, &ann).await;
    let mail = mails(&server).pop().unwrap();
    assert!(mail.contains("has new recovery codes"), "{mail}");
    let refused = sign_in(&server, &ann, &old[0]).await;
    assert_eq!(refused.code(), "INVALID_CODE");
    sign_in(&server, &ann, &new[0]).await.ok();
}

#[tokio::test]
async fn renewal_takes_a_recent_sign_in_with_the_app() {
    let server = Server::start().await;
    let eve = server.sign_up(BOB).await;
    let refused = renew(&server, &eve["idToken"]).await;
    assert_eq!(refused.code(), "MFA_ENROLLMENT_NOT_FOUND");
    let refused = renew(&server, &json!("no token")).await;
    assert_eq!(refused.code(), "INVALID_ID_TOKEN");

    let ann = guarded(&server, ANN).await;
    server.advance(SignedDuration::from_mins(6));
    let late = renew(&server, &ann.id_token).await;
    assert_eq!(late.code(), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    assert_eq!(left(&server, &ann.id_token).await, 0);
}

#[tokio::test]
async fn recovery_codes_go_with_the_app() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let codes = codes_of(&server, &ann).await;
    let body = json!({ "idToken": ann.id_token, "mfaEnrollmentId": ann.factor });
    let removed = mfa(&server, "mfaEnrollment:withdraw", body).await.ok();
    assert_eq!(left(&server, &removed["idToken"]).await, 0);
    // A new app does not bring them back.
    let ann = Guarded {
        id_token: removed["idToken"].clone(),
        ..ann
    };
    let begun = json!({ "idToken": ann.id_token, "totpEnrollmentInfo": {} });
    let begun = mfa(&server, "mfaEnrollment:start", begun).await.ok();
    let setup = &begun["totpSessionInfo"];
    let shown = code(&server, setup["sharedSecretKey"].as_str().unwrap(), 0);
    let info = json!({ "sessionInfo": setup["sessionInfo"], "verificationCode": shown });
    let body = json!({ "idToken": ann.id_token, "totpVerificationInfo": info });
    let tokens = mfa(&server, "mfaEnrollment:finalize", body).await.ok();
    let user = server.lookup(&tokens["idToken"]).await.ok();
    let factor = user["users"][0]["mfaInfo"][0]["mfaEnrollmentId"].clone();
    let pending = first_step(&server, ANN).await;
    let refused = second_step(&server, &pending, factor.as_str().unwrap(), &codes[0]).await;
    assert_eq!(refused.code(), "INVALID_CODE");
}

#[tokio::test]
async fn storage_holds_no_recovery_code() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let codes = codes_of(&server, &ann).await;
    if server.database.is_some() {
        // The file can be read on SQLite alone; what is written is the same.
        return;
    }
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(server.directory.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            bytes.extend(std::fs::read(path).unwrap());
        }
    }
    let stored = String::from_utf8_lossy(&bytes);
    for code in codes {
        assert!(!stored.contains(&code), "{code}");
        assert!(!stored.contains(&code.replace('-', "")), "{code}");
    }
}

#[tokio::test]
async fn form_takes_a_recovery_code() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let codes = codes_of(&server, &ann).await;
    let provider = &server.provider;
    let step = provider.sign_in_with_password(ANN, PASSWORD, None).await;
    let Ok(SignedIn::Owes(owed)) = step else {
        panic!("{step:?}")
    };
    let (credential, factor) = (&owed.credential, &owed.factor.id);
    let client = Client::default();
    let account = provider.finish_sign_in_by_form(credential, factor, &codes[3], &client);
    assert_eq!(account.await.unwrap().email, ANN);
}
