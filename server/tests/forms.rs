//! Sign-in and sign-out without JavaScript.

use crate::support::{PASSWORD, TestApp, email_of};

#[tokio::test]
async fn the_form_signs_in_and_leads_to_the_page_asked_for() {
    let app = TestApp::new().await;
    app.user().await;
    let mut ada = app.anonymous();
    let fields = [
        ("email", "ada@waybill.test"),
        ("password", PASSWORD),
        ("redirect_uri", "/settings/profile"),
    ];
    let answer = ada.request("POST", "/login").form(&fields).await;
    assert_eq!(answer.status(), 303);
    assert_eq!(answer.location(), "/settings/profile");
    ada.accept(&answer);
    let page = ada.open("/settings/profile").await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.state()["session"]["signInMethod"], "form");
}

#[tokio::test]
async fn a_target_that_leaves_the_site_is_the_dashboard() {
    let app = TestApp::new().await;
    app.user().await;
    for target in [
        "//evil.test",
        "https://evil.test/",
        "/\\evil.test",
        "/login",
        "",
    ] {
        let fields = [
            ("email", "ada@waybill.test"),
            ("password", PASSWORD),
            ("redirect_uri", target),
        ];
        let answer = app
            .anonymous()
            .request("POST", "/login")
            .form(&fields)
            .await;
        assert_eq!(answer.status(), 303, "{target}");
        assert_eq!(answer.location(), "/dashboard", "{target}");
    }
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_bring_the_page_back_alike() {
    let app = TestApp::new().await;
    app.user().await;
    let mut seen = Vec::new();
    for email in [email_of("Ada"), email_of("Nobody")] {
        let fields = [("email", email.as_str()), ("password", "wrong-anchor-42")];
        let answer = app
            .anonymous()
            .request("POST", "/login")
            .form(&fields)
            .await;
        assert_eq!(answer.status(), 401);
        assert!(answer.set_cookies().is_empty());
        let form = answer.state()["data"]["form"].clone();
        assert_eq!(form["email"], email);
        assert_eq!(form["error"]["status"], 401);
        assert!(!answer.text().contains("wrong-anchor-42"));
        let text = form["error"]["detail"].as_str().unwrap();
        assert!(answer.text().contains(text));
        seen.push((text.to_owned(), answer.bytes().len() - 2 * email.len()));
    }
    assert_eq!(seen[0].0, seen[1].0);
}

#[tokio::test]
async fn an_identity_without_a_company_is_told_to_finish() {
    let app = TestApp::new().await;
    let nobody = app.anonymous();
    nobody.sign_up(&email_of("Linus")).await;
    let fields = [("email", "linus@waybill.test"), ("password", PASSWORD)];
    let answer = nobody.request("POST", "/login").form(&fields).await;
    assert_eq!(answer.status(), 404);
    let problem = answer.state()["data"]["form"]["error"].clone();
    assert_eq!(problem["type"], "/problems/no-account");
}

#[tokio::test]
async fn who_is_suspended_is_told_so() {
    let app = TestApp::new().await;
    app.suspended().await;
    let fields = [("email", "ada@waybill.test"), ("password", PASSWORD)];
    let answer = app
        .anonymous()
        .request("POST", "/login")
        .form(&fields)
        .await;
    assert_eq!(answer.status(), 403);
    let problem = answer.state()["data"]["form"]["error"].clone();
    assert_eq!(problem["detail"], "Account was suspended");
}

#[tokio::test]
async fn the_form_is_refused_from_another_site() {
    let app = TestApp::new().await;
    app.user().await;
    let fields = [("email", "ada@waybill.test"), ("password", PASSWORD)];
    let answer = app
        .anonymous()
        .request("POST", "/login")
        .form(&fields)
        .header("origin", "https://evil.test")
        .header("sec-fetch-site", "cross-site")
        .await;
    answer.assert_problem(403);
    assert!(answer.set_cookies().is_empty());
}

#[tokio::test]
async fn guesses_by_form_count_like_all_others() {
    let app = TestApp::new().await;
    app.user().await;
    let fields = [
        ("email", "ada@waybill.test"),
        ("password", "wrong-anchor-42"),
    ];
    let mut last = 0;
    for _ in 0..11 {
        let answer = app
            .anonymous()
            .request("POST", "/login")
            .form(&fields)
            .await;
        last = answer.status();
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn the_sign_out_form_ends_the_session() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let answer = ada.request("POST", "/logout").await;
    assert_eq!(answer.status(), 303);
    assert_eq!(answer.location(), "/login");
    answer.assert_token_deleted();
    assert_eq!(answer.header("clear-site-data"), "\"cache\", \"storage\"");
    ada.open("/dashboard").await.assert_signed_out();
}
