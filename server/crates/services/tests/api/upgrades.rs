//! Upgrades of reference data between two seed versions: what is previewed is what is applied, and what companies changed
//! stays.

use std::fmt::Write as _;

use axum::http::{Method, StatusCode};
use jiff::Timestamp;
use serde_json::{Value, json};
use waybill_services::master::ports::{OceanPorts, Ports};
use waybill_services::master::seed::{Counts, load_seed};
use waybill_services::master::upgrade::{ListUpgrade, preview};
use waybill_storage::records::shared;
use waybill_storage::reference::seed::{Dataset, SEA_PORTS, Seed, VALUES};

use crate::actors::{Actor, START, TestApp};

const PORTS: &str = "/master/api/v1/oceanport";

/// The next release: Vlissingen has another name and Rotterdam another city, Dordrecht and Amsterdam are gone, and two ports
/// of Zeeland are new. Of a picklist, one value has another name.
pub(crate) fn next_release() -> Seed {
    let mut ports = edited(SEA_PORTS, |port| match port["key"].as_str() {
        Some("NLAMS" | "NLDOR") => Change::Gone,
        Some("NLVLI") => Change::To("name", "Flushing"),
        Some("NLRTM") => Change::To("city", "Rotterdam-Europoort"),
        _ => Change::None,
    });
    for (code, name) in [("NLQZA", "Nieuwe Sluis"), ("NLQZB", "Oude Sluis")] {
        let port = json!({
            "key": code, "unlocode": code, "name": name, "city": name, "country": "NL", "timezone": "Europe/Amsterdam",
            "lat": 51.4, "lng": 3.5
        });
        writeln!(ports, "{port}").unwrap();
    }
    let values = edited(VALUES, |value| {
        match value["group"] == "document_type" && value["code"] == "bl" {
            true => Change::To("label", "Original bill of lading"),
            false => Change::None,
        }
    });
    let embedded = Seed::embedded().unwrap();
    embedded
        .with(SEA_PORTS, "9.9.9", &ports)
        .with(VALUES, "9.9.9", &values)
}

enum Change {
    None,
    Gone,
    To(&'static str, &'static str),
}

/// The text of the dataset with these changes of its lines.
fn edited(dataset: Dataset, change: impl Fn(&Value) -> Change) -> String {
    let mut text = String::new();
    for line in dataset.text().lines() {
        let mut row: Value = serde_json::from_str(line).unwrap();
        match change(&row) {
            Change::None => writeln!(text, "{line}").unwrap(),
            Change::Gone => {}
            Change::To(name, value) => {
                row[name] = json!(value);
                writeln!(text, "{row}").unwrap();
            }
        }
    }
    text
}

fn now() -> Timestamp {
    START.parse().unwrap()
}

/// The port as the actor sees it, with its path.
pub(crate) async fn port(actor: &Actor, code: &str) -> (String, Value) {
    let rows = actor
        .get(&format!("{PORTS}?filter=unlocode:eq:{code}"))
        .await
        .rows();
    assert_eq!(rows.len(), 1, "{code}: {rows:?}");
    let path = format!("{PORTS}/{}", rows[0]["_id"].as_str().unwrap());
    (path, rows[0].clone())
}

fn list<'a>(lists: &'a [ListUpgrade], name: &str) -> &'a ListUpgrade {
    lists.iter().find(|it| it.list == name).unwrap()
}

/// Labels of the changed rows that are used, in their order.
fn used(list: &ListUpgrade) -> Vec<&str> {
    let changes = list.changes.iter();
    let used = changes.filter(|it| list.used.contains(&it.id));
    used.map(|it| it.label.as_str()).collect()
}

#[tokio::test]
async fn preview_is_what_loading_then_does() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let office = json!({ "name": "Dordrecht", "unlocode": "NLDOR", "timezone": "Europe/Amsterdam",
        "address": { "country": "NL" } });
    let office = ann.post("/iam/api/v1/companies/offices", office).await;
    office.data(StatusCode::CREATED);
    let (vlissingen, _) = port(&ann, "NLVLI").await;
    let own = json!({ "name": "Vlissingen-Oost" });
    ann.patch(&vlissingen, "*", own).await.data(StatusCode::OK);

    let tx = app.storage.begin().await.unwrap();
    let before = shared::seed_rows::<Ports<OceanPorts>>(&tx).await.unwrap();
    drop(tx);
    let lists = preview(app.storage.reader(), next_release()).await.unwrap();
    let ports = list(&lists, "ocean ports");
    let counts = Counts {
        added: 2,
        renamed: 1,
        edited: 1,
        withdrawn: 2,
    };
    assert_eq!(ports.counts(), counts);
    assert_eq!(used(ports), ["NLVLI Flushing", "NLDOR Dordrecht"]);
    assert_eq!(lists.len(), 2, "{lists:?}");
    let tx = app.storage.begin().await.unwrap();
    let after = shared::seed_rows::<Ports<OceanPorts>>(&tx).await.unwrap();
    drop(tx);
    assert_eq!(before, after, "a preview writes nothing");

    let loaded = load_seed(&app.storage, next_release(), now()).await;
    assert_eq!(loaded.unwrap(), ["picklist-values", "sea-ports"]);
    let tx = app.storage.begin().await.unwrap();
    let after = shared::seed_rows::<Ports<OceanPorts>>(&tx).await.unwrap();
    drop(tx);
    assert_eq!(after.len(), before.len() + 2, "nothing is deleted");
    let differing = after.iter().filter(|row| {
        let then = before.iter().find(|it| it.id == row.id);
        then.is_none_or(|it| {
            (&it.fields.name, &it.fields.city, it.fields.enabled)
                != (&row.fields.name, &row.fields.city, row.fields.enabled)
        })
    });
    let mut differing: Vec<_> = differing.map(|row| row.id.as_uuid()).collect();
    let mut said: Vec<_> = ports.changes.iter().map(|it| it.id).collect();
    differing.sort_unstable();
    said.sort_unstable();
    assert_eq!(differing, said);
    let again = preview(app.storage.reader(), next_release()).await;
    assert_eq!(again.unwrap(), []);
}

#[tokio::test]
async fn upgrade_keeps_local_changes_and_withdrawn_ports() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let (vlissingen, _) = port(&ann, "NLVLI").await;
    let own = json!({ "name": "Vlissingen-Oost" });
    ann.patch(&vlissingen, "*", own).await.data(StatusCode::OK);
    load_seed(&app.storage, next_release(), now())
        .await
        .unwrap();

    assert_eq!(port(&ann, "NLVLI").await.1["name"], "Vlissingen-Oost");
    assert_eq!(port(&zoe, "NLVLI").await.1["name"], "Flushing");
    let (_, gone) = port(&ann, "NLDOR").await;
    assert_eq!(
        (&gone["enabled"], &gone["source"]["withdrawn"]),
        (&json!(false), &json!(true))
    );
    let offered = format!("{PORTS}?filter=unlocode:eq:NLDOR&filter=enabled:eq:true");
    assert_eq!(ann.get(&offered).await.rows(), [json!(null); 0]);

    // A later release that has the port again offers it again.
    let back = load_seed(&app.storage, Seed::embedded().unwrap(), now()).await;
    back.unwrap();
    let (_, back) = port(&zoe, "NLDOR").await;
    assert_eq!(
        (&back["enabled"], &back["source"]["withdrawn"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test]
async fn what_a_release_changed_is_taken_or_kept_row_by_row() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let own = async |code, change: Value| {
        let (path, _) = port(&ann, code).await;
        let changed = ann.patch(&path, "*", change).await.data(StatusCode::OK);
        format!("{PORTS}/{}", changed["_id"].as_str().unwrap())
    };
    let vlissingen = own("NLVLI", json!({ "name": "Vlissingen-Oost" })).await;
    let rotterdam = own("NLRTM", json!({ "notes": "Own note" })).await;
    let dordrecht = own("NLDOR", json!({ "notes": "Own note" })).await;
    let untouched = own("NLMOE", json!({ "notes": "Own note" })).await;
    load_seed(&app.storage, next_release(), now())
        .await
        .unwrap();
    let original = async |path: &str| {
        let answer = ann.get(&format!("{path}/original")).await;
        answer.data(StatusCode::OK)
    };
    let differs = |path: &str, own: Value, original: Value| json!({ "path": path, "own": own, "original": original });

    let expected = json!({ "isChanged": true, "isWithdrawn": false, "differences": [
        differs("/name", json!("Vlissingen-Oost"), json!("Flushing")),
        differs("/nameAscii", json!("Vlissingen-Oost"), json!("Flushing")),
    ] });
    assert_eq!(original(&vlissingen).await, expected);
    let city = differs("/city", json!("Rotterdam"), json!("Rotterdam-Europoort"));
    assert_eq!(original(&rotterdam).await["differences"], json!([city]));
    let enabled = differs("/enabled", json!(true), json!(false));
    let expected = json!({ "isChanged": true, "isWithdrawn": true, "differences": [enabled] });
    assert_eq!(original(&dordrecht).await, expected);
    let nothing = json!({ "isChanged": false, "isWithdrawn": false, "differences": [] });
    assert_eq!(original(&untouched).await, nothing);
    let (shared, _) = port(&zoe, "NLVLI").await;
    let seen = zoe.get(&format!("{shared}/original")).await;
    assert_eq!(seen.data(StatusCode::OK), nothing);
    let foreign = zoe.get(&format!("{vlissingen}/original")).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);

    let choose = async |path: &str, etag: &str, choice: &str| {
        let body = serde_json::to_vec(&json!({ "choice": choice })).unwrap();
        let headers = [("content-type", "application/json"), ("if-match", etag)];
        let path = format!("{path}/original");
        ann.send_with(Method::POST, &path, &headers, body).await
    };
    assert_eq!(choose(&rotterdam, "*", "both").await.faults(), ["/choice"]);
    let stale = choose(&rotterdam, "\"1\"", "take").await;
    assert_eq!(stale.status, StatusCode::PRECONDITION_FAILED);
    let taken = choose(&rotterdam, "*", "take").await.data(StatusCode::OK);
    assert_eq!(
        (&taken["city"], &taken["notes"], &taken["isLocalOverride"]),
        (
            &json!("Rotterdam-Europoort"),
            &json!("Own note"),
            &json!(true)
        )
    );
    let kept = choose(&vlissingen, "*", "keep").await.data(StatusCode::OK);
    assert_eq!(kept["name"], "Vlissingen-Oost");
    let taken = choose(&dordrecht, "*", "take").await.data(StatusCode::OK);
    assert_eq!(taken["enabled"], false);
    for path in [&rotterdam, &vlissingen] {
        assert_eq!(original(path).await, nothing, "{path}");
    }
    let history = ann.get(&format!("{rotterdam}/history")).await.rows();
    let paths = history[0]["changes"].as_array().unwrap().iter();
    let paths: Vec<_> = paths.filter_map(|it| it["path"].as_str()).collect();
    assert_eq!(paths[0], "/city", "{paths:?}");
}

#[tokio::test]
async fn company_sees_the_latest_upgrade_with_its_own_uses() {
    const LATEST: &str = "/master/api/v1/latest-upgrade";
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let latest = async |actor: &Actor| actor.get(LATEST).await.data(StatusCode::OK);
    assert_eq!(latest(&ann).await, json!(null), "a first loading is none");
    let (path, shared) = port(&ann, "NLVLI").await;
    let own = json!({ "name": "Vlissingen-Oost" });
    ann.patch(&path, "*", own).await.data(StatusCode::OK);
    load_seed(&app.storage, next_release(), now())
        .await
        .unwrap();

    let seen = latest(&ann).await;
    let ports = |used: Value| json!({ "kind": "oceanport", "added": 2, "renamed": 1, "edited": 1, "withdrawn": 2, "used": used });
    let used = json!([{ "_id": shared["_id"], "label": "NLVLI Flushing", "change": "renamed" }]);
    assert_eq!(seen["lists"][1], ports(used));
    assert_eq!(seen["lists"][0]["kind"], "picklistValue");
    assert_eq!(latest(&zoe).await["lists"][1], ports(json!([])));
    let reader = app
        .colleague_with(&ann, &[("picklist:view", "company")])
        .await;
    let lists = latest(&reader).await["lists"].as_array().unwrap().len();
    assert_eq!(lists, 1, "lists are shown by right");
}
