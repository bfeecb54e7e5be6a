//! Search over rows: which are found, in which order, and how their keys are rewritten.

use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::Query;

use super::super::read::Part;
use super::super::search_keys;
use super::*;

async fn names(storage: &Storage, company: CompanyId, typed: &str) -> Vec<String> {
    let listing = Listing {
        filter: Filter::Contains(typed.to_owned()),
        part: Part::Window(Window {
            offset: 0,
            limit: 10,
        }),
        ..Listing::default()
    };
    let page = list::<Parcels>(storage.reader(), company, listing)
        .await
        .unwrap();
    page.rows.into_iter().map(|row| row.fields.name).collect()
}

async fn filled() -> (crate::testing::Place, Storage, CompanyId) {
    let (place, storage, lines, _) = world().await;
    let tx = storage.begin_for(lines).await.unwrap();
    let texts = [
        "The old chest",
        "Chest of tea",
        "Tea",
        "Orchestra",
        "Чай",
        "شاي أخضر",
    ];
    let new = texts.map(|name| (Id::generate(), parcel(name, 1)));
    insert_all::<Parcels>(&tx, lines, new.into(), STAMP)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    (place, storage, lines)
}

#[tokio::test]
async fn names_come_before_beginnings_and_words() {
    let (_place, storage, lines) = filled().await;
    assert_eq!(names(&storage, lines, "TEA").await, ["Tea", "Chest of tea"]);
    assert_eq!(
        names(&storage, lines, "chest").await,
        ["Chest of tea", "The old chest", "Orchestra"]
    );
    assert_eq!(names(&storage, lines, "chay").await, ["Чай"]);
}

#[tokio::test]
async fn rewritten_keys_find_what_new_ones_find() {
    let (_place, storage, lines) = filled().await;
    let tx = storage.begin().await.unwrap();
    let mut forget = Query::update();
    forget
        .table("parcels")
        .value("search_key", "")
        .value("search_terms", "");
    tx.connection().execute(&forget).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(names(&storage, lines, "tea").await, [""; 0]);

    let tx = storage.begin().await.unwrap();
    assert_eq!(search_keys::rewrite::<Parcels>(&tx).await.unwrap(), 6);
    assert_eq!(search_keys::rewrite::<Parcels>(&tx).await.unwrap(), 0);
    assert!(!search_keys::are_current(&tx).await.unwrap());
    search_keys::note_current(&tx, NOW).await.unwrap();
    assert!(search_keys::are_current(&tx).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(names(&storage, lines, "tea").await, ["Tea", "Chest of tea"]);
}
