//! Everything of a company by a plain link: both cookies open it, and nothing else does.

use crate::support::TestApp;

const LINK: &str = "/download/company";

#[tokio::test]
async fn the_link_gives_the_file_to_both_cookies_together() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let file = ada.open(LINK).await;
    assert_eq!(file.status(), 200);
    assert_eq!(file.header("content-type"), "application/zip");
    assert!(file.header("content-disposition").starts_with("attachment"));
    assert_eq!(file.header("cache-control"), "no-store");
    assert!(file.bytes().starts_with(b"PK\x03\x04"));

    let (token, sid) = (ada.token(), ada.cookie("sid"));
    for cookie in [
        String::new(),
        format!("token={token}"),
        format!("sid={sid}"),
    ] {
        let request = app.anonymous().request("GET", LINK);
        let refused = request.header("cookie", &cookie).await;
        assert_eq!(refused.status(), 303, "{cookie}");
        assert_eq!(
            refused.header("location"),
            "/login?redirect_uri=%2Fsettings%2Fcompany"
        );
    }
}

#[tokio::test]
async fn a_page_of_another_site_starts_no_download() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for site in ["cross-site", "same-site"] {
        let request = ada.request("GET", LINK);
        let refused = request.header("sec-fetch-site", site).await;
        assert_eq!(refused.status(), 403, "{site}");
    }
    assert_eq!(ada.request("HEAD", LINK).await.status(), 404);
    assert_eq!(ada.request("POST", LINK).await.status(), 405);
}

#[tokio::test]
async fn who_may_not_is_led_back_to_the_page() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let bob = app.colleague(&ada, "Bob").await;
    let refused = bob.open(LINK).await;
    assert_eq!(refused.status(), 303);
    assert_eq!(
        refused.header("location"),
        "/settings/company?download=refused"
    );
}
