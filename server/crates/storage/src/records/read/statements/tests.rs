//! How the databases carry out the statements.

use sea_orm::sea_query::{PostgresQueryBuilder, SqliteQueryBuilder};
use sea_orm::{ConnectionTrait as _, DbBackend, Statement};

use super::*;
use crate::database::sealed::Connected as _;
use crate::records::tests::{Harbours, Parcels, STAMP, parcel, world};
use crate::records::write::insert_all;
use crate::records::{Id, Record as _};

/// How the databases find the rows of a search, in their own words.
#[tokio::test]
async fn a_search_reads_the_index_and_not_the_table() {
    let (_place, storage, lines, _) = world().await;
    let tx = storage.begin_for(lines).await.unwrap();
    let is_postgres = tx.connection().backend() == DbBackend::Postgres;
    if is_postgres {
        // Of a few rows, it would rather read all.
        let many = (0..4000).map(|at| (Id::generate(), parcel(&format!("Box {at}"), at)));
        let added = insert_all::<Parcels>(&tx, lines, many.collect(), STAMP);
        added.await.unwrap();
        let choose = "SELECT gin_clean_pending_list('ix_parcels_search'); \
                      ANALYZE parcels, parcels_search; SET LOCAL enable_seqscan = off";
        tx.executor().execute_unprepared(choose).await.unwrap();
    }
    let noun = Noun::of::<Parcels>();
    let search = Search::new("chest");
    let narrowing = Narrowing::of(&tx, noun, lines, Some(&search));
    let rows = Rows {
        noun,
        company: lines,
        narrowing: narrowing.as_ref(),
        conditions: &Condition::all().add(search_keys::found(&search)),
    };
    let order = Ordering {
        sort: &noun.own_order(),
        search: Some(search),
        favourite: None,
    };
    let window = Window {
        offset: 0,
        limit: 10,
    };
    let steps = plan(&tx, &rows.sorted(&order, Some(window))).await;
    if is_postgres {
        let place = |text: &str| steps.iter().position(|step| step.contains(text));
        let index = place("Bitmap Index Scan on ix_parcels_search ");
        let table = place("Index Scan using parcels_pkey on parcels ");
        assert!(index.is_some() && index < table, "{steps:#?}");
        return;
    }
    assert!(
        steps[0].starts_with("SCAN parcels_search VIRTUAL TABLE"),
        "{steps:?}"
    );
    assert!(
        steps[1].starts_with("SEARCH parcels_search_numbers"),
        "{steps:?}"
    );
    assert!(
        steps[2].starts_with("SEARCH parcels USING INDEX"),
        "{steps:?}"
    );
}

/// Rows that companies share are read up to the end of the window, and no further.
#[tokio::test]
async fn shared_rows_come_in_the_order_of_an_index() {
    let (_place, storage, lines, _) = world().await;
    let tx = storage.begin().await.unwrap();
    let is_postgres = tx.connection().backend() == DbBackend::Postgres;
    if is_postgres {
        // Of a few rows, it would rather read and sort all.
        let choose = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off";
        tx.executor().execute_unprepared(choose).await.unwrap();
    }
    let rows = Rows {
        noun: Noun::of::<Harbours>(),
        company: lines,
        narrowing: None,
        conditions: &in_bin(Bin::Outside),
    };
    for direction in [Direction::Ascending, Direction::Descending] {
        let order = Ordering {
            sort: &[(&Harbours::KEYS[0], direction)],
            search: None,
            favourite: None,
        };
        let window = Window {
            offset: 0,
            limit: 10,
        };
        let steps = plan(&tx, &rows.sorted(&order, Some(window))).await;
        let places = |text: &str| {
            let steps = steps.iter().enumerate();
            let places = steps.filter(|(_, step)| step.contains(text));
            places.map(|(at, _)| at).collect::<Vec<_>>()
        };
        assert_eq!(places(" ix_harbours_live_name_key ").len(), 2, "{steps:#?}");
        if is_postgres {
            // What is sorted are the rows of a window.
            let limited = places("Limit  (").pop();
            assert!(places("Sort  (").pop() < limited, "{steps:#?}");
        }
    }
}

/// How the database carries out the statement, in its own words.
async fn plan(db: &dyn Handle, statement: &SelectStatement) -> Vec<String> {
    let backend = db.connection().backend();
    let (explain, sql, column) = match backend {
        DbBackend::Sqlite => {
            let sql = statement.to_string(SqliteQueryBuilder);
            ("EXPLAIN QUERY PLAN", sql.replace("\\\\", "\\"), "detail")
        }
        _ => (
            "EXPLAIN",
            statement.to_string(PostgresQueryBuilder),
            "QUERY PLAN",
        ),
    };
    let explain = Statement::from_string(backend, format!("{explain} {sql}"));
    let steps = db.connection().query_all_raw(explain).await.unwrap();
    steps.iter().map(|step| step.get(column).unwrap()).collect()
}
