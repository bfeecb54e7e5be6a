//! Contacts: their fields and rules, tags and their use, import as staff have it.

use std::fmt::Write as _;

use axum::http::{Method, StatusCode};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use waybill_storage::UserId;

use crate::actors::{Actor, Answer, TestApp, uuid};
use crate::collections::{TAGS, tag};

mod duplicates;
mod filters;
mod large_table;
mod merge;
mod people_table;
mod related;

pub(crate) const CONTACTS: &str = "/contact/api/v1/contacts";

/// A contact that exists now.
pub(crate) async fn contact(actor: &Actor, body: Value) -> Value {
    actor.post(CONTACTS, body).await.data(StatusCode::CREATED)
}

pub(crate) fn path(contact: &Value) -> String {
    format!("{CONTACTS}/{}", contact["_id"].as_str().unwrap())
}

fn person(first: &str, last: &str) -> Value {
    json!({ "firstName": first, "lastName": last })
}

fn organisation(name: &str) -> Value {
    json!({ "kind": "organisation", "displayName": name })
}

async fn refused(actor: &Actor, body: Value) -> Vec<String> {
    let mut faults = actor.post(CONTACTS, body).await.faults();
    faults.sort();
    faults
}

async fn import(actor: &Actor, query: &str, csv: impl Into<String>) -> Answer {
    let path = format!("{CONTACTS}/import?{query}");
    let csv: String = csv.into();
    actor
        .send(Method::POST, &path, csv.into(), Some("text/csv"))
        .await
}

#[tokio::test]
async fn a_contact_is_stored_in_the_form_in_which_it_is_compared() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({
        "firstName": "Zoë", "lastName": "Smith", "emails": [
            { "address": "Info@Example.COM", "purpose": "invoice" },
            { "address": "zoe@example.com", "primary": true, "type": "home" }
        ],
        "phones": [{ "e164": "020 123-45 67" }],
        "addresses": [{ "country": "nl", "unlocode": "nl rtm", "lines": ["Kade 1"] }],
        "taxIds": [{ "country": "nl", "type": "VAT", "no": "NL1" }], "roles": ["shipper", "shipper", "notify"]
    });
    let stored = contact(&ann, body).await;
    assert_json_snapshot!(stored, {
        "._id" => uuid(), ".companyId" => uuid(), ".createdBy" => uuid(), ".updatedBy" => uuid(), ".ownerId" => uuid()
    });
}

#[tokio::test]
async fn all_fields_at_fault_are_named_with_their_places() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let never = UserId::generate().to_string();
    let body = json!({
        "kind": "robot", "emails": [{ "address": "x" }, { "address": "a@b.test", "purpose": "fun" }],
        "phones": [{ "e164": "1234567" }], "addresses": [{ "country": "Holland" }, { "city": "x" }, { "country": "QQ" }],
        "website": "http://example.com", "scac": "M1", "language": "English", "timezone": "Mars/Olympus",
        "taxIds": [{ "country": "NG" }], "roles": ["pirate"], "tags": [never], "ownerId": never,
        "organisationId": never, "notes": "x".repeat(4001), "mergedInto": null
    });
    assert_eq!(
        refused(&ann, body).await,
        [
            "/addresses/0/country",
            "/addresses/1/country",
            "/addresses/2/country",
            "/displayName",
            "/emails/0/address",
            "/emails/1/purpose",
            "/kind",
            "/language",
            "/mergedInto",
            "/notes",
            "/organisationId",
            "/ownerId",
            "/phones/0/e164",
            "/roles",
            "/scac",
            "/tags",
            "/taxIds/0/no",
            "/taxIds/0/type",
            "/timezone",
            "/website"
        ]
    );
}

#[tokio::test]
async fn one_address_and_one_number_are_primary() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let both = json!([{ "address": "a@b.test", "primary": true }, { "address": "c@b.test", "primary": true }]);
    assert_eq!(
        refused(&ann, json!({ "lastName": "X", "emails": both })).await,
        ["/emails"]
    );
    let twice = json!([{ "address": "a@b.test" }, { "address": "A@B.test" }]);
    assert_eq!(
        refused(&ann, json!({ "lastName": "X", "emails": twice })).await,
        ["/emails/1"]
    );
    let phones = json!([{ "e164": "+31201234567" }, { "e164": "+31201234568" }]);
    let stored = contact(&ann, json!({ "lastName": "X", "phones": phones })).await;
    let primary: Vec<_> = stored["phones"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["primary"])
        .collect();
    assert_eq!(primary, [&json!(true), &json!(false)]);
    let none = ann
        .patch(&path(&stored), "\"1\"", json!({ "phones": null }))
        .await;
    assert_eq!(none.data(StatusCode::OK)["phones"], json!([]));
}

#[tokio::test]
async fn the_name_that_is_shown_follows_the_names_unless_it_was_given() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let follows = contact(&ann, person("Ann", "Smith")).await;
    assert_eq!(follows["displayName"], "Ann Smith");
    let married = ann
        .patch(&path(&follows), "\"1\"", json!({ "lastName": "Jones" }))
        .await;
    assert_eq!(married.data(StatusCode::OK)["displayName"], "Ann Jones");
    let mut given = person("Ann", "Smith");
    given["displayName"] = json!("Annie");
    let given = contact(&ann, given).await;
    let married = ann
        .patch(&path(&given), "\"1\"", json!({ "lastName": "Jones" }))
        .await;
    assert_eq!(married.data(StatusCode::OK)["displayName"], "Annie");
    assert_eq!(
        refused(&ann, json!({ "kind": "organisation" })).await,
        ["/displayName"]
    );
}

#[tokio::test]
async fn people_belong_to_organisations_of_their_own_company() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let carrier = contact(&ann, organisation("Carrier")).await;
    let someone = contact(&ann, person("Zoë", "Smith")).await;
    let foreign = contact(&cargo, organisation("Foreign")).await;
    let of = |id: &Value| json!({ "lastName": "X", "organisationId": id });
    assert_eq!(
        refused(&ann, of(&someone["_id"])).await,
        ["/organisationId"]
    );
    assert_eq!(
        refused(&ann, of(&foreign["_id"])).await,
        ["/organisationId"]
    );
    let mut inner = organisation("Inner");
    inner["organisationId"] = carrier["_id"].clone();
    assert_eq!(refused(&ann, inner).await, ["/organisationId"]);

    let clerk = contact(&ann, of(&carrier["_id"])).await;
    assert_eq!(clerk["organisationName"], "Carrier");
    let people = ann
        .get(&format!(
            "{CONTACTS}?filter=organisationId:eq:{}",
            carrier["_id"].as_str().unwrap()
        ))
        .await;
    assert_eq!(people.column("displayName"), ["X"]);
    let in_use = ann.delete(&path(&carrier), "\"1\"").await;
    assert_eq!(in_use.status, StatusCode::CONFLICT);
    assert_eq!(
        in_use.json()["uses"],
        json!([{ "kind": "contact", "field": "organisationId", "count": 1 }])
    );
    let person = ann
        .patch(&path(&carrier), "\"1\"", json!({ "kind": "person" }))
        .await;
    assert_eq!(person.faults(), ["/kind"]);
}

#[tokio::test]
async fn tags_exist_and_count_their_contacts() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Manager").await;
    let (vip, cold) = (tag(&ann, "Key Accounts").await, tag(&ann, "Cold").await);
    let id = |path: &str| json!(path.rsplit('/').next().unwrap());
    let (vip_id, cold_id) = (id(&vip), id(&cold));
    let one = contact(
        &ann,
        json!({ "lastName": "A", "tags": [vip_id, cold_id, vip_id] }),
    )
    .await;
    contact(&ann, json!({ "lastName": "B", "tags": [vip_id] })).await;
    assert_eq!(one["tags"], json!([vip_id, cold_id]));
    let shown = ann.get(&vip).await.data(StatusCode::OK);
    assert_eq!(
        (&shown["usageCount"], &shown["slug"]),
        (&json!(2), &json!("key-accounts"))
    );
    let named = ann
        .get(&format!(
            "{CONTACTS}?filter=tags:eq:{}",
            cold_id.as_str().unwrap()
        ))
        .await;
    assert_eq!(named.column("displayName"), ["A"]);
    let others = ann
        .get(&format!(
            "{CONTACTS}?filter=tags:ne:{}",
            cold_id.as_str().unwrap()
        ))
        .await;
    assert_eq!(others.column("displayName"), ["B"]);
    assert_eq!(ann.delete(&vip, "\"1\"").await.status, StatusCode::CONFLICT);
    ann.delete(&path(&one), "\"1\"").await;
    assert_eq!(ann.get(&cold).await.data(StatusCode::OK)["usageCount"], 0);
    assert_eq!(
        ann.delete(&cold, "\"1\"").await.status,
        StatusCode::NO_CONTENT
    );
    let back = ann.restore(&path(&one), "\"2\"").await;
    assert_eq!(back.faults(), ["/tags"], "one of them has gone");

    let private = json!({ "name": "Mine", "scope": "private" });
    let private = ann.post(TAGS, private).await.data(StatusCode::CREATED);
    assert_eq!(
        refused(&bob, json!({ "lastName": "C", "tags": [private["_id"]] })).await,
        ["/tags"]
    );
    let system = ann
        .post(TAGS, json!({ "name": "S", "isSystem": true, "slug": "x" }))
        .await;
    assert_eq!(system.faults(), ["/slug", "/isSystem"]);
}

#[tokio::test]
async fn whoever_owns_a_contact_reaches_it_within_the_own_scope() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let rights = [("contact:view", "own"), ("contact:edit", "own")];
    let bob = app.colleague_with(&ann, &rights).await;
    let own = contact(&ann, json!({ "lastName": "A", "ownerId": bob.id() })).await;
    let other = contact(&ann, json!({ "lastName": "B" })).await;
    assert_eq!(
        own["ownerName"].as_str().unwrap().split(' ').next(),
        Some("Bob")
    );
    assert_eq!(bob.get(CONTACTS).await.column("displayName"), ["A"]);
    let changed = bob
        .patch(&path(&own), "\"1\"", json!({ "favourite": true }))
        .await;
    assert_eq!(changed.status, StatusCode::OK);
    assert_eq!(bob.get(&path(&other)).await.status, StatusCode::NOT_FOUND);
    let foreign = json!({ "lastName": "C", "ownerId": cargo.id() });
    assert_eq!(refused(&ann, foreign).await, ["/ownerId"]);
}

#[tokio::test]
async fn the_paginated_list_leads_through_all_contacts_without_counting_them() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mut rows = String::new();
    for at in 0..120 {
        let kind = ["person", "organisation"][at % 2];
        writeln!(rows, "N{at:03},{kind}").unwrap();
    }
    let done = import(&ann, "dryRun=false", format!("displayName,kind\n{rows}")).await;
    assert_eq!(done.data(StatusCode::OK)["counts"]["new"], 120);
    let mut walked = Vec::new();
    let mut next = String::new();
    loop {
        let part = ann
            .get(&format!(
                "{CONTACTS}/paginate?filter=kind:eq:person&limit=25{next}"
            ))
            .await;
        walked.extend(part.column("displayName"));
        let told = part.json();
        assert_eq!(
            (&told["page"], &told["total"]),
            (&Value::Null, &Value::Null)
        );
        let Some(cursor) = told["next"].as_str() else {
            break;
        };
        next = format!("&after={cursor}");
    }
    let expected: Vec<String> = (0..120).step_by(2).map(|at| format!("N{at:03}")).collect();
    assert_eq!(walked, expected);
    assert_eq!(
        ann.get(&format!("{CONTACTS}/paginate")).await.rows().len(),
        25
    );
    assert_eq!(
        ann.get(&format!("{CONTACTS}/paginate?count=true"))
            .await
            .json()["total"],
        120
    );
    let numbered = ann.get(&format!("{CONTACTS}/paginate?page=2")).await;
    assert_eq!(numbered.faults(), ["?page"]);
}

#[tokio::test]
async fn a_table_as_staff_have_it_is_imported_by_mail_address() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let known = json!({ "firstName": "Zoë", "lastName": "Smith", "emails": [
        { "address": "zoe@b.test", "purpose": "docs" }, { "address": "info@b.test" }
    ] });
    contact(&ann, known).await;
    let csv = "firstName,lastName,email,phone,country\n\
        Zoë,Jones,ZOE@b.test,+31 20 1234567,nl\n\
        Bo,Lee,bo@b.test,,US\n\
        Bo,Lee,bo@b.test,,US\n\
        Al,Ng,wrong,12,Narnia\n";
    let done = import(&ann, "dryRun=false", csv).await.data(StatusCode::OK);
    assert_eq!(
        done["counts"],
        json!({ "new": 1, "changed": 1, "same": 0, "error": 2 })
    );
    let columns = |row: usize| -> Vec<Value> {
        let errors = done["rows"][row]["errors"].as_array().unwrap();
        errors.iter().map(|it| it["column"].clone()).collect()
    };
    assert_eq!(columns(2), ["email"]);
    assert_eq!(columns(3), ["email", "phone", "country"]);
    let rows = ann.get(CONTACTS).await.rows();
    assert_eq!(rows[1]["displayName"], "Zoë Jones");
    assert_eq!(
        rows[1]["emails"].as_array().unwrap().len(),
        2,
        "the other address stays"
    );
    assert_eq!(rows[1]["emails"][0]["purpose"], "docs");
    let again = import(&ann, "", csv).await.data(StatusCode::OK);
    assert_eq!(
        again["counts"],
        json!({ "new": 0, "changed": 0, "same": 2, "error": 2 })
    );

    let shared = json!({ "lastName": "Twin", "emails": [{ "address": "bo@b.test" }] });
    contact(&ann, shared).await;
    let ambiguous = import(&ann, "", "email,lastName\nbo@b.test,X\n").await;
    let errors = &ambiguous.data(StatusCode::OK)["rows"][0]["errors"];
    assert_eq!(errors[0]["column"], "email");
}

#[tokio::test]
async fn contacts_go_through_a_table_and_come_back() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({
        "firstName": "Zoë", "lastName": "Smith", "emails": [{ "address": "zoe@b.test" }],
        "phones": [{ "e164": "+31201234567" }], "addresses": [{ "country": "NL", "lines": ["a", "b"] }],
        "roles": ["shipper", "notify"], "notes": "two\nlines; and =1+1", "favourite": true
    });
    contact(&ann, body).await;
    contact(&ann, organisation("=Evil()")).await;
    let csv = ann.get(&format!("{CONTACTS}/export")).await.text;
    let again = import(&ann, "", csv).await.data(StatusCode::OK);
    assert_eq!(
        again["counts"],
        json!({ "new": 0, "changed": 0, "same": 2, "error": 0 })
    );
}

#[tokio::test]
async fn a_table_has_the_columns_that_are_named_in_their_order() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = json!({ "displayName": "=Evil()", "emails": [{ "address": "zoe@b.test" }] });
    contact(&ann, body).await;
    let columns = "emails.0.address,displayName,kind";
    let csv = ann
        .get(&format!("{CONTACTS}/export?columns={columns}"))
        .await;
    assert_eq!(
        csv.text,
        "emails.0.address,displayName,kind\r\nzoe@b.test,'=Evil(),person\r\n"
    );
    let unknown = ann
        .get(&format!("{CONTACTS}/export?columns=displayName,nonsense"))
        .await;
    assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(unknown.json()["errors"][0]["pointer"], "?columns");
}

#[tokio::test]
async fn one_of_several_conditions_is_enough_where_it_says_so_and_rows_are_chosen_by_id() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mut ids = Vec::new();
    for (name, notes) in [("Ann", "sea"), ("Bob", "air"), ("Cleo", "rail")] {
        let made = contact(
            &ann,
            json!({ "displayName": name, "notes": notes, "favourite": name == "Cleo" }),
        )
        .await;
        ids.push(made["_id"].as_str().unwrap().to_owned());
    }
    let written = |filter: &str| {
        let signs = [("\"", "%22"), ("[", "%5B"), ("]", "%5D"), ("|", "%7C")];
        signs.iter().fold(filter.to_owned(), |text, (sign, code)| {
            text.replace(sign, code)
        })
    };
    let names = async |filter: &str| {
        let filters: Vec<String> = filter.split('&').map(written).collect();
        let list = format!("{CONTACTS}?sort=displayName&{}", filters.join("&"));
        ann.get(&list).await.column("displayName")
    };
    let either = r#"any:["displayName:eq:Ann","favourite:eq:true"]"#;
    assert_eq!(names(&format!("filter={either}")).await, ["Ann", "Cleo"]);
    assert_eq!(
        names(&format!("filter={either}&filter=displayName:ne:Ann")).await,
        ["Cleo"]
    );
    assert_eq!(
        names(&format!("filter=_id:in:{}|{}", ids[0], ids[1])).await,
        ["Ann", "Bob"]
    );
    for wrong in [
        "any:[]",
        "any:displayName:eq:Ann",
        r#"any:["any:[]"]"#,
        r#"any:["nonsense:eq:1"]"#,
        "_id:eq:7",
        "_id:lt:7",
    ] {
        let refused = ann
            .get(&format!("{CONTACTS}?filter={}", written(wrong)))
            .await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert_eq!(refused.json()["errors"][0]["pointer"], "?filter", "{wrong}");
    }
}

#[tokio::test]
async fn every_field_of_a_contact_is_found_and_sorted_by() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contact(
        &ann,
        json!({ "displayName": "Ägir", "emails": [{ "address": "b@b.test" }], "favourite": true }),
    )
    .await;
    contact(&ann, json!({ "displayName": "Zoë", "emails": [{ "address": "a@b.test" }], "addresses": [{ "country": "NL" }] })).await;
    let names = async |query: &str| {
        ann.get(&format!("{CONTACTS}?{query}"))
            .await
            .column("displayName")
    };
    assert_eq!(names("sort=email").await, ["Zoë", "Ägir"]);
    assert_eq!(names("filter=email:eq:a@b.test").await, ["Zoë"]);
    assert_eq!(names("filter=country:eq:NL").await, ["Zoë"]);
    assert_eq!(names("filter=favourite:eq:true").await, ["Ägir"]);
    assert_eq!(names("filter=doNotContact:eq:false").await, ["Ägir", "Zoë"]);
    assert_eq!(
        names(&format!("filter=ownerId:eq:{}", ann.id()))
            .await
            .len(),
        2
    );
    assert_eq!(names("search=B%40b.test+agir").await, ["Ägir"]);
}
