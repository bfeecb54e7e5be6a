//! Sessions that their user ends from elsewhere: nothing of that browser opens anything any more.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, email_of};

const SESSIONS: &str = "/iam/api/v1/sessions";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// Ada on another device, with what the SDK keeps there.
async fn phone_of_ada(app: &TestApp) -> (Actor<'_>, Value) {
    // Sign-ins are told apart by the second.
    app.pass(SignedDuration::from_secs(2));
    let mut phone = app.anonymous();
    let body = json!({ "email": email_of("Ada"), "password": crate::support::PASSWORD, "returnSecureToken": true });
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
    let kept = phone.request("POST", path).json(&body).await.json();
    let id_token = kept["idToken"].as_str().unwrap_or_default();
    let login = phone.request("GET", "/iam/api/v1/auth/login");
    let login = login.bearer(id_token).header("user-agent", FIREFOX).await;
    assert_eq!(login.status(), 200, "{login:?}");
    phone.accept(&login);
    (phone, kept)
}

async fn sessions(of: &Actor<'_>) -> Vec<Value> {
    let answer = of.call(SESSIONS).await;
    assert_eq!(answer.status(), 200, "{answer:?}");
    answer.json()["data"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

/// What the provider answers to the tokens that a browser kept: to the refresh token, and to the ID token at login.
async fn refusals(app: &TestApp, kept: &Value) -> (Value, u16) {
    let refresh_token = kept["refreshToken"].as_str().unwrap_or_default();
    let form = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh_token),
    ];
    let path = "/securetoken.googleapis.com/v1/token?key=k";
    let refreshed = app.anonymous().request("POST", path).form(&form).await;
    let id_token = kept["idToken"].as_str().unwrap_or_default();
    let login = app.anonymous().request("GET", "/iam/api/v1/auth/login");
    let login = login.bearer(id_token).await;
    (refreshed.json()["error"]["message"].clone(), login.status())
}

#[tokio::test]
async fn one_that_is_ended_is_signed_out_and_its_browser_does_not_come_back_by_itself() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (phone, kept) = phone_of_ada(&app).await;
    let rows = sessions(&ada).await;
    let told: Vec<_> = rows
        .iter()
        .map(|it| (&it["isCurrent"], &it["browser"], &it["ip"]))
        .collect();
    assert_eq!(
        told,
        [
            (&json!(true), &json!("Unknown browser"), &json!("192.0.2.1")),
            (
                &json!(false),
                &json!("Firefox on Linux"),
                &json!("192.0.2.1")
            ),
        ]
    );
    let path = format!("{SESSIONS}/{}", rows[1]["_id"].as_str().unwrap_or_default());
    let ended = ada.request("DELETE", &path).bearer(ada.token()).await;
    assert_eq!(ended.status(), 204, "{ended:?}");

    phone.open("/dashboard").await.assert_signed_out();
    phone.call(SESSIONS).await.assert_problem(401);
    assert_eq!(refusals(&app, &kept).await, (json!("TOKEN_EXPIRED"), 401));
    assert_eq!(ada.open("/dashboard").await.status(), 200);
    assert_eq!(sessions(&ada).await.len(), 1);
    // With the password it may come back, which is another sign-in.
    let (phone, _) = phone_of_ada(&app).await;
    assert_eq!(sessions(&phone).await.len(), 2);
}

#[tokio::test]
async fn all_others_end_and_this_one_goes_on_also_after_a_restart() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (phone, kept) = phone_of_ada(&app).await;
    let (tablet, _) = phone_of_ada(&app).await;
    let path = format!("{SESSIONS}/end-others");
    let ended = ada.request("POST", &path).bearer(ada.token()).await;
    assert_eq!(ended.json()["data"], json!({ "ended": 2 }), "{ended:?}");
    for other in [&phone, &tablet] {
        other.open("/dashboard").await.assert_signed_out();
    }
    let (token, sid) = (ada.token().to_owned(), ada.cookie("sid").to_owned());

    let app = app.restarted().await;
    assert_eq!(refusals(&app, &kept).await, (json!("TOKEN_EXPIRED"), 401));
    let mut ada = app.anonymous();
    ada.set_cookie("token", &token);
    ada.set_cookie("sid", &sid);
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn a_session_that_began_with_a_code_ends_with_its_sign_in_too() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.verify(&ada).await;
    let body = json!({ "twoFactorAuth": true });
    let me = ada
        .request("PATCH", "/iam/api/v1/users/me")
        .bearer(ada.token());
    let me = me.header("if-match", "*").json(&body).await;
    assert_eq!(me.status(), 200, "{me:?}");

    app.pass(SignedDuration::from_secs(2));
    let mut phone = app.anonymous();
    let id_token = phone.id_token("Ada").await;
    let owed = phone.request("GET", "/iam/api/v1/auth/login");
    let owed = owed.bearer(&id_token).await;
    phone.accept(&owed);
    let code = crate::second_factor::code(&app).await;
    let body = json!({ "fbtkn": owed.json()["data"]["fbtkn"], "code": code });
    let given = phone.request("POST", "/iam/api/v1/auth/codeAuth");
    let given = given.json(&body).await;
    assert_eq!(given.status(), 200, "{given:?}");
    phone.accept(&given);

    let path = format!("{SESSIONS}/end-others");
    let ended = ada.request("POST", &path).bearer(ada.token()).await;
    assert_eq!(ended.json()["data"], json!({ "ended": 1 }), "{ended:?}");
    let again = phone.request("GET", "/iam/api/v1/auth/login");
    assert_eq!(again.bearer(&id_token).await.status(), 401);
}

#[tokio::test]
async fn the_page_that_lists_them_comes_with_them_and_knows_its_own() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/settings/profile").await;
    assert_eq!(
        page.state()["data"]["sessions"]["data"][0]["isCurrent"],
        true
    );
    assert!(page.text().contains("This browser"));
}

#[tokio::test]
async fn signing_out_ends_the_sign_in_so_that_its_tokens_open_nothing() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (phone, kept) = phone_of_ada(&app).await;
    assert_eq!(phone.log_out().await.status(), 204);
    assert_eq!(refusals(&app, &kept).await, (json!("TOKEN_EXPIRED"), 401));
    assert_eq!(ada.open("/dashboard").await.status(), 200);

    // By form, too.
    let (phone, kept) = phone_of_ada(&app).await;
    let form = phone.request("POST", "/logout").form(&[]).await;
    assert_eq!(form.status(), 303, "{form:?}");
    assert_eq!(refusals(&app, &kept).await, (json!("TOKEN_EXPIRED"), 401));
    let app = app.restarted().await;
    assert_eq!(refusals(&app, &kept).await, (json!("TOKEN_EXPIRED"), 401));
}

#[tokio::test]
async fn of_a_reused_token_the_sessions_end_and_the_owner_is_told() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (mut phone, kept) = phone_of_ada(&app).await;
    let refresh = async |token: &str| {
        let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
        let path = "/securetoken.googleapis.com/v1/token?key=k";
        app.anonymous()
            .request("POST", path)
            .form(&form)
            .await
            .json()
    };
    let stolen = kept["refreshToken"].as_str().unwrap_or_default();
    let next = refresh(stolen).await["refresh_token"].clone();
    assert_eq!(
        refresh(stolen).await["refresh_token"],
        next,
        "one successor"
    );
    app.pass(SignedDuration::from_secs(11));
    assert_eq!(refresh(stolen).await["error"]["message"], "TOKEN_EXPIRED");
    phone.open("/dashboard").await.assert_signed_out();
    assert_eq!(refusals(&app, &kept).await, (json!("TOKEN_EXPIRED"), 401));
    assert_told(&app, &ada, 1).await;

    // The same of the token of a session.
    (phone, _) = phone_of_ada(&app).await;
    let old = phone.token().to_owned();
    app.pass(SignedDuration::from_mins(2));
    phone.refresh().await;
    app.pass(SignedDuration::from_mins(2));
    phone.set_cookie("token", &old);
    phone.refresh().await.assert_problem(401);
    assert_told(&app, &ada, 2).await;
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

/// That many mails told of a reused token, and as many entries of the audit trail.
async fn assert_told(app: &TestApp, ada: &Actor<'_>, count: usize) {
    let mails = super::lock_out::mails(app).await;
    let told = mails.iter().filter(|mail| mail.contains("used twice"));
    assert_eq!(told.count(), count, "{mails:?}");
    let path = "/log/api/v1/audit?filter=action:eq:user.endSession";
    let entries = ada.call(path).await.json();
    assert_eq!(entries["data"].as_array().map_or(0, Vec::len), count);
    assert_eq!(entries["data"][0]["reason"], "A token was used twice");
    assert_eq!(entries["data"][0]["actor"]["type"], "system");
}
