//! What people can do to the records of any noun, shown with contact tags: it is written once, and so is its test.

use axum::http::{Method, StatusCode};
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::actors::{Actor, Answer, TestApp, uuid};

mod bulk;
mod lists;
mod reach;
mod tables;

pub(crate) const TAGS: &str = "/contact/api/v1/contact-tags";

/// A tag that exists now; gives its path.
pub(crate) async fn tag(actor: &Actor, name: &str) -> String {
    let created = actor.post(TAGS, json!({ "name": name })).await;
    let tag = created.data(StatusCode::CREATED);
    format!("{TAGS}/{}", tag["_id"].as_str().unwrap())
}

/// A create that carries an `Idempotency-Key`.
async fn keyed(actor: &Actor, key: &str, body: &Value) -> Answer {
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", key),
    ];
    actor
        .send_with(Method::POST, TAGS, &headers, body.to_string())
        .await
}

#[tokio::test]
async fn what_is_created_has_a_place_a_version_and_its_blank_fields() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let created = ann.post(TAGS, json!({ "name": "  Reefer " })).await;
    let tag = created.data(StatusCode::CREATED);
    assert_json_snapshot!(tag, { "._id" => uuid(), ".companyId" => uuid(), ".createdBy" => uuid(), ".updatedBy" => uuid() });
    assert_eq!(created.header("etag"), "\"1\"");
    let location = created.header("location");
    assert_eq!(location, format!("{TAGS}/{}", tag["_id"].as_str().unwrap()));
    let read = ann.get(location).await;
    assert_eq!(read.data(StatusCode::OK), tag);
    assert_eq!(read.header("etag"), "\"1\"");
}

#[tokio::test]
async fn all_fields_at_fault_are_named_at_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({
        "color": "beige", "scope": 1, "sortOrder": -1, "description": "x".repeat(201), "isSystem": true, "_id": "1"
    });
    let refused = ann.post(TAGS, body).await;
    let mut faults = refused.faults();
    faults.sort();
    assert_eq!(
        faults,
        [
            "/_id",
            "/color",
            "/description",
            "/isSystem",
            "/name",
            "/scope",
            "/sortOrder"
        ]
    );
    assert_eq!(ann.get(TAGS).await.json()["total"], 0);
}

#[tokio::test]
async fn the_same_create_sent_again_is_answered_alike_and_creates_nothing() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({ "name": "Reefer" });
    let first = keyed(&ann, "k1", &body).await;
    assert_eq!(first.status, StatusCode::CREATED);
    let again = keyed(&ann, "k1", &body).await;
    assert_eq!((again.status, &again.text), (first.status, &first.text));
    for header in ["etag", "location"] {
        assert_eq!(again.header(header), first.header(header));
    }
    assert_eq!(ann.get(TAGS).await.json()["total"], 1);
}

#[tokio::test]
async fn a_key_is_good_for_one_request_of_one_user_within_a_day() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    keyed(&ann, "k1", &json!({ "name": "Reefer" })).await;
    let reused = keyed(&ann, "k1", &json!({ "name": "Bulk" })).await;
    assert_eq!(reused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(reused.json()["type"], "/problems/idempotency-key");
    let bob = app.colleague(&ann, "Manager").await;
    let others = keyed(&bob, "k1", &json!({ "name": "Bulk" })).await;
    assert_eq!(others.status, StatusCode::CREATED);
    app.set_time("2026-11-21T11:00:01Z");
    let later = keyed(&ann, "k1", &json!({ "name": "Tank" })).await;
    assert_eq!(later.status, StatusCode::CREATED);
    for key in ["", &"x".repeat(101)] {
        let refused = keyed(&ann, key, &json!({ "name": "Flat" })).await;
        assert_eq!(refused.faults(), ["Idempotency-Key"]);
    }
}

#[tokio::test]
async fn who_knows_the_version_already_gets_no_body() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Reefer").await;
    for (known, expected) in [
        ("\"1\"", StatusCode::NOT_MODIFIED),
        ("W/\"1\"", StatusCode::NOT_MODIFIED),
        ("\"7\", \"1\"", StatusCode::NOT_MODIFIED),
        ("*", StatusCode::NOT_MODIFIED),
        ("\"2\"", StatusCode::OK),
    ] {
        let headers = [("if-none-match", known)];
        let answer = ann.send_with(Method::GET, &path, &headers, "").await;
        assert_eq!(answer.status, expected, "{known}");
        assert_eq!(answer.header("etag"), "\"1\"");
        assert_eq!(answer.text.is_empty(), expected == StatusCode::NOT_MODIFIED);
    }
}

#[tokio::test]
async fn a_change_names_the_version_that_it_was_made_to() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Reefer").await;
    let headers = [("content-type", "application/json")];
    let body = json!({ "color": "teal" }).to_string();
    let blind = ann.send_with(Method::PATCH, &path, &headers, body).await;
    assert_eq!(blind.status, StatusCode::PRECONDITION_REQUIRED);

    let bob = app.colleague(&ann, "Manager").await;
    app.set_time("2026-11-20T12:00:00Z");
    let changed = bob.patch(&path, "\"1\"", json!({ "color": "teal" })).await;
    let tag = changed.data(StatusCode::OK);
    assert_eq!(
        (&tag["color"], &tag["version"]),
        (&json!("teal"), &json!(2))
    );
    assert_eq!(tag["name"], "Reefer", "what is left out stays");
    assert_eq!(changed.header("etag"), "\"2\"");

    for stale in ["\"1\"", "\"x\"", "nonsense"] {
        let refused = ann.patch(&path, stale, json!({ "color": "red" })).await;
        assert_eq!(refused.status, StatusCode::PRECONDITION_FAILED, "{stale}");
        assert_eq!(
            refused.json()["current"],
            json!({ "version": 2, "updatedAt": "2026-11-20T12:00:00Z", "updatedBy": "Bob Manager" })
        );
    }
    let whatever = ann.patch(&path, "*", json!({ "color": "red" })).await;
    assert_eq!(whatever.data(StatusCode::OK)["version"], 3);
    let emptied = ann.patch(&path, "\"3\"", json!({ "name": null })).await;
    assert_eq!(emptied.faults(), ["/name"]);
}

#[tokio::test]
async fn a_change_that_changes_nothing_is_none() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Reefer").await;
    for body in [json!({}), json!({ "name": " Reefer", "color": "slate" })] {
        let same = ann.patch(&path, "\"1\"", body).await;
        assert_eq!(same.data(StatusCode::OK)["version"], 1);
    }
    let history = ann.get(&format!("{path}/history")).await;
    assert_eq!(history.column("action"), ["contactTag.create"]);
}

#[tokio::test]
async fn what_is_deleted_lies_in_the_bin_and_comes_back() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Reefer").await;
    tag(&ann, "Bulk").await;
    let blind = ann.send_with(Method::DELETE, &path, &[], "").await;
    assert_eq!(blind.status, StatusCode::PRECONDITION_REQUIRED);
    let stale = ann.delete(&path, "\"2\"").await;
    assert_eq!(stale.status, StatusCode::PRECONDITION_FAILED);
    let gone = ann.delete(&path, "\"1\"").await;
    assert_eq!(
        (gone.status, gone.text.as_str()),
        (StatusCode::NO_CONTENT, "")
    );

    assert_eq!(ann.get(TAGS).await.column("name"), ["Bulk"]);
    let bin = ann.get(&format!("{TAGS}?bin=true")).await;
    assert_eq!(bin.column("name"), ["Reefer"]);
    assert_eq!(bin.rows()[0]["deletedAt"], "2026-11-20T11:00:00Z");
    assert_eq!(ann.get(&path).await.data(StatusCode::OK)["version"], 2);
    for refused in [
        ann.patch(&path, "\"2\"", json!({ "color": "red" })).await,
        ann.delete(&path, "\"2\"").await,
    ] {
        assert_eq!(refused.status, StatusCode::CONFLICT);
        let detail = &refused.json()["detail"];
        assert_eq!(detail, "This is in the bin. Restore it first.");
    }

    let back = ann.restore(&path, "\"2\"").await.data(StatusCode::OK);
    assert_eq!(
        (&back["deletedAt"], &back["version"]),
        (&Value::Null, &json!(3))
    );
    let twice = ann.restore(&path, "\"3\"").await;
    assert_eq!(twice.status, StatusCode::CONFLICT);
    assert_eq!(ann.get(TAGS).await.json()["total"], 2);
}

#[tokio::test]
async fn names_are_unique_whatever_their_case_and_free_again_in_the_bin() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Café").await;
    let other = tag(&ann, "Bar").await;
    let taken = ann.post(TAGS, json!({ "name": "CAFE" })).await;
    assert_eq!(taken.faults(), ["/name"]);
    let taken = ann.patch(&other, "\"1\"", json!({ "name": "cafÉ" })).await;
    assert_eq!(taken.faults(), ["/name"]);
    let own = ann.patch(&path, "\"1\"", json!({ "name": "CAFÉ" })).await;
    assert_eq!(own.status, StatusCode::OK);

    ann.delete(&path, "\"2\"").await;
    tag(&ann, "cafe").await;
    let back = ann.restore(&path, "\"3\"").await;
    assert_eq!(back.faults(), ["/name"]);
    let cargo = app.administrator("Cargo").await;
    tag(&cargo, "Café").await;
}

#[tokio::test]
async fn the_history_tells_each_change_field_by_field() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Reefer").await;
    ann.patch(&path, "\"1\"", json!({ "name": "Cool", "color": "blue" }))
        .await;
    ann.delete(&path, "\"2\"").await;
    ann.restore(&path, "\"3\"").await;
    let history = ann.get(&format!("{path}/history")).await;
    assert_eq!(
        history.column("action"),
        [
            "contactTag.restore",
            "contactTag.delete",
            "contactTag.edit",
            "contactTag.create"
        ]
    );
    let edit = &history.rows()[2];
    assert_eq!(edit["actor"]["name"], "Ann Ähnlich");
    assert_eq!(edit["entity"]["label"], "Cool");
    assert_eq!(
        edit["changes"],
        json!([
            { "path": "/name", "old": "Reefer", "new": "Cool", "masked": false },
            { "path": "/color", "old": "slate", "new": "blue", "masked": false },
            { "path": "/slug", "old": "reefer", "new": "cool", "masked": false }
        ])
    );
}

#[tokio::test]
async fn bodies_that_are_no_json_objects_are_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let send = async |media_type: &'static str, body: &'static str| {
        let headers = [("content-type", media_type)];
        let answer = ann.send_with(Method::POST, TAGS, &headers, body).await;
        answer.status
    };
    let json = "application/json";
    assert_eq!(send(json, "[]").await, StatusCode::BAD_REQUEST);
    assert_eq!(send(json, "{").await, StatusCode::BAD_REQUEST);
    assert_eq!(
        send("text/plain", "{}").await,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    let put = ann.send_with(Method::PUT, TAGS, &[], "").await;
    assert_eq!(put.status, StatusCode::METHOD_NOT_ALLOWED);
    let long = format!("{{\"name\":\"{}\"}}", "x".repeat(70_000));
    let large = ann
        .send_with(Method::POST, TAGS, &[("content-type", json)], long)
        .await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
}
