//! The pooler: a program between this one and PostgreSQL, such as `PgBouncer`, that lends its few connections for one transaction
//! each. Many instances then need no more connections than the server has processors for.
//!
//! Behind one, what a connection sets at its start reaches nobody, so the pooler has to set it itself, as
//! `packaging/pgbouncer/pgbouncer.ini` does. Invariant: a pool is not used before its settings were found to hold.

use std::sync::LazyLock;
use std::time::Duration;

use sea_orm::sqlx::error::DatabaseError;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, Statement,
    TransactionTrait as _,
};
use tokio::time::timeout;
use uuid::Uuid;

use super::DatabaseUrl;
use crate::error::OpenError;

/// A setting that has another value in each process, so that only connections which were opened by this one have it.
pub(super) const MARK: &str = "waybill.process";

/// The value of [`MARK`].
pub(super) static VALUE: LazyLock<String> = LazyLock::new(|| Uuid::new_v4().to_string());

/// How long a pooler may take to lend two connections at once.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often it is tried to have another lent the connection that has a statement.
const ATTEMPTS: usize = 20;

/// What every connection needs, and whether it has it. A time of another length is an operator's choice.
const SETTINGS: &str = "SELECT name FROM (VALUES \
    ('waybill.company_id', current_setting('waybill.company_id', true) = '*'), \
    ('statement_timeout', current_setting('statement_timeout') <> '0'), \
    ('lock_timeout', current_setting('lock_timeout') <> '0'), \
    ('idle_in_transaction_session_timeout', current_setting('idle_in_transaction_session_timeout') <> '0'), \
    ('synchronous_commit', current_setting('synchronous_commit') <> 'off'), \
    ('default_transaction_read_only', current_setting('default_transaction_read_only') = $1) \
    ) AS setting (name, holds) WHERE holds IS NOT TRUE ORDER BY name";

/// What a pool is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Write,
    Read,
}

/// Refuses a pooler whose connections are without a setting that they need, or lose their prepared statements. The server's own have
/// what they were opened with.
pub(super) async fn check(
    pool: &DatabaseConnection,
    usage: Use,
    url: &DatabaseUrl,
) -> Result<(), OpenError> {
    let unusable = |source| refusal(url, source);
    if is_direct(pool).await.map_err(unusable)? {
        return Ok(());
    }
    let missing = missing(pool, usage).await.map_err(unusable)?;
    if !missing.is_empty() {
        return Err(OpenError::Settings {
            database: url.to_string(),
            missing: missing.join(", "),
        });
    }
    use_statement_elsewhere(pool).await.map_err(unusable)
}

/// Refuses a pooler.
pub(super) async fn refuse(pool: &DatabaseConnection, url: &DatabaseUrl) -> Result<(), OpenError> {
    match is_direct(pool).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(OpenError::Pooled {
            database: url.to_string(),
        }),
        Err(source) => Err(refusal(url, source)),
    }
}

/// Why the database cannot be used, which may be the doing of a pooler.
pub(super) fn refusal(url: &DatabaseUrl, source: DbErr) -> OpenError {
    let database = url.to_string();
    if refuses_settings(&source) {
        let missing = "all that they need".to_owned();
        OpenError::Settings { database, missing }
    } else if lost_statement(&source) {
        OpenError::OldPooler { database }
    } else {
        OpenError::Database { database, source }
    }
}

/// Whether a pooler does not know what to do with a setting at the start of a connection.
fn refuses_settings(error: &DbErr) -> bool {
    let said = of_server(error).map(DatabaseError::message);
    said.is_some_and(|it| it.starts_with("unsupported startup parameter"))
}

/// Whether the statement is unknown on this connection (`invalid_sql_statement_name`), or another of that name is there already
/// (`duplicate_prepared_statement`).
fn lost_statement(error: &DbErr) -> bool {
    let code = of_server(error).and_then(DatabaseError::code);
    code.is_some_and(|code| code == "26000" || code == "42P05")
}

fn of_server(error: &DbErr) -> Option<&dyn DatabaseError> {
    let (DbErr::Conn(RuntimeErr::SqlxError(error))
    | DbErr::Exec(RuntimeErr::SqlxError(error))
    | DbErr::Query(RuntimeErr::SqlxError(error))) = error
    else {
        return None;
    };
    error.as_database_error()
}

async fn missing(pool: &DatabaseConnection, usage: Use) -> Result<Vec<String>, DbErr> {
    let read_only = match usage {
        Use::Write => "off",
        Use::Read => "on",
    };
    let rows = pool.query_all_raw(statement(SETTINGS, [read_only.into()]));
    let rows = rows.await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// Whether a connection of the pool is the server's own, and its settings reach it.
async fn is_direct(pool: &DatabaseConnection) -> Result<bool, DbErr> {
    let sql = "SELECT current_setting($1, true) IS NOT DISTINCT FROM $2";
    let row = pool.query_one_raw(statement(sql, [MARK.into(), VALUE.as_str().into()]));
    row.await?.map_or(Ok(false), |row| row.try_get_by_index(0))
}

/// Has a statement that was prepared on one connection of the server executed on another.
async fn use_statement_elsewhere(pool: &DatabaseConnection) -> Result<(), DbErr> {
    for _ in 0..ATTEMPTS {
        let first = backend(pool).await?;
        let other = pool.begin().await?;
        let is_lent = backend(&other).await? == first;
        if is_lent {
            // Nobody else has it now, so the statement goes to another connection. A pooler with a single one is none to wait for.
            let asked = timeout(PATIENCE, backend(pool)).await;
            other.rollback().await?;
            return asked.map_or(Ok(()), |it| it.map(|_| ()));
        }
        other.rollback().await?;
    }
    Ok(())
}

/// The server's process behind a connection.
async fn backend(db: &impl ConnectionTrait) -> Result<i32, DbErr> {
    let row = db.query_one_raw(statement("SELECT pg_backend_pid()", []));
    row.await?.map_or(Ok(0), |row| row.try_get_by_index(0))
}

fn statement<const N: usize>(sql: &str, values: [sea_orm::Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}
