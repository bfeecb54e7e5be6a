//! Changes: what is told of two versions of a record.

use serde_json::{Map, Value, json};
use waybill_services::collection::changes::between;

#[test]
fn only_what_differs_is_told_and_secrets_are_masked() {
    let members = |value: Value| match value {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    let before = members(json!({ "a": 1, "b": { "c": "x", "d": 1 }, "pin": "1", "e": "" }));
    let after = members(json!({ "a": 1, "b": { "c": "y", "d": 1 }, "pin": "2", "f": [] }));
    let changes = between(&before, &after, &["pin"]);
    let told: Vec<_> = changes
        .iter()
        .map(|it| (it.path.as_str(), &it.old, &it.new, it.masked))
        .collect();
    assert_eq!(
        told,
        [
            ("/b/c", &json!("x"), &json!("y"), false),
            ("/pin", &Value::Null, &Value::Null, true),
        ]
    );
}
