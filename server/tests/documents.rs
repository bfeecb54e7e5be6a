//! Documents: status, headers, fallback, and what stands in them.

mod application;
mod fallback;
mod guests;
mod language;
mod needs;
mod protection;
mod state;

use crate::support::TestApp;

#[tokio::test]
async fn the_start_page_leads_on_with_one_redirect() {
    let app = TestApp::new().await;
    let anonymous = app.anonymous().open("/").await;
    assert_eq!(anonymous.status(), 303);
    assert_eq!(anonymous.location(), "/login?redirect_uri=%2Fdashboard");
    let signed_in = app.user().await.open("/").await;
    assert_eq!(signed_in.status(), 303);
    assert_eq!(signed_in.location(), "/dashboard");
    assert!(signed_in.set_cookies().is_empty());
}

#[tokio::test]
async fn a_page_that_needs_a_session_sends_nobody_to_the_sign_in_and_back() {
    let app = TestApp::new().await;
    let page = app.anonymous().open("/settings/profile").await;
    page.assert_signed_out();
    assert_eq!(page.location(), "/login?redirect_uri=%2Fsettings%2Fprofile");
    let ada = app.user().await;
    let back = ada.open(page.location()).await;
    assert_eq!(back.status(), 303);
    assert_eq!(back.location(), "/settings/profile");
    assert_eq!(ada.open(back.location()).await.status(), 200);
}

#[tokio::test]
async fn an_unknown_address_is_not_found_for_the_signed_in_and_sign_in_for_others() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let found = ada.open("/no/such/page").await;
    assert_eq!(found.status(), 404);
    assert_eq!(found.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(found.state()["session"]["user"]["firstName"], "Ada");
    let anonymous = app.anonymous().open("/no/such/page").await;
    assert_eq!(anonymous.status(), 303);
    assert_eq!(anonymous.location(), "/login");
    assert_eq!(ada.open("/notFound").await.status(), 404);
}

#[tokio::test]
async fn head_and_options_meet_the_guard_of_get_and_carry_no_content() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for method in ["HEAD", "OPTIONS"] {
        let nobody = app.anonymous().request(method, "/dashboard").await;
        nobody.assert_signed_out();
        let page = ada.request(method, "/dashboard").await;
        assert!(page.bytes().is_empty(), "{method}");
    }
    assert_eq!(ada.request("HEAD", "/dashboard").await.status(), 200);
    let options = ada.request("OPTIONS", "/dashboard").await;
    assert_eq!(options.status(), 204);
    assert_eq!(options.header("allow"), "GET, HEAD, OPTIONS");
}

#[tokio::test]
async fn other_methods_are_not_allowed_whoever_asks() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for method in ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"] {
        let answer = ada.request(method, "/dashboard").await;
        answer.assert_problem(405);
        assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS", "{method}");
    }
    let login = app.anonymous().request("PUT", "/login").await;
    login.assert_problem(405);
    assert!(login.header("allow").contains("POST"), "{login:?}");
    let health = app.anonymous().request("DELETE", "/healthz").await;
    health.assert_problem(405);
    assert_eq!(health.header("allow"), "GET,HEAD");
}

#[tokio::test]
async fn a_method_in_a_header_is_not_looked_at() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada
        .request("GET", "/dashboard")
        .header("x-http-method-override", "DELETE")
        .await;
    assert_eq!(page.status(), 200);
}

#[tokio::test]
async fn every_document_tells_how_long_its_phases_took() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/dashboard").await;
    let timing = page.header("server-timing").to_owned();
    for phase in ["guard", "session", "needs", "queue", "render", "total"] {
        assert!(timing.contains(&format!("{phase};dur=")), "{timing}");
    }
    assert!(!timing.contains("fallback"), "{timing}");
    let redirect = app.anonymous().open("/dashboard").await;
    assert!(redirect.header("server-timing").contains("total;dur="));
}

#[tokio::test]
async fn a_page_is_compressed_as_the_browser_likes() {
    let app = TestApp::new().await;
    let login = |coding| {
        let draft = app.anonymous().request("GET", "/login");
        draft.header("accept-encoding", coding)
    };
    let plain = login("identity").await;
    assert_eq!(plain.header("content-encoding"), "");
    for (accepted, coding) in [
        ("gzip, deflate", "gzip"),
        ("gzip, br", "br"),
        ("gzip, br, zstd", "zstd"),
    ] {
        let page = login(accepted).await;
        assert_eq!(page.header("content-encoding"), coding);
        assert_eq!(
            page.header("vary"),
            "Cookie, Accept-Language, Accept-Encoding"
        );
        assert!(page.bytes().len() < plain.bytes().len() / 2);
    }
}

#[tokio::test]
async fn a_page_tells_of_the_one_font_that_its_first_letters_need() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for page in [
        app.anonymous().open("/login").await,
        ada.open("/dashboard").await,
    ] {
        let fonts: Vec<&str> = preloaded_fonts(page.text());
        let [font] = fonts[..] else {
            unreachable!("{fonts:?}");
        };
        assert!(
            font.starts_with("/assets/sofia-sans-latin-wght-normal-"),
            "{font}"
        );
        let file = app.anonymous().open(font).await;
        assert_eq!(file.status(), 200);
        assert_eq!(file.header("content-type"), "font/woff2");
    }
}

/// Addresses of the fonts that a page preloads, in the one form in which browsers use what they preloaded.
fn preloaded_fonts(html: &str) -> Vec<&str> {
    html.split("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}
