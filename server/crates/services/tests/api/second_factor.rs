//! The second factor: who is asked for a code, which code opens, and how often somebody may guess.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, Answer, TestApp};
use crate::users::{ACCEPT, secret_in};

const LOGIN: &str = "/iam/api/v1/auth/login";
const CODE: &str = "/iam/api/v1/auth/codeAuth";
const RESEND: &str = "/iam/api/v1/auth/codeAuth/resend";
const USERS_TOKEN: &str = "/iam/api/v1/users-token";

/// A browser in which a sign-in waits for its code.
struct Waiting {
    nobody: Actor,
    fbtkn: String,
    cookie: String,
}

impl Waiting {
    fn of(app: &TestApp, answer: &Answer, status: StatusCode) -> Self {
        let data = answer.data(status);
        assert_eq!(data["twoFactorAuth"], true);
        assert_eq!(data.get("jwt"), None);
        let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
        let [cookie] = cookies[..] else {
            panic!("{cookies:?}")
        };
        let (cookie, attributes) = cookie.to_str().unwrap().split_once(';').unwrap();
        assert!(cookie.starts_with("__Host-factor="), "{cookie}");
        assert!(attributes.contains("HttpOnly"), "{attributes}");
        Self {
            nobody: app.anonymous(),
            fbtkn: data["fbtkn"].as_str().unwrap().to_owned(),
            cookie: cookie.to_owned(),
        }
    }

    /// Shows the first factor of the account.
    async fn begin(app: &TestApp, uid: &str) -> Self {
        let answer = app.identity_of(uid).get(LOGIN).await;
        Self::of(app, &answer, StatusCode::OK)
    }

    async fn send(&self, path: &str, body: Value) -> Answer {
        let headers = [
            ("content-type", "application/json"),
            ("cookie", self.cookie.as_str()),
        ];
        let post = Method::POST;
        let sent = self
            .nobody
            .send_with(post, path, &headers, body.to_string());
        sent.await
    }

    async fn give(&self, code: &str) -> Answer {
        let body = json!({ "fbtkn": self.fbtkn, "code": code });
        self.send(CODE, body).await
    }

    async fn ask_again(&self) -> Answer {
        self.send(RESEND, json!({ "fbtkn": self.fbtkn })).await
    }
}

/// The code of the latest mail.
async fn code(app: &TestApp) -> String {
    let mails = app.mails().await;
    let subject = mails.last().unwrap().split("Subject: ").nth(1).unwrap();
    let code: String = subject.chars().take(6).collect();
    assert!(subject[6..].starts_with(" is your code"), "{subject}");
    code
}

/// How many codes were mailed.
async fn codes(app: &TestApp) -> usize {
    let mails = app.mails().await;
    let codes = mails
        .iter()
        .filter(|it| it.contains("is your code for Waybill"));
    codes.count()
}

/// Another code than this one.
fn other(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

/// An administrator who has turned the second factor on.
pub(crate) async fn careful(app: &TestApp, company: &str) -> Actor {
    let ann = app.administrator(company).await;
    app.note_verified(&ann).await;
    let body = json!({ "twoFactorAuth": true });
    let answer = ann.patch("/iam/api/v1/users/me", "*", body).await;
    answer.data(StatusCode::OK);
    assert!(app.ended().contains(&ann.id()));
    ann
}

#[track_caller]
fn assert_refused(answer: &Answer, status: StatusCode, kind: &str, field: &str) {
    let problem = answer.json();
    assert_eq!(answer.status, status, "{problem}");
    assert_eq!(problem["type"], format!("/problems/{kind}"), "{problem}");
    assert_eq!(problem["errors"][0]["pointer"], field, "{problem}");
    assert_eq!(problem["errors"][0]["detail"], problem["detail"]);
    assert!(!answer.headers.contains_key("set-cookie"));
}

const REFUSED: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

#[tokio::test]
async fn the_first_factor_alone_opens_nothing_and_shows_nobody() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    let answer = app.identity_of("lines").get(LOGIN).await;
    Waiting::of(&app, &answer, StatusCode::OK);
    let data = answer.json()["data"].clone();
    assert_eq!(data["emailId"], "ann@lines.test");
    assert_eq!(data["expiresAt"], "2026-11-20T11:10:00Z");
    let members: Vec<_> = data.as_object().unwrap().keys().cloned().collect();
    assert_eq!(members, ["twoFactorAuth", "emailId", "fbtkn", "expiresAt"]);

    let identity = app.identity_of("lines");
    assert_eq!(identity.get(USERS_TOKEN).await.rows(), [json!(null); 0]);
    for path in ["/iam/api/v1/auth/token-refresh", "/iam/api/v1/users/me"] {
        let refused = identity.get(path).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{path}");
    }
}

#[tokio::test]
async fn the_right_code_begins_a_session_once() {
    let app = TestApp::init().await;
    let ann = careful(&app, "Lines").await;
    let waiting = Waiting::begin(&app, "lines").await;
    let code = code(&app).await;
    let answer = waiting.give(&code).await;
    let data = answer.data(StatusCode::OK);
    assert_eq!(data["twoFactorAuth"], false);
    assert_eq!(data["user"]["_id"], ann.id().to_string());
    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
    assert!(cookies[0].to_str().unwrap().starts_with("token=jwt:"));
    assert!(
        cookies[1]
            .to_str()
            .unwrap()
            .starts_with("__Host-factor=; Max-Age=0")
    );

    assert_refused(&waiting.give(&code).await, REFUSED, "code-used", "/code");
    assert_refused(&waiting.ask_again().await, REFUSED, "code-used", "/code");
    let audit = ann.get("/log/api/v1/audit?search=signin").await;
    assert_eq!(audit.column("result"), ["ok"]);
}

#[tokio::test]
async fn a_wrong_code_says_how_many_attempts_are_left_and_five_are_the_end() {
    let app = TestApp::init().await;
    let ann = careful(&app, "Lines").await;
    let waiting = Waiting::begin(&app, "lines").await;
    let right = code(&app).await;
    let mut told = Vec::new();
    for _ in 0..5 {
        let answer = waiting.give(&other(&right)).await;
        assert_refused(&answer, REFUSED, "code-wrong", "/code");
        told.push(answer.json()["detail"].as_str().unwrap().to_owned());
    }
    assert!(told[0].ends_with("You can try 4 more times."), "{told:?}");
    assert!(told[3].ends_with("You can try once more."), "{told:?}");
    assert!(told[4].ends_with("Request a new one."), "{told:?}");
    let late = waiting.give(&right).await;
    assert_refused(
        &late,
        StatusCode::TOO_MANY_REQUESTS,
        "code-exhausted",
        "/code",
    );
    let audit = ann.get("/log/api/v1/audit?search=signin").await;
    assert_eq!(audit.column("result"), ["denied"; 5]);

    // A new code has attempts of its own.
    waiting.ask_again().await.data(StatusCode::OK);
    waiting.give(&code(&app).await).await.data(StatusCode::OK);
}

#[tokio::test]
async fn a_code_is_old_once_there_is_a_newer_one() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    let waiting = Waiting::begin(&app, "lines").await;
    let first = code(&app).await;
    waiting.ask_again().await.data(StatusCode::OK);
    let second = code(&app).await;
    assert_refused(
        &waiting.give(&first).await,
        REFUSED,
        "code-replaced",
        "/code",
    );
    waiting.give(&second).await.data(StatusCode::OK);
}

#[tokio::test]
async fn a_code_lives_ten_minutes_and_a_sign_in_thirty() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    let waiting = Waiting::begin(&app, "lines").await;
    let first = code(&app).await;
    app.set_time("2026-11-20T11:10:00Z");
    assert_refused(
        &waiting.give(&first).await,
        REFUSED,
        "code-expired",
        "/code",
    );
    let sent = waiting.ask_again().await.data(StatusCode::OK);
    assert_eq!(sent["expiresAt"], "2026-11-20T11:20:00Z");
    let second = code(&app).await;
    app.set_time("2026-11-20T11:19:59Z");
    waiting.give(&second).await.data(StatusCode::OK);

    let waiting = Waiting::begin(&app, "lines").await;
    app.set_time("2026-11-20T11:49:59Z");
    for answer in [waiting.give(&first).await, waiting.ask_again().await] {
        assert_refused(&answer, REFUSED, "sign-in-over", "/fbtkn");
    }
}

#[tokio::test]
async fn another_browser_and_an_unknown_handle_are_told_the_same() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    careful(&app, "Trucks").await;
    let ann = Waiting::begin(&app, "lines").await;
    let code_of_ann = code(&app).await;
    let bob = Waiting::begin(&app, "trucks").await;
    let code_of_bob = code(&app).await;
    let stolen = Waiting {
        cookie: bob.cookie.clone(),
        fbtkn: ann.fbtkn.clone(),
        nobody: app.anonymous(),
    };
    let bare = Waiting {
        cookie: "token=a".to_owned(),
        fbtkn: ann.fbtkn.clone(),
        nobody: app.anonymous(),
    };
    let unknown = Waiting {
        cookie: ann.cookie.clone(),
        fbtkn: "0".repeat(64),
        nobody: app.anonymous(),
    };
    let mut told = Vec::new();
    for waiting in [&stolen, &bare, &unknown] {
        for answer in [waiting.give(&code_of_ann).await, waiting.ask_again().await] {
            assert_refused(&answer, REFUSED, "sign-in-over", "/fbtkn");
            told.push(answer.text);
        }
    }
    assert!(told.iter().all(|it| *it == told[0]), "{told:?}");
    // Nobody else's code opens it, and nothing of this has used up an attempt.
    if code_of_ann != code_of_bob {
        let answer = ann.give(&code_of_bob).await;
        assert_refused(&answer, REFUSED, "code-wrong", "/code");
        let detail = answer.json()["detail"].to_string();
        assert!(detail.contains("4 more times"), "{detail}");
    }
    ann.give(&code_of_ann).await.data(StatusCode::OK);
}

#[tokio::test]
async fn what_is_not_six_digits_is_refused_and_not_counted() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    let waiting = Waiting::begin(&app, "lines").await;
    let right = code(&app).await;
    let hostile = [
        String::new(),
        format!(" {right}"),
        format!("{right}\0"),
        format!("{right}0"),
        "１２３４５６".to_owned(),
        "12345x".to_owned(),
    ];
    for code in &hostile {
        let answer = waiting.give(code).await;
        assert_eq!(answer.faults(), ["/code"], "{code:?}");
        assert_eq!(answer.json()["type"], "/problems/invalid");
    }
    let body = json!({ "fbtkn": waiting.fbtkn, "code": 123_456 });
    assert_eq!(waiting.send(CODE, body).await.faults(), ["/code"]);
    assert_eq!(
        waiting.send(CODE, json!({})).await.faults(),
        ["/fbtkn", "/code"]
    );
    waiting.give(&right).await.data(StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_hundred_wrong_codes_at_once_exactly_five_are_evaluated() {
    let app = TestApp::init().await;
    let ann = careful(&app, "Lines").await;
    let waiting = Arc::new(Waiting::begin(&app, "lines").await);
    let right = code(&app).await;
    let mut guesses = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let (waiting, wrong) = (Arc::clone(&waiting), other(&right));
        guesses.spawn(async move { waiting.give(&wrong).await.status.as_u16() });
    }
    let told = guesses.join_all().await;
    let count = |status| told.iter().filter(|it| **it == status).count();
    assert_eq!((count(422), count(429)), (5, 95), "{told:?}");
    let audit = ann.get("/log/api/v1/audit?search=signin").await;
    assert_eq!(audit.column("result"), ["denied"; 5]);
    let late = waiting.give(&right).await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_who_give_the_right_code_at_once_one_is_admitted() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    let waiting = Waiting::begin(&app, "lines").await;
    let code = code(&app).await;
    let (one, two) = tokio::join!(waiting.give(&code), waiting.give(&code));
    let mut told = [one.status.as_u16(), two.status.as_u16()];
    told.sort_unstable();
    assert_eq!(told, [200, 422]);
}

#[tokio::test]
async fn only_so_many_codes_are_mailed() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    let too_many = StatusCode::TOO_MANY_REQUESTS;
    for _ in 0..2 {
        let waiting = Waiting::begin(&app, "lines").await;
        for _ in 0..3 {
            waiting.ask_again().await.data(StatusCode::OK);
        }
        let refused = waiting.ask_again().await;
        assert_eq!(refused.status, too_many);
        assert_eq!(refused.json()["type"], "/problems/too-many-attempts");
    }
    for _ in 0..2 {
        Waiting::begin(&app, "lines").await;
    }
    let refused = app.identity_of("lines").get(LOGIN).await;
    assert_eq!(refused.status, too_many);
    assert!(!refused.headers.contains_key("set-cookie"));
    assert_eq!(codes(&app).await, 10);
    app.set_time("2026-11-20T12:00:00Z");
    Waiting::begin(&app, "lines").await;
}

#[tokio::test]
async fn the_company_and_a_role_ask_for_it_too() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({ "name": "Careful", "requires2fa": true, "permissions": [] });
    let role = ann.post("/iam/api/v1/roles", body).await;
    let role = role.data(StatusCode::CREATED)["_id"].clone();
    let body = json!({ "firstName": "Ina", "emailId": "ina@lines.test", "roleIds": [role] });
    let invited = ann.post("/iam/api/v1/users", body).await;
    invited.data(StatusCode::CREATED);
    let secret = secret_in(app.mails().await.last().unwrap());
    let identity = app.identity("ina", "ina@lines.test");
    let accepted = identity.post(ACCEPT, json!({ "secret": secret })).await;
    // To accept an invitation is no way around it.
    let ina = Waiting::of(&app, &accepted, StatusCode::CREATED);
    let data = ina.give(&code(&app).await).await.data(StatusCode::OK);
    assert_eq!(data["user"]["emailId"], "ina@lines.test");
    // Her colleague has another role.
    let answer = app.identity_of("lines").get(LOGIN).await;
    assert_eq!(answer.data(StatusCode::OK)["twoFactorAuth"], false);

    let company = ann.get("/iam/api/v1/companies").await.rows().remove(0);
    let path = format!("/iam/api/v1/companies/{}", company["_id"].as_str().unwrap());
    let body = json!({ "twoFactorAuth": true });
    ann.patch(&path, "*", body).await.data(StatusCode::OK);
    Waiting::begin(&app, "lines").await;
}

#[tokio::test]
async fn who_proved_a_second_factor_at_the_provider_is_asked_for_no_other() {
    let app = TestApp::init().await;
    careful(&app, "Lines").await;
    app.set_second_factor("lines", true);
    let owner = app.identity_of("lines");
    let answer = owner.get(LOGIN).await;
    assert_eq!(answer.data(StatusCode::OK)["twoFactorAuth"], false);
    assert_ne!(owner.get(USERS_TOKEN).await.rows(), [json!(null); 0]);
    assert_eq!(codes(&app).await, 0);
    app.set_second_factor("lines", false);
    Waiting::begin(&app, "lines").await;
}

#[tokio::test]
async fn an_administrator_removes_a_lost_app_and_it_is_audited() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let uid = bob.id().to_string();
    app.identity(&uid, "bob@lines.test");
    app.set_second_factor(&uid, true);

    let path = |user: &Actor| format!("/iam/api/v1/users/{}/authenticator", user.id());
    let own = ann.delete(&path(&ann), "*").await;
    assert_eq!(own.status, StatusCode::CONFLICT);
    for _ in 0..2 {
        let removed = ann.delete(&path(&bob), "*").await;
        assert_eq!(removed.status, StatusCode::NO_CONTENT);
        assert!(!app.set_second_factor(&uid, false));
    }
    let entries = ann
        .get("/log/api/v1/audit?search=user.removeAuthenticator")
        .await;
    let [entry] = &entries.rows()[..] else {
        panic!("{:?}", entries.rows())
    };
    assert_eq!(entry["entity"]["id"], bob.id().to_string());
}

#[tokio::test]
async fn who_was_suspended_meanwhile_is_told_so_after_the_right_code() {
    let app = TestApp::init().await;
    let ann = careful(&app, "Lines").await;
    let waiting = Waiting::begin(&app, "lines").await;
    let right = code(&app).await;
    app.set_status(&ann, "suspended").await;
    let wrong = waiting.give(&other(&right)).await;
    assert_refused(&wrong, REFUSED, "code-wrong", "/code");
    for answer in [waiting.give(&right).await, waiting.ask_again().await] {
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert_eq!(answer.json()["detail"], "Account was suspended");
    }
}

#[tokio::test]
async fn the_mail_speaks_the_language_of_its_reader() {
    let app = TestApp::init().await;
    let ann = careful(&app, "Lines").await;
    let body = json!({ "language": "es" });
    let answer = ann.patch("/iam/api/v1/users/me", "*", body).await;
    answer.data(StatusCode::OK);
    Waiting::begin(&app, "lines").await;
    let mail = app.mails().await.pop().unwrap();
    assert!(mail.contains("To: "), "{mail}");
    assert!(
        mail.contains("es su c=C3=B3digo") || mail.contains("Hola"),
        "{mail}"
    );
}
