//! A database of the schema before, with rows in the tables that are made anew or named by foreign keys.

use jiff::{SignedDuration, Timestamp};
use sea_orm_migration::sea_orm::{Database, DatabaseConnection, TransactionTrait as _};
use uuid::Uuid;

use super::*;
use crate::database::FILE_NAME;
use crate::migrations::{Migrator, names};
use crate::report_runs::{self, ReportRun};
use crate::{Storage, companies, inbox_writes, report_schedules};

const COMPANY: &str = "01900000-0000-7000-8000-000000000001";
const SKETCH: &str = "01900000-0000-7000-8000-000000000002";
const USER: &str = "01900000-0000-7000-8000-000000000003";

/// Fills the schema before this change.
async fn fill(db: &DatabaseConnection) {
    let tx = db.begin().await.unwrap();
    let mut before = names().into_iter();
    let before = before
        .position(|name| name == "m0049_companies_apart")
        .unwrap();
    let before: Result<u32, _> = before.try_into();
    Migrator::up(&tx, Some(before.unwrap())).await.unwrap();
    let is_sqlite = tx.get_database_backend() == DbBackend::Sqlite;
    if !is_sqlite {
        let all = "SET LOCAL waybill.company_id = '*'";
        tx.execute_unprepared(all).await.unwrap();
    }
    // SQLite holds an id as its sixteen bytes.
    let [company, sketch, user] = [COMPANY, SKETCH, USER].map(|id| match is_sqlite {
        true => format!("x'{}'", id.replace('-', "")),
        false => format!("'{id}'"),
    });
    let head = "id, company_id, fields, search_key, version, created_at, updated_at, name_key";
    let values = |id: &str| format!("{id}, {company}, '{{}}', '', 1, 0, 0, ''");
    for sql in [
        format!(
            "INSERT INTO companies ({head}, short_name_key, account_type, expiry_date) VALUES ({}, '', '', '')",
            values(&company)
        ),
        format!(
            "INSERT INTO report_sketches ({head}, dataset, visibility, owner_id, pinned) VALUES ({}, '', '', '', 0)",
            values(&sketch)
        ),
        format!(
            "INSERT INTO report_runs (sketch_id, company_id, at, ms, row_count, status) \
             VALUES ({sketch}, {company}, 0, 5, 7, 'ok')"
        ),
        format!(
            "INSERT INTO report_schedules (report_id, company_id, due_at, claim, claimed_until) \
             VALUES ({sketch}, {company}, 1000, '', 0)"
        ),
        format!(
            "INSERT INTO report_deliveries (report_id, due_at, user_id, company_id, at, status, row_count) \
             VALUES ({sketch}, 1000, {user}, {company}, 1000, 'sent', 7)"
        ),
        format!(
            "INSERT INTO inbox_writes (user_id, company_id, version, attempts, due_at, claimed_until) \
             VALUES ({user}, {company}, {sketch}, 0, 1000, 0)"
        ),
    ] {
        tx.execute_unprepared(&sql)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn rows_outlive_the_change_of_keys() {
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database_if_wanted();
    let file = folder.path().join(FILE_NAME);
    let path = format!("sqlite://{}?mode=rwc", file.display());
    let db = Database::connect(url.as_deref().unwrap_or(&path))
        .await
        .unwrap();
    fill(&db).await;
    db.close().await.unwrap();

    let url = url.map(|url| url.parse().unwrap());
    let storage = Storage::open_at(folder.path(), url.as_ref()).await.unwrap();
    let [company, sketch] = [COMPANY, SKETCH].map(|id| Uuid::parse_str(id).unwrap());
    let company = companies::by_uuid(storage.reader(), company).await.unwrap();
    let company = company.unwrap().id;
    let now = Timestamp::from_second(60).unwrap();
    let tx = storage.begin().await.unwrap();

    let runs = report_runs::last(&tx, company, &[sketch]).await.unwrap();
    let run = ReportRun {
        rows: runs[&sketch].rows + 1,
        ..runs[&sketch].clone()
    };
    report_runs::put(&tx, company, sketch, &run).await.unwrap();
    let runs = report_runs::last(&tx, company, &[sketch]).await.unwrap();
    assert_eq!(runs[&sketch].rows, 8);

    let until = now + SignedDuration::from_mins(1);
    let due = report_schedules::claim(&tx, now, until).await.unwrap();
    let due = due.unwrap();
    assert_eq!((due.company_id, due.report_id), (company, sketch));
    let [mut delivery] = report_schedules::deliveries(&tx, company, sketch, 9)
        .await
        .unwrap()
        .try_into()
        .unwrap();
    delivery.rows = 8;
    report_schedules::note(&tx, company, sketch, &delivery)
        .await
        .unwrap();
    report_schedules::plan(&tx, company, sketch, Some(until))
        .await
        .unwrap();
    let mut states = report_schedules::states(&tx, company, &[sketch])
        .await
        .unwrap();
    let state = states.remove(&sketch).unwrap();
    assert_eq!(state.next, Some(until));
    assert_eq!(state.counts.values().sum::<u64>(), 1);

    let inbox = inbox_writes::claim(&tx, now, until).await.unwrap().unwrap();
    inbox_writes::mark(&tx, company, inbox.user_id, now)
        .await
        .unwrap();
    assert!(
        inbox_writes::claim(&tx, now, until)
            .await
            .unwrap()
            .is_none()
    );
    tx.commit().await.unwrap();
    storage.close().await.unwrap();
}
