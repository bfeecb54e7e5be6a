//! Plain records: what is stored, with what has come to the noun since.

use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;
use waybill_services::collection::plain::record;
use waybill_services::contact::contacts::{Contact, Contacts};
use waybill_storage::records::{Meta, StoredRow};

/// A row of an older shape.
pub(super) fn row(fields: &str) -> StoredRow {
    StoredRow {
        id: Uuid::nil(),
        fields: fields.to_owned(),
        is_current: false,
        meta: Meta {
            company_id: None,
            version: 3,
            created_at: Timestamp::UNIX_EPOCH,
            created_by: None,
            updated_at: Timestamp::UNIX_EPOCH,
            updated_by: None,
            deleted_at: None,
            deleted_by: None,
        },
    }
}

#[test]
fn a_field_newer_than_its_record_is_blank() {
    let fields = r#"{"displayName":"Old & Co","emails":[{"address":"a@b.test"}]}"#;
    let Value::Object(blank) = json!(Contact::default()) else {
        panic!("a contact is an object");
    };
    let mut plain = record::<Contacts>(&row(fields), &blank).unwrap();
    assert_eq!(plain["displayName"], "Old & Co");
    assert_eq!(plain["version"], 3);
    // But for what is within a list, all is as its type reads it.
    let mut read = json!(serde_json::from_str::<Contact>(fields).unwrap());
    assert_eq!(plain["emails"].take(), json!([{ "address": "a@b.test" }]));
    read["emails"].take();
    for (name, value) in read.as_object().unwrap() {
        assert_eq!(&plain[name], value, "{name}");
    }
}

#[test]
fn what_is_no_object_is_a_damaged_row() {
    assert!(record::<Contacts>(&row("[]"), &serde_json::Map::new()).is_err());
}
