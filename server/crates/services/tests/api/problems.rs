//! Failures are problem details, and none tells more than it should.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::json;

use crate::actors::TestApp;

#[tokio::test]
async fn a_body_of_another_media_type_is_refused() {
    let app = TestApp::init().await;
    let ann = app.identity("ann", "ann@lines.test");
    for content_type in [
        None,
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
        Some("application/jsonp"),
    ] {
        let answer = ann
            .send(
                Method::POST,
                "/iam/api/v1/auth",
                Body::from("{}"),
                content_type,
            )
            .await;
        assert_eq!(
            answer.status,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "{content_type:?}"
        );
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
    let charset = ann
        .send(
            Method::POST,
            "/iam/api/v1/auth",
            Body::from("{}"),
            Some("Application/JSON; charset=utf-8"),
        )
        .await;
    assert_snapshot!(charset.status, @"422 Unprocessable Entity");
}

#[tokio::test]
async fn a_body_that_is_no_object_or_too_large_is_refused() {
    let app = TestApp::init().await;
    let ann = app.identity("ann", "ann@lines.test");
    for (body, status) in [
        ("{", StatusCode::BAD_REQUEST),
        ("[]", StatusCode::BAD_REQUEST),
        ("\"a\"", StatusCode::BAD_REQUEST),
        ("", StatusCode::BAD_REQUEST),
        ("{} {}", StatusCode::BAD_REQUEST),
        (&"[".repeat(60_000), StatusCode::BAD_REQUEST),
        (
            &format!("{{\"firstName\":\"{}\"}}", "x".repeat(70_000)),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
    ] {
        let answer = ann
            .send(
                Method::POST,
                "/iam/api/v1/auth",
                Body::from(body.to_owned()),
                Some("application/json"),
            )
            .await;
        assert_eq!(answer.status, status, "{}", &body[..body.len().min(20)]);
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
}

#[tokio::test]
async fn all_parameters_at_fault_are_named_at_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = "/iam/api/v1/users?page=0&pageSize=1000&sort=password&search=a&search=b&companyId=1";
    let answer = ann.get(path).await;
    assert_snapshot!(answer.status, @"422 Unprocessable Entity");
    assert_json_snapshot!(answer.json());
    assert_eq!(
        ann.get("/master/api/v1/country?enabled=maybe").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn unknown_paths_and_methods_of_a_service_are_problems() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for path in [
        "/iam/api/v1/nothing",
        "/drive/api/v1/filesystem/nothing",
        "/iam/api/v1/users/a/b",
    ] {
        let answer = ann.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json()["type"], "/problems/not-found");
    }
    let answer = ann
        .send(Method::DELETE, "/iam/api/v1/users", Body::empty(), None)
        .await;
    assert_snapshot!(answer.status, @"405 Method Not Allowed");
    assert_snapshot!(answer.header("allow"), @"GET,HEAD,POST");
    assert_eq!(answer.json()["type"], "/problems/method");
}

#[tokio::test]
async fn nobody_is_told_how_to_sign_in() {
    let app = TestApp::init().await;
    let answer = app.anonymous().get("/iam/api/v1/users").await;
    assert_snapshot!(answer.status, @"401 Unauthorized");
    assert_eq!(answer.header("www-authenticate"), "Bearer");
    assert_json_snapshot!(answer.json());
}

#[tokio::test]
async fn what_failed_inside_stays_inside() {
    let app = TestApp::init().await;
    let outage = app
        .identity("outage", "o@o.test")
        .get("/iam/api/v1/auth/login")
        .await;
    assert_snapshot!(outage.status, @"503 Service Unavailable");
    assert!(!outage.text.contains("secret"));

    let ann = app.administrator("Lines").await;
    app.set_status(&ann, "a word that nobody knows").await;
    let damaged = ann.get("/iam/api/v1/users").await;
    assert_snapshot!(damaged.status, @"500 Internal Server Error");
    assert_json_snapshot!(damaged.json());
}

#[tokio::test]
async fn the_cause_of_a_failure_rides_in_an_extension_to_the_log() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let caller = app.services.caller(ann.id()).await.unwrap();
    app.storage.close().await.unwrap();
    let router = waybill_services::http::router(std::sync::Arc::clone(&app.services));
    let mut request = http::Request::get("/iam/api/v1/users")
        .body(Body::empty())
        .unwrap();
    request.extensions_mut().insert(caller);
    let response = tower::ServiceExt::oneshot(router, request).await.unwrap();
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    let cause = response
        .extensions()
        .get::<waybill_services::http::Cause>()
        .unwrap();
    assert_eq!(cause.0.to_string(), "storage failed");
    assert_eq!(
        cause.0.source().unwrap().to_string(),
        "the database is busy"
    );
}

#[tokio::test]
async fn a_problem_names_its_request() {
    let app = TestApp::init().await;
    let router = waybill_services::http::router(std::sync::Arc::clone(&app.services));
    for (id, instance) in [("0197-ab", json!("0197-ab")), ("<script>", json!(null))] {
        let request = http::Request::get("/iam/api/v1/users")
            .header("x-request-id", id)
            .body(Body::empty())
            .unwrap();
        let response = tower::ServiceExt::oneshot(router.clone(), request)
            .await
            .unwrap();
        let body = http_body_util::BodyExt::collect(response.into_body())
            .await
            .unwrap()
            .to_bytes();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (&problem["instance"], &problem["status"]),
            (&instance, &json!(401))
        );
    }
}
