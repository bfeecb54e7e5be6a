//! The schema: a list of changes, one file per topic, applied in order and never taken back.
//!
//! **Adding one:** write `migrations/mNNNN_topic.rs` (the next free number; one topic; copy the shape of
//! [`m0001_identity`]), declare the module and append it to [`all`]. Tables are written with `sea_query`, without SQL
//! text, so that PostgreSQL gets the same schema: ids are `uuid` columns, moments are `big_integer` milliseconds named
//! `…_at`, lists and objects are `text` holding JSON, and every table of company data begins its indices with
//! `company_id`. Once released, a file is never changed; write the next one.
//!
//! Invariant: all pending changes go into one transaction, so a database is at the old schema or at the new one.

use sea_orm::{DatabaseConnection, DbErr};
use sea_orm_migration::{MigrationTrait, MigratorTrait, async_trait};

use crate::database;

pub mod m0001_identity;
pub mod m0002_company;
pub mod m0003_session;
pub mod m0004_reference;
pub mod m0005_audit;

/// Every schema change in the order of application.
fn all() -> Vec<Box<dyn MigrationTrait>> {
    vec![
        Box::new(m0001_identity::Migration),
        Box::new(m0002_company::Migration),
        Box::new(m0003_session::Migration),
        Box::new(m0004_reference::Migration),
        Box::new(m0005_audit::Migration),
    ]
}

struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        all()
    }
}

/// Applies what is missing. The write lock is held throughout, so of two processes one waits and finds nothing to do.
pub(crate) async fn apply(writer: &DatabaseConnection) -> Result<(), DbErr> {
    let tx = database::begin(writer).await?;
    Migrator::up(&tx, None).await?;
    tx.commit().await
}

/// The first applied change that this program does not know, in a database opened for reading.
pub(crate) async fn unknown(db: &DatabaseConnection) -> Result<Option<String>, DbErr> {
    use sea_orm_migration::sea_orm::{
        ConnectionTrait, DbBackend, EntityTrait, QueryOrder, Statement,
    };
    use sea_orm_migration::seaql_migrations::{Column, Entity};

    let probe = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'seaql_migrations'";
    if db
        .query_one_raw(Statement::from_string(DbBackend::Sqlite, probe))
        .await?
        .is_none()
    {
        return Ok(None);
    }
    let applied = Entity::find().order_by_asc(Column::Version).all(db).await?;
    let known = all();
    let is_known = |version: &str| known.iter().any(|migration| migration.name() == version);
    Ok(applied
        .into_iter()
        .map(|row| row.version)
        .find(|version| !is_known(version)))
}
