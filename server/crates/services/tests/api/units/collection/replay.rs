//! Replay: going back through the steps of a record, and what cannot be said.

use serde_json::{Map, Value, json};
use waybill_services::collection::replay::{Replay, Said, Unknown};
use waybill_storage::audit::Change;

fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn changes(changes: &[(&str, Value, Value)]) -> Vec<Change> {
    let change = |(path, old, new): &(&str, Value, Value)| Change {
        path: (*path).to_owned(),
        old: old.clone(),
        new: new.clone(),
        masked: old == "secret",
    };
    changes.iter().map(change).collect()
}

fn unknown(replay: &Replay) -> Vec<(&str, Unknown)> {
    let fields = replay.unknown().iter();
    fields.map(|(path, why)| (path.as_str(), *why)).collect()
}

#[test]
fn steps_are_taken_back_one_by_one() {
    let now = json!({ "name": "C", "address": { "city": "Breda" }, "tags": ["x", "y"], "codes": { "a/b": "1" } });
    let mut replay = Replay::new(members(now), true);
    replay.undo("delete", &changes(&[]));
    assert!(!replay.is_deleted());
    replay.undo(
        "edit",
        &changes(&[
            ("/name", json!("B"), json!("C")),
            ("/tags", json!(["x"]), json!(["x", "y"])),
            ("/codes/a~1b", Value::Null, json!("1")),
        ]),
    );
    replay.undo(
        "edit",
        &changes(&[("/address/city", json!("Tilburg"), json!("Breda"))]),
    );
    replay.undo("restore", &changes(&[]));
    assert!(replay.is_deleted());
    let before = json!({ "name": "B", "address": { "city": "Tilburg" }, "tags": ["x"], "codes": { "a/b": null } });
    assert_eq!(*replay.members(), members(before));
    assert!(replay.unknown().is_empty());
}

#[test]
fn secrets_are_unknown_until_the_trail_says_them() {
    let mut replay = Replay::new(members(json!({ "pin": "3", "name": "A" })), false);
    replay.undo("edit", &changes(&[("/pin", json!("secret"), Value::Null)]));
    assert_eq!(unknown(&replay), [("/pin", Unknown::Secret)]);
    assert_eq!(*replay.members(), members(json!({ "name": "A" })));
    replay.undo("edit", &changes(&[("/pin", json!("1"), json!("2"))]));
    assert!(replay.unknown().is_empty());
    assert_eq!(replay.members()["pin"], "1");
}

#[test]
fn unproven_values_are_left_out() {
    let now = json!({ "name": "A", "state": "sent", "notes": "", "kind": "x", "pin": "1" });
    let mut said = Said::default();
    said.note(changes(&[("/name", json!("B"), json!("A"))]));
    let made = [
        ("/name", Value::Null, json!("B")),
        ("/state", Value::Null, json!("queued")),
        ("/pin", json!("secret"), Value::Null),
    ];
    said.note(changes(&made));
    for (is_begun, expected, left) in [
        (
            true,
            vec![
                ("/kind", Unknown::Unrecorded),
                ("/pin", Unknown::Secret),
                ("/state", Unknown::Unrecorded),
            ],
            json!({ "name": "A", "notes": "" }),
        ),
        (
            false,
            vec![
                ("/kind", Unknown::Unrecorded),
                ("/notes", Unknown::Unrecorded),
                ("/pin", Unknown::Secret),
                ("/state", Unknown::Unrecorded),
            ],
            json!({ "name": "A" }),
        ),
    ] {
        let mut replay = Replay::new(members(now.clone()), false);
        replay.keep_proven(&said, is_begun);
        assert_eq!(unknown(&replay), expected);
        assert_eq!(*replay.members(), members(left));
    }
    let mut seed = Replay::new(members(json!({ "name": "A" })), false);
    seed.forget_all();
    assert_eq!(unknown(&seed), [("/name", Unknown::Unrecorded)]);
    assert!(seed.members().is_empty());
}
