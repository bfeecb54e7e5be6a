//! Notifications: what a user is told of, newest last. The table is the truth; what the realtime database shows is its mirror.
//!
//! Invariant: a notification is never told twice under one key, and belongs to one user alone.

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Order, Query, SelectStatement};

use crate::clock::Millis;
use crate::ids::typed_id;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

typed_id!(
    /// A notification. Later ones have greater ids.
    open NotificationId
);

const TABLE: &str = "notifications";

/// The status of one that the user has not looked at.
pub const NEW: &str = "new";

/// A notification that is about to be told.
#[derive(Clone, Debug)]
pub struct NewNotification<'a> {
    /// Its id.
    pub id: NotificationId,
    /// Who is told.
    pub user_id: UserId,
    /// What is said, as the services write and read it.
    pub fields: &'a str,
    /// What is told only once under the same key.
    pub dedupe_key: Option<&'a str>,
}

/// A notification as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Its id.
    pub id: NotificationId,
    /// Whether the user has looked at it: a word of the services.
    pub status: String,
    /// What is said.
    pub fields: String,
    /// When it was told.
    pub created_at: Timestamp,
    /// When the user looked at it.
    pub read_at: Option<Timestamp>,
}

/// Tells a user. False when the same was told before.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewNotification<'_>,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table(TABLE)
        .columns([
            "id",
            "company_id",
            "user_id",
            "status",
            "fields",
            "dedupe_key",
            "created_at",
        ])
        .values_panic([
            Expr::value(new.id.as_uuid()),
            Expr::value(company.as_uuid()),
            Expr::value(new.user_id.as_uuid()),
            Expr::value(NEW),
            Expr::value(new.fields),
            Expr::value(new.dedupe_key),
            Expr::value(Millis::from(now)),
        ])
        .on_conflict(
            OnConflict::columns(["company_id", "user_id", "dedupe_key"])
                .do_nothing()
                .to_owned(),
        );
    Ok(tx.executor().execute(&insert).await?.rows_affected() == 1)
}

/// Notifications of a user, the latest first: at most `limit` of those before `before`.
pub async fn list(
    db: &dyn Handle,
    company: CompanyId,
    user: UserId,
    before: Option<NotificationId>,
    limit: u64,
) -> Result<Vec<Notification>, StorageError> {
    let mut query = of_user(company, user);
    query
        .columns(["id", "status", "fields", "created_at", "read_at"])
        .order_by("id", Order::Desc)
        .limit(limit);
    if let Some(before) = before {
        query.and_where(Expr::col("id").lt(before.as_uuid()));
    }
    let rows = db.connection().query_all(&query).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Notification {
                id: row.get::<uuid::Uuid>("id")?.into(),
                status: row.get("status")?,
                fields: row.get("fields")?,
                created_at: row.get::<Millis>("created_at")?.into(),
                read_at: row.get::<Option<Millis>>("read_at")?.map(Timestamp::from),
            })
        })
        .collect()
}

/// How many a user has not looked at, counted up to `most`.
pub async fn count_new(
    db: &dyn Handle,
    company: CompanyId,
    user: UserId,
    most: u64,
) -> Result<usize, StorageError> {
    let mut query = of_user(company, user);
    query
        .column("id")
        .and_where(Expr::col("status").eq(NEW))
        .limit(most);
    Ok(db.connection().query_all(&query).await?.len())
}

/// Ids of those that come after the latest `kept`, at most `limit`, the latest first.
pub async fn beyond(
    db: &dyn Handle,
    company: CompanyId,
    user: UserId,
    kept: u64,
    limit: u64,
) -> Result<Vec<NotificationId>, StorageError> {
    let mut query = of_user(company, user);
    query
        .column("id")
        .order_by("id", Order::Desc)
        .offset(kept)
        .limit(limit);
    let ids: Vec<uuid::Uuid> = db.connection().query_column(&query, "id").await?;
    Ok(ids.into_iter().map(NotificationId::from).collect())
}

/// Gives notifications of a user another status, those named or all; `read_at` is when the user looked at them. Those that
/// have it already stay as they are.
pub async fn set_status(
    tx: &Transaction,
    company: CompanyId,
    user: UserId,
    named: Option<&[NotificationId]>,
    status: &str,
    read_at: Option<Timestamp>,
) -> Result<(), StorageError> {
    let mut update = Query::update();
    update
        .table(TABLE)
        .value("status", status)
        .value("read_at", read_at.map(Millis::from))
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("user_id").eq(user.as_uuid()))
        .and_where(Expr::col("status").ne(status));
    if let Some(named) = named {
        update.and_where(Expr::col("id").is_in(named.iter().map(NotificationId::as_uuid)));
    }
    tx.executor().execute(&update).await?;
    Ok(())
}

fn of_user(company: CompanyId, user: UserId) -> SelectStatement {
    Query::select()
        .from(TABLE)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("user_id").eq(user.as_uuid()))
        .to_owned()
}

#[cfg(test)]
mod tests;
