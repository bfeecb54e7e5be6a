//! Scripts of others: on the pages they are for, for whom they are for, and nowhere else.

#![expect(
    clippy::unwrap_used,
    reason = "a page without what the test is about should stop it"
)]

use crate::support::{Answer, TestApp};

/// Everything that can be named.
const ALL: &str = r#"
[keys]
google_map = "map-key"
[scripts.analytics]
src = "https://cdn.analytics.example/{key}.js"
origins = ["https://data.analytics.example"]
[scripts.chat]
src = "https://chat.example/widget.js"
origins = ["https://chat.example", "wss://chat.example"]
[scripts.error_reporting]
src = "https://errors.example/e.js"
[scripts.session_replay]
src = "https://replay.example/r.js"
[scripts.web_analytics]
src = "https://stats.example/s.js"
"#;

/// The machines that the analytics and the chat talk to, as the policy names them.
const MACHINES: &str = "https://data.analytics.example https://chat.example wss://chat.example";

const PRODUCTION: &str =
    "public_origin = \"http://waybill.test\"\n[hosts]\nproduction = \"waybill.test\"\n";

fn names(page: &Answer) -> Vec<String> {
    let scripts = page.state()["env"]["outside"]["scripts"].clone();
    let scripts = scripts.as_array().unwrap().iter();
    scripts
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect()
}

/// The policy lets nobody in, and Trusted Types are enforced.
fn assert_own(page: &Answer) {
    let policy = page.header("content-security-policy");
    assert!(!policy.contains("example"), "{policy}");
    assert!(!policy.contains("google"), "{policy}");
    assert!(policy.contains("trusted-types app"), "{policy}");
    assert!(names(page).is_empty());
    assert_eq!(page.state()["env"]["outside"]["maps"], false);
}

#[tokio::test]
async fn without_configuration_every_page_is_ours_alone() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for path in ["/dashboard", "/settings/airport/none", "/contacts?page=1"] {
        assert_own(&ada.open(path).await);
    }
}

#[tokio::test]
async fn nobody_is_let_in_before_a_sign_in() {
    let app = TestApp::with(&format!("{PRODUCTION}{ALL}")).await;
    for path in ["/login", "/register"] {
        assert_own(&app.anonymous().open(path).await);
    }
}

#[tokio::test]
async fn the_production_host_has_them_all_and_the_policy_names_their_machines() {
    let app = TestApp::with(&format!("{PRODUCTION}{ALL}")).await;
    let page = app.user().await.open("/dashboard").await;
    assert_eq!(
        names(&page),
        [
            "analytics",
            "chat",
            "error_reporting",
            "session_replay",
            "web_analytics"
        ]
    );
    let policy = page.header("content-security-policy");
    for directive in [
        "connect-src 'self' ws://waybill.test",
        "font-src 'self'",
        "frame-src",
    ] {
        let expected = format!("{directive} {MACHINES};");
        assert!(policy.contains(&expected), "{expected} is not in {policy}");
    }
    // No map is on this page.
    assert!(!policy.contains("googleapis"), "{policy}");
    assert!(!policy.contains("unsafe-eval"), "{policy}");
}

#[tokio::test]
async fn elsewhere_analytics_and_chat_come_with_a_key() {
    let app = TestApp::with(ALL).await;
    assert_own(&app.user().await.open("/dashboard").await);
    let with_key = ALL.replace("[keys]", "[keys]\npendo = \"p-1\"");
    let app = TestApp::with(&with_key).await;
    let ada = app.user().await;
    let page = ada.open("/dashboard").await;
    assert_eq!(names(&page), ["analytics", "chat"]);
    let analytics = page.state()["env"]["outside"]["scripts"][0].clone();
    assert_eq!(analytics["src"], "https://cdn.analytics.example/{key}.js");
    assert_eq!(analytics["needsKey"], true);
    let key = ada.call("/iam/api/v1/auth/fetch-config-key").await.json();
    assert_eq!(key["data"]["pendoKey"], "p-1");
    let policy = page.header("content-security-policy");
    assert!(policy.contains(MACHINES), "{policy}");
}

#[tokio::test]
async fn maps_are_let_in_where_a_map_is() {
    let app = TestApp::with("[keys]\ngoogle_map = \"map-key\"").await;
    let ada = app.user().await;
    assert_own(&ada.open("/contacts?page=1").await);
    let page = ada.open("/settings/airport/none").await;
    assert_eq!(page.state()["env"]["outside"]["maps"], true);
    let policy = page.header("content-security-policy");
    assert!(policy.contains("'unsafe-eval' blob:;"), "{policy}");
    assert!(policy.contains("worker-src blob:;"), "{policy}");
    assert!(!policy.contains("trusted-types"), "{policy}");
    let reported = page.header("content-security-policy-report-only");
    assert!(
        reported.contains("require-trusted-types-for 'script'"),
        "{reported}"
    );
}
