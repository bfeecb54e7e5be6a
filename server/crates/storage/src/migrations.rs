//! The schema: a list of changes, one file per topic, applied in order and never taken back.
//!
//! **Adding one:** write `migrations/mNNNN_topic.rs` (the next free number; one topic; copy the shape of
//! [`m0001_identity`]), declare the module and append it to [`all`]. Tables are written with `sea_query`, without SQL
//! text, so that PostgreSQL gets the same schema: ids are `uuid` columns, moments are `big_integer` milliseconds named
//! `…_at`, lists and objects are `text` holding JSON, and every table of company data begins its indices with
//! `company_id`. PostgreSQL asks for two things more: the unique index that a foreign key refers to is made before the
//! table with the key, and [`row_security::fence`] is called for every table of company data; [`columns::RecordTable`] does
//! both for records. After it, [`columns::lead_by_company`] makes the company lead the primary key; the tests of `apart` refuse a table
//! or a key by which companies could not be placed on machines of their own. Once released, a file is never changed; write the next one.
//!
//! Invariant: all pending changes go into one transaction, so a database is at the old schema or at the new one.

use sea_orm::{DatabaseConnection, DbErr};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager, async_trait};

use crate::database::{self, Lock};

#[cfg(test)]
mod apart;
mod byte_order;

pub(crate) mod columns;
pub mod m0001_identity;
pub mod m0002_company;
pub mod m0003_session;
pub mod m0004_reference;
pub mod m0005_audit;
pub mod m0006_records;
pub mod m0007_contact_tags;
pub mod m0009_ports;
pub mod m0010_contacts;
pub mod m0011_mail;
pub mod m0012_drive;
pub mod m0013_reports;
pub mod m0014_issues;
pub mod m0020_realtime;
pub mod m0021_notifications;
pub mod m0022_second_factors;
pub mod m0023_rights_stamp;
pub mod m0024_uses;
pub mod m0025_session_places;
pub mod m0026_timezones;
pub mod m0027_supporting;
pub mod m0028_external_provider;
pub mod m0029_session_replacement;
pub mod m0030_totp;
pub mod m0031_languages;
pub mod m0032_idempotency_age;
pub mod m0033_adoptions;
pub mod m0034_mail_to_each;
pub mod m0035_contact_filters;
pub mod m0037_search_terms;
pub mod m0038_report_schedules;
pub mod m0039_company_export;
pub mod m0040_viewings;
pub mod m0041_session_end_causes;
pub mod m0042_refresh_successors;
pub mod m0043_mail_quotas;
pub mod m0044_reference_upgrades;
pub mod m0045_mail_suppressions;
pub mod m0046_search_index;
pub mod m0047_recovery_codes;
pub mod m0048_passkeys;
pub mod m0049_companies_apart;
pub mod m0050_port_lists;
pub mod m0051_port_searches;
pub mod m0052_shapes;
pub mod m0053_letters;
pub mod m0054_access_tokens;
pub mod m0055_filter_indexes;
pub(crate) mod row_security;

/// Every schema change in the order of application.
fn all() -> Vec<Box<dyn MigrationTrait>> {
    vec![
        Box::new(m0001_identity::Migration),
        Box::new(m0002_company::Migration),
        Box::new(m0003_session::Migration),
        Box::new(m0004_reference::Migration),
        Box::new(m0005_audit::Migration),
        Box::new(m0006_records::Migration),
        Box::new(m0007_contact_tags::Migration),
        Box::new(m0009_ports::Migration),
        Box::new(m0010_contacts::Migration),
        Box::new(m0011_mail::Migration),
        Box::new(m0012_drive::Migration),
        Box::new(m0013_reports::Migration),
        Box::new(m0014_issues::Migration),
        Box::new(m0020_realtime::Migration),
        Box::new(m0021_notifications::Migration),
        Box::new(m0022_second_factors::Migration),
        Box::new(m0023_rights_stamp::Migration),
        Box::new(m0024_uses::Migration),
        Box::new(m0025_session_places::Migration),
        Box::new(m0026_timezones::Migration),
        Box::new(m0027_supporting::Migration),
        Box::new(m0028_external_provider::Migration),
        Box::new(m0029_session_replacement::Migration),
        Box::new(m0030_totp::Migration),
        Box::new(m0031_languages::Migration),
        Box::new(m0032_idempotency_age::Migration),
        Box::new(m0033_adoptions::Migration),
        Box::new(m0034_mail_to_each::Migration),
        Box::new(m0035_contact_filters::Migration),
        Box::new(m0037_search_terms::Migration),
        Box::new(m0038_report_schedules::Migration),
        Box::new(m0039_company_export::Migration),
        Box::new(m0040_viewings::Migration),
        Box::new(m0041_session_end_causes::Migration),
        Box::new(m0042_refresh_successors::Migration),
        Box::new(m0043_mail_quotas::Migration),
        Box::new(m0044_reference_upgrades::Migration),
        Box::new(m0045_mail_suppressions::Migration),
        Box::new(m0046_search_index::Migration),
        Box::new(m0047_recovery_codes::Migration),
        Box::new(m0048_passkeys::Migration),
        Box::new(m0049_companies_apart::Migration),
        Box::new(m0050_port_lists::Migration),
        Box::new(m0051_port_searches::Migration),
        Box::new(m0052_shapes::Migration),
        Box::new(m0053_letters::Migration),
        Box::new(m0054_access_tokens::Migration),
        Box::new(m0055_filter_indexes::Migration),
    ]
}

struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        all()
    }
}

/// Applies what is missing. A lock is held throughout, so of two processes one waits and finds nothing to do.
pub(crate) async fn apply(writer: &DatabaseConnection) -> Result<(), DbErr> {
    let tx = database::begin(writer).await?;
    database::lock_for_long(&tx, Lock::Schema).await?;
    // The table of changes first: a pooler keeps the statement that reads it, which a column of another order would make unusable.
    Migrator::install(&tx).await?;
    byte_order::establish(&tx).await?;
    Migrator::up(&tx, None).await?;
    byte_order::establish(&tx).await?;
    tx.commit().await
}

/// The first applied change that this program does not know, in a database that is not changed by asking.
pub(crate) async fn unknown(db: &DatabaseConnection) -> Result<Option<String>, DbErr> {
    let known = names();
    let applied = applied(db).await?;
    Ok(applied.into_iter().find(|version| !known.contains(version)))
}

/// The changes that were applied to a database, and those that would be, each in their order; asking changes nothing.
pub(crate) async fn state(db: &DatabaseConnection) -> Result<(Vec<String>, Vec<String>), DbErr> {
    let applied = applied(db).await?;
    let mut pending = names();
    pending.retain(|name| !applied.contains(name));
    Ok((applied, pending))
}

/// The changes that this program knows, in their order.
pub(crate) fn names() -> Vec<String> {
    all().iter().map(|it| it.name().to_owned()).collect()
}

async fn applied(db: &DatabaseConnection) -> Result<Vec<String>, DbErr> {
    use sea_orm_migration::sea_orm::{EntityTrait, QueryOrder};
    use sea_orm_migration::seaql_migrations::{Column, Entity};

    if !SchemaManager::new(db).has_table("seaql_migrations").await? {
        return Ok(Vec::new());
    }
    let rows = Entity::find().order_by_asc(Column::Version).all(db).await?;
    Ok(rows.into_iter().map(|row| row.version).collect())
}
