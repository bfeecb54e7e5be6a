//! What is true of PostgreSQL alone: the fence between companies, and what is refused at the start. Each test makes a
//! database of its own there, whichever database the others run on.

use super::*;
use crate::UserId;
use crate::companies::tests::{NOW, company, user};
use crate::records::Filter;
use crate::records::read::{self, Bin};
use crate::reference::seed;
use crate::reference::timezones::Timezones;

async fn opened() -> (tempfile::TempDir, String, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database();
    let storage = Storage::connect(folder.path(), &url.parse().unwrap())
        .await
        .unwrap();
    (folder, url, storage)
}

/// What the database says to a statement that it refuses.
async fn refusal(tx: &Transaction, sql: &str) -> String {
    tx.executor()
        .execute_unprepared(sql)
        .await
        .unwrap_err()
        .to_string()
}

#[tokio::test]
async fn a_snapshot_sees_its_company_alone() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let tx = storage.begin().await.unwrap();
    user(&tx, lines, "ann@lines.test").await;
    user(&tx, cargo, "bob@cargo.test").await;
    tx.commit().await.unwrap();

    assert_eq!(count(storage.reader(), "users").await, 2);
    let snapshot = storage.read(lines).await.unwrap();
    for table in ["companies", "offices", "users"] {
        assert_eq!(count(&snapshot, table).await, 1, "{table}");
    }
    assert_eq!(count(&snapshot, "users WHERE email LIKE 'bob%'").await, 0);
}

#[tokio::test]
async fn a_transaction_for_a_company_neither_writes_nor_sees_rows_of_another() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let for_lines = async || storage.begin_for(lines).await.unwrap();

    let own = for_lines().await;
    execute(&own, "UPDATE offices SET name_key = 'port'").await;
    own.commit().await.unwrap();
    let renamed = "offices WHERE name_key = 'port'";
    assert_eq!(count(storage.reader(), renamed).await, 1);

    let tx = for_lines().await;
    let by = UserId::generate();
    let foreign = crate::offices::insert_head(&tx, cargo, "Other", "UTC", by, NOW).await;
    assert!(foreign.is_err());
    drop(tx);
    let moved = format!("UPDATE offices SET company_id = '{cargo}'");
    let said = refusal(&for_lines().await, &moved).await;
    assert!(said.contains("row-level security"), "{said}");
}

#[tokio::test]
async fn the_seed_is_read_by_every_company_and_written_by_none() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    seed::load(&storage, NOW).await.unwrap();
    let lines = company(&storage).await;
    let snapshot = storage.read(lines).await.unwrap();
    let all = Filter::default();
    let seen = read::count::<Timezones>(&snapshot, lines, &all, Bin::Outside).await;
    assert_eq!(seen.unwrap(), 419);

    let tx = storage.begin_for(lines).await.unwrap();
    execute(&tx, "DELETE FROM timezones").await;
    execute(&tx, "UPDATE timezones SET name = 'Nowhere'").await;
    tx.commit().await.unwrap();
    assert_eq!(count(storage.reader(), "timezones").await, 419);
    let nowhere = "timezones WHERE name = 'Nowhere'";
    assert_eq!(count(storage.reader(), nowhere).await, 0);
    let made = "INSERT INTO timezones SELECT (json_populate_record(it, '{\"id\": \"00000000-0000-8000-8000-000000000000\"}')).* \
                FROM timezones AS it LIMIT 1";
    let said = refusal(&storage.begin_for(lines).await.unwrap(), made).await;
    assert!(said.contains("row-level security"), "{said}");
}

#[tokio::test]
async fn what_may_pass_is_told_from_what_may_not() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    for (sqlstate, expected) in [
        ("23505", "conflicts"),
        ("23503", "conflicts"),
        ("40001", "busy"),
        ("40P01", "busy"),
        ("55P03", "busy"),
        ("57014", "busy"),
        ("57P03", "busy"),
        ("53300", "busy"),
        ("08P01", "busy"),
        ("53100", "full"),
        ("42P01", "failed"),
    ] {
        let tx = storage.begin().await.unwrap();
        let raise = format!("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{sqlstate}'; END $$");
        let error = tx.executor().execute_unprepared(&raise).await;
        let said = StorageError::from(error.unwrap_err()).to_string();
        assert!(said.contains(expected), "{sqlstate}: {said}");
    }
}

#[tokio::test]
async fn who_waits_for_another_process_for_too_long_is_told_that_it_is_busy() {
    waybill_workshop::needs!(Postgres);
    let (folder, url, storage) = opened().await;
    let lines = company(&storage).await;
    let _first = storage.begin_for(lines).await.unwrap();
    let url = url.parse().unwrap();
    let other = Storage::connect(folder.path(), &url).await.unwrap();
    let second = other.begin().await.unwrap();
    execute(&second, "SET LOCAL lock_timeout = '50ms'").await;
    let refused = crate::companies::hold(&second, lines).await;
    assert!(matches!(refused, Err(StorageError::Busy)), "{refused:?}");
}

#[tokio::test]
async fn a_busy_company_leaves_connections_for_the_others() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let first = storage.begin_for(lines).await.unwrap();
    let mut waiting = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let storage = storage.clone();
        waiting.spawn(async move { storage.begin_for(lines).await.unwrap().commit().await });
    }
    tokio::task::yield_now().await;
    let other = storage.begin_for(cargo).await.unwrap();
    other.commit().await.unwrap();
    first.commit().await.unwrap();
    for ended in waiting.join_all().await {
        ended.unwrap();
    }
}

#[tokio::test]
async fn a_server_that_dropped_every_connection_is_used_again() {
    waybill_workshop::needs!(Postgres);
    let (_folder, url, storage) = opened().await;
    storage.probe().await.unwrap();
    waybill_test_postgres::as_superuser(
        &url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    storage.probe().await.unwrap();
    assert!(is_empty(storage.reader(), "users").await);
}

fn reader(storage: &Storage) -> &Executor {
    match &storage.0.reader.0 {
        Source::Executor(executor) => executor,
        Source::File(_) => unreachable!("this is a server"),
    }
}

#[tokio::test]
async fn a_transaction_that_somebody_left_open_is_nobody_elses() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    for pool in [&storage.0.writer, reader(&storage)] {
        // Whoever hangs up while a transaction begins leaves a connection so: in it, and after a query.
        pool.executor()
            .execute_unprepared("BEGIN; SELECT 1")
            .await
            .unwrap();
    }
    for _ in 0..20 {
        let storage = &storage;
        storage.probe().await.unwrap();
        assert!(is_empty(storage.reader(), "users").await);
    }
    let (writer, reader) = (&storage.0.writer, reader(&storage));
    for pool in [writer, reader] {
        let sql = "SELECT now() = statement_timestamp()";
        pool.executor().execute_unprepared(sql).await.unwrap();
        let open = "SELECT count(*) FROM pg_stat_activity \
                    WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
        let executor = pool.executor();
        let row = executor.query_one_raw(Statement::from_string(DbBackend::Postgres, open));
        let row = row.await.unwrap().unwrap();
        assert_eq!(row.try_get_by_index::<i64>(0).unwrap(), 0);
    }
}

#[tokio::test]
async fn every_connection_follows_the_rules() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    let show = async |db: &Executor, name: &str| {
        let sql = format!("SELECT current_setting('{name}')");
        let executor = db.executor();
        let row = executor.query_one_raw(Statement::from_string(DbBackend::Postgres, sql));
        let row = row.await.unwrap().unwrap();
        row.try_get_by_index::<String>(0).unwrap()
    };
    let (writer, reader) = (&storage.0.writer, reader(&storage));
    for (name, value) in [
        ("synchronous_commit", "on"),
        ("statement_timeout", "30s"),
        ("lock_timeout", "5s"),
        ("idle_in_transaction_session_timeout", "1min"),
        ("waybill.company_id", "*"),
    ] {
        assert_eq!(show(writer, name).await, value, "{name} of a writer");
        assert_eq!(show(reader, name).await, value, "{name} of a reader");
    }
    let read_only = "default_transaction_read_only";
    assert_eq!(show(writer, read_only).await, "off");
    assert_eq!(show(reader, read_only).await, "on");
}

#[tokio::test]
async fn a_database_that_cannot_hold_every_text_is_refused() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database();
    let name = waybill_test_postgres::as_superuser(&url, "SELECT current_database()");
    let make = format!(
        "CREATE DATABASE {name}_latin OWNER {name} ENCODING 'LATIN1' LOCALE_PROVIDER libc \
         LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    );
    waybill_test_postgres::as_superuser(&url, &make);
    let latin = url.replace(&format!("/{name}?"), &format!("/{name}_latin?"));
    let error = Storage::connect(folder.path(), &latin.parse().unwrap())
        .await
        .unwrap_err();
    assert!(
        matches!(&error, OpenError::Encoding { found } if found == "LATIN1"),
        "{error}"
    );
}

#[tokio::test]
async fn the_next_user_of_a_connection_is_the_installation_again() {
    waybill_workshop::needs!(Postgres);
    let (_folder, _url, storage) = opened().await;
    let (lines, _cargo) = (company(&storage).await, company(&storage).await);
    for _ in 0..40 {
        let tx = storage.begin_for(lines).await.unwrap();
        assert_eq!(count(&tx, "companies").await, 1);
        drop(tx);
        let tx = storage.begin().await.unwrap();
        assert_eq!(count(&tx, "companies").await, 2);
    }
}

#[tokio::test]
async fn every_table_of_company_data_is_fenced() {
    waybill_workshop::needs!(Postgres);
    let (_folder, url, _storage) = opened().await;
    let open = waybill_test_postgres::as_superuser(
        &url,
        "SELECT columns.table_name FROM information_schema.columns AS columns \
         JOIN pg_class AS tables ON tables.oid = columns.table_name::regclass \
         WHERE columns.table_schema = 'public' AND columns.column_name = 'company_id' \
         AND NOT (tables.relrowsecurity AND tables.relforcerowsecurity)",
    );
    // What the fence would keep out of the index, see m0053_letters.
    let search = ["contacts_search", "files_search", "mail_messages_search"];
    let mut open: Vec<&str> = open.lines().collect();
    open.sort_unstable();
    assert_eq!(open, search, "call migrations::row_security::fence");
}

#[tokio::test]
async fn a_connection_that_says_nothing_sees_nothing() {
    waybill_workshop::needs!(Postgres);
    let (_folder, url, storage) = opened().await;
    seed::load(&storage, NOW).await.unwrap();
    company(&storage).await;
    let owner = "SET ROLE TO";
    let name = waybill_test_postgres::as_superuser(&url, "SELECT current_database()");
    for table in ["companies", "offices", "countries"] {
        let sql = format!("{owner} {name}; SELECT count(*) FROM {table}");
        assert_eq!(
            waybill_test_postgres::as_superuser(&url, &sql),
            "0",
            "{table}"
        );
    }
}

#[tokio::test]
async fn every_text_is_in_byte_order() {
    waybill_workshop::needs!(Postgres);
    let (_folder, url, _storage) = opened().await;
    let otherwise = waybill_test_postgres::as_superuser(
        &url,
        "SELECT attrelid::regclass, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
         JOIN pg_collation ON pg_collation.oid = attcollation \
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND collname <> 'C'",
    );
    assert_eq!(otherwise, "");
}

#[tokio::test]
async fn a_role_that_no_fence_binds_is_refused() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database();
    let superuser = waybill_test_postgres::superuser_url(&url).parse().unwrap();
    let error = Storage::connect(folder.path(), &superuser)
        .await
        .unwrap_err();
    assert!(
        matches!(&error, OpenError::UnboundRole { role } if role == "postgres"),
        "{error}"
    );
    let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    assert_eq!(waybill_test_postgres::as_superuser(&url, tables), "0");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_said_without_the_password() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database();
    let wrong = format!("{}/nowhere", url.split('?').nth(1).unwrap());
    let url = format!("postgres://ann:s3cret@localhost/freight?{wrong}");
    let error = Storage::connect(folder.path(), &url.parse().unwrap())
        .await
        .unwrap_err();
    assert!(matches!(error, OpenError::Database { .. }), "{error}");
    assert!(!format!("{error:?} {error}").contains("s3cret"));
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.contains("No such file"), "{cause}");
}

#[tokio::test]
async fn a_hanging_instance_does_not_keep_a_company() {
    waybill_workshop::needs!(Postgres);
    let (folder, url, storage) = opened().await;
    let url = url.parse().unwrap();
    let other = Storage::connect(folder.path(), &url).await.unwrap();
    let (busy, company) = (company(&storage).await, company(&storage).await);
    let patient = storage.begin_for(busy).await.unwrap();
    patient.take_time().await.unwrap();
    let hanging = storage.begin_for(company).await.unwrap();
    // It waits for less than what it waits for a lock.
    let next = other.begin_for(company).await.unwrap();
    next.commit().await.unwrap();
    assert!(matches!(hanging.commit().await, Err(StorageError::Busy)));
    patient.commit().await.unwrap();
    storage
        .begin_for(company)
        .await
        .unwrap()
        .commit()
        .await
        .unwrap();
}
