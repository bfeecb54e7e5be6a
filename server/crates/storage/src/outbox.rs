//! The outbox: mails that wait to be handed on. A row is written in the transaction of what the mail tells of, and goes when
//! the mail was handed on or given up.
//!
//! Whoever delivers claims a row for a while. When it dies meanwhile, the claim runs out and another takes the row up.
//!
//! Invariant: of all who ask at once, one gets a row; who lost a claim can no longer say what became of the mail.

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use uuid::Uuid;

use crate::claims::Queue;
use crate::clock::Millis;
use crate::ids::typed_id;
use crate::{CompanyId, Handle, StorageError, Transaction};

typed_id!(
    /// A mail in the outbox.
    open OutboxId
);

const TABLE: &str = "mail_outbox";
const QUEUE: Queue = Queue {
    table: TABLE,
    id: "id",
    turn: Some("turn"),
};

/// The turn of mails that nobody waits for.
pub(crate) const ORDINARY: i32 = 1;

/// A mail that is put into the outbox.
#[derive(Clone, Debug)]
pub struct NewOutboxMail {
    /// Its id, which is also that of the mail on its way.
    pub id: OutboxId,
    /// The message whose state tells what becomes of it; none of a mail that the system writes.
    pub message_id: Option<Uuid>,
    /// The mail, as the services write and read it.
    pub mail: String,
    /// When it is to be handed on.
    pub due_at: Timestamp,
    /// Whether somebody waits for it: it goes before all that are due.
    pub is_urgent: bool,
}

/// A mail that whoever holds this may hand on.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// Its id.
    pub id: OutboxId,
    /// Whose it is.
    pub company_id: CompanyId,
    /// The message whose state tells what becomes of it.
    pub message_id: Option<Uuid>,
    /// The mail.
    pub mail: String,
    /// How often it was tried, this time included.
    pub attempts: i32,
    /// Proof of the claim.
    claim: String,
}

/// Puts a mail into the outbox.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewOutboxMail,
    now: Timestamp,
) -> Result<(), StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table(TABLE)
        .columns([
            "id",
            "company_id",
            "message_id",
            "mail",
            "claim",
            "attempts",
            "due_at",
            "claimed_until",
            "created_at",
            "turn",
        ])
        .values_panic([
            Expr::value(new.id.as_uuid()),
            Expr::value(company.as_uuid()),
            Expr::value(new.message_id),
            Expr::value(new.mail),
            Expr::value(""),
            Expr::value(0),
            Expr::value(Millis::from(new.due_at)),
            Expr::value(0_i64),
            Expr::value(Millis::from(now)),
            Expr::value(if new.is_urgent { 0 } else { ORDINARY }),
        ]);
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// Whether a mail of any company is due and not claimed.
pub async fn is_any_due(db: &dyn Handle, now: Timestamp) -> Result<bool, StorageError> {
    QUEUE.is_any_due(db, now).await
}

/// How many mails of all companies are in the outbox and due, and when the one is due that is due the longest.
pub async fn waiting(
    db: &dyn Handle,
    now: Timestamp,
) -> Result<(u64, Option<Timestamp>), StorageError> {
    let mut query = Query::select();
    query
        .expr_as(Expr::col("id").count(), "waiting")
        .expr_as(Expr::col("due_at").min(), "oldest")
        .from(TABLE)
        .and_where(Expr::col("due_at").lte(Millis::from(now)));
    let Some(row) = db.connection().query_one(&query).await? else {
        return Ok((0, None));
    };
    let waiting: i64 = row.get("waiting")?;
    let oldest: Option<Millis> = row.get("oldest")?;
    Ok((
        u64::try_from(waiting).unwrap_or_default(),
        oldest.map(Timestamp::from),
    ))
}

/// Claims the mail that is due the longest, of whatever company, an urgent one before all others, until `until`. None when none is due.
pub async fn claim(
    tx: &Transaction,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<Claimed>, StorageError> {
    let Some(row) = QUEUE
        .first_due(tx, &["message_id", "mail", "attempts"], now)
        .await?
    else {
        return Ok(None);
    };
    let id: Uuid = row.get("id")?;
    let company_id: CompanyId = row.get("company_id")?;
    let attempts = row.get::<i32>("attempts")? + 1;
    let claim = Uuid::new_v4().to_string();
    let mut update = Query::update();
    update
        .table(TABLE)
        .value("claim", claim.as_str())
        .value("attempts", attempts)
        .value("claimed_until", Millis::from(until))
        .and_where(Expr::col("company_id").eq(company_id.as_uuid()))
        .and_where(Expr::col("id").eq(id));
    tx.executor().execute(&update).await?;
    Ok(Some(Claimed {
        id: id.into(),
        company_id,
        message_id: row.get("message_id")?,
        mail: row.get("mail")?,
        attempts,
        claim,
    }))
}

/// Takes a mail out that was handed on or given up. False when the claim was lost.
pub async fn remove(tx: &Transaction, claimed: &Claimed) -> Result<bool, StorageError> {
    let mut delete = Query::delete();
    delete
        .from_table(TABLE)
        .and_where(Expr::col("company_id").eq(claimed.company_id.as_uuid()))
        .and_where(Expr::col("id").eq(claimed.id.as_uuid()))
        .and_where(Expr::col("claim").eq(claimed.claim.as_str()));
    Ok(tx.executor().execute(&delete).await?.rows_affected() == 1)
}

/// Lets go of a mail that is to be tried again. False when the claim was lost.
pub async fn put_back(
    tx: &Transaction,
    claimed: &Claimed,
    due_at: Timestamp,
) -> Result<bool, StorageError> {
    let_go(tx, claimed, due_at, claimed.attempts).await
}

/// Lets go of a mail that is not to leave before `due_at`, which counts as no attempt. False when the claim was lost.
pub async fn postpone(
    tx: &Transaction,
    claimed: &Claimed,
    due_at: Timestamp,
) -> Result<bool, StorageError> {
    let_go(tx, claimed, due_at, claimed.attempts.saturating_sub(1)).await
}

async fn let_go(
    tx: &Transaction,
    claimed: &Claimed,
    due_at: Timestamp,
    attempts: i32,
) -> Result<bool, StorageError> {
    let mut update = Query::update();
    update
        .table(TABLE)
        .value("claim", "")
        .value("claimed_until", 0_i64)
        .value("attempts", attempts)
        .value("due_at", Millis::from(due_at))
        .and_where(Expr::col("company_id").eq(claimed.company_id.as_uuid()))
        .and_where(Expr::col("id").eq(claimed.id.as_uuid()))
        .and_where(Expr::col("claim").eq(claimed.claim.as_str()));
    Ok(tx.executor().execute(&update).await?.rows_affected() == 1)
}

/// Takes out a mail that is not to leave. False when somebody is handing it on at this moment, or has done so.
pub async fn withdraw(
    tx: &Transaction,
    company: CompanyId,
    mail: OutboxId,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let mut delete = Query::delete();
    delete
        .from_table(TABLE)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("id").eq(mail.as_uuid()))
        .and_where(Expr::col("claimed_until").lte(Millis::from(now)));
    Ok(tx.executor().execute(&delete).await?.rows_affected() == 1)
}

#[cfg(test)]
mod tests;
