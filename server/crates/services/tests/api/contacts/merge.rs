//! Merging contacts, and tags.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{CONTACTS, contact, path};
use crate::actors::{Actor, Answer, TestApp};
use crate::collections::{TAGS, tag};

async fn merge(actor: &Actor, path: &str, body: Value) -> Answer {
    actor.post(&format!("{path}/merge"), body).await
}

async fn undo(actor: &Actor, list: &str, batch: &Value) -> Value {
    let batch = batch["batchId"].as_str().unwrap();
    let path = format!("{list}/batches/{batch}/undo");
    actor.post(&path, json!({})).await.data(StatusCode::OK)
}

fn outcomes(result: &Value) -> Vec<&str> {
    let rows = result["rows"].as_array().unwrap();
    rows.iter()
        .map(|it| it["outcome"].as_str().unwrap())
        .collect()
}

/// What a record holds, without its versions.
async fn held(actor: &Actor, path: &str) -> Value {
    let mut record = actor.get(path).await.data(StatusCode::OK);
    for name in ["version", "updatedAt", "updatedBy"] {
        record.as_object_mut().unwrap().remove(name);
    }
    record
}

#[tokio::test]
async fn two_contacts_become_one_that_holds_what_both_held_and_two_again() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let from = json!({
        "firstName": "Ann", "lastName": "Smith", "jobTitle": "Clerk", "department": "Export", "notes": "old",
        "emails": [{ "address": "a@b.test" }, { "address": "shared@b.test" }], "doNotContact": true,
        "phones": [{ "e164": "+31201234567" }]
    });
    let into = json!({
        "firstName": "Ann", "lastName": "Jones", "jobTitle": "Manager", "notes": "new",
        "emails": [{ "address": "shared@b.test" }]
    });
    let (from, into) = (contact(&ann, from).await, contact(&ann, into).await);
    let before = [
        held(&ann, &path(&from)).await,
        held(&ann, &path(&into)).await,
    ];
    let body = json!({ "into": into["_id"], "fields": ["lastName"] });
    let done = merge(&ann, &path(&from), body).await.data(StatusCode::OK);
    let one = ann.get(&path(&into)).await.data(StatusCode::OK);
    let emails: Vec<_> = one["emails"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (&it["address"], &it["primary"]))
        .collect();
    assert_eq!(
        emails,
        [
            (&json!("shared@b.test"), &json!(true)),
            (&json!("a@b.test"), &json!(false))
        ]
    );
    assert_eq!(
        [
            &one["lastName"],
            &one["jobTitle"],
            &one["department"],
            &one["notes"],
            &one["doNotContact"]
        ],
        [
            &json!("Smith"),
            &json!("Manager"),
            &json!("Export"),
            &json!("new\n\nold"),
            &json!(true)
        ]
    );
    assert_eq!(one["phones"][0]["e164"], "+31201234567");
    let gone = ann.get(&path(&from)).await.data(StatusCode::OK);
    assert_eq!(gone["mergedInto"], into["_id"]);
    assert_ne!(gone["deletedAt"], Value::Null);
    let history = ann.get(&format!("{}/history", path(&into))).await;
    assert_eq!(history.column("action")[0], "contact.merge");

    assert_eq!(
        outcomes(&undo(&ann, CONTACTS, &done).await),
        ["done", "done"]
    );
    let after = [
        held(&ann, &path(&from)).await,
        held(&ann, &path(&into)).await,
    ];
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_merge_that_adds_nothing_is_in_the_history() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let from = contact(&ann, json!({ "firstName": "Ann" })).await;
    let into = contact(&ann, json!({ "firstName": "Ann", "lastName": "B" })).await;
    let done = merge(&ann, &path(&from), json!({ "into": into["_id"] }))
        .await
        .data(StatusCode::OK);
    let stayed = ann.get(&path(&into)).await.data(StatusCode::OK);
    assert_eq!(stayed["version"], 1);
    let history = ann.get(&format!("{}/history", path(&into))).await;
    let newest = &history.rows()[0];
    assert_eq!(
        (&newest["action"], &newest["batchId"], &newest["changes"]),
        (&json!("contact.merge"), &done["batchId"], &json!([]))
    );
    assert_eq!(outcomes(&undo(&ann, CONTACTS, &done).await), ["done"]);
    let back = ann.get(&path(&from)).await.data(StatusCode::OK);
    assert_eq!(back["deletedAt"], Value::Null);
}

#[tokio::test]
async fn the_people_of_an_organisation_go_with_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let organisation = |name: &str| json!({ "kind": "organisation", "displayName": name });
    let (from, into) = (
        contact(&ann, organisation("A")).await,
        contact(&ann, organisation("B")).await,
    );
    let clerk = contact(
        &ann,
        json!({ "lastName": "Clerk", "organisationId": from["_id"] }),
    )
    .await;
    let done = merge(&ann, &path(&from), json!({ "into": into["_id"] }))
        .await
        .data(StatusCode::OK);
    assert_eq!(
        ann.get(&path(&clerk)).await.data(StatusCode::OK)["organisationName"],
        "B"
    );
    undo(&ann, CONTACTS, &done).await;
    assert_eq!(
        ann.get(&path(&clerk)).await.data(StatusCode::OK)["organisationName"],
        "A"
    );
}

#[tokio::test]
async fn what_cannot_be_one_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let person = contact(&ann, json!({ "lastName": "A" })).await;
    let organisation = contact(&ann, json!({ "kind": "organisation", "displayName": "B" })).await;
    let foreign = contact(&cargo, json!({ "lastName": "C" })).await;
    for into in [
        &person["_id"],
        &organisation["_id"],
        &foreign["_id"],
        &Value::Null,
    ] {
        let refused = merge(&ann, &path(&person), json!({ "into": into })).await;
        assert_eq!(refused.faults(), ["/into"], "{into}");
    }
    let unknown = merge(
        &ann,
        &path(&person),
        json!({ "into": organisation["_id"], "fields": ["kind"] }),
    )
    .await;
    assert_eq!(unknown.faults(), ["/fields"]);
    let theirs = merge(&ann, &path(&foreign), json!({ "into": person["_id"] })).await;
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);
    let emails = |from: usize| -> Value {
        (from..from + 15)
            .map(|at| json!({ "address": format!("a{at}@b.test") }))
            .collect()
    };
    let one = contact(&ann, json!({ "lastName": "D", "emails": emails(0) })).await;
    let other = contact(&ann, json!({ "lastName": "E", "emails": emails(15) })).await;
    let full = merge(&ann, &path(&one), json!({ "into": other["_id"] })).await;
    assert_eq!(full.faults(), ["/into"]);
    let viewer = app.colleague(&ann, "Viewer").await;
    let forbidden = merge(&viewer, &path(&one), json!({ "into": other["_id"] })).await;
    assert_eq!(forbidden.json()["permission"], "contact:merge");
}

#[tokio::test]
async fn a_merge_stays_after_thirty_days() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (from, into) = (
        contact(&ann, json!({ "lastName": "A" })).await,
        contact(&ann, json!({ "lastName": "B" })).await,
    );
    let done = merge(&ann, &path(&from), json!({ "into": into["_id"] }))
        .await
        .data(StatusCode::OK);
    app.set_time("2026-12-20T11:00:01Z");
    let batch = done["batchId"].as_str().unwrap();
    let late = ann
        .post(&format!("{CONTACTS}/batches/{batch}/undo"), json!({}))
        .await;
    assert_eq!(late.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_tag_becomes_part_of_another_one_with_all_its_contacts_and_comes_back() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (from, into) = (tag(&ann, "Cold").await, tag(&ann, "Frozen").await);
    let id = |path: &str| json!(path.rsplit('/').next().unwrap());
    let only = contact(&ann, json!({ "lastName": "A", "tags": [id(&from)] })).await;
    let both = contact(
        &ann,
        json!({ "lastName": "B", "tags": [id(&from), id(&into)] }),
    )
    .await;
    let neither = contact(&ann, json!({ "lastName": "C" })).await;
    let done = merge(&ann, &from, json!({ "into": id(&into) }))
        .await
        .data(StatusCode::OK);
    assert_eq!(done["rows"].as_array().unwrap().len(), 3);
    for contact in [&only, &both] {
        let tags = &ann.get(&path(contact)).await.data(StatusCode::OK)["tags"];
        assert_eq!(tags, &json!([id(&into)]));
    }
    assert_eq!(
        ann.get(&path(&neither)).await.data(StatusCode::OK)["version"],
        1
    );
    assert_eq!(ann.get(&into).await.data(StatusCode::OK)["usageCount"], 2);
    let gone = ann.get(&from).await.data(StatusCode::OK);
    assert_eq!(
        (&gone["mergedInto"], &gone["usageCount"]),
        (&id(&into), &json!(0))
    );

    let undone = undo(&ann, TAGS, &done).await;
    assert_eq!(outcomes(&undone), ["done", "done", "done"]);
    assert_eq!(ann.get(TAGS).await.json()["total"], 2);
    let tags = &ann.get(&path(&both)).await.data(StatusCode::OK)["tags"];
    assert_eq!(tags, &json!([id(&from), id(&into)]));
    assert_eq!(
        ann.get(&from).await.data(StatusCode::OK)["mergedInto"],
        Value::Null
    );

    let itself = merge(&ann, &from, json!({ "into": id(&from) })).await;
    assert_eq!(itself.faults(), ["/into"]);
    let private = ann
        .post(TAGS, json!({ "name": "Mine", "scope": "private" }))
        .await;
    let private = private.data(StatusCode::CREATED);
    let narrower = merge(&ann, &from, json!({ "into": private["_id"] })).await;
    assert_eq!(narrower.faults(), ["/into"]);
}
