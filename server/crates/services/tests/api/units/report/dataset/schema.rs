//! Fields of a dataset, read off the schema of its records.

use waybill_services::log::audit::AuditEntry;
use waybill_services::report::dataset::FieldKind;
use waybill_services::report::dataset::schema::fields_of;

#[test]
fn fields_are_read_off_the_schema_with_their_kinds() {
    let fields = fields_of::<AuditEntry>();
    let kind = |name: &str| {
        let found = fields.iter().find(|field| field.name == name);
        found.map(|field| (field.kind, field.label.as_str(), field.words.len()))
    };
    assert_eq!(kind("_id"), Some((FieldKind::Id, "ID", 0)));
    assert_eq!(kind("at"), Some((FieldKind::Moment, "At", 0)));
    assert_eq!(
        kind("actor.emailId"),
        Some((FieldKind::Text, "Actor: email ID", 0))
    );
    assert_eq!(
        kind("actor.type"),
        Some((FieldKind::Choice, "Actor: type", 5))
    );
    assert_eq!(kind("batchId"), Some((FieldKind::Id, "Batch ID", 0)));
    assert_eq!(kind("seq"), Some((FieldKind::Number, "Seq", 0)));
    assert_eq!(
        kind("changes.path"),
        Some((FieldKind::List, "Changes: path", 0))
    );
    assert_eq!(kind("changes.old"), None);
}
