//! Rows of a list as JSON.

use serde_json::{Value, json};
use waybill_services::collection::Shown;
use waybill_services::collection::json_rows::{JsonRows, append, join};
use waybill_services::collection::shown::write;
use waybill_services::contact::contacts::{ContactMore, Contacts};
use waybill_storage::records::Row;

use super::plain::row;

fn listed(rows: &[Value]) -> String {
    let mut listed = JsonRows::with_room(std::iter::empty());
    for row in rows {
        listed.push(|json| append(row, json)).unwrap();
    }
    assert_eq!(listed.count(), rows.len() as u64);
    String::from_utf8(listed.beside(&json!({ "total": 2 })).unwrap()).unwrap()
}

#[test]
fn rows_stand_in_an_array_beside_other_members() {
    assert_eq!(listed(&[]), r#"{"data":[],"total":2}"#);
    let two = listed(&[json!({ "a": 1 }), json!({})]);
    assert_eq!(two, r#"{"data":[{"a":1},{}],"total":2}"#);
}

#[test]
fn objects_are_joined_and_nothing_else_is() {
    let mut json = b"{\"a\":1".to_vec();
    join(&mut json, |json| append(&json!({}), json)).unwrap();
    join(&mut json, |json| append(&json!({ "b": {} }), json)).unwrap();
    assert_eq!(json, b"{\"a\":1,\"b\":{}");
    for text in ["", "[]", "{", "}"] {
        let joined = join(&mut json, |json| {
            json.extend_from_slice(text.as_bytes());
            Ok(())
        });
        assert!(joined.is_err(), "{text}");
    }
}

#[test]
fn fields_of_an_older_shape_are_completed() {
    let written = |is_current| {
        let mut row = row(r#"{"displayName":"Old & Co"}"#);
        row.is_current = is_current;
        let mut json = Vec::new();
        write::<Contacts>(&row, ContactMore::default(), &mut json).unwrap();
        serde_json::from_slice::<Value>(&json).unwrap()
    };
    let older = row(r#"{"displayName":"Old & Co"}"#);
    let shown = Shown::<Contacts>::new(Row::read(&older).unwrap(), ContactMore::default());
    let shown = json!(shown);
    assert_eq!(written(false), shown);
    let copied = written(true);
    assert!(copied.get("emails").is_none());
    for (name, value) in copied.as_object().unwrap() {
        assert_eq!(value, &shown[name], "{name}");
    }
}
