//! Idempotency: the answers to creates that carried an `Idempotency-Key`, so that sending one again creates nothing again.
//!
//! Invariant: an answer is kept in the transaction of what it tells of; a key belongs to one user and one request.

use jiff::{SignedDuration, Timestamp};
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use uuid::Uuid;

use crate::clock::Millis;
use crate::hashing::sha256_hex;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

/// How long an answer is kept (domain reference, section 4).
const KEPT: SignedDuration = SignedDuration::from_hours(24);

/// What was answered under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was created.
    pub row_id: Uuid,
    /// Hash of the request that was answered: method, path and body.
    pub request_hash: String,
    /// The body that was answered.
    pub body: String,
    /// The version of what was created.
    pub version: i32,
}

/// The hash of a request.
pub fn request_hash(path: &str, body: &[u8]) -> String {
    let mut said = Vec::with_capacity(path.len() + 1 + body.len());
    said.extend_from_slice(path.as_bytes());
    said.push(0);
    said.extend_from_slice(body);
    sha256_hex(&said)
}

/// What was answered to the user under this key within the last day.
pub async fn find(
    db: &dyn Handle,
    company: CompanyId,
    user: UserId,
    key: &str,
    now: Timestamp,
) -> Result<Option<Answer>, StorageError> {
    let mut query = Query::select();
    query
        .columns(["row_id", "request_hash", "body", "version"])
        .from("idempotency")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("user_id").eq(user.as_uuid()))
        .and_where(Expr::col("idempotency_key").eq(key))
        .and_where(Expr::col("at").gt(Millis::from(now - KEPT)));
    let Some(row) = db.connection().query_one(&query).await? else {
        return Ok(None);
    };
    Ok(Some(Answer {
        row_id: row.get("row_id")?,
        request_hash: row.get("request_hash")?,
        body: row.get("body")?,
        version: row.get("version")?,
    }))
}

/// Keeps an answer, and forgets those of the company that are too old. [`StorageError::Conflict`] when another request with
/// the same key was faster.
pub async fn keep(
    tx: &Transaction,
    company: CompanyId,
    user: UserId,
    key: &str,
    answer: &Answer,
    now: Timestamp,
) -> Result<(), StorageError> {
    let mut old = Query::delete();
    old.from_table("idempotency")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("at").lte(Millis::from(now - KEPT)));
    tx.executor().execute(&old).await?;
    let mut insert = Query::insert();
    insert
        .into_table("idempotency")
        .columns([
            "company_id",
            "user_id",
            "idempotency_key",
            "row_id",
            "request_hash",
            "body",
            "version",
            "at",
        ])
        .values_panic([
            Expr::value(company.as_uuid()),
            Expr::value(user.as_uuid()),
            Expr::value(key),
            Expr::value(answer.row_id),
            Expr::value(answer.request_hash.as_str()),
            Expr::value(answer.body.as_str()),
            Expr::value(answer.version),
            Expr::value(Millis::from(now)),
        ]);
    tx.executor().execute(&insert).await?;
    Ok(())
}
