//! Nobody gets in anywhere: every page of the manifest and every operation of the contract, without a session and with a
//! stolen token. A new route or endpoint is in these tests by existing.

use serde_json::Value;
use waybill::routes::{Auth, Route};

use crate::support::TestApp;

/// Operations that answer nobody with something other than 401. Each has its reason.
const OPEN: [(&str, &str, u16); 5] = [
    // Signing out is safe to repeat, and must work when the token has run out.
    ("post", "/iam/api/v1/auth/logout", 204),
    // Who owes a second factor has no session yet; without a handle there is no sign-in to go on with.
    ("post", "/iam/api/v1/auth/codeAuth", 422),
    ("post", "/iam/api/v1/auth/codeAuth/resend", 422),
    // A guest has no account yet; without a secret there is no invitation.
    ("post", "/iam/api/v1/auth/invitation", 422),
    // Who forgot the password cannot sign in; without an address there is nobody to write to.
    ("post", "/iam/api/v1/auth/reset-pwd", 422),
];

#[tokio::test]
async fn every_page_that_needs_a_session_turns_nobody_away() {
    let app = TestApp::new().await;
    let release = app.app.release();
    let thief = app.stolen_token().await;
    let mut pages = Vec::new();
    for route in &release.manifest.routes {
        collect(route, "", &mut pages);
    }
    assert!(pages.len() > 5, "{pages:?}");
    for (path, auth) in pages {
        let nobody = app.anonymous().open(&path).await;
        if auth == Auth::Required {
            nobody.assert_signed_out();
            thief.open(&path).await.assert_signed_out();
        } else {
            assert!(matches!(nobody.status(), 200 | 303), "{path}");
        }
    }
}

/// Full path of every leaf with an address, parameters filled, and who may open it.
fn collect(route: &Route, above: &str, pages: &mut Vec<(String, Auth)>) {
    let path = match route.path.as_deref() {
        None => above.to_owned(),
        Some(path) if path.starts_with('/') => path.to_owned(),
        Some(path) => format!("{above}/{path}"),
    };
    let is_page = route.children.is_empty() || route.auth.is_some();
    if let Some(auth) = route.auth
        && is_page
        && !path.contains('*')
    {
        let filled: Vec<&str> = path
            .split('/')
            .map(|segment| {
                if segment.starts_with(':') {
                    "1"
                } else {
                    segment
                }
            })
            .collect();
        pages.push((filled.join("/"), auth));
    }
    let below = path.trim_end_matches('/');
    for child in &route.children {
        collect(child, below, pages);
    }
}

#[tokio::test]
async fn every_operation_of_the_contract_refuses_nobody_and_a_stolen_token() {
    let app = TestApp::new().await;
    let thief = app.stolen_token().await;
    let contract = app.anonymous().open("/openapi.json").await.json();
    let paths = contract["paths"].as_object().unwrap();
    let mut operations = 0;
    for (path, item) in paths.iter().filter(|(path, _)| path.contains("/api/v1/")) {
        let address = filled(path);
        for method in item.as_object().unwrap().keys() {
            if matches!(method.as_str(), "parameters" | "summary" | "description") {
                continue;
            }
            operations += 1;
            let expected = OPEN
                .iter()
                .find(|(verb, open, _)| verb == method && open == path)
                .map_or(401, |(_, _, status)| *status);
            let verb = method.to_uppercase();
            let with_content = matches!(verb.as_str(), "POST" | "PUT" | "PATCH");
            for actor in [&app.anonymous(), &thief] {
                let mut draft = actor.request(&verb, &address);
                if !actor.token().is_empty() {
                    draft = draft.bearer(actor.token());
                }
                if with_content {
                    draft = draft.json(&Value::Object(serde_json::Map::new()));
                }
                let answer = draft.await;
                assert_eq!(answer.status(), expected, "{verb} {path}: {answer:?}");
                assert!(
                    answer
                        .set_cookies_of("sid")
                        .iter()
                        .all(|it| it.contains("Max-Age=0"))
                );
            }
        }
    }
    assert!(operations > 10, "{operations}");
}

/// A path with its parameters filled.
fn filled(path: &str) -> String {
    let segments: Vec<&str> = path
        .split('/')
        .map(|segment| {
            if segment.starts_with('{') {
                "01a1f99b-bdfa-7328-a767-c514ed90a58c"
            } else {
                segment
            }
        })
        .collect();
    segments.join("/")
}
