//! The headers of each class of answer, and the nonce.

#![expect(
    clippy::unwrap_used,
    reason = "a header that is no text fails the test"
)]

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::support::{Answer, TestApp};

/// Headers that differ from answer to answer, or are another test's.
const VARIABLE: [&str; 4] = ["server-timing", "x-request-id", "content-length", "date"];

fn shown(answer: &Answer) -> String {
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in answer.headers() {
        if VARIABLE.contains(&name.as_str()) {
            assert!(!value.is_empty());
            continue;
        }
        let value = value.to_str().unwrap();
        let value = match nonce(value) {
            Some(nonce) => value.replace(&nonce, "R"),
            None => value.to_owned(),
        };
        let values = lines.entry(name.to_string()).or_default();
        values.push(value);
    }
    let mut text = format!("{}\n", answer.status());
    for (name, values) in lines {
        for value in values {
            let _ = writeln!(text, "{name}: {value}");
        }
    }
    text
}

/// The nonce in a policy.
fn nonce(policy: &str) -> Option<String> {
    let (_, rest) = policy.split_once("'nonce-")?;
    let nonce = rest.split_once('\'')?.0;
    assert_eq!(nonce.len(), 22);
    Some(nonce.to_owned())
}

#[tokio::test]
async fn each_class_of_answer_has_its_headers() {
    let app = TestApp::with("public_origin = \"https://waybill.test\"").await;
    let ada = app.user().await;
    let anonymous = app.anonymous();
    let classes = [
        ("page", ada.open("/dashboard").await),
        ("guest_page", anonymous.open("/login").await),
        ("redirect", anonymous.open("/dashboard").await),
        ("not_found_page", ada.open("/no/such/page").await),
        ("not_found", anonymous.open("/assets/none.js").await),
        ("bad_address", anonymous.open("/a%2Fb").await),
        ("call", ada.call("/iam/api/v1/users-token").await),
        (
            "refused_call",
            anonymous.call("/iam/api/v1/users-token").await,
        ),
        ("health", anonymous.open("/healthz").await),
    ];
    for (class, answer) in classes {
        insta::assert_snapshot!(class, shown(&answer));
    }
}

#[tokio::test]
async fn over_plain_http_sockets_are_plain_and_nothing_is_strict_about_transport() {
    let app = TestApp::new().await;
    let page = app.anonymous().open("/login").await;
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("connect-src 'self' ws://waybill.test;"),
        "{policy}"
    );
    assert_eq!(page.header("strict-transport-security"), "");
}

#[tokio::test]
async fn every_script_and_preload_carries_the_nonce_and_every_page_another() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let nonce_of = |page: &Answer| nonce(page.header("content-security-policy")).unwrap();
    for (visitor, path, least) in [(app.anonymous(), "/login", 1), (ada, "/dashboard", 3)] {
        let (first, second) = (visitor.open(path).await, visitor.open(path).await);
        assert_ne!(nonce_of(&first), nonce_of(&second));
        let marked = format!("nonce=\"{}\"", nonce_of(&first));
        let elements: Vec<&str> = first
            .text()
            .split('<')
            .filter(|it| it.starts_with("script") || it.contains("modulepreload"))
            .filter(|it| !it.contains("application/json"))
            .collect();
        assert!(elements.len() >= least, "{path}");
        for element in elements {
            assert!(element.contains(&marked), "{element}");
        }
        assert!(!first.text().contains(" style=\""));
    }
}

#[tokio::test]
async fn no_answer_names_the_server_or_the_status_of_internals() {
    let app = TestApp::new().await;
    for path in ["/login", "/healthz", "/assets/none.js", "/iam/api/v1/roles"] {
        let answer = app.anonymous().open(path).await;
        assert_eq!(answer.header("server"), "", "{path}");
        assert_eq!(answer.header("x-powered-by"), "", "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
}
