//! `POST {auth}`: one transaction makes a company, its people and its roles, once per identity.

use axum::http::StatusCode;
use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::json;
use waybill_storage::{offices, users};

use crate::actors::{TestApp, registration, uuid};

#[tokio::test]
async fn registration_makes_a_company_and_signs_its_administrator_in() {
    let app = TestApp::init().await;
    let ann = app.identity("ann", "Ann@Lines.TEST");
    let answer = ann
        .post("/iam/api/v1/auth", registration("  Lines &  Co "))
        .await;
    assert_snapshot!(answer.status, @"201 Created");
    assert!(answer.header("set-cookie").starts_with("token=jwt:"));
    assert_eq!(answer.header("cache-control"), "no-store");
    let mut body = answer.json();
    assert!(
        body["data"]["jwt"]
            .take()
            .as_str()
            .unwrap()
            .starts_with("jwt:")
    );
    assert_json_snapshot!(body, { ".data.user._id" => uuid(), ".data.company._id" => uuid() });
}

#[tokio::test]
async fn the_operating_country_proposes_currency_and_time_zone() {
    let app = TestApp::init().await;
    for (country, currency, timezone) in [
        ("AU", "AUD", "Australia/Sydney"),
        ("US", "USD", "America/New_York"),
        ("AQ", "USD", "Antarctica/McMurdo"),
        ("XK", "EUR", "Europe/Belgrade"),
    ] {
        let ann = app.identity(country, &format!("ann@{country}.test"));
        let body =
            json!({ "firstName": "Ann", "companyName": country, "operatingCountry": country });
        let company = ann.post("/iam/api/v1/auth", body).await.json()["data"]["company"].clone();
        assert_eq!(
            (&company["currency"], &company["timezone"]),
            (&json!(currency), &json!(timezone))
        );
    }
}

#[tokio::test]
async fn a_new_company_has_four_roles_a_head_office_and_one_administrator() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let roles = ann.get("/iam/api/v1/roles").await;
    assert_eq!(
        roles.column("name"),
        ["Administrator", "Manager", "Operator", "Viewer"]
    );
    let members: Vec<_> = roles
        .rows()
        .iter()
        .map(|role| role["memberCount"].as_u64().unwrap())
        .collect();
    assert_eq!(members, [1, 0, 0, 0]);

    let users = ann.get("/iam/api/v1/users").await;
    assert_eq!(users.column("name"), ["Ann Ähnlich"]);
    assert_eq!(users.rows()[0]["roles"][0]["name"], "Administrator");

    let (user, company) = users::by_id(app.storage.reader(), ann.id())
        .await
        .unwrap()
        .unwrap();
    let offices = offices::all(app.storage.reader(), company.id)
        .await
        .unwrap();
    let [office] = &offices[..] else {
        panic!("{offices:?}")
    };
    assert!(office.is_head && office.id == user.office_id);
}

#[tokio::test]
async fn registration_is_in_the_audit_of_the_new_company() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let audit = ann.get("/log/api/v1/audit").await;
    assert_eq!(audit.column("action"), ["user.create", "company.register"]);
    assert_json_snapshot!(audit.rows()[1], {
        "._id" => uuid(), ".companyId" => uuid(), ".actor.id" => uuid(), ".entity.id" => uuid()
    });
    let (_, company) = users::by_id(app.storage.reader(), ann.id())
        .await
        .unwrap()
        .unwrap();
    let chain = waybill_storage::audit::verify(app.storage.reader(), company.id).await;
    assert_eq!(chain.unwrap().broken_at, None);
}

#[tokio::test]
async fn registering_twice_is_a_conflict_and_changes_nothing() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let again = app
        .identity("lines", "ann@lines.test")
        .post("/iam/api/v1/auth", registration("Other"))
        .await;
    assert_snapshot!(again.status, @"409 Conflict");
    assert_json_snapshot!(again.json());
    // Another identity with the same address, however it is written, is the same person.
    let twin = app
        .identity("twin", "ANN@Lines.test")
        .post("/iam/api/v1/auth", registration("Other"))
        .await;
    assert_eq!(twin.status, StatusCode::CONFLICT);
    assert_eq!(ann.get("/iam/api/v1/users").await.json()["total"], 1);
}

#[tokio::test]
async fn of_many_registrations_at_once_one_wins() {
    let app = TestApp::init().await;
    let ann = app.identity("ann", "ann@lines.test");
    let attempts: Vec<_> = (0..8)
        .map(|at| {
            let ann = ann.clone();
            tokio::spawn(async move {
                ann.post("/iam/api/v1/auth", registration(&format!("Lines {at}")))
                    .await
                    .status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for attempt in attempts {
        statuses.push(attempt.await.unwrap().as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
}

#[tokio::test]
async fn all_fields_at_fault_are_named_at_once() {
    let app = TestApp::init().await;
    let ann = app.identity("ann", "ann@lines.test");
    let body = json!({
        "firstName": " \t", "lastName": "x".repeat(61), "companyName": "a\u{0}b", "operatingCountry": "ZZ", "isSuperAdmin": true
    });
    let answer = ann.post("/iam/api/v1/auth", body).await;
    assert_snapshot!(answer.status, @"422 Unprocessable Entity");
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_json_snapshot!(answer.json());

    let empty = ann.post("/iam/api/v1/auth", json!({})).await;
    assert_json_snapshot!("an_empty_body", empty.json()["errors"]);
}

#[tokio::test]
async fn registration_without_a_good_id_token_is_unauthorized_whatever_the_body() {
    let app = TestApp::init().await;
    for actor in [
        app.anonymous(),
        app.signed_in(waybill_storage::UserId::generate()),
    ] {
        assert_eq!(
            actor.post("/iam/api/v1/auth", json!({})).await.status,
            StatusCode::UNAUTHORIZED
        );
    }
}
