use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::*;
use crate::path::Path;

#[expect(
    clippy::needless_pass_by_value,
    reason = "a row of a table says json!(…) and no more"
)]
fn value(json: Json) -> Value {
    Value::of_json(&json).unwrap()
}

fn keys(path: &str) -> Vec<Key> {
    path.parse::<Path>().unwrap().keys().to_vec()
}

/// Vectors that were taken from the SDK.
#[test]
fn hashes_are_those_of_the_sdk() {
    for (json, hash) in [
        (json!(0), "7ysMph9WPitGP7poMnMHMVPtUlI="),
        (json!(-0.0), "m/gA365Q5OBo06Bg8wdybAAiMSQ="),
        (json!(41), "FKQEQrg9eSmOibuEATBfMSlup8g="),
        (json!(43), "AwBfKrmV5pIQje73he2PF2YHuhM="),
        (json!(-1.5), "M56MQ4H2xiM8kwGXZUDuLOryQxM="),
        (json!(1e21), "rZwDOBGJ9Z0+flzyrCWzeSigSyE="),
        (json!(true), "E5z61QM0lN/U2WsOnusszCTkR8M="),
        (json!(false), "aSSNoqcS4oQwJ2xxH20rvpp3zP0="),
        (json!("new"), "ECFapkKpb5PK+HS0unEQfPlwgQg="),
        (json!("é😀"), "z5EhWwfWbdCO10sZHK3vEDoZoOI="),
        (json!({ "status": "new" }), "5QGjS/hZXAJLyVZgpWS4uOCqQmU="),
        (json!(["a", "b"]), "9pd8bwzSKh8DgCCY40kglZj3SLU="),
        (
            json!({ "n": 42, "f": 1.5, "s": "é😀", "b": true, "z": { "10": 1, "2": 2, "a": "x" } }),
            "IHiCcS3gK8g3E1Ei8CPtiBfIWQU=",
        ),
        (
            json!({ ".value": "v", ".priority": 1 }),
            "LA/fsWRkHWza25G6rSeLuEx5/T0=",
        ),
        (
            json!({ ".value": "v", ".priority": "p" }),
            "R0MIwvHETT8eZK7iUSai21aukVY=",
        ),
        (
            json!({ "a": { ".value": 1, ".priority": 2 }, "b": { ".value": 1, ".priority": 1 } }),
            "Hbshog8epOUNdSPDO3e8VIoAsfw=",
        ),
        (json!(null), ""),
        (json!({ "a": { "b": [] } }), ""),
    ] {
        assert_eq!(value(json.clone()).hash(), hash, "{json}");
    }
}

#[test]
fn nothing_is_nothing_in_every_form() {
    for nothing in [
        json!(null),
        json!({}),
        json!([]),
        json!({ "a": null, "b": { "c": [null] } }),
        json!({ ".priority": 1 }),
        json!({ ".value": null, ".priority": 1 }),
    ] {
        assert_eq!(value(nothing), Value::EMPTY);
    }
}

#[test]
fn arrays_are_objects_and_whole_numbers_have_no_fraction() {
    let read = value(json!(["a", null, { "x": 41.0 }]));
    assert_eq!(read.to_json().to_string(), r#"{"0":"a","2":{"x":41}}"#);
    assert_eq!(value(json!(1e21)).to_json().to_string(), "1e+21");
    assert_eq!(value(json!(-0.0)).to_json().to_string(), "-0.0");
}

#[test]
fn what_has_a_wrong_key_or_is_too_deep_is_no_value() {
    let mut deep = json!(1);
    for _ in 0..33 {
        deep = json!({ "a": deep });
    }
    for wrong in [
        deep,
        json!({ "a.b": 1 }),
        json!({ "": 1 }),
        json!({ "a": { "$b": null } }),
        json!({ "a/b": 1 }),
        json!({ ".sv": "timestamp" }),
        json!({ ".value": {} }),
        json!({ ".value": 1, "a": 1 }),
        json!({ ".value": 1, ".priority": true }),
        json!({ "a": 1, ".priority": {} }),
    ] {
        assert_eq!(Value::of_json(&wrong), Err(NoValue), "{wrong}");
    }
}

#[test]
fn putting_makes_objects_on_the_way_and_removing_leaves_none_empty() {
    let mut tree = Value::EMPTY;
    tree.put(&keys("a/b/c"), value(json!(1)));
    tree.put(&keys("a/d"), value(json!(2)));
    assert_eq!(tree, value(json!({ "a": { "b": { "c": 1 }, "d": 2 } })));
    tree.put(&keys("a/d/e"), value(json!(3)));
    assert_eq!(tree.at(&keys("a/d")), &value(json!({ "e": 3 })));
    tree.put(&keys("a/d/x/y"), Value::EMPTY);
    tree.put(&keys("a/d"), Value::EMPTY);
    assert_eq!(tree, value(json!({ "a": { "b": { "c": 1 } } })));
    let before = tree.clone();
    tree.put(&keys("a/b/c/x"), Value::EMPTY);
    assert_eq!(tree, before, "removing below a leaf changes nothing");
    tree.put(&keys("a/b/c"), Value::EMPTY);
    assert_eq!(tree, Value::EMPTY);
    assert_eq!(
        before,
        value(json!({ "a": { "b": { "c": 1 } } })),
        "a copy stays as it was"
    );
}

#[test]
fn a_priority_stays_with_its_value_and_goes_with_it() {
    let mut tree = value(json!({ "a": { ".priority": 7, "x": 1, "y": 2 } }));
    tree.put(&keys("a/x"), Value::EMPTY);
    assert_eq!(tree.to_json(), json!({ "a": { "y": 2, ".priority": 7 } }));
    assert_eq!(tree.to_plain_json(), json!({ "a": { "y": 2 } }));
    tree.put(&keys("a/y"), Value::EMPTY);
    tree.put(&keys("a/y"), value(json!(3)));
    assert_eq!(tree.to_json(), json!({ "a": { "y": 3 } }));
    tree.prioritise(&keys("a/y"), Some(Scalar::Number(1.0)));
    tree.prioritise(&keys("a/none"), Some(Scalar::Number(1.0)));
    assert_eq!(
        tree.to_json(),
        json!({ "a": { "y": { ".value": 3, ".priority": 1 } } })
    );
}

#[test]
fn placeholders_are_filled_in_from_what_was_there() {
    let now = Timestamp::from_millisecond(1_795_176_062_129).unwrap();
    let before = value(json!({ "cnt": 40, "text": "x", "deep": { "n": 0.5 }, "list": [1, 2] }));
    let fill = |json: Json| fill_in(json, &before, now);
    let by = |n: f64| json!({ ".sv": { "increment": n } });
    assert_eq!(
        fill(
            json!({ "cnt": by(2.0), "text": by(1.0), "new": by(-1.0), "deep": { "n": by(1.0) }, "list": [by(1.0), 5] })
        ),
        Ok(json!({ "cnt": 42, "text": 1, "new": -1, "deep": { "n": 1.5 }, "list": [2, 5] }))
    );
    assert_eq!(
        fill(json!({ ".sv": "timestamp" })),
        Ok(json!(1_795_176_062_129_i64))
    );
    for wrong in [
        json!({ ".sv": "now" }),
        json!({ ".sv": {} }),
        json!({ ".sv": "timestamp", "a": 1 }),
        by(f64::MAX),
    ] {
        let before = value(json!(f64::MAX));
        assert_eq!(
            fill_in(wrong.clone(), &before, now),
            Err(NoValue),
            "{wrong}"
        );
    }
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        prop::num::f64::NORMAL.prop_map(Json::from),
        "\\PC{0,6}".prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = "[a-zé😀0-9-]{1,3}";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::hash_map(key, inner, 0..4)
                .prop_map(|it| Json::Object(it.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_alike(json in any_json()) {
        let read = value(json);
        let again = value(serde_json::from_str(&read.to_json().to_string()).unwrap());
        prop_assert_eq!(again.hash(), read.hash());
        prop_assert_eq!(again, read);
    }
}
