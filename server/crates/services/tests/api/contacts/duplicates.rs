//! Contacts that are probably one.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{CONTACTS, contact, path};
use crate::actors::{Actor, TestApp};

/// Names, reasons and score of each group.
async fn groups(actor: &Actor) -> Vec<(Vec<String>, Value, u64)> {
    let found = actor.get(&format!("{CONTACTS}/duplicates")).await;
    assert_eq!(found.status, StatusCode::OK, "{}", found.text);
    let shown = found.rows().into_iter().map(|group| {
        let contacts = group["contacts"].as_array().unwrap();
        let name = |it: &Value| it["displayName"].as_str().unwrap().to_owned();
        let names = contacts.iter().map(name).collect();
        (
            names,
            group["reasons"].clone(),
            group["score"].as_u64().unwrap(),
        )
    });
    shown.collect()
}

#[tokio::test]
async fn contacts_that_share_an_address_a_number_or_a_name_are_grouped() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for body in [
        json!({ "displayName": "Ann Smith", "emails": [{ "address": "ann@b.test" }] }),
        json!({ "displayName": "A. Smith", "emails": [{ "address": "x@b.test" }, { "address": "ANN@b.test" }] }),
        json!({ "kind": "organisation", "displayName": "Müller Spedition GmbH", "phones": [{ "e164": "+31201234567" }] }),
        json!({ "kind": "organisation", "displayName": "spedition mueller", "phones": [{ "e164": "+31201234567" }] }),
        json!({ "kind": "organisation", "displayName": "Spedition Muller" }),
        json!({ "displayName": "Reception", "phones": [{ "e164": "+31201234567" }] }),
        json!({ "displayName": "Somebody Else" }),
    ] {
        contact(&ann, body).await;
    }
    let found = groups(&ann).await;
    let expected = [
        (vec!["Ann Smith", "A. Smith"], json!(["email"]), 90),
        (
            vec!["Müller Spedition GmbH", "spedition mueller"],
            json!(["phone"]),
            70,
        ),
        (
            vec!["Müller Spedition GmbH", "Spedition Muller"],
            json!(["name"]),
            60,
        ),
    ];
    let expected = expected.map(|(names, reasons, score)| {
        (
            names.into_iter().map(str::to_owned).collect::<Vec<_>>(),
            reasons,
            score,
        )
    });
    assert_eq!(found, expected);
}

#[tokio::test]
async fn what_two_share_is_one_group_and_the_surer_for_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({ "displayName": "Ann Smith", "emails": [{ "address": "ann@b.test" }] });
    let one = contact(&ann, body.clone()).await;
    contact(&ann, body).await;
    let found = groups(&ann).await;
    assert_eq!((&found[0].1, found[0].2), (&json!(["email", "name"]), 96));
    ann.delete(&path(&one), "\"1\"").await;
    assert_eq!(groups(&ann).await, []);
}

#[tokio::test]
async fn nobody_is_told_of_contacts_that_it_does_not_see() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let bob = app
        .colleague_with(&ann, &[("contact:view", "own"), ("contact:create", "own")])
        .await;
    let body = json!({ "displayName": "Ann Smith", "emails": [{ "address": "ann@b.test" }] });
    contact(&ann, body.clone()).await;
    contact(&cargo, body.clone()).await;
    assert_eq!(groups(&ann).await, []);
    contact(&bob, body).await;
    assert_eq!(groups(&ann).await.len(), 1);
    assert_eq!(groups(&bob).await, []);
}
