//! The paths of the specification (section 7), as it writes them and as it might.

use axum::http::{Method, StatusCode};

use crate::actors::{Actor, TestApp};

/// What an administrator reads at each of these paths; the specification names no other that is read.
const READ: [&str; 23] = [
    "/log/api/v1/audit",
    "/log/api/v1/audit-history",
    "/master/api/v1/receivinglocation",
    "/master/api/v1/country",
    "/master/api/v1/dropdown",
    "/master/api/v1/airport",
    "/master/api/v1/oceanport",
    "/master/api/v1/type",
    "/master/api/v1/timezone",
    "/master/api/v1/currency-list",
    "/master/api/v1/dropdown-groups",
    "/master/api/v1/timezone-utc",
    "/drive/api/v1/filesystem/file",
    "/iam/api/v1/auth/fetch-google-map-key",
    "/iam/api/v1/users-token",
    "/iam/api/v1/products",
    "/iam/api/v1/groups",
    "/iam/api/v1/roles",
    "/iam/api/v1/issue/tracker",
    "/report/api/v1/reportSketch",
    "/contact/api/v1/contacts",
    "/contact/api/v1/contacts/paginate",
    "/contact/api/v1/contact-tags",
];

/// The path with a final slash before its query.
fn slashed(path: &str) -> String {
    match path.split_once('?') {
        Some((path, query)) => format!("{path}/?{query}"),
        None => format!("{path}/"),
    }
}

async fn assert_alike(actor: &Actor, path: &str) {
    let plain = actor.get(path).await;
    let with_slash = actor.get(&slashed(path)).await;
    assert_eq!(plain.status, StatusCode::OK, "{path}: {}", plain.text);
    assert_eq!(with_slash.status, plain.status, "{path}: {with_slash:?}");
    assert_eq!(with_slash.text, plain.text, "{path}");
}

#[tokio::test]
async fn a_path_answers_with_and_without_its_slash() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for path in READ {
        assert_alike(&ann, path).await;
    }
    assert_alike(&ann, "/master/api/v1/dropdown?module=home").await;
    assert_alike(&ann, "/master/api/v1/type?group=salutation").await;
    let country = &ann.get(READ[3]).await.rows()[0];
    let id = country["_id"].as_str().unwrap();
    assert_alike(&ann, &format!("{}/{id}", READ[3])).await;
    let operator = app.operator().await;
    let all = operator.get("/iam/api/v1/app-admin/").await;
    assert_eq!(all.status, StatusCode::OK);
}

#[tokio::test]
async fn a_final_slash_changes_neither_rights_nor_methods() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let refused = viewer.get("/log/api/v1/audit/").await;
    assert_eq!(refused.json()["permission"], "audit:view");
    let nobody = app.anonymous().get("/iam/api/v1/users/").await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    let tag = serde_json::json!({ "name": "Reefer" });
    let made = ann.post("/contact/api/v1/contact-tags/", tag).await;
    let id = made.data(StatusCode::CREATED)["_id"].clone();
    let path = format!("/contact/api/v1/contact-tags/{}", id.as_str().unwrap());
    assert_eq!(made.header("location"), path);
    let gone = ann.delete(&format!("{path}/"), "*").await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    for unknown in [
        "/iam/api/v1/nothing/",
        "/iam/api/v1/users//",
        "/iam/api/v1//users",
    ] {
        let answer = ann.get(unknown).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{unknown}");
    }
    let wrong = ann.delete("/iam/api/v1/users/", "*").await;
    assert_eq!(wrong.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn lists_of_a_company_are_below_its_id_too() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Cargo").await;
    let own = ann.get("/iam/api/v1/companies/company").await;
    let id = own.data(StatusCode::OK)["_id"].clone();
    let id = id.as_str().unwrap();
    let record = ann.get(&format!("/iam/api/v1/companies/{id}")).await;
    assert_eq!(own.text, record.text);
    assert_eq!(own.header("etag"), record.header("etag"));
    let known = [("if-none-match", own.header("etag"))];
    for below in ["company", "users", "groups", "roles"] {
        let path = format!("/iam/api/v1/companies/{id}/{below}");
        let without = ann.get(&format!("/iam/api/v1/companies/{below}")).await;
        assert_eq!(ann.get(&path).await.text, without.text, "{below}");
        assert_alike(&ann, &path).await;
        assert_eq!(zoe.get(&path).await.status, StatusCode::NOT_FOUND);
    }
    let path = format!("/iam/api/v1/companies/{id}/company");
    let again = ann.send_with(Method::GET, &path, &known, "").await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn types_are_the_values_of_all_picklists() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let all = ann.get("/master/api/v1/type").await.rows();
    let groups = ann.get("/master/api/v1/dropdown-groups").await;
    let mut of_groups = Vec::new();
    let mut codes = groups.column("code");
    codes.sort_unstable();
    for code in codes {
        let values = ann.get(&format!("/master/api/v1/type?group={code}")).await;
        of_groups.extend(values.rows());
    }
    assert!(100 < all.len(), "{}", all.len());
    assert_eq!(all, of_groups);
}
