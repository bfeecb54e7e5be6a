//! The `Authorization` header: the token by itself, as specification section 7 has it, or after `Bearer`.

use crate::support::TestApp;

/// A service's own, and those that take another token out of the header.
const CALLS: [&str; 4] = [
    "/contact/api/v1/contacts",
    "/iam/api/v1/users/me",
    "/iam/api/v1/users-token",
    "/iam/api/v1/auth/token-refresh",
];

#[tokio::test]
async fn a_token_by_itself_is_taken_as_after_bearer_in_any_case() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    for path in CALLS {
        for scheme in ["", "Bearer ", "bearer ", "BEARER "] {
            let header = format!("{scheme}{}", ada.token());
            let request = ada.request("GET", path).header("authorization", &header);
            let answer = request.await;
            assert_eq!(answer.status(), 200, "{path}, {scheme}: {answer:?}");
            ada.accept(&answer);
        }
    }
}

#[tokio::test]
async fn an_id_token_by_itself_signs_in_and_names_its_user() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let id_token = ada.id_token("Ada").await;
    for path in ["/iam/api/v1/auth/login", "/iam/api/v1/users-token"] {
        for scheme in ["", "bearer "] {
            let header = format!("{scheme}{id_token}");
            let request = app.anonymous().request("GET", path);
            let answer = request.header("authorization", &header).await;
            assert_eq!(answer.status(), 200, "{path}, {scheme}: {answer:?}");
        }
    }
}

#[tokio::test]
async fn what_is_neither_is_nobodys() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let token = ada.token();
    for headers in [
        &["Bearer".to_owned()][..],
        &[format!("Bearer  {token}")],
        &[format!("Bearer\t{token}")],
        &[format!("Basic {token}")],
        &[format!("{token} {token}")],
        &[format!("{token},{token}")],
        &[token.to_owned(), token.to_owned()],
    ] {
        for path in CALLS {
            let mut request = ada.request("GET", path);
            for header in headers {
                request = request.header("authorization", header);
            }
            request.await.assert_problem(401);
        }
    }
}
