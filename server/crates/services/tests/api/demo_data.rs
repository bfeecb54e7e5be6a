//! A company for a demonstration, and rows for a benchmark.

use axum::http::StatusCode;
use serde_json::{Value, json};
use waybill_services::Identity;
use waybill_services::demo_data::contacts::table;
use waybill_services::demo_data::{DemoData, FillError};
use waybill_storage::Storage;

use crate::actors::{Actor, START, TestApp};

/// The first user, whose account somebody else keeps.
pub(crate) async fn first(_: &Storage) -> Result<Identity, FillError> {
    Ok(Identity {
        uid: "mara".to_owned(),
        email: Some("mara@meridian-freight.example".to_owned()),
        email_verified: true,
        name: None,
        authenticated_at: None,
        has_second_factor: false,
    })
}

async fn total(actor: &Actor, path: &str) -> u64 {
    let listed = actor.get(path).await;
    assert_eq!(listed.status, StatusCode::OK, "{path}: {}", listed.text);
    let told = listed.json();
    let rows = told["data"].as_array().unwrap().len() as u64;
    told["total"].as_u64().unwrap_or(rows)
}

/// Lists copy what is stored, and a record alone is read into its type.
pub(crate) async fn assert_shown_alone_as_listed(actor: &Actor, path: &str) {
    let rows = actor.get(path).await.rows();
    assert!(!rows.is_empty(), "{path}");
    let list = path.split('?').next().unwrap();
    for row in rows {
        let alone = format!("{list}/{}", row["_id"].as_str().unwrap());
        let alone = actor.get(&alone).await.data(StatusCode::OK);
        assert_eq!(alone, row, "{path}");
    }
}

#[tokio::test]
async fn a_demo_company_has_been_at_work_for_half_a_year() {
    let app = TestApp::init().await;
    let user = app.services.fill(first, DemoData::DEMO).await.unwrap();
    let mara = app.signed_in(user);
    for (path, count) in [
        ("/iam/api/v1/users?pageSize=1", 30),
        ("/iam/api/v1/roles?pageSize=1", 8),
        ("/contact/api/v1/contacts?pageSize=1", 400),
        ("/contact/api/v1/contact-tags?pageSize=1", 8),
        (
            "/mail/api/v1/templates?pageSize=1&filter=isSystem:eq:false",
            12,
        ),
        ("/iam/api/v1/issue/tracker?pageSize=1", 12),
        (
            "/drive/api/v1/filesystem/file?pageSize=1&filter=isFolder:eq:false",
            8,
        ),
        ("/report/api/v1/reportSketch?pageSize=1", 5),
    ] {
        assert_eq!(total(&mara, path).await, count, "{path}");
        assert_shown_alone_as_listed(&mara, path).await;
    }
    let audit = mara.get("/log/api/v1/audit?pageSize=1").await.json();
    assert!(
        audit["total"].as_u64().unwrap() >= 5000,
        "{}",
        audit["total"]
    );
    assert!(audit["data"][0]["at"].as_str().unwrap() <= START);
    let company = mara.get("/iam/api/v1/companies/company").await;
    let company = company.data(StatusCode::OK);
    assert_eq!(company["account_type"], "standard");
    assert_eq!(company["subscripedPlan"]["name"], "Business");
    let chain = mara.get("/log/api/v1/audit/verify").await;
    assert_eq!(chain.data(StatusCode::OK)["brokenAt"], Value::Null);
    assert!(app.mails().await.is_empty(), "nobody is written to");
    let again = app.services.fill(first, DemoData::rows(1)).await;
    assert!(matches!(again, Err(FillError::Occupied)), "{again:?}");
    let made = mara
        .post("/contact/api/v1/contacts", json!({ "lastName": "New" }))
        .await;
    assert_eq!(made.status, StatusCode::CREATED, "its subscription goes on");
}

#[tokio::test]
async fn rows_for_a_benchmark_are_contacts_and_nothing_else() {
    let app = TestApp::init().await;
    let user = app.services.fill(first, DemoData::rows(600)).await.unwrap();
    let mara = app.signed_in(user);
    assert_eq!(
        total(&mara, "/contact/api/v1/contacts?pageSize=1").await,
        600
    );
    let firms = "/contact/api/v1/contacts?pageSize=1&filter=kind:eq:organisation";
    assert_eq!(total(&mara, firms).await, 100);
    assert_eq!(total(&mara, "/iam/api/v1/users?pageSize=1").await, 1);
}

#[test]
fn a_table_of_contacts_says_the_same_each_time() {
    assert_eq!(table(200, "x"), table(200, "x"));
    assert_ne!(table(200, "x"), table(200, "y"));
}
