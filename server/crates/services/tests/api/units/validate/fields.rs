//! Members that are left out, emptied, nested, and wrong.

use serde_json::{Value, json};
use waybill_services::ServiceError;
use waybill_services::validate::Members;
use waybill_services::validate::fields::is_language;

fn members(body: Value) -> Members {
    let Value::Object(object) = body else {
        panic!("{body} is no object")
    };
    Members::new(object)
}

fn pointers(members: Members) -> Vec<String> {
    match members.finish().check() {
        Err(ServiceError::Invalid(faults)) => {
            faults.into_iter().map(|fault| fault.pointer).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn what_is_left_out_stays_and_null_empties() {
    let (mut name, mut note) = ("Ann".to_owned(), "old".to_owned());
    let mut members = members(json!({ "note": null }));
    members.filled_text("name", 60, &mut name);
    members.text("note", 60, &mut note);
    assert_eq!((name.as_str(), note.as_str()), ("Ann", ""));
    assert!(pointers(members).is_empty());
}

#[test]
fn faults_of_nested_values_name_their_place() {
    let mut members = members(json!({
        "address": { "city": 7, "street": "x" },
        "emails": [{ "address": "a" }, { "address": 1 }, 2],
        "tags": ["a", "b", "c"],
    }));
    let (mut city, mut emails, mut tags) = (String::new(), Vec::new(), Vec::new());
    members.object("address", |address| address.text("city", 10, &mut city));
    members.objects("emails", 5, &mut emails, |email| {
        let mut address = String::new();
        email.text("address", 10, &mut address);
        address
    });
    members.texts("tags", 2, 10, &mut tags);
    assert_eq!(
        pointers(members),
        [
            "/address/city",
            "/address/street",
            "/emails/1/address",
            "/emails/2",
            "/tags"
        ]
    );
    assert_eq!(emails, ["a", ""]);
}

#[test]
fn languages_are_tags() {
    for tag in ["en", "pt-BR", "zh-Hant-TW", "fil"] {
        assert!(is_language(tag), "{tag}");
    }
    for tag in ["", "e", "EN", "en_US", "en-", "english"] {
        assert!(!is_language(tag), "{tag}");
    }
}
