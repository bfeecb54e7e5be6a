//! Reference data on the wire: what a first visit costs, and what the next one does.

use crate::support::{Actor, Answer, TestApp};

/// The six queries of a signed-in page (specification 4).
const QUERIES: [&str; 6] = [
    "/master/api/v1/country?brief=true",
    "/master/api/v1/timezone?brief=true",
    "/master/api/v1/currency-list?brief=true",
    "/master/api/v1/dropdown?module=home&brief=true",
    "/iam/api/v1/auth/fetch-google-map-key",
    "/iam/api/v1/auth/fetch-config-key",
];

/// All six together, in bytes.
const BUDGET: usize = 60_000;

async fn asked(actor: &Actor<'_>, path: &str, coding: &str, tag: &str) -> Answer {
    let draft = actor.request("GET", path).bearer(actor.token());
    let draft = draft.header("accept-encoding", coding);
    match tag {
        "" => draft.await,
        tag => draft.header("if-none-match", tag).await,
    }
}

#[tokio::test]
async fn reference_data_fit_their_budget() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for coding in ["zstd", "br", "gzip"] {
        let mut bytes = 0;
        for path in QUERIES {
            let answer = asked(&ada, path, coding, "").await;
            assert_eq!(answer.status(), 200, "{path}");
            if path.contains("brief") {
                assert_eq!(answer.header("content-encoding"), coding, "{path}");
            }
            bytes += answer.bytes().len();
        }
        println!("{bytes} bytes of reference data in {coding}");
        assert!(bytes <= BUDGET, "{bytes} bytes in {coding}");
    }
}

#[tokio::test]
async fn known_reference_data_have_no_body() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let [countries, ..] = QUERIES;
    let first = asked(&ada, countries, "br", "").await;
    let tag = first.header("etag");
    assert_eq!(
        first.header("vary"),
        "authorization, x-viewing, accept-encoding"
    );
    assert_eq!(first.header("cache-control"), "private, max-age=86400");
    for coding in ["zstd", "br", "gzip", "identity"] {
        let again = asked(&ada, countries, coding, tag).await;
        assert_eq!(again.status(), 304, "{coding}");
        assert!(again.bytes().is_empty(), "{coding}");
        assert_eq!(again.header("content-encoding"), "", "{coding}");
        assert_eq!(again.header("etag"), tag, "{coding}");
    }
}

#[tokio::test]
async fn other_answers_are_not_compressed() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for path in ["/master/api/v1/country", "/iam/api/v1/users-token"] {
        let answer = asked(&ada, path, "gzip, br, zstd", "").await;
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.header("content-encoding"), "", "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
}
