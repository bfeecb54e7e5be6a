//! The forms of records without JavaScript, which the browser posts to the page's own address.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

mod hostile;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Actor, Answer, TestApp};

const CONTACTS: &str = "/contact/api/v1/contacts";
const REPORTS: &str = "/report/api/v1/reportSketch";

/// The hidden values of the form on a page.
fn hidden(page: &Answer) -> BTreeMap<String, String> {
    let text = page.text();
    let inputs = text.split("<input ").skip(1);
    inputs
        .filter_map(|input| {
            let input = input.split_once('>')?.0;
            let attribute = |name: &str| {
                let rest = input.split_once(&format!("{name}=\""))?.1;
                let value = rest.split_once('"')?.0;
                Some(
                    value
                        .replace("&quot;", "\"")
                        .replace("&#x27;", "'")
                        .replace("&amp;", "&"),
                )
            };
            (attribute("type")? == "hidden")
                .then(|| Some((attribute("name")?, attribute("value")?)))?
        })
        .collect()
}

/// Opens a page and sends its form with these texts.
async fn send(ada: &Actor<'_>, path: &str, typed: &[(&str, &str)]) -> Answer {
    let page = ada.open(path).await;
    assert_eq!(page.status(), 200, "{page:?}");
    send_from(ada, &page, path, typed).await
}

async fn send_from(ada: &Actor<'_>, page: &Answer, path: &str, typed: &[(&str, &str)]) -> Answer {
    let hidden = hidden(page);
    let mut fields: Vec<(&str, &str)> = hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    fields.extend_from_slice(typed);
    ada.request("POST", path).form(&fields).await
}

async fn contacts(ada: &Actor<'_>) -> Vec<Value> {
    let answer = ada.call(CONTACTS).await;
    answer.json()["data"].as_array().unwrap().clone()
}

async fn contact(ada: &Actor<'_>, body: Value) -> (String, Value) {
    let answer = ada
        .request("POST", CONTACTS)
        .bearer(ada.token())
        .json(&body)
        .await;
    assert_eq!(answer.status(), 201, "{answer:?}");
    let contact = answer.json()["data"].clone();
    (
        format!("/contacts/{}", contact["_id"].as_str().unwrap()),
        contact,
    )
}

async fn stored(ada: &Actor<'_>, page: &str) -> Value {
    let id = page.rsplit('/').next().unwrap();
    ada.call(&format!("{CONTACTS}/{id}")).await.json()["data"].clone()
}

async fn change(ada: &Actor<'_>, page: &str, changes: Value) {
    let version = stored(ada, page).await["version"].to_string();
    let id = page.rsplit('/').next().unwrap();
    let answer = ada
        .request("PATCH", &format!("{CONTACTS}/{id}"))
        .bearer(ada.token())
        .header("if-match", &format!("\"{version}\""))
        .json(&changes)
        .await;
    assert_eq!(answer.status(), 200, "{answer:?}");
}

/// The form as the page draws it again.
fn form(answer: &Answer) -> Value {
    answer.state()["data"]["form"].clone()
}

const TWO_MAILS: [(&str, &str); 6] = [
    ("kind", "person"),
    ("firstName", "Aiko"),
    ("emails.0.address", "aiko@halcyon.test"),
    ("emails.0.type", "work"),
    ("emails.1.address", "aiko@home.test"),
    ("emails.1.type", "home"),
];

#[tokio::test]
async fn contact_is_created() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let answer = send(&ada, "/contacts/create", &TWO_MAILS).await;
    assert_eq!(answer.status(), 303, "{answer:?}");
    let (page, done) = answer.location().split_once('?').unwrap();
    assert_eq!(done, "done=created");
    let contact = stored(&ada, page).await;
    assert_eq!(contact["displayName"], "Aiko");
    let mails: Vec<_> = contact["emails"].as_array().unwrap().iter().collect();
    assert_eq!(mails[0]["address"], "aiko@halcyon.test");
    assert_eq!(mails[1]["type"], "home");
    let shown = ada.open(answer.location()).await;
    assert_eq!(shown.status(), 200);
    assert!(shown.text().contains("Created."), "{shown:?}");
    let trail = ada.call("/log/api/v1/audit?limit=5").await.json();
    let entry = &trail["data"][0];
    assert_eq!(entry["action"], "contact.create", "{entry}");
}

#[tokio::test]
async fn form_sent_twice_creates_one_record() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let page = ada.open("/contacts/create").await;
    let first = send_from(&ada, &page, "/contacts/create", &TWO_MAILS).await;
    let second = send_from(&ada, &page, "/contacts/create", &TWO_MAILS).await;
    assert_eq!(first.status(), 303);
    assert_eq!(first.location(), second.location());
    assert_eq!(contacts(&ada).await.len(), 1);
}

#[tokio::test]
async fn refused_form_keeps_what_was_typed() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mut typed = TWO_MAILS.to_vec();
    typed[4].1 = "not an address";
    let answer = send(&ada, "/contacts/create", &typed).await;
    assert_eq!(answer.status(), 422);
    let form = form(&answer);
    assert_eq!(
        form["error"]["errors"][0]["pointer"], "/emails/1/address",
        "{form}"
    );
    assert_eq!(form["record"]["values"]["firstName"], "Aiko");
    let text = answer.text();
    assert!(text.contains("value=\"not an address\""));
    assert!(text.contains("href=\"#field-emails.1.address\""));
    assert!(contacts(&ada).await.is_empty());
}

#[tokio::test]
async fn item_is_added_and_removed_without_saving() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mut typed = TWO_MAILS.to_vec();
    typed.push(("$add", "emails"));
    let more = send(&ada, "/contacts/create", &typed).await;
    assert_eq!(more.status(), 200);
    assert!(more.text().contains("name=\"emails.2.address\""));
    typed.pop();
    typed.push(("$drop", "emails.0"));
    let less = send(&ada, "/contacts/create", &typed).await;
    assert!(!less.text().contains("name=\"emails.1.address\""));
    assert!(less.text().contains("value=\"aiko@home.test\""));
    assert!(contacts(&ada).await.is_empty());
}

#[tokio::test]
async fn lookup_finds_a_record_or_offers_matches() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    for name in ["Halcyon Lines", "Halcyon Freight"] {
        contact(&ada, json!({ "kind": "organisation", "displayName": name })).await;
    }
    let one = [
        ("kind", "person"),
        ("firstName", "Aiko"),
        ("organisationId", "halcyon lines"),
    ];
    let answer = send(&ada, "/contacts/create", &one).await;
    assert_eq!(answer.status(), 303, "{answer:?}");
    let page = answer.location().split_once('?').unwrap().0;
    assert_eq!(
        stored(&ada, page).await["organisationName"],
        "Halcyon Lines"
    );
    let several = [
        ("kind", "person"),
        ("firstName", "Bram"),
        ("organisationId", "halcyon"),
    ];
    let answer = send(&ada, "/contacts/create", &several).await;
    assert_eq!(answer.status(), 422);
    let text = answer.text();
    assert!(text.contains("value=\"halcyon\""), "{text}");
    let (_, select) = text.split_once("name=\"organisationId$choice\"").unwrap();
    let (before, _) = select.split_once("Halcyon Freight").unwrap();
    let value = before.rsplit("value=\"").next().unwrap();
    let freight = value.split_once('"').unwrap().0;
    let mut undecided = several.to_vec();
    undecided.push(("organisationId$choice", ""));
    let asked = send_from(&ada, &answer, "/contacts/create", &undecided).await;
    assert_eq!(asked.status(), 422);
    let mut chosen = several.to_vec();
    chosen.push(("organisationId$choice", freight));
    let answer = send_from(&ada, &answer, "/contacts/create", &chosen).await;
    assert_eq!(answer.status(), 303, "{answer:?}");
    let page = answer.location().split_once('?').unwrap().0;
    assert_eq!(
        stored(&ada, page).await["organisationName"],
        "Halcyon Freight"
    );
    let nothing = [
        ("kind", "person"),
        ("firstName", "Bram"),
        ("organisationId", "zzzz"),
    ];
    let answer = send(&ada, "/contacts/create", &nothing).await;
    assert!(answer.text().contains("No matches."));
    assert!(answer.text().contains("value=\"zzzz\""));
}

#[tokio::test]
async fn only_changes_are_saved() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let body = json!({ "displayName": "Aiko", "jobTitle": "Clerk", "notes": "a\nb" });
    let (page, before) = contact(&ada, body).await;
    let typed = [
        ("displayName", "Aiko"),
        ("jobTitle", "Export manager"),
        ("notes", "a\r\nb"),
    ];
    let answer = send_partly(&ada, &page, &typed).await;
    assert_eq!(answer.status(), 303, "{answer:?}");
    assert_eq!(answer.location(), format!("{page}?done=saved"));
    let after = stored(&ada, &page).await;
    assert_eq!(after["jobTitle"], "Export manager");
    let id = before["_id"].as_str().unwrap();
    let history = ada.call(&format!("{CONTACTS}/{id}/history")).await.json();
    let changes = history["data"][0]["changes"].to_string();
    assert!(
        changes.contains("jobTitle") && !changes.contains("notes"),
        "{changes}"
    );
}

/// Opens the form of a page and sends it as if it had controls for these fields only.
async fn send_partly(ada: &Actor<'_>, page: &str, typed: &[(&str, &str)]) -> Answer {
    let path = format!("{page}?edit");
    let drawn = ada.open(&path).await;
    send_these(ada, &drawn, &path, typed).await
}

async fn send_these(ada: &Actor<'_>, drawn: &Answer, path: &str, typed: &[(&str, &str)]) -> Answer {
    let base = hidden(drawn)["$base"].clone();
    let names: Vec<&str> = typed.iter().map(|(name, _)| *name).collect();
    let names = names.join(",");
    let mut fields = vec![("$base", base.as_str()), ("$fields", names.as_str())];
    fields.extend_from_slice(typed);
    ada.request("POST", path).form(&fields).await
}

#[tokio::test]
async fn unchanged_form_changes_nothing() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (page, before) = contact(&ada, json!({ "displayName": "Aiko" })).await;
    let path = format!("{page}?edit");
    let answer = send(&ada, &path, &[("displayName", "Aiko")]).await;
    assert_eq!(answer.status(), 303, "{answer:?}");
    assert_eq!(stored(&ada, &page).await["version"], before["version"]);
}

#[tokio::test]
async fn changes_to_different_fields_are_combined() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (page, _) = contact(&ada, json!({ "displayName": "Aiko" })).await;
    let path = format!("{page}?edit");
    let drawn = ada.open(&path).await;
    change(&ada, &page, json!({ "department": "Export" })).await;
    let typed = [("jobTitle", "Clerk"), ("department", "")];
    let answer = send_these(&ada, &drawn, &path, &typed).await;
    assert_eq!(answer.status(), 303, "{answer:?}");
    // A second press sends the same again.
    let again = send_these(&ada, &drawn, &path, &typed).await;
    assert_eq!(again.status(), 303, "{again:?}");
    let now = stored(&ada, &page).await;
    assert_eq!(
        (&now["jobTitle"], &now["department"]),
        (&json!("Clerk"), &json!("Export"))
    );
    assert_eq!(now["version"], 3);
}

#[tokio::test]
async fn field_changed_by_both_is_asked_about() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (page, _) = contact(&ada, json!({ "displayName": "Aiko" })).await;
    let path = format!("{page}?edit");
    let drawn = ada.open(&path).await;
    change(&ada, &page, json!({ "jobTitle": "Clerk" })).await;
    let typed = [("jobTitle", "Manager"), ("department", "Export")];
    let asked = send_these(&ada, &drawn, &path, &typed).await;
    assert_eq!(asked.status(), 412);
    let text = asked.text();
    assert!(text.contains("name=\"$keep.jobTitle\""), "{text}");
    assert!(!text.contains("name=\"$keep.department\""));
    assert!(text.contains("Clerk") && text.contains("value=\"Manager\""));
    assert_eq!(stored(&ada, &page).await["jobTitle"], "Clerk");

    let mut theirs = typed.to_vec();
    theirs.push(("$keep.jobTitle", "theirs"));
    let done = send_these(&ada, &asked, &path, &theirs).await;
    assert_eq!(done.status(), 303, "{done:?}");
    let now = stored(&ada, &page).await;
    assert_eq!(
        (&now["jobTitle"], &now["department"]),
        (&json!("Clerk"), &json!("Export"))
    );

    let asked = send_these(&ada, &drawn, &path, &typed[..1]).await;
    let done = send_these(&ada, &asked, &path, &typed[..1]).await;
    assert_eq!(done.status(), 303, "{done:?}");
    assert_eq!(stored(&ada, &page).await["jobTitle"], "Manager");
}

#[tokio::test]
async fn report_is_refreshed_by_a_button() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    contact(&ada, json!({ "displayName": "Aiko" })).await;
    let body = json!({
        "name": "All contacts",
        "dataset": "contacts",
        "columns": [{ "field": "displayName", "label": "Name" }],
    });
    let made = ada
        .request("POST", REPORTS)
        .bearer(ada.token())
        .json(&body)
        .await;
    assert_eq!(made.status(), 201, "{made:?}");
    let id = made.json()["data"]["_id"].as_str().unwrap().to_owned();
    let page = format!("/reports/{id}");
    let answer = ada.request("POST", &page).form(&[]).await;
    assert_eq!(answer.status(), 303, "{answer:?}");
    assert_eq!(answer.location(), format!("{page}?done=run"));
    let shown = ada.open(answer.location()).await;
    assert!(shown.text().contains("Report refreshed."));
    assert!(shown.text().contains("Aiko"));
    let eve = app.other_company().await;
    let foreign = eve.request("POST", &page).form(&[]).await;
    assert_eq!(foreign.status(), 404);
}
