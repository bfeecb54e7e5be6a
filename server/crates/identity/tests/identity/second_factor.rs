//! The authenticator app: set up, asked for, guessed at, taken back. What the SDK makes of it is in `sdk`.

use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{Request, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};
use waybill_identity::notice::Client;
use waybill_identity::provider::SignedIn;
use waybill_storage::Clock as _;

use crate::server::{ANN, Answer, PASSWORD, Server, futures, text, uid};
use crate::verification::{code as code_in, link, mails, open, press};

const BOB: &str = "bob@example.test";

/// Somebody with an authenticator app.
pub(crate) struct Guarded {
    pub(crate) id_token: Value,
    pub(crate) secret: String,
    pub(crate) factor: String,
}

pub(crate) async fn mfa(server: &Server, method: &str, body: Value) -> Answer {
    let path = format!("/identitytoolkit.googleapis.com/v2/accounts/{method}?key=embedded");
    let request = Request::post(path).header(CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(body.to_string())).unwrap();
    server.send(request, "192.0.2.1").await
}

/// What the app shows now, or so many steps later.
pub(crate) fn code(server: &Server, secret: &str, steps: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    let second = server.clock.now().as_second() + 30 * steps;
    app.generate(u64::try_from(second).unwrap()).to_string()
}

fn wrong(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

/// An account whose address is proved; gives its ID token.
pub(crate) async fn verified(server: &Server, email: &str) -> Value {
    let signed_up = server.sign_up(email).await;
    let body = json!({ "requestType": "VERIFY_EMAIL", "idToken": signed_up["idToken"] });
    server.call("sendOobCode", body).await.ok();
    let link = link(server);
    server
        .call("update", json!({ "oobCode": code_in(&link) }))
        .await
        .ok();
    signed_up["idToken"].clone()
}

async fn begin(server: &Server, id_token: &Value) -> Answer {
    let body = json!({ "idToken": id_token, "totpEnrollmentInfo": {} });
    mfa(server, "mfaEnrollment:start", body).await
}

async fn finish(server: &Server, id_token: &Value, session: &Value, code: &str) -> Answer {
    let info = json!({ "sessionInfo": session, "verificationCode": code });
    let body = json!({ "idToken": id_token, "displayName": "phone", "totpVerificationInfo": info });
    mfa(server, "mfaEnrollment:finalize", body).await
}

pub(crate) async fn guarded(server: &Server, email: &str) -> Guarded {
    let id_token = verified(server, email).await;
    let begun = begin(server, &id_token).await.ok();
    let setup = &begun["totpSessionInfo"];
    let secret = text(setup, "sharedSecretKey").to_owned();
    let shown = code(server, &secret, -1);
    let finished = finish(server, &id_token, &setup["sessionInfo"], &shown).await;
    let id_token = finished.ok()["idToken"].clone();
    let user = server.lookup(&id_token).await.ok()["users"][0].clone();
    let factor = text(&user["mfaInfo"][0], "mfaEnrollmentId").to_owned();
    Guarded {
        id_token,
        secret,
        factor,
    }
}

/// The password; gives the word that goes on with the sign-in.
pub(crate) async fn first_step(server: &Server, email: &str) -> String {
    let answer = server.sign_in(email, PASSWORD).await.ok();
    assert!(answer.get("idToken").is_none(), "{answer}");
    assert!(answer.get("refreshToken").is_none(), "{answer}");
    text(&answer, "mfaPendingCredential").to_owned()
}

pub(crate) async fn second_step(
    server: &Server,
    pending: &str,
    factor: &str,
    code: &str,
) -> Answer {
    let body = json!({
        "mfaPendingCredential": pending,
        "mfaEnrollmentId": factor,
        "totpVerificationInfo": { "verificationCode": code },
    });
    mfa(server, "mfaSignIn:finalize", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_hundred_parallel_wrong_codes_five_are_evaluated_and_the_owner_is_told_once() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    // A new first step opens no new attempts.
    let pending = [
        first_step(&server, ANN).await,
        first_step(&server, ANN).await,
    ];
    let guess = wrong(&code(&server, &ann.secret, 0));
    let tries = (0..100).map(|n| second_step(&server, &pending[n % 2], &ann.factor, &guess));
    let mut codes: Vec<String> = futures(tries).await.iter().map(Answer::code).collect();
    codes.sort();
    assert_eq!(codes.iter().filter(|it| *it == "INVALID_CODE").count(), 5);
    let refused = codes
        .iter()
        .filter(|it| *it == "TOO_MANY_ATTEMPTS_TRY_LATER");
    assert_eq!(refused.count(), 95);

    let right = code(&server, &ann.secret, 0);
    let late = second_step(&server, &pending[0], &ann.factor, &right).await;
    assert_eq!(late.code(), "TOO_MANY_ATTEMPTS_TRY_LATER");
    // The mail is sent apart from the answer.
    for _ in 0..200 {
        if !server.witness.locked().is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let told = server.witness.locked();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("gave 5 wrong codes"), "{}", told[0]);
    let server = server.restarted().await;
    let still = second_step(&server, &pending[0], &ann.factor, &right).await;
    assert_eq!(still.code(), "TOO_MANY_ATTEMPTS_TRY_LATER");

    server.advance(SignedDuration::from_mins(15));
    let pending = first_step(&server, ANN).await;
    let right = code(&server, &ann.secret, 0);
    second_step(&server, &pending, &ann.factor, &right)
        .await
        .ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_opens_one_sign_in_however_many_show_it_at_once() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let pending = first_step(&server, ANN).await;
    let other = first_step(&server, ANN).await;
    let right = code(&server, &ann.secret, 0);
    let tries = [&pending, &other, &pending, &other]
        .map(|pending| second_step(&server, pending, &ann.factor, &right));
    let answers = futures(tries.into_iter()).await;
    let signed_in = answers.iter().filter(|it| it.status == StatusCode::OK);
    assert_eq!(signed_in.count(), 1);
    let again = second_step(&server, &other, &ann.factor, &right).await;
    assert_eq!(again.status, StatusCode::BAD_REQUEST);

    // A code of a step before it is older than the one that was taken.
    let earlier = code(&server, &ann.secret, -1);
    let pending = first_step(&server, ANN).await;
    let old = second_step(&server, &pending, &ann.factor, &earlier).await;
    assert_eq!(old.code(), "INVALID_CODE");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_was_given_to_this_sign_in_goes_on_with_it() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let bob = guarded(&server, BOB).await;
    let pending = first_step(&server, ANN).await;
    let right = code(&server, &ann.secret, 0);
    let of_bob = second_step(&server, &pending, &bob.factor, &right).await;
    assert_eq!(of_bob.code(), "MFA_ENROLLMENT_NOT_FOUND");
    let bobs_code = code(&server, &bob.secret, 0);
    let with_bobs = second_step(&server, &pending, &ann.factor, &bobs_code).await;
    assert_eq!(with_bobs.code(), "INVALID_CODE");
    for (pending, factor) in [("", ""), ("nonsense", ann.factor.as_str())] {
        let unknown = second_step(&server, pending, factor, &right).await;
        assert_eq!(unknown.code(), "INVALID_MFA_PENDING_CREDENTIAL");
    }
    let by_phone = json!({ "mfaPendingCredential": pending, "phoneVerificationInfo": {} });
    let by_phone = mfa(&server, "mfaSignIn:finalize", by_phone).await;
    assert_eq!(by_phone.code(), "OPERATION_NOT_ALLOWED");

    // A word for a sign-in is no ID token, and none of another kind goes on with one.
    assert_eq!(
        server.lookup(&json!(pending)).await.code(),
        "INVALID_ID_TOKEN"
    );
    let with_token = second_step(&server, ann.id_token.as_str().unwrap(), &ann.factor, &right);
    assert_eq!(with_token.await.code(), "INVALID_MFA_PENDING_CREDENTIAL");

    server.advance(SignedDuration::from_mins(5));
    let right = code(&server, &ann.secret, 0);
    let late = second_step(&server, &pending, &ann.factor, &right).await;
    assert_eq!(late.code(), "INVALID_MFA_PENDING_CREDENTIAL");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_six_plain_digits_are_a_code() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let right = code(&server, &ann.secret, 0);
    let wide: String = right
        .chars()
        .map(|digit| char::from_u32(digit as u32 + 0xfee0).unwrap())
        .collect();
    for odd in [format!(" {right}"), format!("{right}\0"), wide] {
        let pending = first_step(&server, ANN).await;
        let answer = second_step(&server, &pending, &ann.factor, &odd).await;
        assert_eq!(answer.code(), "INVALID_CODE", "{odd:?}");
    }
    let pending = first_step(&server, ANN).await;
    second_step(&server, &pending, &ann.factor, &right)
        .await
        .ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_step_ends_with_the_password_and_with_the_account() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let pending = first_step(&server, ANN).await;
    let change = json!({ "idToken": ann.id_token, "password": "another horse battery" });
    server.call("update", change).await.ok();
    let right = code(&server, &ann.secret, 0);
    let late = second_step(&server, &pending, &ann.factor, &right).await;
    assert_eq!(late.code(), "INVALID_MFA_PENDING_CREDENTIAL");

    let bob = guarded(&server, BOB).await;
    let pending = first_step(&server, BOB).await;
    let user = server.lookup(&bob.id_token).await.ok()["users"][0].clone();
    let provider = &server.provider;
    provider.set_disabled(&uid(&user), true).await.unwrap();
    let right = code(&server, &bob.secret, 0);
    let shut = second_step(&server, &pending, &bob.factor, &right).await;
    assert_eq!(shut.code(), "USER_DISABLED");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_gets_no_further_by_the_password_alone() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let provider = &server.provider;
    let step = provider.sign_in_with_password(ANN, PASSWORD, None).await;
    let Ok(SignedIn::Owes(owed)) = step else {
        panic!("the password alone signed in");
    };
    assert_eq!(owed.factor.id, ann.factor);
    let right = code(&server, &ann.secret, 0);
    let finished = provider
        .finish_sign_in_by_form(
            &owed.credential,
            &owed.factor.id,
            &right,
            &Client::default(),
        )
        .await;
    assert_eq!(finished.unwrap().email, ANN);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_adds_an_app_signs_the_others_out_and_the_owner_can_take_it_back() {
    let server = Server::start().await;
    let before = verified(&server, ANN).await;
    let other = server.sign_in(ANN, PASSWORD).await.ok();
    let begun = begin(&server, &before).await.ok();
    let setup = &begun["totpSessionInfo"];
    let shown = code(&server, text(setup, "sharedSecretKey"), 0);
    server.witness.told();
    let finished = finish(&server, &before, &setup["sessionInfo"], &shown)
        .await
        .ok();
    assert_eq!(server.witness.told().len(), 1, "sessions end");
    for dead in [&before, &other["idToken"]] {
        assert_eq!(server.lookup(dead).await.code(), "TOKEN_EXPIRED");
    }
    let link = link(&server);
    assert!(link.contains("mode=revertSecondFactorAddition"), "{link}");
    let mailed = code_in(&link);
    let checked = server.call("resetPassword", json!({ "oobCode": mailed }));
    let checked = checked.await.ok();
    assert_eq!(checked["requestType"], "REVERT_SECOND_FACTOR_ADDITION");
    assert_eq!(checked["mfaInfo"]["displayName"], "phone");
    // It chooses no password.
    let reset = json!({ "oobCode": mailed, "newPassword": "another horse battery" });
    let reset = server.call("resetPassword", reset).await;
    assert_eq!(reset.code(), "INVALID_OOB_CODE");

    let page = open(&server, &link).await;
    assert!(page.text.contains("Remove authenticator app"));
    server.lookup(&finished["idToken"]).await.ok();
    let form = format!("mode=revertSecondFactorAddition&oobCode={mailed}");
    let pressed = press(&server, &form).await;
    assert_eq!(pressed.status, StatusCode::OK);
    assert!(pressed.text.contains("The authenticator app is removed"));
    let after = server.lookup(&finished["idToken"]).await;
    assert_eq!(after.code(), "TOKEN_EXPIRED");
    let signed_in = server.sign_in(ANN, PASSWORD).await.ok();
    assert!(signed_in.get("idToken").is_some());
    let again = server.call("update", json!({ "oobCode": mailed })).await;
    assert_eq!(again.code(), "INVALID_OOB_CODE");
}

#[tokio::test(flavor = "multi_thread")]
async fn setting_an_app_up_takes_a_proved_address_a_recent_sign_in_and_a_code_in_time() {
    let server = Server::start().await;
    let unproved = server.sign_up(BOB).await["idToken"].clone();
    assert_eq!(begin(&server, &unproved).await.code(), "UNVERIFIED_EMAIL");
    let ann = verified(&server, ANN).await;
    let begun = begin(&server, &ann).await.ok();
    let setup = &begun["totpSessionInfo"];
    let shown = code(&server, text(setup, "sharedSecretKey"), 0);
    let of_bob = finish(&server, &unproved, &setup["sessionInfo"], &shown).await;
    assert_eq!(of_bob.code(), "INVALID_SESSION_INFO");
    let wrong = finish(&server, &ann, &setup["sessionInfo"], &wrong(&shown)).await;
    assert_eq!(wrong.code(), "INVALID_CODE");

    server.advance(SignedDuration::from_mins(5));
    let shown = code(&server, text(setup, "sharedSecretKey"), 0);
    let late = finish(&server, &ann, &setup["sessionInfo"], &shown).await;
    assert_eq!(late.code(), "SESSION_EXPIRED");
    server.advance(SignedDuration::from_secs(1));
    assert_eq!(
        begin(&server, &ann).await.code(),
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
    );
    // Nothing of it is asked for.
    let signed_in = server.sign_in(ANN, PASSWORD).await.ok();
    assert!(signed_in.get("idToken").is_some());

    let guarded = guarded(&server, "carl@example.test").await;
    let second = begin(&server, &guarded.id_token).await;
    assert_eq!(second.code(), "SECOND_FACTOR_EXISTS");
    let unknown = json!({ "idToken": guarded.id_token, "mfaEnrollmentId": "nonsense" });
    let unknown = mfa(&server, "mfaEnrollment:withdraw", unknown).await;
    assert_eq!(unknown.code(), "MFA_ENROLLMENT_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_was_lost_is_removed_by_somebody_else_and_its_owner_is_told() {
    let server = Server::start().await;
    let ann = guarded(&server, ANN).await;
    let user = server.lookup(&ann.id_token).await.ok()["users"][0].clone();
    let provider = &server.provider;
    assert!(provider.remove_factor(&uid(&user)).await.unwrap());
    assert!(!provider.remove_factor(&uid(&user)).await.unwrap());
    let mail = mails(&server).pop().unwrap();
    assert!(
        mail.contains("an administrator of your company removed"),
        "{mail}"
    );
    let signed_in = server.sign_in(ANN, PASSWORD).await.ok();
    assert!(signed_in.get("idToken").is_some());
    server.lookup(&ann.id_token).await.ok();
}
