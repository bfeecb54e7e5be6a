//! The state script: hostile text stays text (rows J01, J03, J05), and what Rust writes is what the page is made of.

use crate::support::TestApp;

/// What the services take as a name; characters that cannot be seen they refuse.
const HOSTILE: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "<svg/onload=alert(1)>",
    "<!--<script>",
    "\"'`",
    "${alert(1)} {{7*7}} <%= 7*7 %>",
    "&lt;b&gt; &amp;",
];

#[tokio::test]
async fn a_hostile_company_name_is_text_in_the_page_and_in_the_script() {
    let app = TestApp::new().await;
    for (number, text) in HOSTILE.into_iter().enumerate() {
        let name = format!("Co {text}");
        let actor = app.registered(&format!("User{number}"), &name).await;
        let page = actor.open("/dashboard").await;
        assert_eq!(page.status(), 200, "{text}");
        assert_eq!(page.shell(), None, "{text}");
        let stored = page.state()["session"]["company"]["name"].clone();
        let benign = actor.call("/iam/api/v1/users-token").await.json();
        assert_eq!(stored, benign["data"][0]["company"]["name"], "{text}");
        // Two scripts were written by us: the entry and the state.
        assert_eq!(page.text().matches("<script").count(), 2, "{text}");
        assert_eq!(page.text().matches("</script>").count(), 2, "{text}");
        assert!(!page.text().contains("<svg/onload"), "{text}");
    }
}

#[tokio::test]
async fn the_state_script_holds_nothing_that_html_reads() {
    let app = TestApp::new().await;
    let actor = app.registered("Eve", "</script><b>&").await;
    let page = actor.open("/dashboard").await;
    let (_, rest) = page.text().split_once("id=\"state\">").unwrap();
    let script = rest.split_once("</script>").unwrap().0;
    assert!(
        !script.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
        "{script}"
    );
    assert!(script.contains("\\u003c/script\\u003e"), "{script}");
}

#[tokio::test]
async fn the_address_is_text_too() {
    let app = TestApp::new().await;
    let page = app
        .anonymous()
        .open("/login?redirect_uri=/dashboard%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        .await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.text().matches("<script").count(), 2);
    assert!(!page.text().contains("<script>alert"));
}

#[tokio::test]
async fn the_page_is_told_locale_zone_time_and_provider() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let env = ada.open("/dashboard").await.state()["env"].clone();
    assert_eq!(env["timeZone"], "Europe/Amsterdam");
    assert_eq!(env["now"], "2026-11-20T11:00:00Z");
    assert_eq!(env["locale"], "en");
    assert_eq!(env["theme"], "system");
    assert_eq!(env["identity"]["embedded"], true);
    assert_eq!(env["identity"]["projectId"], "waybill-embedded");
    assert_eq!(env["identity"]["authDomain"], serde_json::Value::Null);
}

/// Or the browser would take another absolute `redirect_uri` for ours than the guard does.
#[tokio::test]
async fn the_page_is_told_the_configured_origin_alone() {
    let app = TestApp::new().await;
    let env = app.anonymous().open("/login").await.state()["env"].clone();
    assert_eq!(env["publicOrigin"], serde_json::Value::Null);
    let app = TestApp::with("public_origin = \"https://Waybill.test:443\"").await;
    let env = app.anonymous().open("/login").await.state()["env"].clone();
    assert_eq!(env["publicOrigin"], "https://waybill.test");
}
