//! Cells: a record as a row of texts, and back.

use serde_json::{Map, Value, json};
use waybill_services::collection::cells::{FieldPath, columns, read, write};

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        other => panic!("{other} is no object"),
    }
}

#[test]
fn a_record_goes_through_cells_and_comes_back() {
    let record = json!({
        "name": "Ann", "weight": 7, "ok": true, "tags": ["a", "b"],
        "address": { "city": "Łódź", "lines": ["1", "2"] },
        "emails": [{ "address": "a@b.test", "primary": true }], "none": null
    });
    let columns = columns(&object(record.clone()));
    assert_eq!(
        columns,
        [
            "name",
            "weight",
            "ok",
            "tags",
            "address.city",
            "address.lines",
            "emails",
            "none"
        ]
    );
    let cells = write(&record, &FieldPath::all(&columns));
    let pairs = columns
        .iter()
        .map(String::as_str)
        .zip(cells.iter().map(String::as_str));
    assert_eq!(
        Value::Object(read(pairs, &object(record.clone()), &Map::new())),
        record
    );
}

#[test]
fn places_in_lists_are_counted_from_one() {
    let example = object(json!({ "emails": [{ "address": "", "primary": true }] }));
    let cells = [
        ("emails.1.address", "a@b.test"),
        ("emails.1.primary", "yes"),
        ("emails.2.address", ""),
    ];
    assert_eq!(
        Value::Object(read(cells.into_iter(), &example, &Map::new())),
        json!({ "emails": [{ "address": "a@b.test", "primary": true }] })
    );
    let stored = object(
        json!({ "emails": [{ "address": "x@y.test", "purpose": "docs" }, { "address": "z@y.test" }] }),
    );
    let cells = [("emails.1.address", "a@b.test"), ("emails.2.address", "")];
    assert_eq!(
        Value::Object(read(cells.into_iter(), &example, &stored)),
        json!({ "emails": [{ "address": "a@b.test", "purpose": "docs" }, { "address": "z@y.test" }] })
    );
}

#[test]
fn a_place_is_written_where_it_is_read() {
    let record =
        json!({ "emails": [{ "address": "a@b.test" }, { "address": "c@d.test" }], "2": "two" });
    let columns = [
        "emails.1.address",
        "emails.2.address",
        "emails.3.address",
        "2",
    ];
    let cells = write(&record, &columns.map(FieldPath::new));
    assert_eq!(cells, ["a@b.test", "c@d.test", "", "two"]);
}

#[test]
fn what_is_no_number_stays_a_text() {
    let example = object(json!({ "weight": 1 }));
    assert_eq!(
        Value::Object(read(
            [("weight", "heavy")].into_iter(),
            &example,
            &Map::new()
        )),
        json!({ "weight": "heavy" })
    );
}
