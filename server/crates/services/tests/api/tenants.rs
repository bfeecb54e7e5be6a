//! Nobody sees another company, and nobody does what the role does not allow. What holds for every operation of the contract is
//! in matrix.rs.

use axum::http::StatusCode;
use insta::{assert_json_snapshot, assert_snapshot};
use waybill_storage::UserId;

use crate::actors::TestApp;

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
    // Registration makes a user, and then an administrator of it.
    assert_eq!(own.header("etag"), "\"2\"");
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
