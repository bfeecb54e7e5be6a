//! A connection pooler in front of PostgreSQL: used with the shipped settings, refused with others.

use super::*;
use crate::companies::tests::company;
use crate::database::copies;
use crate::error::OpenError;

/// Why the database cannot be opened through a pooler with these settings.
async fn refusal(edit: impl Fn(&str) -> String) -> String {
    let folder = tempfile::tempdir().unwrap();
    let database = waybill_test_postgres::database();
    let (_pooler, url) = waybill_test_postgres::pooled_by(&database, edit);
    let opened = Storage::connect(folder.path(), &url.parse().unwrap()).await;
    let error = opened.unwrap_err();
    format!("{error} ({error:?})")
}

/// The settings without a line that begins so.
fn without(settings: &str, key: &str) -> String {
    let lines = settings.lines().filter(|line| !line.starts_with(key));
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_pooler_lends_connections_to_many() {
    waybill_workshop::needs!(Postgres, PgBouncer);
    let folder = tempfile::tempdir().unwrap();
    let database = waybill_test_postgres::database();
    // Fewer connections of the server than each of the two has of its own.
    let few = |settings: &str| settings.replace("default_pool_size = 6", "default_pool_size = 3");
    let (_pooler, url) = waybill_test_postgres::pooled_by(&database, few);
    let url = url.parse().unwrap();
    let one = Storage::connect(folder.path(), &url).await.unwrap();
    let other = Storage::connect(folder.path(), &url).await.unwrap();
    let company = company(&one).await;
    let mut tasks = tokio::task::JoinSet::new();
    for round in 0..60 {
        let storage = [&one, &other][round % 2].clone();
        tasks.spawn(async move {
            let seen = storage.read(company).await.unwrap();
            assert_eq!(count(&seen, "companies").await, 1);
            drop(seen);
            assert_eq!(count(storage.reader(), "companies").await, 1);
            let refused = execute_on_reader(&storage, "DELETE FROM companies").await;
            assert!(refused.contains("read-only transaction"), "{refused}");
            let tx = storage.begin_for(company).await.unwrap();
            execute(&tx, "UPDATE offices SET name_key = 'port'").await;
            tx.commit().await.unwrap();
        });
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
    let taken = "SELECT count(*) <= 3 FROM pg_stat_activity WHERE application_name = 'waybill' AND datname = current_database()";
    assert_eq!(waybill_test_postgres::as_superuser(&database, taken), "t");
    assert!(one.probe().await.is_ok());
}

async fn execute_on_reader(storage: &Storage, sql: &str) -> String {
    let reader = sealed::Connected::connection(storage.reader());
    reader
        .query_all_raw(Statement::from_string(DbBackend::Postgres, sql))
        .await
        .unwrap_err()
        .to_string()
}

#[tokio::test]
async fn a_pooler_without_our_settings_is_refused() {
    waybill_workshop::needs!(Postgres, PgBouncer);
    let said = refusal(|it| {
        let query = it.find("connect_query=").unwrap();
        let end = query + it[query..].find(" auth_dbname").unwrap();
        format!("{}{}", &it[..query], &it[end..])
    });
    let said = said.await;
    assert!(
        said.contains("statement_timeout, waybill.company_id"),
        "{said}"
    );
    let said = refusal(|it| without(it, "track_extra_parameters")).await;
    assert!(
        said.contains("do not have default_transaction_read_only"),
        "{said}"
    );
    let said = refusal(|it| without(it, "ignore_startup_parameters")).await;
    assert!(said.contains("`ignore_startup_parameters`"), "{said}");
    let none = |it: &str| without(it, "max_prepared") + "\nmax_prepared_statements = 0\n";
    let said = refusal(none).await;
    assert!(said.contains("does not keep prepared statements"), "{said}");
}

#[tokio::test]
async fn a_dump_goes_past_the_pooler() {
    waybill_workshop::needs!(Postgres, PgBouncer);
    let database = waybill_test_postgres::direct(&waybill_test_postgres::database());
    let url = waybill_test_postgres::pooled(&database);
    let refused = copies::schema_on_postgres(&url.parse().unwrap()).await;
    let error = refused.unwrap_err();
    assert!(matches!(error, OpenError::Pooled { .. }), "{error:?}");
    let database = database.parse().unwrap();
    let schema = copies::schema_on_postgres(&database).await;
    assert_eq!(schema.unwrap(), None);
}

#[tokio::test]
async fn a_pooler_without_a_server_is_away() {
    waybill_workshop::needs!(Postgres, PgBouncer);
    let folder = tempfile::tempdir().unwrap();
    let database = waybill_test_postgres::database();
    let lost = |settings: &str| {
        let (before, after) = settings.split_once("host=").unwrap();
        let (_, after) = after.split_once(' ').unwrap();
        format!("{before}host=/nowhere {after}")
    };
    let (_pooler, url) = waybill_test_postgres::pooled_by(&database, lost);
    let refused = Storage::connect(folder.path(), &url.parse().unwrap()).await;
    let refused = refused.unwrap_err();
    assert!(refused.is_away(), "{refused:?}");
}
