//! Counts of what rows hold, over contacts as far as this crate knows them.

use super::super::uses::{counts, name};
use super::*;
use crate::migrations::m0024_uses::recount;
use crate::migrations::m0035_contact_filters::{link, roles};
use crate::records::links;

#[derive(Clone, Copy, Debug, PartialEq)]
struct People;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Person {
    salutation: String,
    roles: Vec<String>,
}

impl Record for People {
    type Fields = Person;
    const KIND: &'static str = "contact";
    const TABLE: &'static str = "contacts";
    const HOLDS: bool = true;
    const KEYS: &'static [Key] = &[
        Key::text("kind", "kind"),
        Key::text("displayName", "display_name_key"),
        Key::text("organisationId", "organisation_id"),
        Key::text("ownerId", "owner_id"),
        Key::text("email", "email"),
        Key::text("phone", "phone"),
        Key::text("country", "country"),
        Key::flag("doNotContact", "do_not_contact"),
        Key::flag("favourite", "favourite"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[];

    fn keys(_: &Person) -> Vec<KeyValue> {
        let texts = std::iter::repeat_n(KeyValue::from(""), 7);
        texts.chain([false.into(), false.into()]).collect()
    }

    fn label(fields: &Person) -> String {
        fields.salutation.clone()
    }

    fn searched(_: &Person) -> Vec<&str> {
        Vec::new()
    }

    fn picklist_values(fields: &Person) -> Vec<PicklistValue<'_>> {
        let value = |field, text| PicklistValue { field, text };
        let roles = fields.roles.iter().map(|it| value("roles", it.as_str()));
        roles
            .chain([value("salutation", fields.salutation.as_str())])
            .collect()
    }
}

fn person(salutation: &str, roles: &[&str]) -> Person {
    Person {
        salutation: salutation.to_owned(),
        roles: roles.iter().map(|it| (*it).to_owned()).collect(),
    }
}

/// How often Ms, carrier and broker are held.
async fn held(db: &dyn crate::Handle, company: CompanyId) -> [i64; 3] {
    let names = [
        ("salutation", "ms"),
        ("roles", "carrier"),
        ("roles", "broker"),
    ]
    .map(|(field, text)| name("contact", field, text));
    let found = counts(db, company, &names).await.unwrap();
    names.map(|name| found.get(&name).copied().unwrap_or(0))
}

#[tokio::test]
async fn what_rows_hold_is_counted_as_they_come_change_and_go() {
    let (_folder, storage, lines, cargo) = world().await;
    let tx = storage.begin().await.unwrap();
    let new = [person("Ms", &["carrier"]), person("MS", &[])];
    let new = new.into_iter().map(|it| (Id::generate(), it)).collect();
    let rows = insert_all::<People>(&tx, lines, new, STAMP).await.unwrap();
    let other = person("Ms", &["carrier", "broker"]);
    let other = insert::<People>(&tx, cargo, Id::generate(), other, STAMP);
    let other = other.await.unwrap();
    assert_eq!(held(&tx, lines).await, [2, 1, 0]);
    assert_eq!(held(&tx, cargo).await, [1, 1, 1]);
    let changed = person("", &["carrier", "broker"]);
    let changed = update(&tx, lines, &rows[0], changed, STAMP).await.unwrap();
    assert_eq!(held(&tx, lines).await, [1, 1, 1]);
    let gone = set_deleted(&tx, lines, &changed.unwrap(), true, STAMP).await;
    let gone = gone.unwrap().unwrap();
    assert_eq!(held(&tx, lines).await, [1, 0, 0]);
    // What lies in the bin counts for nothing, however it changes.
    let gone = update(&tx, lines, &gone, person("Ms", &["broker"]), STAMP).await;
    let gone = gone.unwrap().unwrap();
    let again = set_deleted(&tx, lines, &gone, true, STAMP).await.unwrap();
    assert_eq!(held(&tx, lines).await, [1, 0, 0]);
    let back = set_deleted(&tx, lines, &again.unwrap(), false, STAMP).await;
    assert_eq!(held(&tx, lines).await, [2, 0, 1]);
    assert!(
        remove::<People>(&tx, lines, back.unwrap().unwrap().id)
            .await
            .unwrap()
    );
    assert_eq!(held(&tx, lines).await, [1, 0, 0]);
    let gone = set_deleted(&tx, cargo, &other, true, STAMP).await.unwrap();
    assert!(
        remove::<People>(&tx, cargo, gone.unwrap().id)
            .await
            .unwrap()
    );
    assert_eq!(held(&tx, cargo).await, [0, 0, 0]);
}

#[tokio::test]
async fn what_was_there_before_there_were_counts_is_counted() {
    let (_folder, storage, lines, cargo) = world().await;
    let tx = storage.begin().await.unwrap();
    let many = (0..1_200).map(|at| (Id::generate(), person("Ms", &["carrier"][..at % 2])));
    insert_all::<People>(&tx, lines, many.collect(), STAMP)
        .await
        .unwrap();
    let gone = insert::<People>(&tx, cargo, Id::generate(), person("Ms", &[]), STAMP);
    set_deleted(&tx, cargo, &gone.await.unwrap(), true, STAMP)
        .await
        .unwrap();
    let mut all = sea_orm::sea_query::Query::delete();
    sea_orm::ConnectionTrait::execute(&tx.executor(), all.from_table("uses"))
        .await
        .unwrap();
    assert_eq!(held(&tx, lines).await, [0, 0, 0]);
    recount(&tx.executor()).await.unwrap();
    assert_eq!(held(&tx, lines).await, [1_200, 600, 0]);
    assert_eq!(held(&tx, cargo).await, [0, 0, 0]);
}

#[tokio::test]
async fn rows_from_before_links_to_roles_are_linked() {
    let (_folder, storage, lines, cargo) = world().await;
    let tx = storage.begin().await.unwrap();
    let many = (0..1_200).map(|at| {
        (
            Id::generate(),
            person("Ms", &["carrier", "broker"][..at % 3]),
        )
    });
    insert_all::<People>(&tx, lines, many.collect(), STAMP)
        .await
        .unwrap();
    let gone = insert::<People>(&tx, cargo, Id::generate(), person("", &["carrier"]), STAMP);
    set_deleted(&tx, cargo, &gone.await.unwrap(), true, STAMP)
        .await
        .unwrap();
    link(&tx.executor(), "contacts", ("contact", "roles"), roles)
        .await
        .unwrap();
    let with = async |company, role| {
        let to = links::text_id(role);
        links::naming::<People>(&tx, company, "roles", to)
            .await
            .unwrap()
            .len()
    };
    assert_eq!(with(lines, "carrier").await, 800);
    assert_eq!(with(lines, "broker").await, 400);
    assert_eq!(with(lines, "shipper").await, 0);
    assert_eq!(with(cargo, "carrier").await, 0);
}
