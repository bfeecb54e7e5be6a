//! Airports, ocean ports, receiving locations: the rules of the domain reference, section 4.

use axum::http::{Method, StatusCode};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::actors::{Actor, Answer, TestApp};

const AIRPORTS: &str = "/master/api/v1/airport";
const OCEAN_PORTS: &str = "/master/api/v1/oceanport";
const LOCATIONS: &str = "/master/api/v1/receivinglocation";

fn ocean_port(changes: Value) -> Value {
    with(
        json!({ "name": "Waalhaven", "unlocode": "NLWHV", "country": "NL", "timezone": "Europe/Amsterdam" }),
        changes,
    )
}

fn airport(changes: Value) -> Value {
    with(
        json!({ "name": "Waalhaven", "iata": "QWH", "country": "NL", "timezone": "Europe/Amsterdam" }),
        changes,
    )
}

fn with(mut port: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else {
        panic!("{changes} is no object")
    };
    port.as_object_mut().unwrap().extend(changes);
    port
}

async fn by_code(actor: &Actor, list: &str, key: &str, code: &str) -> Value {
    let rows = actor
        .get(&format!("{list}?filter={key}:eq:{code}"))
        .await
        .rows();
    assert_eq!(rows.len(), 1, "{code}: {rows:?}");
    rows.into_iter().next().unwrap()
}

/// Creates it, and gives its path and what was created.
async fn made(actor: &Actor, list: &str, port: Value) -> (String, Value) {
    let data = actor.post(list, port).await.data(StatusCode::CREATED);
    (format!("{list}/{}", data["_id"].as_str().unwrap()), data)
}

/// Changes it, whatever its version.
async fn changed(actor: &Actor, path: &str, changes: Value) -> Answer {
    actor.patch(path, "*", changes).await
}

#[tokio::test]
async fn the_seed_is_there_and_lists_answer_with_and_without_a_final_slash() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (list, total) in [(AIRPORTS, 7884 + 22), (OCEAN_PORTS, 1625), (LOCATIONS, 0)] {
        let answer = ann.get(list).await;
        assert_eq!(answer.json()["total"], total, "{list}");
        assert_eq!(answer.text, ann.get(&format!("{list}/")).await.text);
    }
    for unknown in ["seaport", "airports", "{port}"] {
        let path = format!("/master/api/v1/{unknown}");
        assert_eq!(ann.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let heathrow = by_code(&ann, AIRPORTS, "iata", "LHR").await;
    let london = by_code(&ann, AIRPORTS, "iata", "LON").await;
    assert_eq!(heathrow["parentId"], london["_id"]);
    assert_eq!(heathrow["source"]["package"], "PyPI airportsdata");
    let below = ann
        .get(&format!(
            "{AIRPORTS}?filter=parentId:eq:{}",
            london["_id"].as_str().unwrap()
        ))
        .await;
    assert!(
        below.json()["total"].as_u64().unwrap() > 3,
        "{}",
        below.text
    );
}

#[tokio::test]
async fn a_code_begins_with_the_country_or_with_the_high_seas() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let wrong = ann
        .post(OCEAN_PORTS, ocean_port(json!({ "unlocode": "DEWHV" })))
        .await;
    assert_eq!(wrong.faults(), ["/unlocode"]);
    for code in ["NLW1V", "NLWH", "waalh4v3n"] {
        let wrong = ann
            .post(OCEAN_PORTS, ocean_port(json!({ "unlocode": code })))
            .await;
        assert_eq!(wrong.faults(), ["/unlocode"], "{code}");
    }
    let (_, made) = made(
        &ann,
        OCEAN_PORTS,
        ocean_port(json!({ "unlocode": "xz whv" })),
    )
    .await;
    assert_eq!(made["unlocode"], "XZWHV");
    assert_eq!(
        ann.post(OCEAN_PORTS, ocean_port(json!({ "unlocode": "" })))
            .await
            .faults(),
        ["/unlocode"]
    );
    // Seed codes are taken too.
    let taken = ann
        .post(OCEAN_PORTS, ocean_port(json!({ "unlocode": "NLRTM" })))
        .await;
    assert_eq!(taken.faults(), ["/unlocode"]);
}

#[tokio::test]
async fn an_airport_needs_an_iata_or_an_icao_code() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    assert_eq!(
        ann.post(AIRPORTS, airport(json!({ "iata": null })))
            .await
            .faults(),
        ["/iata"]
    );
    made(
        &ann,
        AIRPORTS,
        airport(json!({ "iata": null, "icao": "ehqw" })),
    )
    .await;
    assert_eq!(
        ann.post(AIRPORTS, airport(json!({ "iata": "AMS" })))
            .await
            .faults(),
        ["/iata"]
    );
    assert_eq!(
        ann.post(AIRPORTS, airport(json!({ "dockHours": "always" })))
            .await
            .faults(),
        ["/dockHours"]
    );
    let location = json!({
        "name": "Shed 12", "country": "NL", "timezone": "Europe/Amsterdam", "dockHours": "07-18", "appointmentRequired": true
    });
    let (_, shed) = made(&ann, LOCATIONS, location).await;
    assert_eq!(
        (&shed["dockHours"], &shed["kind"]),
        (&json!("07-18"), &json!("receivinglocation"))
    );
}

#[tokio::test]
async fn a_zone_of_another_country_wants_a_reason_and_leaves_a_warning() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let odd =
        |reason: &str| ocean_port(json!({ "timezone": "Europe/Berlin", "timezoneReason": reason }));
    assert_eq!(ann.post(OCEAN_PORTS, odd("")).await.faults(), ["/timezone"]);
    let (path, port) = made(&ann, OCEAN_PORTS, odd("The terminal keeps German time.")).await;
    assert_eq!(port["warnings"].as_array().unwrap().len(), 1);
    let right = changed(&ann, &path, json!({ "timezone": "Europe/Amsterdam" }))
        .await
        .data(StatusCode::OK);
    assert_eq!(
        (&right["timezoneReason"], &right["warnings"]),
        (&json!(""), &json!([]))
    );
    let unknown = changed(
        &ann,
        &path,
        json!({ "timezone": "Mars/Olympus", "country": "QQ" }),
    )
    .await;
    assert_eq!(unknown.faults(), ["/unlocode", "/timezone"]);
    let india =
        ocean_port(json!({ "unlocode": "INWHV", "country": "IN", "timezone": "Asia/Calcutta" }));
    assert_eq!(
        made(&ann, OCEAN_PORTS, india).await.1["timezone"],
        "Asia/Kolkata"
    );
}

#[tokio::test]
async fn coordinates_come_in_pairs() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, port) = made(&ann, OCEAN_PORTS, ocean_port(json!({}))).await;
    assert_eq!(port["coordQuality"], "none");
    assert_eq!(
        changed(&ann, &path, json!({ "lat": 51.9 })).await.faults(),
        ["/lng"]
    );
    assert_eq!(
        changed(&ann, &path, json!({ "lat": 91, "lng": 4 }))
            .await
            .faults(),
        ["/lat"]
    );
    let placed = changed(&ann, &path, json!({ "lat": 51.9, "lng": 4.4 }))
        .await
        .data(StatusCode::OK);
    assert_eq!(placed["coordQuality"], "unverified");
    assert_eq!(placed["nameAscii"], "Waalhaven");
    let named = changed(&ann, &path, json!({ "name": "Ærøhavn" }))
        .await
        .data(StatusCode::OK);
    assert_eq!(named["nameAscii"], "AErohavn");
}

#[tokio::test]
async fn parents_have_no_cycle_and_stay_while_ports_are_below_them() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (top, above) = made(&ann, AIRPORTS, airport(json!({ "iata": "QQA" }))).await;
    let (middle, port) = made(
        &ann,
        AIRPORTS,
        airport(json!({ "iata": "QQB", "parentId": above["_id"] })),
    )
    .await;
    let cycle = changed(&ann, &top, json!({ "parentId": port["_id"] })).await;
    assert_eq!(cycle.faults(), ["/parentId"]);
    assert_eq!(
        changed(&ann, &top, json!({ "parentId": above["_id"] }))
            .await
            .faults(),
        ["/parentId"]
    );
    let rotterdam = by_code(&ann, OCEAN_PORTS, "unlocode", "NLRTM").await;
    assert_eq!(
        changed(&ann, &top, json!({ "parentId": rotterdam["_id"] }))
            .await
            .faults(),
        ["/parentId"]
    );
    let used = ann.delete(&top, "*").await;
    assert_eq!(used.status, StatusCode::CONFLICT);
    assert_eq!(
        used.json()["uses"],
        json!([{ "kind": "airport", "field": "parentId", "count": 1 }])
    );
    assert_eq!(
        ann.delete(&middle, "*").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(ann.delete(&top, "*").await.status, StatusCode::NO_CONTENT);

    // A company's own version of a seed port is named like the seed port.
    let london = by_code(&ann, AIRPORTS, "iata", "LON").await;
    let path = format!("{AIRPORTS}/{}", london["_id"].as_str().unwrap());
    changed(&ann, &path, json!({ "notes": "Ours" }))
        .await
        .data(StatusCode::OK);
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_replaced_port_is_disabled_and_has_no_successor_that_is_replaced_itself() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let port =
        async |code: &str| made(&ann, OCEAN_PORTS, ocean_port(json!({ "unlocode": code }))).await;
    let ((first, a), (second, b), (third, c)) = (
        port("NLQQA").await,
        port("NLQQB").await,
        port("NLQQC").await,
    );
    let replaced = changed(&ann, &first, json!({ "replacedBy": b["_id"] }))
        .await
        .data(StatusCode::OK);
    assert_eq!(replaced["enabled"], false);
    for (path, by) in [(&third, &a), (&second, &c), (&third, &c)] {
        assert_eq!(
            changed(&ann, path, json!({ "replacedBy": by["_id"] }))
                .await
                .faults(),
            ["/replacedBy"]
        );
    }
    let still = changed(&ann, &first, json!({ "enabled": true }))
        .await
        .data(StatusCode::OK);
    assert_eq!(still["enabled"], false);
}

#[tokio::test]
async fn a_partner_calls_one_port_by_a_code() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let codes = json!({ "partnerCodes": { "portbase": "R1", "inttra": "X" } });
    let (path, _) = made(&ann, OCEAN_PORTS, ocean_port(codes.clone())).await;
    let again = ann.post(AIRPORTS, airport(codes)).await;
    assert_eq!(
        again.faults(),
        ["/partnerCodes/inttra", "/partnerCodes/portbase"]
    );
    changed(&ann, &path, json!({ "partnerCodes": { "portbase": "R1" } }))
        .await
        .data(StatusCode::OK);
    made(
        &ann,
        AIRPORTS,
        airport(json!({ "partnerCodes": { "inttra": "X" } })),
    )
    .await;
}

#[tokio::test]
async fn merging_moves_what_named_the_port() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (old_path, old) = made(
        &ann,
        AIRPORTS,
        airport(json!({ "iata": "QQA", "name": "Old", "aliases": ["Oldest"], "partnerCodes": { "x": "1" } })),
    )
    .await;
    let (child_path, _) = made(
        &ann,
        AIRPORTS,
        airport(json!({ "iata": "QQB", "parentId": old["_id"] })),
    )
    .await;
    let schiphol = by_code(&ann, AIRPORTS, "iata", "AMS").await;
    let merge = async |path: &str, into: &Value| {
        ann.post(&format!("{path}/merge"), json!({ "into": into }))
            .await
    };
    assert_eq!(merge(&old_path, &old["_id"]).await.faults(), ["/into"]);
    assert_eq!(merge(&old_path, &json!(null)).await.faults(), ["/into"]);
    let result = merge(&old_path, &schiphol["_id"])
        .await
        .data(StatusCode::OK);
    let into = by_code(&ann, AIRPORTS, "iata", "AMS").await;
    assert_eq!(
        (&into["iata"], &into["isLocalOverride"]),
        (&json!("AMS"), &json!(true))
    );
    assert_eq!(into["aliases"], json!(["Old", "QQA", "Oldest"]));
    assert_eq!(into["partnerCodes"], json!({ "x": "1" }));
    let merged = ann.get(&old_path).await.data(StatusCode::OK);
    // What replaces a seed port is named by the seed port's id.
    assert_eq!(
        (&merged["replacedBy"], &merged["enabled"]),
        (&schiphol["_id"], &json!(false))
    );
    assert_eq!(
        ann.get(&child_path).await.json()["data"]["parentId"],
        schiphol["_id"]
    );
    assert_eq!(
        merge(&old_path, &schiphol["_id"]).await.status,
        StatusCode::CONFLICT
    );
    let found = ann.get("/master/api/v1/location?search=QQA").await;
    assert_eq!(found.column("code")[0], "AMS");
    let history = ann.get(&format!("{old_path}/history")).await;
    assert_eq!(history.column("action")[0], "airport.merge");

    let batch = result["batchId"].as_str().unwrap();
    let undo = format!("{AIRPORTS}/batches/{batch}/undo");
    let undone = ann.post(&undo, json!({})).await.data(StatusCode::OK);
    let rows = undone["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["outcome"] == "done"), "{undone}");
    let back = ann.get(&old_path).await.data(StatusCode::OK);
    assert_eq!(
        (&back["replacedBy"], &back["enabled"], &back["partnerCodes"]),
        (&Value::Null, &json!(true), &json!({ "x": "1" }))
    );
    assert_eq!(
        ann.get(&child_path).await.json()["data"]["parentId"],
        old["_id"]
    );
    let schiphol = by_code(&ann, AIRPORTS, "iata", "AMS").await;
    assert_eq!(
        (&schiphol["aliases"], &schiphol["partnerCodes"]),
        (&json!([]), &json!({}))
    );
}

#[tokio::test]
async fn rights_and_companies_are_kept_apart() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let (path, port) = made(&ann, AIRPORTS, airport(json!({}))).await;
    assert_eq!(zoe.get(&path).await.status, StatusCode::NOT_FOUND);
    let merge = zoe
        .post(&format!("{path}/merge"), json!({ "into": port["_id"] }))
        .await;
    assert_eq!(merge.status, StatusCode::NOT_FOUND);
    // Deactivating is a right of its own.
    let rights = [("port.airport:edit", "company")];
    let bob = app.colleague_with(&ann, &rights).await;
    changed(&bob, &path, json!({ "notes": "by Bob" }))
        .await
        .data(StatusCode::OK);
    let refused = changed(&bob, &path, json!({ "enabled": false })).await;
    assert_eq!(refused.json()["permission"], "port.airport:deactivate");
    assert_eq!(
        bob.post(&format!("{path}/merge"), json!({ "into": port["_id"] }))
            .await
            .status,
        StatusCode::FORBIDDEN
    );
    app.subscribe_until(&ann, date(2026, 11, 1)).await;
    let expired = ann.post(AIRPORTS, airport(json!({ "iata": "QQZ" }))).await;
    assert_eq!(expired.json()["type"], "/problems/subscription-expired");
    assert_eq!(ann.get(AIRPORTS).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_table_of_ports_is_read_and_its_batch_undone() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let table = "unlocode,name,country,timezone\nNLQQA,New,NL,Europe/Amsterdam\nNLRTM,Mainport,NL,Europe/Amsterdam\n\
                 NLQQ1,Wrong,NL,Europe/Amsterdam\n";
    let path = format!("{OCEAN_PORTS}/import?dryRun=false");
    let read = ann
        .send(Method::POST, &path, table.into(), Some("text/csv"))
        .await;
    let result = read.data(StatusCode::OK);
    let rotterdam = by_code(&ann, OCEAN_PORTS, "unlocode", "NLRTM").await;
    assert_eq!(
        (&rotterdam["name"], &rotterdam["isLocalOverride"]),
        (&json!("Mainport"), &json!(true)),
        "{result}"
    );
    let batch = result["batchId"].as_str().unwrap();
    ann.post(&format!("{OCEAN_PORTS}/batches/{batch}/undo"), json!({}))
        .await
        .data(StatusCode::OK);
    assert_eq!(
        by_code(&ann, OCEAN_PORTS, "unlocode", "NLRTM").await["name"],
        "Rotterdam"
    );
    assert_eq!(
        ann.get(&format!("{OCEAN_PORTS}?filter=unlocode:eq:NLQQA"))
            .await
            .rows(),
        Vec::<Value>::new()
    );
}
