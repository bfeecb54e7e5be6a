use serde_json::json;

use super::*;

/// The keys that the query selects of the value, in the order of keys.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a row of a table says json!(…) and no more"
)]
#[track_caller]
fn check(value: Json, query: Json, expected: &str) {
    let value = Value::of_json(&value).unwrap();
    let wire = query.to_string();
    let query = Query::of_json(&query).unwrap().unwrap();
    let view = query.view(&value);
    let keys: Vec<&str> = view.children().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys.join(" "), expected, "{wire}");
}

fn inbox() -> Json {
    json!({
        "n01": { "status": "loaded" }, "n02": { "status": "new" }, "n03": { "status": "new" }, "n04": { "status": "archived" },
        "n05": { "status": "new" }, "n06": { "status": "new" }, "n07": { "title": "without" }, "n08": { "status": { "a": 1 } },
        "n09": { "status": 7 }, "n10": { "status": true }, "n11": { "status": false }, "n12": "leaf",
    })
}

#[test]
fn the_unread_are_the_oldest_of_those_from_new_on() {
    let unread =
        |limit: u32| json!({ "i": "status", "sp": "new", "sin": true, "l": limit, "vf": "l" });
    check(inbox(), unread(10), "n02 n03 n05 n06 n08");
    check(inbox(), unread(3), "n02 n03 n05");
    check(
        inbox(),
        json!({ "i": "status", "sp": "new", "sin": true, "l": 2, "vf": "r" }),
        "n06 n08",
    );
}

#[test]
fn values_are_ordered_null_false_true_numbers_texts_objects() {
    let from = |value: Json| json!({ "i": "status", "sp": value });
    check(
        inbox(),
        from(json!(null)),
        "n01 n02 n03 n04 n05 n06 n07 n08 n09 n10 n11 n12",
    );
    check(
        inbox(),
        from(json!(false)),
        "n01 n02 n03 n04 n05 n06 n08 n09 n10 n11",
    );
    check(
        inbox(),
        from(json!(true)),
        "n01 n02 n03 n04 n05 n06 n08 n09 n10",
    );
    check(inbox(), from(json!(-1)), "n01 n02 n03 n04 n05 n06 n08 n09");
    check(inbox(), from(json!("")), "n01 n02 n03 n04 n05 n06 n08");
    check(
        inbox(),
        json!({ "i": "status", "l": 3, "vf": "l" }),
        "n07 n11 n12",
    );
    check(inbox(), json!({ "i": "status", "l": 1, "vf": "r" }), "n08");
}

#[test]
fn bounds_include_or_exclude_and_names_break_ties() {
    let status = |rest: Json| {
        let mut query = json!({ "i": "status" });
        let members = rest.as_object().unwrap().clone();
        query.as_object_mut().unwrap().extend(members);
        query
    };
    let equal = json!({ "sp": "new", "sin": true, "ep": "new", "ein": true });
    check(inbox(), status(equal), "n02 n03 n05 n06");
    let after = json!({ "sp": "new", "sn": MAX_NAME, "sin": false });
    check(inbox(), status(after), "n08");
    let before = json!({ "ep": "loaded", "en": MIN_NAME, "ein": false });
    check(inbox(), status(before), "n04 n07 n09 n10 n11 n12");
    let from_key =
        json!({ "sp": "new", "sn": "n03", "sin": true, "ep": "new", "en": "n05", "ein": true });
    check(inbox(), status(from_key), "n03 n05");
    let between =
        json!({ "sp": "new", "sn": "n03", "sin": false, "ep": "new", "en": "n06", "ein": false });
    check(inbox(), status(between), "n05");
}

#[test]
fn keys_values_priorities_and_deep_children_order_too() {
    let numbers = json!({ "2": "b", "10": "a", "x": "c", "y": 3 });
    check(
        numbers.clone(),
        json!({ "i": ".key", "sp": "10" }),
        "10 x y",
    );
    check(
        numbers.clone(),
        json!({ "i": ".key", "sp": "10", "sin": false }),
        "x y",
    );
    check(
        numbers.clone(),
        json!({ "i": ".key", "l": 2, "vf": "l" }),
        "2 10",
    );
    check(numbers.clone(), json!({ "i": ".key", "ep": "x" }), "2 10 x");
    check(numbers.clone(), json!({ "i": ".value", "sp": "b" }), "2 x");
    check(numbers, json!({ "i": ".value", "l": 1, "vf": "l" }), "y");
    let deep = json!({ "a": { "b": { "c": 2 } }, "d": { "b": { "c": 1 } }, "e": { "b": 9 } });
    check(deep, json!({ "i": "b/c", "sp": 1, "l": 1, "vf": "l" }), "d");
    let ranked = json!({
        "a": { ".value": 1, ".priority": 2 }, "b": { ".value": 1, ".priority": "x" }, "c": 1,
        "d": { ".value": 1, ".priority": 1 },
    });
    check(ranked.clone(), json!({ "l": 2, "vf": "l" }), "c d");
    check(ranked.clone(), json!({ "sp": 2 }), "a b");
    check(ranked, json!({ "sp": 1, "ep": 2 }), "a d");
}

#[test]
fn an_order_alone_is_no_query_and_nonsense_is_refused() {
    assert_eq!(Query::of_json(&json!({})), Ok(None));
    assert_eq!(Query::of_json(&json!({ "i": "status" })), Ok(None));
    for nonsense in [
        json!(7),
        json!({ "l": 0 }),
        json!({ "l": -1 }),
        json!({ "l": 1.5 }),
        json!({ "l": 1, "vf": "x" }),
        json!({ "l": 1, "i": "" }),
        json!({ "l": 1, "i": "a.b" }),
        json!({ "l": 1, "i": 7 }),
        json!({ "sp": {} }),
        json!({ "sp": 1, "sn": 2 }),
        json!({ "ep": 1, "ein": "yes" }),
    ] {
        assert_eq!(Query::of_json(&nonsense), Err(NoQuery), "{nonsense}");
    }
}

#[test]
fn a_leaf_has_no_children_to_select() {
    let query = Query::of_json(&json!({ "l": 1 })).unwrap().unwrap();
    assert!(query.view(&Value::leaf(Scalar::Number(1.0))).is_empty());
    assert!(query.view(&Value::EMPTY).is_empty());
}
