//! Access: what somebody may do. Whoever's changes is told, so that their open pages show no more and no less than they may see
//! (domain reference, section 3, rule 8), and their sessions are given new ids: who knows an old one gains nothing by the change.
//!
//! Invariant: both are in the transaction of the change, and once for each change.

use std::collections::BTreeSet;

use waybill_storage::UserId;
use waybill_storage::login_sessions::replacement;

use crate::collection::Writing;
use crate::error::ServiceError;
use crate::notifications::{Notice, NotificationKind, NotificationSeverity, Recipient, notify};

/// Tells these users that what they may do is another thing than before. The server knew it already: it looks at each request.
pub(crate) async fn tell_changed(
    writing: &Writing<'_>,
    users: &BTreeSet<UserId>,
) -> Result<(), ServiceError> {
    let by = writing.caller.user_id();
    let name = &writing.caller.user().name;
    // A change of many rows is told of once.
    let key = format!("access:{}:{by}", writing.now);
    for user in users {
        replacement::ask(writing.tx, *user, writing.now).await?;
        let recipient = Recipient {
            company: writing.company(),
            user: *user,
            key: &key,
        };
        let notice = Notice {
            kind: NotificationKind::AccessChanged,
            severity: NotificationSeverity::Info,
            title: "Your access has changed".to_owned(),
            body: format!("{name} changed what you can see and do."),
            actor_id: Some(by),
            href: Some("/settings/profile".to_owned()),
            ..Notice::default()
        };
        notify(writing.services, writing.tx, recipient, notice).await?;
    }
    Ok(())
}
