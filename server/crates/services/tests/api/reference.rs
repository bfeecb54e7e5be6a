//! Countries, currencies and picklists as companies adapt them (domain reference, section 4).

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const COUNTRIES: &str = "/master/api/v1/country";
const CURRENCIES: &str = "/master/api/v1/currency-list";
const GROUPS: &str = "/master/api/v1/dropdown-groups";
const VALUES: &str = "/master/api/v1/dropdown";

/// The row that a list shows under this key, with its path.
async fn row(actor: &Actor, list: &str, key: &str, value: &str) -> (String, Value) {
    let rows = actor
        .get(&format!("{list}?filter={key}:eq:{value}"))
        .await
        .rows();
    assert_eq!(rows.len(), 1, "{value}: {rows:?}");
    (
        format!("{list}/{}", rows[0]["_id"].as_str().unwrap()),
        rows[0].clone(),
    )
}

async fn made(actor: &Actor, list: &str, record: Value) -> (String, Value) {
    let data = actor.post(list, record).await.data(StatusCode::CREATED);
    (format!("{list}/{}", data["_id"].as_str().unwrap()), data)
}

fn value(code: &str) -> Value {
    json!({ "group": "salutation", "code": code, "label": code })
}

#[tokio::test]
async fn a_companys_version_of_a_country_is_its_own() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let (path, _) = row(&ann, COUNTRIES, "alpha2", "BE").await;
    let changed = ann
        .patch(&path, "*", json!({ "name": "Belgique", "favourite": true }))
        .await;
    assert_eq!(changed.data(StatusCode::OK)["isLocalOverride"], true);
    assert_eq!(
        row(&ann, COUNTRIES, "alpha2", "BE").await.1["name"],
        "Belgique"
    );
    assert_eq!(
        row(&zoe, COUNTRIES, "alpha2", "BE").await.1["name"],
        "Belgium"
    );
    assert_eq!(ann.get(COUNTRIES).await.rows().len(), 250);
    let fixed = ann
        .patch(
            &path,
            "*",
            json!({ "alpha2": "BX", "timezones": ["Mars/Olympus"] }),
        )
        .await;
    assert_eq!(fixed.faults(), ["/alpha2", "/timezones"]);
    let wrong = ann
        .patch(
            &path,
            "*",
            json!({ "postalPattern": "(", "dialCode": "32", "defaultCurrency": "QQQ" }),
        )
        .await;
    assert_eq!(
        wrong.faults(),
        ["/dialCode", "/postalPattern", "/defaultCurrency"]
    );
    let (own, _) = row(&ann, COUNTRIES, "alpha2", "NL").await;
    let used = ann.delete(&own, "*").await;
    assert_eq!(used.status, StatusCode::CONFLICT);
    assert_eq!(
        used.json()["uses"][0],
        json!({ "kind": "company", "field": "operatingCountry", "count": 1 })
    );
}

#[tokio::test]
async fn the_base_currency_stays_as_it_is() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (euro, shown) = row(&ann, CURRENCIES, "code", "EUR").await;
    assert_eq!(shown["isBase"], true);
    let refused = ann
        .patch(&euro, "*", json!({ "exponent": 3, "enabled": false }))
        .await;
    assert_eq!(refused.faults(), ["/enabled", "/exponent"]);
    assert_eq!(ann.delete(&euro, "*").await.status, StatusCode::CONFLICT);
    let (dollar, _) = row(&ann, CURRENCIES, "code", "USD").await;
    for (change, fault) in [
        (json!({ "status": "superseded" }), "/supersededBy"),
        (json!({ "supersededBy": "EUR" }), "/supersededBy"),
        (json!({ "exponent": null }), "/exponent"),
        (json!({ "cashRounding": "0.005" }), "/cashRounding"),
        (json!({ "countries": ["QQ"] }), "/countries"),
        (json!({ "code": "USX" }), "/code"),
    ] {
        assert_eq!(
            ann.patch(&dollar, "*", change.clone()).await.faults(),
            [fault],
            "{change}"
        );
    }
    let changed = json!({ "status": "superseded", "supersededBy": "EUR", "enabled": false, "cashRounding": "0.05" });
    ann.patch(&dollar, "*", changed).await.data(StatusCode::OK);
    assert_eq!(ann.get(CURRENCIES).await.rows().len(), 184);
}

#[tokio::test]
async fn a_picklist_that_takes_no_own_values_refuses_them() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let closed = json!({ "group": "company_type", "code": "airline", "label": "Airline" });
    assert_eq!(ann.post(VALUES, closed).await.faults(), ["/group"]);
    let unknown = json!({ "group": "nothing", "code": "x", "label": "X" });
    assert_eq!(ann.post(VALUES, unknown).await.faults(), ["/group"]);
    let (path, captain) = made(&ann, VALUES, value("captain")).await;
    assert_eq!(captain["module"], "home");
    assert_eq!(ann.post(VALUES, value("captain")).await.faults(), ["/code"]);
    let days = json!({ "validFrom": "2026-12-31", "validTo": "2026-01-01", "code": "skipper" });
    assert_eq!(
        ann.patch(&path, "*", days).await.faults(),
        ["/code", "/validTo"]
    );
    let shown = ann.get("/master/api/v1/type?group=salutation").await;
    assert!(shown.column("code").contains(&"captain".to_owned()));
    let past = json!({ "validTo": "2026-11-19" });
    ann.patch(&path, "*", past).await.data(StatusCode::OK);
    let shown = ann.get("/master/api/v1/type?group=salutation").await;
    assert!(!shown.column("code").contains(&"captain".to_owned()));
}

#[tokio::test]
async fn a_field_of_one_value_has_one_default() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let defaults = async || {
        let rows = ann.get(&format!("{VALUES}?group=salutation")).await.rows();
        let rows = rows.into_iter().filter(|row| row["isDefault"] == true);
        rows.map(|row| row["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let (captain, _) = made(&ann, VALUES, value("captain")).await;
    let (_, _) = made(
        &ann,
        VALUES,
        json!({ "group": "salutation", "code": "pilot", "label": "Pilot", "isDefault": true }),
    )
    .await;
    assert_eq!(defaults().await, ["pilot"]);
    ann.patch(&captain, "*", json!({ "isDefault": true }))
        .await
        .data(StatusCode::OK);
    assert_eq!(defaults().await, ["captain"]);
}

#[tokio::test]
async fn a_merge_tells_nothing_of_an_unseen_value() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app
        .colleague_with(
            &ann,
            &[("picklist:merge", "own"), ("picklist:create", "own")],
        )
        .await;
    let (_, unseen) = made(&ann, VALUES, value("captain")).await;
    let (own, _) = made(&bob, VALUES, value("mate")).await;
    let merge = async |into: &Value| {
        let path = format!("{own}/merge");
        bob.post(&path, json!({ "into": into })).await
    };
    let refused = merge(&unseen["_id"]).await;
    let nobodys = merge(&json!("018f0000-0000-7000-8000-000000000000")).await;
    assert_eq!(refused.faults(), nobodys.faults());
    assert!(!refused.text.contains("captain"), "{}", refused.text);
    let (_, seen) = made(&bob, VALUES, value("pilot")).await;
    merge(&seen["_id"]).await.data(StatusCode::OK);
}

#[tokio::test]
async fn values_are_merged_and_ordered_within_their_picklist() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let (first, a) = made(&ann, VALUES, value("captain")).await;
    let (second, b) = made(&ann, VALUES, with_parent(value("mate"), &a["_id"])).await;
    let cycle = ann
        .patch(&first, "*", json!({ "parentValue": b["_id"] }))
        .await;
    assert_eq!(cycle.faults(), ["/parentValue"]);
    assert_eq!(ann.delete(&first, "*").await.status, StatusCode::CONFLICT);
    let (_, other) = row(
        &ann,
        VALUES,
        "group:eq:company_type&filter=code",
        "forwarder",
    )
    .await;
    let merge = async |path: &str, into: &Value| {
        ann.post(&format!("{path}/merge"), json!({ "into": into }))
            .await
    };
    assert_eq!(merge(&first, &other["_id"]).await.faults(), ["/into"]);
    assert_eq!(
        zoe.post(&format!("{first}/merge"), json!({ "into": b["_id"] }))
            .await
            .status,
        StatusCode::NOT_FOUND
    );
    let stays = merge(&first, &b["_id"]).await.data(StatusCode::OK);
    assert_eq!(stays["parentValue"], Value::Null);
    let gone = ann.get(&first).await.data(StatusCode::OK);
    assert_eq!(
        (&gone["mergedInto"], &gone["enabled"]),
        (&b["_id"], &json!(false))
    );
    assert_eq!(merge(&first, &b["_id"]).await.status, StatusCode::CONFLICT);

    let offered = ann.get(&format!("{VALUES}?group=salutation")).await.rows();
    let mut ids: Vec<Value> = offered.iter().map(|row| row["_id"].clone()).collect();
    ids.reverse();
    let path = format!("{VALUES}/reorder");
    let ordered = ann.post(&path, json!({ "ids": ids })).await;
    ordered.data(StatusCode::OK);
    let mut codes: Vec<_> = offered
        .iter()
        .map(|row| row["code"].as_str().unwrap())
        .collect();
    codes.reverse();
    assert_eq!(
        ann.get(&format!("{VALUES}?group=salutation"))
            .await
            .column("code"),
        codes
    );
    let mixed = json!({ "ids": [b["_id"], other["_id"]] });
    assert_eq!(ann.post(&path, mixed).await.faults(), ["/ids"]);
    assert_eq!(
        ann.delete(&second, "*").await.status,
        StatusCode::NO_CONTENT
    );
}

fn with_parent(mut value: Value, parent: &Value) -> Value {
    value["parentValue"] = parent.clone();
    value
}

#[tokio::test]
async fn what_came_with_the_product_stays() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (group, _) = row(&ann, GROUPS, "code", "company_type").await;
    assert_eq!(ann.delete(&group, "*").await.status, StatusCode::CONFLICT);
    let (carrier, _) = row(&ann, VALUES, "group:eq:company_type&filter=code", "carrier").await;
    assert_eq!(ann.delete(&carrier, "*").await.status, StatusCode::CONFLICT);
    ann.patch(&carrier, "*", json!({ "enabled": false }))
        .await
        .data(StatusCode::OK);
    assert_eq!(
        ann.get(&format!(
            "{VALUES}?filter=label:eq:Carrier&group=company_type"
        ))
        .await
        .rows(),
        Vec::<Value>::new()
    );
    let (own, _) = made(&ann, GROUPS, json!({ "code": "dock", "name": "Dock" })).await;
    made(
        &ann,
        VALUES,
        json!({ "group": "dock", "code": "a", "label": "A" }),
    )
    .await;
    assert_eq!(ann.delete(&own, "*").await.status, StatusCode::CONFLICT);
    let fixed = ann
        .patch(&own, "*", json!({ "code": "quay", "module": "sea" }))
        .await;
    assert_eq!(fixed.faults(), ["/code", "/module"]);
}

/// How often the values of a picklist are used, by code, in the order in which the picklist offers them.
async fn usage(actor: &Actor, group: &str) -> Vec<(String, i64)> {
    let path = format!("/master/api/v1/type?group={group}");
    let rows = actor.get(&path).await.rows();
    let used = rows.iter().map(|row| {
        let code = row["code"].as_str().unwrap().to_owned();
        (code, row["usageCount"].as_i64().unwrap())
    });
    used.collect()
}

#[tokio::test]
async fn values_say_how_many_records_hold_them_and_can_be_in_that_order() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let contacts = "/contact/api/v1/contacts";
    for (name, salutation, department) in [
        ("Ada", "Dr", "Air freight"),
        ("Bea", "mrs", "air freight"),
        ("Cem", "DR", "airFreight"),
    ] {
        let body = json!({ "displayName": name, "salutation": salutation, "department": department, "roles": ["carrier"] });
        made(&ann, contacts, body).await;
    }
    let me = "/iam/api/v1/users/me";
    let at_work = json!({ "department": "Air freight" });
    ann.patch(me, "*", at_work).await.data(StatusCode::OK);
    let of = async |group: &str, code: &str| {
        let all = usage(&ann, group).await;
        all.into_iter().find(|it| it.0 == code).unwrap().1
    };
    assert_eq!(of("department", "airFreight").await, 4);
    assert_eq!(of("contact_role", "carrier").await, 3);
    assert_eq!(of("incoterm", "FOB").await, 0);
    assert_eq!(
        usage(&zoe, "salutation")
            .await
            .iter()
            .map(|it| it.1)
            .sum::<i64>(),
        0
    );

    let (captain, record) = made(&ann, VALUES, value("Captain")).await;
    assert_eq!(record["usageCount"], 0);
    let (dr, _) = made(
        &ann,
        VALUES,
        json!({ "group": "salutation", "code": "dr2", "label": "Dr" }),
    )
    .await;
    assert_eq!(ann.get(&dr).await.data(StatusCode::OK)["usageCount"], 2);
    let used = ann.delete(&dr, "*").await;
    assert_eq!(used.status, StatusCode::CONFLICT, "{used:?}");
    let uses = json!([{ "kind": "contact", "field": "salutation", "count": 2 }]);
    assert_eq!(used.json()["uses"], uses);
    assert_eq!(
        ann.delete(&captain, "*").await.status,
        StatusCode::NO_CONTENT
    );

    let (group, _) = row(&ann, GROUPS, "code", "salutation").await;
    let changed = ann.patch(&group, "*", json!({ "sort": "usage" })).await;
    changed.data(StatusCode::OK);
    let codes: Vec<String> = usage(&ann, "salutation")
        .await
        .into_iter()
        .map(|it| it.0)
        .collect();
    let place = |code: &str| codes.iter().position(|it| it == code).unwrap();
    assert!(
        place("dr2") < place("mrs") && place("mrs") < place("mr"),
        "{codes:?}"
    );
    ann.patch(&group, "*", json!({ "sort": "alpha" }))
        .await
        .data(StatusCode::OK);
    let labels = ann
        .get("/master/api/v1/type?group=salutation")
        .await
        .column("label");
    let mut sorted = labels.clone();
    sorted.sort_by_key(|it| it.to_lowercase());
    assert_eq!(labels, sorted);
}

#[tokio::test]
async fn a_currency_is_worth_what_the_company_says() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, dollar) = row(&ann, CURRENCIES, "code", "USD").await;
    assert_eq!(dollar["rate"], Value::Null);
    let rate = json!({ "value": "0.9215", "date": "2026-11-20", "source": "ECB" });
    let changed = ann.patch(&path, "*", json!({ "rate": rate })).await;
    assert_eq!(changed.data(StatusCode::OK)["rate"], rate);
    let (path, _) = row(&ann, CURRENCIES, "code", "USD").await;
    let later = json!({ "rate": { "value": "0.93" } });
    let changed = ann.patch(&path, "*", later).await.data(StatusCode::OK);
    assert_eq!(
        changed["rate"],
        json!({ "value": "0.93", "date": "2026-11-20", "source": "ECB" })
    );
    for (wrong, pointer) in [
        (json!({ "value": "0" }), "/rate/value"),
        (json!({ "value": "" }), "/rate/value"),
        (json!({ "date": "" }), "/rate/date"),
        (json!({ "date": "20.11.2026" }), "/rate/date"),
    ] {
        let refused = ann.patch(&path, "*", json!({ "rate": wrong })).await;
        assert_eq!(refused.faults(), [pointer]);
    }
    let cleared = ann.patch(&path, "*", json!({ "rate": null })).await;
    assert_eq!(cleared.data(StatusCode::OK)["rate"], Value::Null);
    let (base, _) = row(&ann, CURRENCIES, "code", "EUR").await;
    let refused = ann.patch(&base, "*", json!({ "rate": rate })).await;
    assert_eq!(refused.faults(), ["/rate"]);
}
