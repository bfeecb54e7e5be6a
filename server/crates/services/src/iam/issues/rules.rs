//! Rules of issues that need more than the field itself: people, other issues, and what may only be removed.
//!
//! Invariant: an issue names users and issues of its own company only.

use waybill_storage::records::{Id, Record as _, Row, links};
use waybill_storage::{UserId, users};

use super::comments::IssueComments;
use super::{Issue, Issues, subject};
use crate::collection::Writing;
use crate::collection::reach::{NO_RECORD, seen};
use crate::error::ServiceError;
use crate::iam::user::UserStatus;
use crate::problem::{FieldProblem, UseOfRecord};
use crate::validate::Faults;

/// What the program noted when the issue was reported can be removed, and not written anew.
pub(super) fn strip_only(before: Option<&Issue>, fields: &Issue, faults: &mut Faults) {
    let Some(before) = before else { return };
    for (name, old, new) in [
        ("route", &before.route, &fields.route),
        ("appVersion", &before.app_version, &fields.app_version),
        ("errorId", &before.error_id, &fields.error_id),
        ("browser", &before.browser, &fields.browser),
    ] {
        if old != new && !new.is_empty() {
            faults.add(FieldProblem::member(name, "This can only be cleared."));
        }
    }
}

/// Checks people and issues that the issue names, as far as they are not those that it named before.
pub(super) async fn check(
    writing: &Writing<'_>,
    before: Option<&Row<Issues>>,
    fields: &Issue,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    subject::check(writing, before, fields, faults).await?;
    let known = before.map(|row| &row.fields);
    let mut refuse = |field: &str, detail: &str| faults.add(FieldProblem::member(field, detail));
    let assigned = known.and_then(|it| it.assignee_id);
    if fields.assignee_id != assigned {
        writing.caller.require("issue:assign")?;
        if let Some(user) = fields.assignee_id
            && !is_active(writing, user).await?
        {
            refuse("assigneeId", "No active user found.");
        }
    }
    let watched: &[UserId] = known.map_or(&[], |it| &it.watchers);
    for user in fields.watchers.iter().filter(|it| !watched.contains(it)) {
        if *user != writing.caller.user_id() && !is_active(writing, *user).await? {
            refuse("watchers", "No active user found.");
        }
    }
    if let Some(other) = fields.duplicate_of
        && known.and_then(|it| it.duplicate_of) != Some(other)
    {
        let is_itself = before.is_some_and(|row| row.id == other);
        match seen(writing, other).await? {
            _ if is_itself => refuse("duplicateOf", "An issue cannot be a duplicate of itself."),
            None => refuse("duplicateOf", NO_RECORD),
            Some(row) if row.fields.duplicate_of.is_some() => {
                refuse(
                    "duplicateOf",
                    "That issue is itself a duplicate. Choose the original one.",
                );
            }
            Some(_) => {}
        }
    }
    Ok(())
}

async fn is_active(writing: &Writing<'_>, id: UserId) -> Result<bool, ServiceError> {
    let user = users::get(writing.tx, writing.company(), id).await?;
    Ok(user.is_some_and(|user| user.status == UserStatus::Active.as_str()))
}

/// Passes when no other issue says that it is the same as this one.
pub(super) async fn refuse_duplicated(
    writing: &Writing<'_>,
    id: Id<Issues>,
) -> Result<(), ServiceError> {
    let uses = links::where_used(writing.tx, writing.company(), Issues::KIND, id.as_uuid()).await?;
    let uses: Vec<UseOfRecord> = uses
        .into_iter()
        .filter(|it| it.kind != IssueComments::KIND)
        .map(|it| UseOfRecord {
            kind: it.kind,
            field: it.field,
            count: it.count,
        })
        .collect();
    if uses.is_empty() {
        Ok(())
    } else {
        Err(ServiceError::InUse(uses))
    }
}
