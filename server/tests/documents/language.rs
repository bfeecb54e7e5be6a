//! The language of documents: the user's own, and a guest's browser's.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::collections::BTreeMap;

use serde_json::{Value, json};
use waybill_services::Language;

use crate::node;
use crate::support::{Actor, Answer, TestApp};

const SPANISH: &str = include_str!("../../../client/src/words/es.json");
const ARABIC: &str = include_str!("../../../client/src/words/ar.json");

#[tokio::test]
async fn a_guest_is_shown_the_language_that_its_browser_asks_for() {
    let app = TestApp::new().await;
    for (accepted, html, title) in [
        (
            "es-MX,es;q=0.9,en;q=0.8",
            "lang=\"es\" dir=\"ltr\"",
            word(SPANISH, "Sign in"),
        ),
        (
            "ar,en;q=0.5",
            "lang=\"ar\" dir=\"rtl\"",
            word(ARABIC, "Sign in"),
        ),
        ("de", "lang=\"en\" dir=\"ltr\"", "Sign in".to_owned()),
    ] {
        let login = app.anonymous().request("GET", "/login");
        let page = login.header("accept-language", accepted).await;
        assert_spoken(&page, html, &title);
        assert_eq!(page.header("vary"), "Cookie, Accept-Language");
    }
    let plain = app.anonymous().open("/login").await;
    assert_spoken(&plain, "lang=\"en\" dir=\"ltr\"", "Sign in");
}

#[tokio::test]
async fn a_form_that_comes_back_speaks_the_guests_language_too() {
    let app = TestApp::new().await;
    let refused = app.anonymous().request("POST", "/login");
    let refused = refused
        .header("accept-language", "ar")
        .header("sec-fetch-site", "same-origin")
        .form(&[("email", "nobody@waybill.test"), ("password", "x")])
        .await;
    assert_spoken(
        &refused,
        "lang=\"ar\" dir=\"rtl\"",
        &word(ARABIC, "Sign in"),
    );
}

#[tokio::test]
async fn who_is_signed_in_is_shown_the_language_it_chose_whatever_the_browser_asks_for() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    change(
        &ada,
        &json!({ "language": "ar", "theme": "contrast", "density": "compact" }),
    )
    .await;
    let dashboard = ada.request("GET", "/dashboard");
    let page = dashboard.header("accept-language", "es").await;
    assert_spoken(&page, "lang=\"ar\" dir=\"rtl\"", &word(ARABIC, "Dashboard"));
    assert!(page.text().contains(" data-theme=\"contrast\""));
    assert_eq!(page.header("vary"), "Cookie");
    let env = page.state()["env"].clone();
    assert_eq!(env["locale"], "ar");
    assert_eq!(env["theme"], "contrast");
    assert!(page.text().contains("data-density=\"compact\""));
}

#[tokio::test]
async fn a_language_without_texts_cannot_be_chosen() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for language in ["de", "es-MX", "EN", ""] {
        let refused = patch(&ada, &json!({ "language": language })).await;
        refused.assert_problem(422);
        assert_eq!(
            refused.json()["errors"][0]["pointer"],
            "/language",
            "{refused:?}"
        );
    }
}

#[test]
fn the_browser_has_the_same_languages() {
    let theirs: Vec<String> = node::ask("languages.ts", &Value::Null);
    let ours: Vec<&str> = Language::ALL.iter().map(|it| it.as_str()).collect();
    assert_eq!(theirs, ours);
}

#[track_caller]
fn assert_spoken(page: &Answer, html: &str, title: &str) {
    let text = page.text();
    let root = &text[..text.find("<head>").unwrap()];
    assert!(root.contains(html), "{root}");
    let title = format!("<title>{title} · Waybill</title>");
    assert!(text.contains(&title), "{title}");
}

fn word(catalogue: &str, english: &str) -> String {
    let words: BTreeMap<String, Value> = serde_json::from_str(catalogue).unwrap();
    words[english].as_str().unwrap().to_owned()
}

async fn change(actor: &Actor<'_>, body: &Value) {
    let changed = patch(actor, body).await;
    assert_eq!(changed.status(), 200, "{changed:?}");
}

async fn patch(actor: &Actor<'_>, body: &Value) -> Answer {
    let request = actor.request("PATCH", "/iam/api/v1/users/me");
    request
        .bearer(actor.token())
        .header("if-match", "*")
        .json(body)
        .await
}
