//! A reused token: one that had been exchanged was shown again, so somebody has a copy, and its session or sign-in was ended.
//!
//! Invariant: the mail to the owner and the entry in the company's audit trail are one transaction.

use jiff::Timestamp;
use waybill_storage::audit::{self, NewAuditEntry};
use waybill_storage::records::Id;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::{Storage, UserId, users};

use crate::error::ServiceError;
use crate::iam::users::Users;
use crate::log::audit::{done, subject_user, system};
use crate::notifications::put_notice;
use crate::source::Source;

const TITLE: &str = "You were signed out in one of your browsers";
const BODY: &str = "A token of that browser was used twice, so someone may have copied it. The session has ended. If you did not \
     restore a backup of the browser or copy its profile, change your password.";

/// Where the owner looks through the own sessions.
const PAGE: &str = "/profile";

/// Tells the owner by mail that the session was ended, and notes it in the audit trail of the company; nothing happens when there is
/// no such user. `origin` is the public origin, without a final slash.
pub async fn tell(
    storage: &Storage,
    user_id: UserId,
    origin: &str,
    now: Timestamp,
) -> Result<(), ServiceError> {
    let Some((user, company)) = users::by_id(storage.reader(), user_id).await? else {
        return Ok(());
    };
    let tx = storage.begin_for(company.id).await?;
    let id = Id::<Users>::from(user.id.as_uuid());
    if let Some(row) = read::get(&tx, company.id, id, Bin::Outside).await? {
        let link = format!("{origin}{PAGE}");
        put_notice(&tx, &company, &row.fields, (TITLE, BODY, &link), now).await?;
    }
    let entry = NewAuditEntry {
        actor: system(),
        reason: Some("A token was used twice".to_owned()),
        ..done(
            &user,
            "user.endSession",
            subject_user(&user),
            &Source::default(),
        )
    };
    audit::append(&tx, company.id, entry, now).await?;
    tx.commit().await?;
    Ok(())
}
