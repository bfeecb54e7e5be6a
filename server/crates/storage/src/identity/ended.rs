//! Sign-ins at a provider elsewhere that were ended here. That provider goes on to issue tokens for them, so it is remembered for
//! ever that they are worth nothing.
//!
//! Invariant: a sign-in is known by its account and its second, which is all that a token tells of it.

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query};

use super::Uid;
use crate::clock::Millis;
use crate::{Handle, StorageError, Transaction};

const TABLE: &str = "ended_sign_ins";

/// Ends the sign-in of that second, which may have been ended before.
pub async fn end(
    tx: &Transaction,
    uid: &Uid,
    authenticated_at: Timestamp,
    now: Timestamp,
) -> Result<(), StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table(TABLE)
        .columns(["uid", "second", "ended_at"])
        .values_panic([
            Expr::value(uid.as_str()),
            Expr::value(authenticated_at.as_second()),
            Expr::value(Millis::from(now)),
        ])
        .on_conflict(
            OnConflict::columns(["uid", "second"])
                .do_nothing()
                .to_owned(),
        );
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// Whether the sign-in of that second was ended.
pub async fn is_ended(
    db: &dyn Handle,
    uid: &Uid,
    authenticated_at: Timestamp,
) -> Result<bool, StorageError> {
    let mut query = Query::select();
    query
        .column("second")
        .from(TABLE)
        .and_where(Expr::col("uid").eq(uid.as_str()))
        .and_where(Expr::col("second").eq(authenticated_at.as_second()));
    Ok(db.connection().query_one(&query).await?.is_some())
}
