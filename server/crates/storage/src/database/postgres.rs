//! PostgreSQL: two pools, of which one cannot write, on a server and a role that keep the promises of this crate.
//!
//! Invariant: every connection begins with the installation's own view of the rows (`waybill.company_id` is `*`), waits
//! for nothing for ever, and commits to the disk.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sea_orm::sqlx::{ConnectOptions as _, Connection as _, Row as _};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, Statement, sqlx};

use super::pooler::{self, Use};
use super::{BUSY_TIMEOUT, DatabaseUrl, cores};
use crate::error::OpenError;
use crate::migrations;

/// The oldest acceptable server, as `server_version_num` says it.
const REQUIRED: (&str, i32) = ("14", 140_000);

/// How long one statement may take.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a caller waits for a connection, also while the server is away.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection of a pool may take to say that it lives.
const REST_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a transaction may wait for its own program before the server ends it.
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// How long a server may take to answer who knocks.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pool that writes and the pool that reads.
pub(super) async fn open(
    url: &DatabaseUrl,
) -> Result<(DatabaseConnection, DatabaseConnection), OpenError> {
    let unusable = |source| pooler::refusal(url, source);
    let options = options(url.options());
    knock(&options).await.map_err(unusable)?;
    let writer = connect(options.clone(), connections() / 2)
        .await
        .map_err(unusable)?;
    check_server(&writer, url).await?;
    pooler::check(&writer, Use::Write, url).await?;
    refuse_newer(&writer, url).await?;
    migrations::apply(&writer)
        .await
        .map_err(|source| OpenError::Migration {
            database: url.to_string(),
            source,
        })?;
    let reader = connect(read_only(options), connections()).await;
    let reader = reader.map_err(unusable)?;
    pooler::check(&reader, Use::Read, url).await?;
    Ok((writer, reader))
}

/// Connections that cannot write, to a database whose schema may be an old one.
pub(super) async fn for_asking(url: &DatabaseUrl) -> Result<DatabaseConnection, OpenError> {
    // Two, as it takes to see what a pooler does.
    let db = open_reader(url, 2).await?;
    refuse_newer(&db, url).await?;
    Ok(db)
}

/// The pool of a replica, which has to be one of the database behind `primary`.
pub(super) async fn open_replica(
    url: &DatabaseUrl,
    primary: &DatabaseConnection,
) -> Result<DatabaseConnection, OpenError> {
    let replica = open_reader(url, connections()).await?;
    let identities = tokio::try_join!(identity(primary), identity(&replica));
    let (ours, its) = identities.map_err(|source| pooler::refusal(url, source))?;
    if ours != its {
        return Err(OpenError::NoReplica {
            database: url.to_string(),
        });
    }
    Ok(replica)
}

async fn open_reader(url: &DatabaseUrl, connections: u32) -> Result<DatabaseConnection, OpenError> {
    let unusable = |source| pooler::refusal(url, source);
    let options = options(url.options());
    knock(&options).await.map_err(unusable)?;
    let reader = connect(read_only(options), connections).await;
    let reader = reader.map_err(unusable)?;
    check_server(&reader, url).await?;
    pooler::check(&reader, Use::Read, url).await?;
    Ok(reader)
}

fn read_only(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("default_transaction_read_only", "on")])
}

/// Of a pool that reads; one that writes has half of them.
fn connections() -> u32 {
    (cores() * 4).clamp(8, 64)
}

/// What a database and its copies have in common.
async fn identity(db: &DatabaseConnection) -> Result<Option<String>, DbErr> {
    let sql = "SELECT system_identifier || ' ' || current_database() FROM pg_control_system()";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql));
    row.await?.map_or(Ok(None), |row| row.try_get_by_index(0))
}

async fn refuse_newer(db: &DatabaseConnection, url: &DatabaseUrl) -> Result<(), OpenError> {
    let unknown = migrations::unknown(db).await;
    let unknown = unknown.map_err(|source| pooler::refusal(url, source))?;
    match unknown {
        Some(migration) => Err(OpenError::NewerDatabase {
            database: url.to_string(),
            migration,
        }),
        None => Ok(()),
    }
}

/// What all connections have in common. Statements are not logged: they would show what staff work on.
fn options(options: PgConnectOptions) -> PgConnectOptions {
    options
        .application_name("waybill")
        .options([
            ("statement_timeout", milliseconds(STATEMENT_TIMEOUT)),
            ("lock_timeout", milliseconds(BUSY_TIMEOUT)),
            (
                "idle_in_transaction_session_timeout",
                milliseconds(IDLE_TIMEOUT),
            ),
        ])
        .options([("waybill.company_id", "*"), ("synchronous_commit", "on")])
        .options([(pooler::MARK, pooler::VALUE.as_str())])
        // Since version 12 its default gives a number exactly, and poolers do not know it.
        .extra_float_digits(None)
        .disable_statement_logging()
}

fn milliseconds(duration: Duration) -> String {
    duration.as_millis().to_string()
}

/// Connects once: a pool would try again and again, and in the end not say why.
async fn knock(options: &PgConnectOptions) -> Result<(), DbErr> {
    let knocked = async { PgConnection::connect_with(options).await?.close().await };
    let knocked = tokio::time::timeout(PATIENCE, knocked).await;
    let silent = || std::io::Error::new(ErrorKind::TimedOut, "it did not answer within 5 seconds");
    let knocked = knocked.unwrap_or_else(|_| Err(sqlx::Error::Io(silent())));
    knocked.map_err(refused)
}

async fn connect(options: PgConnectOptions, connections: u32) -> Result<DatabaseConnection, DbErr> {
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // In the place of sqlx's own question, which a connection in the middle of a transaction answers as well.
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(is_at_rest(connection)))
        .connect_with(options)
        .await
        .map_err(refused)?;
    Ok(pool.into())
}

/// Whether a connection lives, and nobody left it in a transaction: who goes while one begins, as when a browser hangs up, leaves
/// it open behind sea-orm's back, and whoever comes next would work within it. Else the pool closes it, and opens another.
///
/// Outside of a transaction, one begins with the statement. It has to be a simple query: of others the parts have times of their
/// own.
async fn is_at_rest(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let ask = sqlx::raw_sql("SELECT now() = statement_timestamp()");
    // One whose server vanished without a word would be waited for as long as the network's own patience lasts.
    let answered = tokio::time::timeout(REST_TIMEOUT, ask.fetch_one(connection)).await;
    match answered {
        Ok(row) => row?.try_get(0),
        Err(_) => Ok(false),
    }
}

fn refused(error: sqlx::Error) -> DbErr {
    let error = match error {
        // Also what a load balancer says that has nobody behind it: it closes the connection that it has taken.
        sqlx::Error::Protocol(_) => sqlx::Error::Io(std::io::Error::new(
            ErrorKind::InvalidData,
            "it does not answer as PostgreSQL does; a load balancer there may have no primary",
        )),
        error => error,
    };
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

/// Refuses a server that is too old, a database that cannot hold every text, and a role that row-level security does not
/// bind.
async fn check_server(db: &DatabaseConnection, url: &DatabaseUrl) -> Result<(), OpenError> {
    let sql = "SELECT current_setting('server_version_num')::int4, current_setting('server_version'), \
               current_setting('server_encoding'), rolname::text, rolsuper OR rolbypassrls \
               FROM pg_roles WHERE rolname = current_user";
    let unusable = |source| pooler::refusal(url, source);
    let row = db
        .query_one_raw(Statement::from_string(DbBackend::Postgres, sql))
        .await
        .map_err(unusable)?
        .ok_or_else(|| unusable(DbErr::RecordNotFound("the current role".to_owned())))?;
    let found: (i32, String, String, String, bool) =
        row.try_get_many_by_index().map_err(unusable)?;
    let (number, version, encoding, role, unbound) = found;
    if number < REQUIRED.1 {
        return Err(OpenError::OldServer {
            found: version,
            required: REQUIRED.0,
        });
    }
    if encoding != "UTF8" {
        return Err(OpenError::Encoding { found: encoding });
    }
    if unbound {
        return Err(OpenError::UnboundRole { role });
    }
    Ok(())
}
