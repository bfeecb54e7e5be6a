//! The second factor over the whole server: no way around it, with JavaScript or without.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot find its code should stop"
)]

use jiff::SignedDuration;
use serde_json::json;

use crate::support::{Actor, Answer, PASSWORD, TestApp, email_of};

const LOGIN: &str = "/iam/api/v1/auth/login";
const CODE: &str = "/iam/api/v1/auth/codeAuth";
const USERS_TOKEN: &str = "/iam/api/v1/users-token";

/// Ada, who has turned the second factor on, in the browser in which she did so.
async fn careful(app: &TestApp) -> Actor<'_> {
    let ada = app.user().await;
    set_factor(app, &ada, true).await;
    ada
}

async fn set_factor(app: &TestApp, ada: &Actor<'_>, is_on: bool) {
    app.verify(ada).await;
    let answer = ada
        .request("PATCH", "/iam/api/v1/users/me")
        .bearer(ada.token())
        .header("if-match", "*")
        .json(&json!({ "twoFactorAuth": is_on }))
        .await;
    assert_eq!(answer.status(), 200, "{answer:?}");
}

/// The code of the latest mail.
pub(crate) async fn code(app: &TestApp) -> String {
    while app.app.services.deliver_next().await.unwrap() {}
    let folder = app.app.config().data_dir.join("mail");
    let mut mails: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    mails.sort_unstable();
    let mail = std::fs::read_to_string(mails.pop().unwrap()).unwrap();
    let subject = mail.split("Subject: ").nth(1).unwrap();
    assert!(subject[6..].starts_with(" is your code"), "{subject}");
    subject[..6].to_owned()
}

fn other(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

async fn give(browser: &mut Actor<'_>, fbtkn: &str, code: &str) -> Answer {
    let body = json!({ "fbtkn": fbtkn, "code": code });
    let answer = browser.request("POST", CODE).json(&body).await;
    browser.accept(&answer);
    answer
}

/// The form's first step; gives the address of the second one.
async fn owe_by_form(browser: &mut Actor<'_>, redirect_uri: &str) -> String {
    let fields = [
        ("email", email_of("Ada")),
        ("password", PASSWORD.to_owned()),
        ("redirect_uri", redirect_uri.to_owned()),
    ];
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let answer = browser.request("POST", "/login").form(&fields).await;
    assert_eq!(answer.status(), 303);
    browser.accept(&answer);
    answer.location().to_owned()
}

fn fbtkn_of(page: &str) -> String {
    let handle = page.split("fbtkn=").nth(1).unwrap();
    handle.split('&').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_session_begins_with_the_code_and_an_id_token_shows_the_profile_within_it_alone() {
    let app = TestApp::new().await;
    careful(&app).await;
    let mut browser = app.anonymous();
    let owed = browser.log_in("Ada").await;
    assert_eq!(owed.json()["data"]["twoFactorAuth"], true);
    assert!(owed.set_cookies_of("sid").is_empty());
    assert!(owed.set_cookies_of("token").is_empty());
    browser.open("/dashboard").await.assert_signed_out();

    let id_token = browser.id_token("Ada").await;
    let shown = browser.request("GET", USERS_TOKEN).bearer(&id_token).await;
    assert_eq!(shown.json()["data"], json!([]));

    let fbtkn = owed.json()["data"]["fbtkn"].as_str().unwrap().to_owned();
    let right = code(&app).await;
    let wrong = give(&mut browser, &fbtkn, &other(&right)).await;
    wrong.assert_problem(422);
    browser.open("/dashboard").await.assert_signed_out();
    let answer = give(&mut browser, &fbtkn, &right).await;
    assert_eq!(answer.status(), 200, "{answer:?}");
    assert_eq!(browser.open("/dashboard").await.status(), 200);
    assert_eq!(browser.refresh().await.status(), 200);

    // The SDK asks with its ID token whether it is still the same user.
    let shown = browser.request("GET", USERS_TOKEN).bearer(&id_token).await;
    assert_eq!(shown.json()["data"][0]["emailId"], email_of("Ada"));
    let elsewhere = app
        .anonymous()
        .request("GET", USERS_TOKEN)
        .bearer(&id_token);
    assert_eq!(elsewhere.await.json()["data"], json!([]));
}

#[tokio::test]
async fn a_session_cookie_planted_before_the_code_opens_nothing_afterwards() {
    let app = TestApp::new().await;
    careful(&app).await;
    let planted = app.other_company().await;
    let mut victim = app.anonymous();
    victim.set_cookie("sid", planted.cookie("sid"));
    let owed = victim.log_in("Ada").await;
    let fbtkn = owed.json()["data"]["fbtkn"].as_str().unwrap().to_owned();
    let code = code(&app).await;
    assert_eq!(give(&mut victim, &fbtkn, &code).await.status(), 200);
    assert_ne!(victim.cookie("sid"), planted.cookie("sid"));
    assert_eq!(victim.open("/dashboard").await.status(), 200);
    let mut attacker = planted.clone();
    for token in [planted.token(), victim.token()] {
        attacker.set_cookie("token", token);
        attacker.open("/dashboard").await.assert_signed_out();
        attacker.call(USERS_TOKEN).await.assert_problem(401);
    }
}

#[tokio::test]
async fn the_form_asks_for_the_code_and_leads_to_the_page_asked_for() {
    let app = TestApp::new().await;
    careful(&app).await;
    let mut browser = app.anonymous();
    let page = owe_by_form(&mut browser, "/settings/profile?tab=2").await;
    let fbtkn = fbtkn_of(&page);
    assert_eq!(
        page,
        format!(
            "/login?fbtkn={fbtkn}&sendCode=true&emailId=ada%40waybill%2Etest\
             &redirect_uri=%2Fsettings%2Fprofile%3Ftab%3D2"
        )
    );
    let shown = browser.open(&page).await;
    assert_eq!(shown.status(), 200);
    assert_eq!(shown.header("referrer-policy"), "same-origin");
    assert!(shown.text().contains("one-time-code"));
    assert!(shown.set_cookies().is_empty());

    let right = code(&app).await;
    let wrong = other(&right);
    let fields = [("fbtkn", fbtkn.as_str()), ("code", wrong.as_str())];
    let refused = browser.request("POST", &page).form(&fields).await;
    assert_eq!(refused.status(), 422);
    let form = refused.state()["data"]["form"].clone();
    assert_eq!(form["error"]["errors"][0]["pointer"], "/code");
    assert_eq!(form["code"], wrong);
    assert!(refused.text().contains("You can try 4 more times."));
    assert!(refused.text().contains(&format!("value=\"{wrong}\"")));

    // As people type it.
    let typed = format!(" {} {} ", &right[..3], &right[3..]);
    let fields = [
        ("fbtkn", fbtkn.as_str()),
        ("code", typed.as_str()),
        ("redirect_uri", "/settings/profile?tab=2"),
    ];
    let answer = browser.request("POST", &page).form(&fields).await;
    assert_eq!(answer.status(), 303);
    assert_eq!(answer.location(), "/settings/profile?tab=2");
    browser.accept(&answer);
    let page = browser.open("/settings/profile").await;
    assert_eq!(page.state()["session"]["signInMethod"], "form");
}

#[tokio::test]
async fn the_form_asks_for_another_code() {
    let app = TestApp::new().await;
    careful(&app).await;
    let mut browser = app.anonymous();
    let page = owe_by_form(&mut browser, "").await;
    let fbtkn = fbtkn_of(&page);
    let first = code(&app).await;
    let again = [("fbtkn", fbtkn.as_str()), ("again", "true"), ("code", "")];
    let sent = browser.request("POST", &page).form(&again).await;
    assert_eq!(sent.status(), 200);
    assert_eq!(sent.state()["data"]["form"], json!({ "sent": true }));
    let second = code(&app).await;
    let old = [("fbtkn", fbtkn.as_str()), ("code", first.as_str())];
    let refused = browser.request("POST", &page).form(&old).await;
    assert_eq!(refused.status(), 422);
    assert!(
        refused
            .text()
            .contains("A newer code has replaced this one.")
    );
    let new = [("fbtkn", fbtkn.as_str()), ("code", second.as_str())];
    let answer = browser.request("POST", &page).form(&new).await;
    assert_eq!((answer.status(), answer.location()), (303, "/dashboard"));

    // Another browser, into which the address was carried.
    let thief = app.anonymous().request("POST", &page).form(&new).await;
    assert_eq!(thief.status(), 422);
    assert!(thief.set_cookies().is_empty());
    assert_eq!(
        thief.state()["data"]["form"]["error"]["errors"][0]["pointer"],
        "/fbtkn"
    );
}

#[tokio::test]
async fn a_new_password_ends_what_was_begun_with_the_old_one() {
    let app = TestApp::new().await;
    let ada = careful(&app).await;
    let mut thief = app.anonymous();
    let owed = thief.log_in("Ada").await;
    let fbtkn = owed.json()["data"]["fbtkn"].as_str().unwrap().to_owned();
    let code = code(&app).await;
    app.pass(SignedDuration::from_secs(1));
    let changed = ada.change_password("Ada", "another-anchor-43").await;
    assert_eq!(changed.status(), 200);
    let refused = give(&mut thief, &fbtkn, &code).await;
    refused.assert_problem(422);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/fbtkn");
}

#[tokio::test]
async fn to_turn_it_on_or_off_ends_the_other_sessions() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mut elsewhere = app.anonymous();
    elsewhere.log_in("Ada").await;
    assert_eq!(elsewhere.open("/dashboard").await.status(), 200);
    set_factor(&app, &ada, true).await;
    elsewhere.open("/dashboard").await.assert_signed_out();
    assert_eq!(ada.open("/dashboard").await.status(), 200);
    set_factor(&app, &ada, false).await;
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn a_login_exchange_is_no_session_for_any_call() {
    let app = TestApp::new().await;
    careful(&app).await;
    let mut browser = app.anonymous();
    browser.log_in("Ada").await;
    let id_token = browser.id_token("Ada").await;
    for path in [
        "/iam/api/v1/auth/token-refresh",
        "/iam/api/v1/users/me",
        "/iam/api/v1/auth/fetch-config-key",
    ] {
        let answer = browser.request("GET", path).bearer(&id_token).await;
        answer.assert_problem(401);
    }
    // The cookie of the sign-in that waits is no session cookie.
    let waits = browser.cookie("factor").to_owned();
    browser.set_cookie("sid", &waits);
    browser.set_cookie("token", &id_token);
    browser.open("/dashboard").await.assert_signed_out();
    assert!(app.anonymous().request("GET", LOGIN).await.status() == 401);
}
