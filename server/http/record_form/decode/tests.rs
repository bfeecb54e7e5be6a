//! Forms as the page sends them, and hostile ones.

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use serde_json::json;

use super::*;

fn form() -> Form {
    let source = json!({ "path": "/iam/api/v1/users?page=1", "value": "_id", "label": "name" });
    let lines = json!({ "name": "lines", "kind": "texts", "max": 4 });
    let fields = json!([
        { "name": "name", "kind": "text", "empty": "" },
        { "name": "scac", "kind": "text", "empty": null, "code": true },
        { "name": "notes", "kind": "long" },
        { "name": "stars", "kind": "number" },
        { "name": "favourite", "kind": "flag" },
        { "name": "language", "kind": "choice", "empty": "" },
        { "name": "roles", "kind": "choices" },
        { "name": "since", "kind": "day" },
        { "name": "ownerId", "kind": "lookup", "empty": null, "source": source },
        { "name": "tags", "kind": "lookups", "source": source },
        { "name": "address.city", "kind": "text", "empty": "" },
        { "name": "logo", "kind": "custom" },
        { "name": "emails", "kind": "list", "max": 3, "blank": { "address": "", "type": "work" }, "of": [
            { "name": "address", "kind": "text", "empty": "" },
            { "name": "primary", "kind": "flag" },
            lines,
        ] },
    ]);
    serde_json::from_value(json!({ "service": "/contact/api/v1/contacts", "fields": fields }))
        .unwrap()
}

fn pairs(sent: &[(&str, &str)]) -> Pairs {
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(sent);
    let mut headers = HeaderMap::new();
    let media_type = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(CONTENT_TYPE, media_type);
    Pairs::read(&headers, text.finish().as_bytes()).unwrap()
}

/// Compares what is read of a form that has controls for the fields `drawn`.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a row of a table says json!(…) and no more"
)]
#[track_caller]
fn check(drawn: &str, base: Value, sent: &[(&str, &str)], expected: Value) {
    let base = base.to_string();
    let mut all = vec![("$fields", drawn), ("$base", base.as_str())];
    all.extend_from_slice(sent);
    let form = form();
    let decoded = decode(&form, &pairs(&all)).unwrap();
    assert_eq!(Value::Object(decoded.values), expected, "{sent:?}");
}

#[test]
fn field_is_read_by_its_kind() {
    check(
        "name",
        json!({}),
        &[("name", " A ")],
        json!({ "name": " A " }),
    );
    check("name", json!({}), &[("name", "")], json!({ "name": "" }));
    check(
        "scac",
        json!({}),
        &[("scac", "msku")],
        json!({ "scac": "MSKU" }),
    );
    check("scac", json!({}), &[("scac", "")], json!({ "scac": null }));
    check(
        "notes",
        json!({}),
        &[("notes", "a\r\nb")],
        json!({ "notes": "a\nb" }),
    );
    check("stars", json!({}), &[("stars", "4")], json!({ "stars": 4 }));
    check(
        "stars",
        json!({}),
        &[("stars", "0.5")],
        json!({ "stars": 0.5 }),
    );
    check(
        "stars",
        json!({ "stars": 4 }),
        &[("stars", "")],
        json!({ "stars": null }),
    );
    check(
        "favourite",
        json!({}),
        &[("favourite", "on")],
        json!({ "favourite": true }),
    );
    check(
        "favourite",
        json!({ "favourite": true }),
        &[],
        json!({ "favourite": false }),
    );
    check(
        "language",
        json!({}),
        &[("language", "")],
        json!({ "language": "" }),
    );
    check(
        "address.city",
        json!({ "address": { "postal": "1" } }),
        &[("address.city", "Delft")],
        json!({ "address": { "postal": "1", "city": "Delft" } }),
    );
}

#[test]
fn choices_in_another_order_are_unchanged() {
    let sent = [("roles", "a"), ("roles", "b")];
    check(
        "roles",
        json!({ "roles": ["b", "a"] }),
        &sent,
        json!({ "roles": ["b", "a"] }),
    );
    check(
        "roles",
        json!({ "roles": ["c"] }),
        &sent,
        json!({ "roles": ["a", "b"] }),
    );
    check(
        "roles",
        json!({ "roles": ["a"] }),
        &[],
        json!({ "roles": [] }),
    );
}

#[test]
fn value_is_unchanged_while_its_text_is() {
    let day = [("since$value", "2026-11-03"), ("since$shown", "3 Nov 2026")];
    let mut kept = day.to_vec();
    kept.push(("since", "3 Nov 2026"));
    check("since", json!({}), &kept, json!({ "since": "2026-11-03" }));
    let mut changed = day.to_vec();
    changed.push(("since", "2026-12-01"));
    check(
        "since",
        json!({}),
        &changed,
        json!({ "since": "2026-12-01" }),
    );
    let owner = [
        ("ownerId$value", "u1"),
        ("ownerId$shown", "Ada"),
        ("ownerId", "Ada"),
    ];
    check("ownerId", json!({}), &owner, json!({ "ownerId": "u1" }));
    check(
        "ownerId",
        json!({ "ownerId": "u1" }),
        &[("ownerId", "")],
        json!({ "ownerId": null }),
    );
    check("favourite", json!({}), &[], json!({}));
}

#[test]
fn lookup_text_is_searched_for() {
    let form = form();
    let sent = [
        ("$fields", "ownerId,tags"),
        ("$base", "{}"),
        ("ownerId", " Ada "),
        ("ownerId$choice", "u2"),
        ("tags$value", "t1"),
        ("tags$value", ""),
        ("tags", "reefer"),
    ];
    let decoded = decode(&form, &pairs(&sent)).unwrap();
    assert_eq!(
        Value::Object(decoded.values),
        json!({ "ownerId": null, "tags": ["t1"] })
    );
    let searches: Vec<_> = decoded
        .searches
        .iter()
        .map(|it| (&*it.path, &*it.text, &*it.choice))
        .collect();
    assert_eq!(searches, [("ownerId", "Ada", "u2"), ("tags", "reefer", "")]);
}

#[test]
fn list_keeps_members_without_a_control() {
    let sent = [
        ("emails.2.address", "b@x.test"),
        ("emails.2$item", "{\"verified\":true,\"primary\":true}"),
        ("emails.0.address", "a@x.test"),
        ("emails.0.primary", "on"),
        ("emails.0.lines", "x"),
        ("emails.0.lines", " "),
    ];
    check(
        "emails",
        json!({ "emails": [{ "address": "old" }] }),
        &sent,
        json!({ "emails": [
            { "address": "a@x.test", "primary": true, "lines": ["x"] },
            { "address": "b@x.test", "primary": false, "lines": [], "verified": true },
        ] }),
    );
    check(
        "emails",
        json!({ "emails": [1, 2] }),
        &[],
        json!({ "emails": [] }),
    );
}

#[test]
fn undescribed_fields_are_not_read() {
    let base = json!({ "name": "A", "logo": "f1" });
    let sent = [
        ("name", "B"),
        ("logo", "f2"),
        ("companyId", "other"),
        ("__proto__", "x"),
        ("version", "9"),
    ];
    check("notes,logo,companyId", base.clone(), &sent, base.clone());
    check("name", base, &sent, json!({ "name": "B", "logo": "f1" }));
}

#[test]
fn repeated_field_counts_once() {
    check(
        "name",
        json!({}),
        &[("name", "A"), ("name", "B")],
        json!({ "name": "A" }),
    );
}

#[test]
fn places_no_page_writes_are_not_read() {
    for place in [
        "-1",
        "07",
        "+7",
        "99999999999999999999",
        "1e3",
        "0x1",
        "",
        " 1",
        "٣",
    ] {
        let name = format!("emails.{place}.address");
        check(
            "emails",
            json!({}),
            &[(&name, "a@x.test")],
            json!({ "emails": [] }),
        );
    }
    let deep = format!("emails.0{}", ".address.0".repeat(5000));
    check(
        "emails",
        json!({}),
        &[(&deep, "a")],
        json!({ "emails": [{ "lines": [] }] }),
    );
}

#[test]
fn overlong_list_is_left_to_the_service() {
    let names: Vec<String> = (0..1000).map(|at| format!("emails.{at}.address")).collect();
    let mut sent = vec![("$fields", "emails"), ("$base", "{}")];
    sent.extend(names.iter().map(|name| (name.as_str(), "a@x.test")));
    let form = form();
    let decoded = decode(&form, &pairs(&sent)).unwrap();
    // Three are allowed; the fourth is the one to refuse.
    assert_eq!(decoded.values["emails"].as_array().unwrap().len(), 4);
}

#[test]
fn tampered_hidden_values_are_refused() {
    let form = form();
    let nested = "[".repeat(100_000);
    for base in ["", "[]", "null", "{", nested.as_str()] {
        let sent = [("$fields", "name"), ("$base", base), ("name", "A")];
        assert!(decode(&form, &pairs(&sent)).is_none(), "{base:.9}");
    }
    assert!(decode(&form, &pairs(&[("name", "A")])).is_none());
    check(
        "emails",
        json!({}),
        &[("emails.0$item", &nested)],
        json!({ "emails": [{ "lines": [] }] }),
    );
}

#[test]
fn text_of_a_number_field_is_an_error() {
    let form = form();
    for text in ["abc", "NaN", "inf", "1e999", "0x10"] {
        let sent = [("$fields", "stars"), ("$base", "{}"), ("stars", text)];
        let decoded = decode(&form, &pairs(&sent)).unwrap();
        assert_eq!(decoded.not_numbers, ["stars"], "{text}");
        assert_eq!(decoded.values["stars"], text);
    }
}

#[test]
fn items_are_added_and_removed() {
    let form = form();
    let mut record = Values::new();
    add(&form, &mut record, "emails");
    assert_eq!(record["emails"], json!([{ "address": "", "type": "work" }]));
    add(&form, &mut record, "emails.0.lines");
    assert_eq!(record["emails"][0]["lines"], json!([""]));
    add(&form, &mut record, "emails");
    add(&form, &mut record, "emails");
    add(&form, &mut record, "emails");
    assert_eq!(record["emails"].as_array().unwrap().len(), 3);
    drop(&mut record, "emails.0");
    assert_eq!(record["emails"].as_array().unwrap().len(), 2);
    let before = record.clone();
    for nowhere in [
        "",
        ".",
        "name",
        "emails.9",
        "emails.x",
        "emails.0.nothing",
        "x.0",
        "emails.9.lines",
    ] {
        add(&form, &mut record, nowhere);
        drop(&mut record, nowhere);
        assert_eq!(record, before, "{nowhere}");
    }
}
