//! Nobody sees another company, and nobody does what the role does not allow.

use axum::http::StatusCode;
use insta::{assert_json_snapshot, assert_snapshot};
use waybill_storage::UserId;

use crate::actors::TestApp;

/// Every operation on behalf of somebody who is signed in, and who lacks the right for it.
const OPERATIONS: &[(&str, &[&str])] = &[
    ("/iam/api/v1/users-token", &[]),
    ("/iam/api/v1/users", &[]),
    ("/iam/api/v1/users/{id}", &[]),
    ("/iam/api/v1/roles", &["Operator", "Viewer"]),
    ("/iam/api/v1/companies/overview", &[]),
    ("/iam/api/v1/auth/fetch-google-map-key", &[]),
    ("/iam/api/v1/auth/fetch-config-key", &[]),
    ("/master/api/v1/country", &[]),
    ("/master/api/v1/currency-list", &[]),
    ("/master/api/v1/timezone", &[]),
    ("/master/api/v1/timezone-utc", &[]),
    ("/master/api/v1/dropdown", &[]),
    ("/master/api/v1/dropdown-groups", &[]),
    ("/log/api/v1/audit", &["Operator", "Viewer"]),
];

/// Operations that decide for themselves who may call them.
const EXCEPTIONS: &[&str] = &[
    "/iam/api/v1/auth",
    "/iam/api/v1/auth/login",
    "/iam/api/v1/auth/logout",
    "/iam/api/v1/auth/token-refresh",
];

#[test]
fn every_operation_of_the_contract_is_in_the_matrix() {
    let document = waybill_services::http::openapi();
    let mut said: Vec<&str> = document.paths.paths.keys().map(String::as_str).collect();
    let mut known: Vec<&str> = OPERATIONS
        .iter()
        .map(|(path, _)| *path)
        .chain(EXCEPTIONS.iter().copied())
        .collect();
    said.sort_unstable();
    known.sort_unstable();
    assert_eq!(said, known);
}

#[tokio::test]
async fn nobody_is_refused_and_every_role_gets_what_it_may() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mut actors = vec![("Administrator", ann.clone())];
    for role in ["Manager", "Operator", "Viewer"] {
        actors.push((role, app.colleague(&ann, role).await));
    }
    for (path, lacking) in OPERATIONS {
        let path = path.replace("{id}", &ann.id().to_string());
        assert_eq!(
            app.anonymous().get(&path).await.status,
            StatusCode::UNAUTHORIZED,
            "{path}"
        );
        for (role, actor) in &actors {
            let expected = if lacking.contains(role) {
                StatusCode::FORBIDDEN
            } else {
                StatusCode::OK
            };
            assert_eq!(actor.get(&path).await.status, expected, "{role} {path}");
        }
    }
}

#[tokio::test]
async fn a_missing_right_is_named() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let answer = app
        .colleague(&ann, "Viewer")
        .await
        .get("/log/api/v1/audit")
        .await;
    assert_snapshot!(answer.status, @"403 Forbidden");
    assert_json_snapshot!(answer.json());
}

#[tokio::test]
async fn a_user_of_another_company_is_a_user_that_never_was() {
    let app = TestApp::init().await;
    let (lines, cargo) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let never = UserId::generate();
    let unknown = lines.get(&format!("/iam/api/v1/users/{never}")).await;
    assert_snapshot!(unknown.status, @"404 Not Found");
    for path in [
        format!("/iam/api/v1/users/{}", cargo.id()),
        "/iam/api/v1/users/42".to_owned(),
    ] {
        let answer = lines.get(&path).await;
        assert_eq!(
            (answer.status, &answer.text),
            (unknown.status, &unknown.text)
        );
        let names = |headers: &http::HeaderMap| headers.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&answer.headers), names(&unknown.headers));
    }
    let own = lines
        .get(&format!("/iam/api/v1/users/{}", lines.id()))
        .await;
    assert_eq!(own.json()["data"]["name"], "Ann Ähnlich");
    assert_eq!(own.header("etag"), "\"1\"");
}

#[tokio::test]
async fn lists_hold_nothing_of_another_company() {
    let app = TestApp::init().await;
    let lines = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    app.colleague(&cargo, "Viewer").await;
    for path in [
        "/iam/api/v1/users",
        "/iam/api/v1/roles",
        "/log/api/v1/audit",
        "/iam/api/v1/companies/overview",
    ] {
        let (own, foreign) = (lines.get(path).await, cargo.get(path).await);
        let foreign_ids: Vec<String> = foreign
            .text
            .split('"')
            .filter(|it| it.len() == 36)
            .map(str::to_owned)
            .collect();
        assert!(
            foreign_ids.iter().all(|id| !own.text.contains(id)),
            "{path}"
        );
        assert!(!own.text.contains("cargo"), "{path}");
    }
    assert_eq!(
        lines.get("/iam/api/v1/companies/overview").await.json()["data"]["users"],
        1
    );
    assert_eq!(
        cargo.get("/iam/api/v1/companies/overview").await.json()["data"]["users"],
        2
    );
}

#[tokio::test]
async fn a_user_who_is_gone_is_nobody() {
    let app = TestApp::init().await;
    let nobody = app.signed_in(UserId::generate());
    assert_eq!(
        nobody.get("/iam/api/v1/users").await.status,
        StatusCode::UNAUTHORIZED
    );
}
