//! The checked-in contract is what the handlers say.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use waybill_services::iam::app_admin::PATH;
use waybill_storage::records::SHAPE;

use crate::actors::TestApp;

/// From this crate.
const CONTRACT: &str = "../../openapi.json";

#[test]
fn the_contract_is_what_the_handlers_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(CONTRACT);
    let mut said = serde_json::to_string_pretty(&waybill_services::http::openapi()).unwrap();
    said.push('\n');
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&path, &said).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == said,
        "server/openapi.json is stale: run `UPDATE_OPENAPI=1 cargo test -p waybill-services`, then `npx vitest run -u --root client`"
    );
}

#[test]
fn every_reference_of_the_contract_leads_to_a_schema() {
    let document = serde_json::to_value(waybill_services::http::openapi()).unwrap();
    let text = document.to_string();
    let referred = text.split("\"#/components/schemas/").skip(1);
    for name in referred.filter_map(|rest| rest.split('"').next()) {
        let schema = &document["components"]["schemas"][name];
        assert!(schema.is_object(), "there is no schema {name}");
    }
}

/// Two types of one name would be one schema, and whichever came last would be it.
#[test]
fn a_record_of_the_contract_is_all_of_a_record() {
    let document = serde_json::to_value(waybill_services::http::openapi()).unwrap();
    let records = records(&document);
    for (path, record) in &records {
        assert!(record["allOf"].is_array(), "{path} lists parts of records");
    }
    assert!(15 < records.len(), "{}", records.len());
}

/// Lists show stored fields as they were written in the same shape.
#[test]
fn other_members_of_fields_are_another_shape() {
    let document = serde_json::to_value(waybill_services::http::openapi()).unwrap();
    let mut members = BTreeSet::new();
    for (path, record) in records(&document) {
        // Between the id and what is computed.
        add_members(&document, &record["allOf"][1], path, &mut members);
    }
    // Where this fails, raise `SHAPE`, and put the new snapshot in the place of the old one.
    let name = format!("members_of_fields_in_shape_{SHAPE}");
    let members: Vec<String> = members.into_iter().collect();
    insta::assert_snapshot!(name, members.join("\n"));
}

/// The records that the contract lists, by the path of their list.
fn records(document: &Value) -> Vec<(&str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    // The list of all companies is no collection: its rows are contracts, not company records.
    let lists = paths
        .keys()
        .filter_map(|it| it.strip_suffix("/{id}/history"))
        .filter(|it| *it != PATH);
    let record = |path| {
        let answer = &paths[path]["get"]["responses"]["200"]["content"]["application/json"];
        // Before its brief form, where it has one.
        let list = answer["schema"]
            .pointer("/anyOf/0")
            .unwrap_or(&answer["schema"]);
        let rows = &followed(document, list)["properties"]["data"]["items"];
        (path, followed(document, rows))
    };
    lists.map(record).collect()
}

/// The schema, or the one that it refers to.
fn followed<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => schema,
    }
}

/// The members of the schema, which is called so, and of those that it refers to.
fn add_members(document: &Value, schema: &Value, name: &str, members: &mut BTreeSet<String>) {
    let named = schema["$ref"].as_str().and_then(|it| it.rsplit('/').next());
    let name = named.unwrap_or(name);
    if named.is_some() && !members.insert(name.to_owned()) {
        return;
    }
    let schema = followed(document, schema);
    for (member, within) in schema["properties"].as_object().into_iter().flatten() {
        let name = format!("{name} {member}");
        add_members(document, within, &name, members);
        members.insert(name);
    }
    let parts = ["oneOf", "allOf", "anyOf"].map(|kind| schema[kind].as_array());
    let parts = parts.into_iter().flatten().flatten();
    let values = ["items", "additionalProperties"].map(|values| &schema[values]);
    for within in parts.chain(values).filter(|it| it.is_object()) {
        add_members(document, within, name, members);
    }
}

#[tokio::test]
async fn the_contract_is_served() {
    let app = TestApp::init().await;
    let answer = app.anonymous().get("/openapi.json").await;
    let said = serde_json::to_value(waybill_services::http::openapi()).unwrap();
    assert_eq!(answer.json(), said);
}
