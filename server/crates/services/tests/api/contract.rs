//! The checked-in contract is what the handlers say.

use std::path::Path;

use serde_json::Value;
use waybill_services::iam::app_admin::PATH;

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
    let follow = |place: &Value| {
        let reference = place["$ref"].as_str().unwrap();
        document.pointer(&reference[1..]).unwrap()
    };
    let paths = document["paths"].as_object().unwrap();
    // The list of all companies is no collection: its rows are contracts, not company records.
    let lists = paths
        .keys()
        .filter_map(|it| it.strip_suffix("/{id}/history"))
        .filter(|it| *it != PATH);
    let mut seen = 0;
    for path in lists {
        let answer = &paths[path]["get"]["responses"]["200"]["content"]["application/json"];
        // Before its brief form, where it has one.
        let list = answer["schema"]
            .pointer("/anyOf/0")
            .unwrap_or(&answer["schema"]);
        let row = follow(&follow(list)["properties"]["data"]["items"]);
        assert!(row["allOf"].is_array(), "{path} lists parts of records");
        seen += 1;
    }
    assert!(15 < seen, "{seen}");
}

#[tokio::test]
async fn the_contract_is_served() {
    let app = TestApp::init().await;
    let answer = app.anonymous().get("/openapi.json").await;
    let said = serde_json::to_value(waybill_services::http::openapi()).unwrap();
    assert_eq!(answer.json(), said);
}
