//! Search over rows: which are found, in which order, and how their keys are rewritten.

use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};

use super::super::read::Part;
use super::super::row::SHAPE;
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
    tx.executor().execute(&forget).await.unwrap();
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

#[tokio::test]
async fn rows_of_an_older_shape_are_completed_once() {
    let (_place, storage, lines) = filled().await;
    let tx = storage.begin().await.unwrap();
    let mut older = Query::update();
    older
        .table("parcels")
        .value("fields", r#"{"name":"Tea","weight":1}"#)
        .value("shape", SHAPE - 1)
        .and_where(Expr::col("search_key").eq("\ntea\n"));
    tx.executor().execute(&older).await.unwrap();
    tx.commit().await.unwrap();
    let current = async || {
        let all = read::list_stored::<Parcels>(storage.reader(), lines, Listing::default());
        let rows = all.await.unwrap().rows;
        rows.iter().filter(|row| row.is_current).count()
    };
    assert_eq!(current().await, 5);

    let tx = storage.begin().await.unwrap();
    assert_eq!(search_keys::rewrite::<Parcels>(&tx).await.unwrap(), 1);
    assert_eq!(search_keys::rewrite::<Parcels>(&tx).await.unwrap(), 0);
    tx.commit().await.unwrap();
    assert_eq!(current().await, 6);
    assert_eq!(names(&storage, lines, "tea").await, ["Tea", "Chest of tea"]);
}

/// What a search finds with the index, and what it finds without: only a search for one thing is narrowed by it.
async fn both_ways(storage: &Storage, company: CompanyId, typed: &str) -> [Vec<String>; 2] {
    let found = async |filter: Filter| {
        let listing = Listing {
            filter,
            sort: vec![(Key::named::<Parcels>("name").unwrap(), Direction::Ascending)],
            part: Part::Window(Window {
                offset: 0,
                limit: 10,
            }),
            ..Listing::default()
        };
        let page = list::<Parcels>(storage.reader(), company, listing).await;
        let page = page.unwrap();
        assert_eq!(page.total, Some(Total::exact(page.rows.len())), "{typed}");
        let rows = page.rows.into_iter();
        rows.map(|row| row.fields.name).collect::<Vec<_>>()
    };
    let contains = || Filter::Contains(typed.to_owned());
    [
        found(contains()).await,
        found(Filter::Any(vec![contains()])).await,
    ]
}

#[tokio::test]
async fn the_index_finds_what_reading_all_rows_finds() {
    let (_place, storage, lines) = filled().await;
    let cargo = company(&storage).await;
    stored(&storage, cargo, parcel("Chest of somebody else", 1)).await;
    let changed = stored(&storage, lines, parcel("Coffee \"beans\" 100%", 1)).await;
    let removed = stored(&storage, lines, parcel("Old coffee", 1)).await;
    for (typed, count) in [
        ("chest", 3),
        ("chest t", 3),
        ("est of", 1),
        ("\"beans\"", 1),
        ("100%", 1),
        ("coffee", 2),
        ("чай", 1),
        ("chay", 1),
        ("شاي", 1),
        ("nothing at all", 0),
        ("te", 2),
    ] {
        let [narrowed, read] = both_ways(&storage, lines, typed).await;
        assert_eq!(narrowed, read, "{typed}");
        assert_eq!(narrowed.len(), count, "{typed}: {narrowed:?}");
    }

    let tx = storage.begin_for(lines).await.unwrap();
    let tea = update(&tx, lines, &changed, parcel("Cocoa", 1), STAMP).await;
    let tea = tea.unwrap().unwrap();
    assert!(remove(&tx, lines, removed.id).await.unwrap());
    set_deleted(&tx, lines, &tea, true, STAMP).await.unwrap();
    tx.commit().await.unwrap();
    for typed in ["coffee", "beans", "cocoa"] {
        let [narrowed, read] = both_ways(&storage, lines, typed).await;
        assert_eq!((narrowed.len(), read.len()), (0, 0), "{typed}");
    }
    let tx = storage.begin_for(lines).await.unwrap();
    let binned = get(&tx, lines, tea.id, Bin::Inside).await.unwrap().unwrap();
    set_deleted(&tx, lines, &binned, false, STAMP)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(names(&storage, lines, "cocoa").await, ["Cocoa"]);
}

#[tokio::test]
async fn of_very_many_rows_ten_thousand_are_counted() {
    let (_place, storage, lines, _) = world().await;
    let tx = storage.begin_for(lines).await.unwrap();
    let new = |at: u64| (Id::generate(), parcel(&format!("p{at:05}"), 1));
    let rows = (0..Total::COUNTED).map(new).collect();
    insert_all::<Parcels>(&tx, lines, rows, STAMP)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let total = async |offset: u64| {
        let listing = Listing {
            part: Part::Window(Window { offset, limit: 100 }),
            ..Listing::default()
        };
        let page = list::<Parcels>(storage.reader(), lines, listing).await;
        page.unwrap().total.unwrap()
    };
    let exact = Total {
        rows: 10_000,
        is_lower_bound: false,
    };
    assert_eq!(total(0).await, exact);
    stored(&storage, lines, parcel("one more", 1)).await;
    let more = Total {
        is_lower_bound: true,
        ..exact
    };
    assert_eq!(total(0).await, more);
    // The last page says how many there are, and one behind it knows nothing.
    let end = Total {
        rows: 10_001,
        is_lower_bound: false,
    };
    assert_eq!(total(9_950).await, end);
    assert_eq!(total(10_000).await, end);
    assert_eq!(total(10_100).await, more);
    for at in 0..200 {
        stored(&storage, lines, parcel(&format!("r{at:03}"), 1)).await;
    }
    let far = Total {
        rows: 10_050,
        is_lower_bound: true,
    };
    assert_eq!(total(9_950).await, far);
}
