//! What the list of contacts is narrowed down by, and bulk changes of what it is narrowed down by.

use super::*;

/// Names of the contacts that fulfil the conditions, in the order of the list.
async fn found(actor: &Actor, conditions: &[&str]) -> Vec<String> {
    let filters: Vec<String> = conditions.iter().map(|it| format!("filter={it}")).collect();
    let list = actor
        .get(&format!("{CONTACTS}?{}", filters.join("&")))
        .await;
    list.column("displayName")
}

fn id(of: &Value) -> &str {
    of["_id"].as_str().unwrap()
}

#[tokio::test]
async fn contacts_are_found_by_role_country_owner_and_tag() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let reefer = tag(&ann, "Reefer").await;
    let reefer = reefer.rsplit('/').next().unwrap();
    let atlas = json!({
        "kind": "organisation", "displayName": "Atlas", "roles": ["shipper", "carrier"], "tags": [reefer],
        "addresses": [{ "country": "NL" }]
    });
    let atlas = contact(&ann, atlas).await;
    let brisk = json!({
        "kind": "organisation", "displayName": "Brisk", "roles": ["carrier"], "ownerId": bob.id(),
        "addresses": [{ "country": "DE" }]
    });
    contact(&ann, brisk).await;
    contact(&ann, organisation("Calm")).await;
    assert_eq!(atlas["namedTags"][0]["name"], "Reefer");

    assert_eq!(found(&ann, &["roles:eq:carrier"]).await, ["Atlas", "Brisk"]);
    assert_eq!(found(&ann, &["roles:in:shipper%7Cbroker"]).await, ["Atlas"]);
    assert_eq!(found(&ann, &["roles:ne:carrier"]).await, ["Calm"]);
    assert_eq!(found(&ann, &["country:in:DE%7CFR"]).await, ["Brisk"]);
    assert_eq!(
        found(&ann, &[&format!("ownerId:eq:{}", bob.id())]).await,
        ["Brisk"]
    );
    assert_eq!(
        found(&ann, &[&format!("tags:eq:{reefer}"), "roles:eq:carrier"]).await,
        ["Atlas"]
    );
    ann.patch(&path(&atlas), "\"1\"", json!({ "roles": ["broker"] }))
        .await
        .data(StatusCode::OK);
    assert_eq!(found(&ann, &["roles:eq:carrier"]).await, ["Brisk"]);
    let wrong = ann
        .get(&format!("{CONTACTS}?filter=roles:lt:carrier"))
        .await;
    assert_eq!(wrong.faults(), ["?filter"]);
}

#[tokio::test]
async fn private_tags_of_others_are_not_named() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let own = json!({ "name": "Golf", "scope": "private" });
    let own = ann.post(TAGS, own).await.data(StatusCode::CREATED);
    let stored = contact(&ann, json!({ "displayName": "Ada", "tags": [own["_id"]] })).await;
    assert_eq!(stored["namedTags"][0]["name"], "Golf");
    let seen = bob.get(&path(&stored)).await.data(StatusCode::OK);
    assert_eq!(seen["namedTags"], json!([]));
}

#[tokio::test]
async fn a_bulk_change_adds_tags_to_those_that_are_there() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (one, two) = (tag(&ann, "One").await, tag(&ann, "Two").await);
    let [one, two] = [&one, &two].map(|it| it.rsplit('/').next().unwrap());
    let a = contact(&ann, json!({ "displayName": "A", "tags": [one] })).await;
    let b = contact(&ann, json!({ "displayName": "B" })).await;
    let tags = async |of: &Value| ann.get(&path(of)).await.data(StatusCode::OK)["tags"].clone();
    let bulk = async |body: Value| {
        let mut all = json!({ "action": "edit", "ids": [id(&a), id(&b)] });
        all.as_object_mut()
            .unwrap()
            .extend(body.as_object().unwrap().clone());
        ann.post(&format!("{CONTACTS}/bulk"), all).await
    };
    let done = bulk(json!({ "add": { "tags": [two] } })).await;
    let done = done.data(StatusCode::OK);
    assert_eq!(tags(&a).await, json!([one, two]));
    assert_eq!(tags(&b).await, json!([two]));

    let again = bulk(json!({ "add": { "tags": [two] } })).await;
    let again = again.data(StatusCode::OK);
    assert_eq!(again["batchId"], Value::Null);
    let batch = done["batchId"].as_str().unwrap();
    let undo = format!("{CONTACTS}/batches/{batch}/undo");
    ann.post(&undo, json!({})).await.data(StatusCode::OK);
    assert_eq!(tags(&a).await, json!([one]));
    assert_eq!(tags(&b).await, json!([]));

    bulk(json!({ "remove": { "tags": [one] } }))
        .await
        .data(StatusCode::OK);
    assert_eq!(tags(&a).await, json!([]));
}

#[tokio::test]
async fn a_bulk_change_of_no_list_of_records_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let a = contact(&ann, organisation("A")).await;
    let bulk = async |add: Value| {
        let body = json!({ "action": "edit", "ids": [id(&a)], "add": add });
        ann.post(&format!("{CONTACTS}/bulk"), body).await.faults()
    };
    assert_eq!(bulk(json!({ "roles": ["shipper"] })).await, ["/add/roles"]);
    assert_eq!(bulk(json!({ "tags": ["x"] })).await, ["/add/tags"]);
    assert_eq!(bulk(json!(["x"])).await, ["/add"]);
    let never = UserId::generate().to_string();
    let body = json!({ "action": "edit", "ids": [id(&a)], "add": { "tags": [never] } });
    let refused = ann.post(&format!("{CONTACTS}/bulk"), body).await;
    let refused = refused.data(StatusCode::OK);
    assert_eq!(refused["rows"][0]["errors"][0]["pointer"], "/tags");
}
