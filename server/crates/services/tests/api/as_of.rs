//! A record as it was at a moment: told by the audit trail, within the reader's reach, and never invented.

use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use waybill_services::collection::Collection;
use waybill_services::contact::contacts::Contacts;
use waybill_services::contact::tags::ContactTags;
use waybill_services::iam::groups::Groups;
use waybill_services::iam::issues::Issues;
use waybill_services::iam::offices::Offices;
use waybill_services::master::currencies::Currencies;
use waybill_services::master::picklists::PicklistValues;
use waybill_services::master::ports::{OceanPorts, Ports};
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::write::{self, Stamp};
use waybill_storage::records::{Id, Row};
use waybill_storage::{Clock as _, CompanyId, users};

use crate::actors::{Actor, Answer, TestApp};

const AUDIT: &str = "/log/api/v1/audit";

/// Numbers that look like chance and are the same in every run (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }

    fn pick(&mut self, from: &[Value]) -> Value {
        from[self.roll(from.len())].clone()
    }
}

/// What a record held at a moment.
struct State {
    at: Timestamp,
    fields: Value,
    is_deleted: bool,
    version: i32,
}

async fn company(app: &TestApp, actor: &Actor) -> CompanyId {
    let found = users::by_id(app.storage.reader(), actor.id()).await;
    found.unwrap().unwrap().1.id
}

async fn row<C: Collection>(app: &TestApp, company: CompanyId, path: &str) -> Row<C> {
    let id: uuid::Uuid = path.rsplit('/').next().unwrap().parse().unwrap();
    let db = app.storage.read(company).await.unwrap();
    let row = read::get::<C>(&db, company, Id::from(id), Bin::Either).await;
    row.unwrap().unwrap()
}

async fn state<C: Collection>(app: &TestApp, company: CompanyId, path: &str) -> State {
    let row = row::<C>(app, company, path).await;
    State {
        at: app.clock.now(),
        fields: serde_json::to_value(&row.fields).unwrap(),
        is_deleted: row.meta.deleted_at.is_some(),
        version: row.meta.version,
    }
}

async fn as_of(actor: &Actor, path: &str, at: Timestamp) -> Answer {
    actor.get(&format!("{path}/as-of?at={at}")).await
}

/// Changes the record again and again, and then asks what it was at every moment.
async fn check<C: Collection>(
    app: &TestApp,
    actor: &Actor,
    path: &str,
    choices: &[(&str, Vec<Value>)],
    seed: u64,
) {
    let mut dice = Dice(seed);
    let company = company(app, actor).await;
    let mut states = vec![state::<C>(app, company, path).await];
    for _ in 0..waybill_test_extent::of(30, 200) {
        app.clock.advance(SignedDuration::from_millis(
            2 + i64::try_from(dice.roll(5_000_000)).unwrap(),
        ));
        let before = states.last().unwrap();
        let is_deleted = before.is_deleted;
        let answer = match dice.roll(8) {
            0 if is_deleted => actor.restore(path, "*").await,
            0 => actor.delete(path, "*").await,
            _ => {
                let mut change = Map::new();
                for _ in 0..=dice.roll(3) {
                    let (name, values) = &choices[dice.roll(choices.len())];
                    change.insert((*name).to_owned(), dice.pick(values));
                }
                actor.patch(path, "*", Value::Object(change)).await
            }
        };
        assert!(!answer.status.is_server_error(), "{path}: {}", answer.text);
        let after = state::<C>(app, company, path).await;
        if after.version != before.version {
            states.push(after);
        }
    }
    let versions = states.len();
    assert!(8 < versions, "{path} changed {versions} times");
    app.clock.advance(SignedDuration::from_hours(1));
    let today = states.last().unwrap().fields.clone();
    for (at, state) in states.iter().enumerate() {
        let next = states.get(at + 1).map_or(app.clock.now(), |it| it.at);
        let last = next.checked_sub(SignedDuration::from_millis(1)).unwrap();
        let middle = state.at + last.duration_since(state.at) / 2;
        for moment in [state.at, middle, last] {
            let told = as_of(actor, path, moment).await.data(StatusCode::OK);
            assert_eq!(told["fields"], state.fields, "{path} at {moment}");
            assert_eq!(told["isDeleted"], state.is_deleted, "{path} at {moment}");
            assert_eq!(told["unknown"], json!([]), "{path} at {moment}");
            let differs = told["differences"].as_array().unwrap();
            assert_eq!(
                differs.is_empty(),
                state.fields == today,
                "{path}: {differs:?}"
            );
        }
    }
    let whole = replayed(actor, &row::<C>(app, company, path).await.id.to_string(), {
        let first = states.first().unwrap();
        // What the product brought was there before the trail.
        if C::SHARED && first.version == 1 {
            first.fields.clone()
        } else {
            json!({})
        }
    })
    .await;
    assert_eq!(filled(&whole), filled(&today), "{path}");
}

/// What all entries about a record make of what it began with, the first one first.
async fn replayed(actor: &Actor, id: &str, mut record: Value) -> Value {
    let path = format!("{AUDIT}?filter=entity.id:eq:{id}&sort=at&limit=200");
    for entry in actor.get(&path).await.rows() {
        for change in entry["changes"].as_array().unwrap() {
            let mut place = &mut record;
            for name in change["path"].as_str().unwrap().split('/').skip(1) {
                if !place.is_object() {
                    *place = json!({});
                }
                place = &mut place[name.replace("~1", "/").replace("~0", "~")];
            }
            *place = change["new"].clone();
        }
    }
    record
}

/// Without what is empty, of which an entry says nothing.
fn filled(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name.clone(), filled(value)));
            let is_empty = |value: &Value| {
                matches!(value, Value::Null)
                    || value == ""
                    || value.as_array().is_some_and(Vec::is_empty)
                    || value.as_object().is_some_and(Map::is_empty)
            };
            Value::Object(members.filter(|(_, value)| !is_empty(value)).collect())
        }
        other => other.clone(),
    }
}

async fn made(actor: &Actor, list: &str, record: Value) -> String {
    let made = actor.post(list, record).await.data(StatusCode::CREATED);
    format!("{list}/{}", made["_id"].as_str().unwrap())
}

async fn found(actor: &Actor, list: &str, condition: &str) -> String {
    let rows = actor
        .get(&format!("{list}?filter={condition}"))
        .await
        .rows();
    format!("{list}/{}", rows[0]["_id"].as_str().unwrap())
}

fn texts(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| json!(text)).collect()
}

fn flags() -> Vec<Value> {
    vec![json!(true), json!(false)]
}

#[tokio::test]
async fn replay_of_any_moment_equals_the_row_then() {
    let app = TestApp::for_many_reads().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Viewer").await;
    let tag = made(
        &ann,
        "/contact/api/v1/contact-tags",
        json!({ "name": "Reefer" }),
    )
    .await;
    let tag_id = tag.rsplit('/').next().unwrap().to_owned();

    let contact = json!({ "firstName": "Ann", "lastName": "Smith" });
    let contact = made(&ann, "/contact/api/v1/contacts", contact).await;
    let address =
        |city: &str| json!({ "type": "work", "lines": ["Quay 1"], "city": city, "country": "NL" });
    let choices = [
        ("lastName", texts(&["Smith", "Jones", "Ähnlich"])),
        ("jobTitle", texts(&["", "Clerk", "Export manager"])),
        (
            "notes",
            texts(&["", "a/b ~ \"quoted\"\nand more", "Prefers mail."]),
        ),
        (
            "emails",
            vec![
                json!([]),
                json!([{ "address": "a@b.test" }]),
                json!([{ "address": "c@d.test", "type": "home" }]),
            ],
        ),
        (
            "addresses",
            vec![
                json!([]),
                json!([address("Breda")]),
                json!([address("Breda"), address("Ghent")]),
            ],
        ),
        ("tags", vec![json!([]), json!([tag_id])]),
        (
            "roles",
            vec![json!([]), json!(["shipper"]), json!(["shipper", "carrier"])],
        ),
        (
            "ownerId",
            vec![Value::Null, json!(bob.id()), json!(ann.id())],
        ),
        ("favourite", flags()),
    ];
    check::<Contacts>(&app, &ann, &contact, &choices, 12).await;

    let choices = [
        ("name", texts(&["Reefer", "Frozen", "Chilled"])),
        ("color", texts(&["teal", "blue", "slate"])),
        ("description", texts(&["", "Ships refrigerated goods"])),
        ("sortOrder", vec![json!(0), json!(7), json!(10)]),
    ];
    check::<ContactTags>(&app, &ann, &tag, &choices, 34).await;

    let group = made(&ann, "/iam/api/v1/groups", json!({ "name": "Desk" })).await;
    let choices = [
        ("name", texts(&["Desk", "Imports", "Exports"])),
        ("description", texts(&["", "By sea"])),
        (
            "memberIds",
            vec![json!([]), json!([bob.id()]), json!([ann.id(), bob.id()])],
        ),
    ];
    check::<Groups>(&app, &ann, &group, &choices, 56).await;

    let office = json!({ "name": "Breda", "timezone": "Europe/Amsterdam" });
    let office = made(&ann, "/iam/api/v1/companies/offices", office).await;
    let hours = |opens: &str| json!({ "days": ["mon", "tue"], "opens": opens, "closes": "17:30" });
    let choices = [
        ("name", texts(&["Breda", "Ghent"])),
        (
            "address",
            vec![
                json!({ "city": "Breda", "country": "NL" }),
                json!({ "city": "Ghent", "country": "BE", "lines": ["Quay 1"] }),
            ],
        ),
        ("hours", vec![hours("08:00"), hours("08:30")]),
        ("enabled", flags()),
    ];
    check::<Offices>(&app, &ann, &office, &choices, 78).await;

    let issue = json!({ "title": "Late", "type": "bug" });
    let issue = made(&ann, "/iam/api/v1/issue/tracker", issue).await;
    let choices = [
        ("title", texts(&["Late", "Later", "Too late"])),
        (
            "labels",
            vec![json!([]), json!(["mail"]), json!(["mail", "sea"])],
        ),
        ("priority", texts(&["low", "normal", "high"])),
        ("dueAt", vec![Value::Null, json!("2027-01-01T12:00:00Z")]),
        ("assigneeId", vec![Value::Null, json!(ann.id())]),
    ];
    check::<Issues>(&app, &ann, &issue, &choices, 90).await;

    let value = json!({ "group": "salutation", "code": "captain", "label": "Captain" });
    let value = made(&ann, "/master/api/v1/dropdown", value).await;
    let choices = [
        ("label", texts(&["Captain", "Master"])),
        (
            "labels",
            vec![
                json!({}),
                json!({ "nl": "Kapitein" }),
                json!({ "nl": "Schipper", "de": "Kapitän" }),
            ],
        ),
        ("validTo", vec![Value::Null, json!("2027-01-01")]),
        ("enabled", flags()),
    ];
    check::<PicklistValues>(&app, &ann, &value, &choices, 21).await;

    // What came with the product becomes the company's own with its first change.
    let pound = found(&ann, "/master/api/v1/currency-list", "code:eq:GBP").await;
    let choices = [
        ("name", texts(&["Pound sterling", "Pound"])),
        ("symbol", texts(&["£", "L"])),
        (
            "rate",
            vec![
                Value::Null,
                json!({ "value": "1.15", "date": "2026-11-20", "source": "ECB" }),
            ],
        ),
        ("favourite", flags()),
    ];
    check::<Currencies>(&app, &ann, &pound, &choices, 43).await;
    let port = found(&ann, "/master/api/v1/oceanport", "unlocode:eq:NLRTM").await;
    let choices = [
        ("name", texts(&["Rotterdam", "Rotterdam Europoort"])),
        (
            "aliases",
            vec![json!([]), json!(["R'dam"]), json!(["R'dam", "Botlek"])],
        ),
        ("notes", texts(&["", "Ask for berth 3"])),
        ("partnerCodes", vec![json!({}), json!({ "acme": "RTM1" })]),
        ("favourite", flags()),
    ];
    check::<Ports<OceanPorts>>(&app, &ann, &port, &choices, 65).await;

    let chain = ann.get(&format!("{AUDIT}/verify")).await;
    assert_eq!(chain.json()["data"]["isWhole"], true);
}

#[tokio::test]
async fn unknown_values_are_named_not_invented() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let company = company(&app, &ann).await;
    let draft = made(
        &ann,
        "/mail/api/v1/drafts",
        json!({ "subject": "Two", "html": "<p>One</p>" }),
    )
    .await;
    app.clock.advance(SignedDuration::from_hours(1));
    let then = app.clock.now();
    app.clock.advance(SignedDuration::from_hours(1));
    let change = json!({ "subject": "Three", "html": "<p>Two</p>" });
    ann.patch(&draft, "*", change).await.data(StatusCode::OK);
    let told = as_of(&ann, &draft, then).await.data(StatusCode::OK);
    assert_eq!(told["fields"]["subject"], "Two");
    assert_eq!(told["fields"].get("html"), None);
    let secret = json!({ "path": "/html", "why": "secret" });
    assert!(
        told["unknown"].as_array().unwrap().contains(&secret),
        "{told}"
    );

    // A change beside the trail.
    let tag = made(
        &ann,
        "/contact/api/v1/contact-tags",
        json!({ "name": "Reefer" }),
    )
    .await;
    app.clock.advance(SignedDuration::from_hours(1));
    let then = app.clock.now();
    app.clock.advance(SignedDuration::from_hours(1));
    let before = row::<ContactTags>(&app, company, &tag).await;
    let mut fields = before.fields.clone();
    fields.name = "Frozen".to_owned();
    let tx = app.storage.begin_for(company).await.unwrap();
    let stamp = Stamp {
        by: None,
        at: app.clock.now(),
    };
    let after = write::update(&tx, company, &before, fields, stamp)
        .await
        .unwrap();
    assert!(after.is_some());
    tx.commit().await.unwrap();
    let told = as_of(&ann, &tag, then).await.data(StatusCode::OK);
    assert_eq!(
        told["unknown"],
        json!([{ "path": "/name", "why": "unrecorded" }])
    );
    assert_eq!(told["fields"].get("name"), None);
    assert_eq!(
        told["fields"]["color"],
        serde_json::to_value(before.fields.color).unwrap()
    );
    let now = as_of(&ann, &tag, app.clock.now())
        .await
        .data(StatusCode::OK);
    assert_eq!(
        (&now["unknown"], &now["fields"]["name"]),
        (&json!([]), &json!("Frozen"))
    );
}

#[tokio::test]
async fn moments_and_readers_are_checked() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Cargo").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let nobody = app
        .colleague_with(&ann, &[("currency:view", "company")])
        .await;
    app.set_time("2026-11-21T11:00:00Z");
    let tags = "/contact/api/v1/contact-tags";
    let tag = made(&ann, tags, json!({ "name": "Reefer" })).await;
    let private = made(&ann, tags, json!({ "name": "Mine", "scope": "private" })).await;
    app.set_time("2026-11-22T11:00:00Z");
    ann.patch(&tag, "*", json!({ "name": "Frozen" }))
        .await
        .data(StatusCode::OK);
    let noon: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();

    let told = as_of(&viewer, &tag, noon).await.data(StatusCode::OK);
    assert_eq!(told["fields"]["name"], "Reefer");
    assert_eq!(told["createdAt"], "2026-11-21T11:00:00Z");
    assert_eq!(told["version"], 2);
    assert_eq!(told["last"]["action"], "contactTag.create");
    let renamed = json!({ "path": "/name", "was": "Reefer", "now": "Frozen" });
    assert_eq!(told["differences"][0], renamed);
    // A clock in Amsterdam shows an hour more.
    let local = viewer
        .get(&format!("{tag}/as-of?at=2026-11-22T11:59"))
        .await
        .data(StatusCode::OK);
    assert_eq!(
        (&local["at"], &local["fields"]["name"]),
        (&json!("2026-11-22T10:59:00Z"), &json!("Reefer"))
    );

    let early = as_of(&ann, &tag, "2026-11-21T10:59:59.999Z".parse().unwrap()).await;
    assert_eq!(early.status, StatusCode::NOT_FOUND);
    assert_eq!(early.json()["type"], "/problems/not-yet");
    assert_eq!(
        early.json()["detail"],
        "This record was created at 2026-11-21T11:00:00Z. Choose that moment or a later one."
    );
    for query in [
        "",
        "?at=",
        "?at=soon",
        "?at=2026-13-01",
        "?at=2026-11-22T11:00:01Z",
        "?at=9999-12-31T23:59",
    ] {
        assert_eq!(
            ann.get(&format!("{tag}/as-of{query}")).await.faults(),
            ["?at"],
            "{query}"
        );
    }
    let misspelt = ann.get(&format!("{tag}/as-of?at={noon}&when=now")).await;
    assert_eq!(misspelt.faults(), ["?when"]);
    assert_eq!(
        as_of(&zoe, &tag, noon).await.json()["type"],
        "/problems/not-found"
    );
    assert_eq!(
        as_of(&viewer, &private, noon).await.status,
        StatusCode::NOT_FOUND
    );
    let refused = as_of(&nobody, &tag, noon).await;
    assert_eq!(refused.json()["permission"], "contactTag:view");
}
