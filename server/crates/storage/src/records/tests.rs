//! The repository of records over a noun of its own: parcels, and port rows that a seed brings.

use sea_orm_migration::SchemaManager;
use serde::Deserialize;

use super::read::{count, get, list};
use super::write::{Stamp, insert, insert_all, remove, set_deleted, update, update_seed};
use super::*;
use crate::companies::tests::{NOW, company, storage};
use crate::listing::{Direction, Total, Window};
use crate::migrations::columns::{Owner, RecordTable, Unique};
use crate::migrations::{m0046_search_index, m0053_letters};
use crate::{Storage, StorageError};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parcels;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Harbours;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Parcel {
    name: String,
    weight: i64,
    inside: Option<Uuid>,
}

impl Record for Parcels {
    type Fields = Parcel;
    const KIND: &'static str = "parcel";
    const TABLE: &'static str = "parcels";
    const KEYS: &'static [Key] = &[
        Key::folded("name", "name_key"),
        Key::number("weight", "weight"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];
    const INDEXED: bool = true;

    fn keys(fields: &Parcel) -> Vec<KeyValue> {
        vec![
            crate::folding::fold(&fields.name).into(),
            fields.weight.into(),
        ]
    }

    fn label(fields: &Parcel) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Parcel) -> Vec<&str> {
        vec![&fields.name]
    }

    fn links(fields: &Parcel) -> Vec<Link> {
        let link = |to_id| Link {
            field: "inside",
            to_kind: Self::KIND,
            to_id,
        };
        fields.inside.map(link).into_iter().collect()
    }
}

impl Record for Harbours {
    type Fields = Parcel;
    const KIND: &'static str = "harbour";
    const TABLE: &'static str = "harbours";
    const KEYS: &'static [Key] = Parcels::KEYS;
    const ORDER: &'static [(&'static str, Direction)] = Parcels::ORDER;
    const SHARED: bool = true;
    const INDEXED: bool = true;

    fn keys(fields: &Parcel) -> Vec<KeyValue> {
        Parcels::keys(fields)
    }

    fn label(fields: &Parcel) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Parcel) -> Vec<&str> {
        vec![&fields.name]
    }

    fn natural_key(fields: &Parcel) -> Option<String> {
        Some(fields.name.clone())
    }
}

mod lead;
mod search;
mod uses;

pub(super) const STAMP: Stamp = Stamp { by: None, at: NOW };

/// A database with the tables of both nouns and two companies.
pub(super) async fn world() -> (crate::testing::Place, Storage, CompanyId, CompanyId) {
    let (folder, storage) = storage().await;
    let tx = storage.begin().await.unwrap();
    for (name, owner) in [
        ("parcels", Owner::Company),
        ("harbours", Owner::CompanyOrSeed),
    ] {
        let table = RecordTable {
            name,
            owner,
            texts: &["name_key"],
            numbers: &["weight"],
            orders: &[&["name_key"], &["weight"]],
            unique: &[Unique::UnlessEmpty("name_key")],
        };
        let manager = SchemaManager::new(tx.executor());
        table.create(&manager).await.unwrap();
        m0046_search_index::index(&manager, name).await.unwrap();
        if owner == Owner::Company {
            m0053_letters::index(&manager, name).await.unwrap();
        }
    }
    tx.commit().await.unwrap();
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    (folder, storage, lines, cargo)
}

pub(super) fn parcel(name: &str, weight: i64) -> Parcel {
    Parcel {
        name: name.to_owned(),
        weight,
        inside: None,
    }
}

pub(super) fn within(name: &str, weight: i64, outer: Id<Parcels>) -> Parcel {
    Parcel {
        inside: Some(outer.as_uuid()),
        ..parcel(name, weight)
    }
}

async fn stored(storage: &Storage, company: CompanyId, fields: Parcel) -> Row<Parcels> {
    let tx = storage.begin().await.unwrap();
    let row = insert(&tx, company, Id::generate(), fields, STAMP)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    row
}

fn names<R: Record<Fields = Parcel>>(rows: &[Row<R>]) -> Vec<&str> {
    rows.iter().map(|row| row.fields.name.as_str()).collect()
}

#[tokio::test]
async fn a_row_is_read_as_it_was_written_and_by_its_company_alone() {
    let (_folder, storage, lines, cargo) = world().await;
    let row = stored(&storage, lines, parcel("Łódź", 7)).await;
    let found = get(storage.reader(), lines, row.id, Bin::Outside).await;
    assert_eq!(found.unwrap(), Some(row.clone()));
    let foreign = get(storage.reader(), cargo, row.id, Bin::Either).await;
    assert_eq!(foreign.unwrap(), None);
}

#[tokio::test]
async fn a_stale_version_writes_nothing() {
    let (_folder, storage, lines, _) = world().await;
    let old = stored(&storage, lines, parcel("box", 1)).await;
    let tx = storage.begin().await.unwrap();
    let new = update(&tx, lines, &old, parcel("crate", 2), STAMP)
        .await
        .unwrap()
        .unwrap();
    let again = update(&tx, lines, &old, parcel("bag", 3), STAMP).await;
    assert_eq!(again.unwrap(), None);
    tx.commit().await.unwrap();
    let found = get(storage.reader(), lines, old.id, Bin::Outside).await;
    assert_eq!(found.unwrap(), Some(new));
}

#[tokio::test]
async fn a_key_that_is_unique_is_taken_once_but_free_again_from_the_bin() {
    let (_folder, storage, lines, cargo) = world().await;
    let first = stored(&storage, lines, parcel("Box", 1)).await;
    stored(&storage, cargo, parcel("Box", 1)).await;
    let tx = storage.begin().await.unwrap();
    let taken = insert::<Parcels>(&tx, lines, Id::generate(), parcel("BOX", 2), STAMP).await;
    assert!(matches!(taken, Err(StorageError::Conflict)), "{taken:?}");
    drop(tx);
    let tx = storage.begin().await.unwrap();
    let gone = set_deleted(&tx, lines, &first, true, STAMP).await.unwrap();
    insert::<Parcels>(&tx, lines, Id::generate(), parcel("BOX", 2), STAMP)
        .await
        .unwrap();
    let back = set_deleted(&tx, lines, &gone.unwrap(), false, STAMP).await;
    assert!(matches!(back, Err(StorageError::Conflict)), "{back:?}");
}

#[tokio::test]
async fn rows_in_the_bin_are_listed_there_only() {
    let (_folder, storage, lines, _) = world().await;
    let row = stored(&storage, lines, parcel("a", 1)).await;
    stored(&storage, lines, parcel("b", 2)).await;
    let tx = storage.begin().await.unwrap();
    set_deleted(&tx, lines, &row, true, STAMP).await.unwrap();
    tx.commit().await.unwrap();
    for (bin, expected) in [
        (Bin::Outside, &["b"][..]),
        (Bin::Inside, &["a"]),
        (Bin::Either, &["a", "b"]),
    ] {
        let listing = Listing {
            bin,
            ..Listing::default()
        };
        let page = list::<Parcels>(storage.reader(), lines, listing).await;
        assert_eq!(names(&page.unwrap().rows), expected, "{bin:?}");
    }
}

#[tokio::test]
async fn cursors_meet_every_row_once_in_any_order() {
    let (_folder, storage, lines, cargo) = world().await;
    let tx = storage.begin().await.unwrap();
    let many = |count: i64| {
        let new = |at| {
            (
                Id::<Parcels>::generate(),
                parcel(&format!("p{at:03}"), at % 3),
            )
        };
        (0..count).map(new).collect()
    };
    insert_all(&tx, lines, many(50), STAMP).await.unwrap();
    insert_all(&tx, cargo, many(9), STAMP).await.unwrap();
    tx.commit().await.unwrap();
    let key = |name| Key::named::<Parcels>(name).unwrap();
    for sort in [
        vec![],
        vec![(key("weight"), Direction::Descending)],
        vec![
            (key("weight"), Direction::Ascending),
            (key("name"), Direction::Descending),
        ],
    ] {
        let whole = Listing {
            sort: sort.clone(),
            ..Listing::default()
        };
        let whole = list::<Parcels>(storage.reader(), lines, whole).await;
        let expected: Vec<_> = whole.unwrap().rows.iter().map(|row| row.id).collect();
        let mut met = Vec::new();
        let mut cursor = None;
        loop {
            let listing = Listing {
                sort: sort.clone(),
                part: Part::After {
                    cursor,
                    limit: 7,
                    counted: true,
                },
                ..Listing::default()
            };
            let page = list::<Parcels>(storage.reader(), lines, listing)
                .await
                .unwrap();
            assert_eq!(page.total, Some(Total::exact(50)));
            met.extend(page.rows.iter().map(|row| row.id));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(met, expected);
    }
}

#[tokio::test]
async fn filters_compare_fold_and_combine() {
    let (_folder, storage, lines, _) = world().await;
    for (name, weight) in [("Curaçao", 1), ("Bonaire", 2), ("100%_sure", 3)] {
        stored(&storage, lines, parcel(name, weight)).await;
    }
    let is = |key: &str, op, value: KeyValue| {
        Filter::Is(Comparison::new::<Parcels>(key, op, vec![value]).unwrap())
    };
    for (filter, expected) in [
        (is("name", Op::Eq, "CURACAO".into()), 1),
        (is("name", Op::Has, "%_".into()), 1),
        (is("name", Op::Has, "%".into()), 1),
        (is("name", Op::Starts, "bon".into()), 1),
        (is("weight", Op::Ge, 2.into()), 2),
        (Filter::Not(Box::new(is("weight", Op::Ge, 2.into()))), 1),
        (Filter::Any(vec![]), 0),
        (Filter::All(vec![]), 3),
        (
            Filter::Any(vec![
                is("weight", Op::Lt, 2.into()),
                is("weight", Op::Gt, 2.into()),
            ]),
            2,
        ),
        (Filter::Contains("sure 100".to_owned()), 1),
        (Filter::eq::<Parcels>("weight", 2), 1),
        (Filter::eq::<Parcels>("colour", 2), 0),
    ] {
        let counted = count::<Parcels>(storage.reader(), lines, &filter, Bin::Outside).await;
        assert_eq!(counted.unwrap(), expected, "{filter:?}");
    }
    assert_eq!(
        Comparison::new::<Parcels>("weight", Op::Has, vec![1.into()]),
        None
    );
    assert_eq!(
        Comparison::new::<Parcels>("weight", Op::Eq, vec!["1".into()]),
        None
    );
}

#[tokio::test]
async fn links_say_where_a_row_is_used_while_the_user_is_not_in_the_bin() {
    let (_folder, storage, lines, cargo) = world().await;
    let outer = stored(&storage, lines, parcel("outer", 1)).await;
    let inner = Parcel {
        inside: Some(outer.id.as_uuid()),
        ..parcel("inner", 1)
    };
    let inner = stored(&storage, lines, inner).await;
    let uses = |company| links::where_used(storage.reader(), company, "parcel", outer.id.as_uuid());
    assert_eq!(uses(lines).await.unwrap()[0].count, 1);
    assert_eq!(uses(cargo).await.unwrap(), []);
    let named = Filter::Names("inside", vec![outer.id.as_uuid()]);
    let counted = count::<Parcels>(storage.reader(), lines, &named, Bin::Outside).await;
    assert_eq!(counted.unwrap(), 1);

    let tx = storage.begin().await.unwrap();
    let binned = set_deleted(&tx, lines, &inner, true, STAMP).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(uses(lines).await.unwrap(), []);

    let tx = storage.begin().await.unwrap();
    assert!(remove(&tx, lines, binned.unwrap().id).await.unwrap());
    assert!(!remove(&tx, cargo, outer.id).await.unwrap());
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_change_of_a_seed_row_is_the_companys_own() {
    let (_folder, storage, lines, cargo) = world().await;
    let tx = storage.begin().await.unwrap();
    let seed = vec![parcel("Rotterdam", 1), parcel("Antwerp", 2)];
    assert_eq!(
        update_seed::<Harbours>(&tx, seed.clone(), NOW)
            .await
            .unwrap(),
        2
    );
    assert_eq!(update_seed::<Harbours>(&tx, seed, NOW).await.unwrap(), 0);
    let all = list::<Harbours>(&tx, lines, Listing::default())
        .await
        .unwrap()
        .rows;
    let own = update(&tx, lines, &all[1], parcel("Rotterdam", 9), STAMP)
        .await
        .unwrap()
        .unwrap();
    let newer = vec![parcel("Rotterdam", 5), parcel("Antwerp", 2)];
    assert_eq!(update_seed::<Harbours>(&tx, newer, NOW).await.unwrap(), 1);
    tx.commit().await.unwrap();

    let heavy = Comparison::new::<Harbours>("weight", Op::Ge, vec![3.into()]).unwrap();
    let found = async |company, filter| {
        let listing = Listing {
            filter,
            part: Part::Window(Window {
                offset: 0,
                limit: 10,
            }),
            ..Listing::default()
        };
        let page = list::<Harbours>(storage.reader(), company, listing).await;
        let Page { rows, total, .. } = page.unwrap();
        assert_eq!(total, Some(Total::exact(rows.len())));
        rows.iter().map(|row| row.fields.weight).collect::<Vec<_>>()
    };
    let weights = async |company| {
        let mut all = found(company, Filter::default()).await;
        let heavy = found(company, Filter::Is(heavy.clone())).await;
        assert_eq!(heavy, all.split_off(1));
        all.extend(heavy);
        all
    };
    assert_eq!(weights(lines).await, [2, 9]);
    assert_eq!(weights(cargo).await, [2, 5]);
    let by_seed_id = get(storage.reader(), lines, all[1].id, Bin::Outside).await;
    assert_eq!(by_seed_id.unwrap().unwrap().id, own.id);
    let foreign = get(storage.reader(), cargo, own.id, Bin::Outside).await;
    assert_eq!(foreign.unwrap(), None);

    let tx = storage.begin().await.unwrap();
    set_deleted(&tx, lines, &own, true, STAMP).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(weights(lines).await, [2]);
    assert_eq!(weights(cargo).await, [2, 5]);
}

#[tokio::test]
async fn an_answer_is_kept_until_a_row_of_its_kind_is_written() {
    let (_folder, storage, lines, cargo) = world().await;
    let tx = storage.begin().await.unwrap();
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let count = async |company| {
        let ask = async {
            asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            count::<Parcels>(&tx, company, &Filter::default(), Bin::Outside).await
        };
        answers::once::<Parcels, _, _>(&tx, company, "how many", ask)
            .await
            .unwrap()
    };
    assert_eq!((count(lines).await, count(lines).await), (0, 0));
    assert_eq!(count(cargo).await, 0);
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 2);
    let row = insert::<Parcels>(&tx, lines, Id::generate(), parcel("box", 1), STAMP).await;
    assert_eq!(count(lines).await, 1);
    set_deleted(&tx, lines, &row.unwrap(), true, STAMP)
        .await
        .unwrap();
    assert_eq!(count(lines).await, 0);
}

#[tokio::test]
async fn what_nobody_names_is_known_until_somebody_names_it() {
    let (_folder, storage, lines, _) = world().await;
    let outer = stored(&storage, lines, parcel("outer", 1)).await;
    let other = stored(&storage, lines, parcel("other", 1)).await;
    let within = |name| Parcel {
        inside: Some(outer.id.as_uuid()),
        ..parcel(name, 1)
    };
    let inner = stored(&storage, lines, within("inner")).await;
    let tx = storage.begin().await.unwrap();
    let known = |id: Id<Parcels>| links::is_unused(&tx, Parcels::KIND, id.as_uuid());
    assert!(!known(other.id), "nobody has asked");
    let gone = set_deleted(&tx, lines, &inner, true, STAMP).await;
    let gone = gone.unwrap().unwrap();
    links::ask_unused(&tx, lines, &[outer.id, other.id])
        .await
        .unwrap();
    assert!(known(outer.id) && known(other.id));
    set_deleted(&tx, lines, &gone, false, STAMP).await.unwrap();
    assert!(!known(outer.id), "it is named again");
    update(&tx, lines, &outer, within("outer"), STAMP)
        .await
        .unwrap();
    assert!(known(other.id));
}

#[tokio::test]
async fn pages_have_numbers_and_a_total() {
    let (_folder, storage, lines, _) = world().await;
    for at in 0..5 {
        stored(&storage, lines, parcel(&format!("p{at}"), at)).await;
    }
    let listing = Listing {
        part: Part::Window(Window {
            offset: 2,
            limit: 2,
        }),
        ..Listing::default()
    };
    let page = list::<Parcels>(storage.reader(), lines, listing)
        .await
        .unwrap();
    assert_eq!(
        (names(&page.rows), page.total),
        (vec!["p2", "p3"], Some(Total::exact(5)))
    );
}
