//! How the databases carry out the statements.

use sea_orm::sea_query::{PostgresQueryBuilder, SelectStatement, SqliteQueryBuilder};
use sea_orm::{ConnectionTrait as _, DbBackend, Statement};

use super::*;
use crate::database::sealed::Connected as _;
use crate::records::tests::{Harbours, Parcels, STAMP, parcel, within, world};
use crate::records::write::insert_all;
use crate::records::{Id, Record as _, search_keys};
use crate::searching::Search;

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

/// Whichever part of a filter lets few rows through leads; where none does, the order.
#[tokio::test]
async fn the_part_that_lets_few_rows_through_leads() {
    let (_place, storage, lines, _) = world().await;
    let tx = storage.begin_for(lines).await.unwrap();
    let (crate_, truck) = (Id::generate(), Id::generate());
    let boxes = (0..1000_i64).map(|at| {
        let inside: Id<Parcels> = if at < 2 { crate_ } else { truck };
        let weight = i64::from(at % 10 != 0);
        (Id::generate(), within(&format!("Box {at}"), weight, inside))
    });
    let others = [(crate_, parcel("Crate", 7)), (truck, parcel("Truck", 8))];
    let all = others.into_iter().chain(boxes).collect();
    insert_all::<Parcels>(&tx, lines, all, STAMP).await.unwrap();

    let weighs = |weight: i64| Filter::eq::<Parcels>("weight", weight);
    let inside = |outer: Id<Parcels>| Filter::Names("inside", vec![outer.as_uuid()]);
    let (by_weight, by_links) = (" ix_parcels_live_weight ", " ix_links_to ");
    let led = [
        (weighs(0), by_weight),
        (weighs(0).and(inside(truck)), by_weight),
        (weighs(1).and(weighs(7)), by_weight),
        (inside(crate_), by_links),
        (weighs(1).and(inside(crate_)), by_links),
        (
            inside(truck).and(Filter::Ids(vec![crate_.as_uuid(), truck.as_uuid()])),
            "(id=?)",
        ),
    ];
    let along = [
        weighs(1),
        inside(truck),
        weighs(1).and(inside(truck)),
        Filter::Not(Box::new(inside(crate_))),
    ];
    let is_postgres = tx.connection().backend() == DbBackend::Postgres;
    for (filter, by) in led {
        let (is_free, steps) = planned(&tx, lines, &filter, 0).await;
        if is_postgres {
            assert!(is_free, "{filter:?}: PostgreSQL chooses itself");
            continue;
        }
        assert!(steps.contains(by), "{filter:?}: {steps}");
        assert!(
            steps.contains("TEMP B-TREE FOR ORDER BY"),
            "{filter:?}: {steps}"
        );
        assert!(!steps.contains("(company_id=?)"), "{filter:?}: {steps}");
    }
    for filter in along.into_iter().filter(|_| !is_postgres) {
        let (_, steps) = planned(&tx, lines, &filter, 0).await;
        assert!(
            steps.contains(" ix_parcels_live_name_key (company_id=?)"),
            "{filter:?}: {steps}"
        );
        assert!(!steps.contains("TEMP B-TREE"), "{filter:?}: {steps}");
        assert!(!steps.contains("LIST SUBQUERY"), "{filter:?}: {steps}");
    }
    // Of a part so far down, the whole list is short.
    assert!(planned(&tx, lines, &inside(truck), 100).await.0);
}

/// Whether the statement of three boxes behind the offset is the one that leaves all to the database, and how it is carried out.
async fn planned(
    tx: &crate::Transaction,
    company: CompanyId,
    filter: &Filter,
    offset: u64,
) -> (bool, String) {
    let noun = Noun::of::<Parcels>();
    let order = Ordering {
        sort: &noun.own_order(),
        search: None,
        favourite: None,
    };
    let rows = Rows {
        noun,
        company,
        narrowing: None,
        conditions: &in_bin(Bin::Outside).add(filter.condition(noun, company)),
    };
    let wanted = lead::Wanted {
        filter,
        bin: Bin::Outside,
        behind: None,
    };
    let window = Some(Window { offset, limit: 3 });
    let statement = lead::sorted(tx, &rows, &order, window, &wanted)
        .await
        .unwrap();
    let sql = |statement: &SelectStatement| statement.to_string(SqliteQueryBuilder);
    let is_free = sql(&statement) == sql(&rows.sorted(&order, window));
    (is_free, plan(tx, &statement).await.join("; "))
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
