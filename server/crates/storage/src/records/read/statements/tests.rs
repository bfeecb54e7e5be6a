//! How the databases carry out the statements.

use sea_orm::sea_query::SqliteQueryBuilder;
use sea_orm::{DbBackend, Statement};

use super::*;
use crate::database::sealed::Connected as _;
use crate::records::tests::{Parcels, world};

/// How SQLite finds the rows of a search, in its own words.
#[tokio::test]
async fn a_search_reads_the_index_and_not_the_table() {
    let (_place, storage, lines, _) = world().await;
    if storage.reader().connection().backend() != DbBackend::Sqlite {
        return;
    }
    let noun = Noun::of::<Parcels>();
    let search = Search::new("chest");
    let narrowing = Narrowing::of(storage.reader(), noun, Some(&search));
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
    let sql = rows
        .sorted(&order, Some(window))
        .to_string(SqliteQueryBuilder);
    let explain = Statement::from_string(
        DbBackend::Sqlite,
        format!("EXPLAIN QUERY PLAN {}", sql.replace("\\\\", "\\")),
    );
    let steps = storage.reader().connection().query_all_raw(explain).await;
    let steps: Vec<String> = steps
        .unwrap()
        .iter()
        .map(|step| step.get("detail").unwrap())
        .collect();
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
