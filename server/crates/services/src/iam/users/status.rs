//! Where a user stands: active ⇄ suspended → deactivated → active.
//!
//! Invariant: nobody moves themselves, or a user who holds more.

use waybill_storage::records::{Id, Row};
use waybill_storage::{UserId, users};

use super::Users;
use crate::caller::Caller;
use crate::collection::bulk::{BulkResult, MAX_ROWS, row_result};
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{Expected, require_live, require_version, update_in};
use crate::collection::{Collection as _, Shown, Writing};
use crate::error::ServiceError;
use crate::iam::rights::require_not_above;
use crate::iam::user::UserStatus;
use crate::permissions::Action;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{FromMembers, Members};

/// Why a user is suspended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Suspension {
    /// The reason, for the user's colleagues.
    #[schema(min_length = 1, max_length = 200, example = "Left the company")]
    pub reason: String,
}

impl FromMembers for Suspension {
    fn from_members(members: &mut Members) -> Self {
        Self {
            reason: members.required_text("reason", 200),
        }
    }
}

/// Several users, and why they are suspended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuspensionOfMany {
    /// Their ids.
    #[schema(value_type = Vec<uuid::Uuid>, min_items = 1, max_items = 1000)]
    pub ids: Vec<Id<Users>>,
    /// The reason, for the users' colleagues.
    #[schema(min_length = 1, max_length = 200, example = "Left the company")]
    pub reason: String,
}

impl FromMembers for SuspensionOfMany {
    fn from_members(members: &mut Members) -> Self {
        Self {
            ids: chosen(members),
            reason: members.required_text("reason", 200),
        }
    }
}

/// Several users who are to be active again.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reactivation {
    /// Their ids.
    #[schema(value_type = Vec<uuid::Uuid>, min_items = 1, max_items = 1000)]
    pub ids: Vec<Id<Users>>,
}

impl FromMembers for Reactivation {
    fn from_members(members: &mut Members) -> Self {
        Self {
            ids: chosen(members),
        }
    }
}

fn chosen(members: &mut Members) -> Vec<Id<Users>> {
    let mut ids = Vec::new();
    members.ids("ids", MAX_ROWS, &mut ids);
    members.ensure("ids", !ids.is_empty(), "Name at least one user.");
    ids
}

/// What is done to the status of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusChange {
    /// It may not be here for now.
    Suspend(Suspension),
    /// It has left.
    Deactivate,
    /// It is back.
    Reactivate,
}

impl StatusChange {
    const fn right(&self) -> Action {
        match self {
            Self::Deactivate => Action::Deactivate,
            Self::Suspend(_) | Self::Reactivate => Action::Suspend,
        }
    }

    const fn verb(&self) -> &'static str {
        match self {
            Self::Suspend(_) => "suspend",
            Self::Deactivate => "deactivate",
            Self::Reactivate => "reactivate",
        }
    }

    fn apply(self, from: UserStatus) -> Result<(UserStatus, String), ServiceError> {
        let to = match (&self, from) {
            (Self::Suspend(_), UserStatus::Active) => UserStatus::Suspended,
            (Self::Deactivate, UserStatus::Active | UserStatus::Suspended) => {
                UserStatus::Deactivated
            }
            (Self::Reactivate, UserStatus::Suspended | UserStatus::Deactivated) => {
                UserStatus::Active
            }
            (Self::Suspend(_), _) => {
                return Err(ServiceError::State("Only active users can be suspended."));
            }
            (Self::Deactivate, _) => {
                let detail = "Only active or suspended users can be deactivated.";
                return Err(ServiceError::State(detail));
            }
            (Self::Reactivate, _) => {
                let detail = "Only suspended or deactivated users can be reactivated.";
                return Err(ServiceError::State(detail));
            }
        };
        let reason = match self {
            Self::Suspend(Suspension { reason }) => reason,
            Self::Deactivate | Self::Reactivate => String::new(),
        };
        Ok((to, reason))
    }
}

impl Services {
    /// Moves a user to another status.
    pub async fn change_status(
        &self,
        caller: &Caller,
        id: Id<Users>,
        expected: Expected,
        change: StatusChange,
        source: &Source,
    ) -> Result<Shown<Users>, ServiceError> {
        let scope = caller.require_permission(Users::permission(change.right()))?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        let row = change_in(&writing, row, change).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Moves each of the users to another status who can be moved there, as their versions are now. It is no batch that could be
    /// undone: whoever was signed out stays so.
    pub async fn change_status_of_many(
        &self,
        caller: &Caller,
        ids: Vec<Id<Users>>,
        change: StatusChange,
        source: &Source,
    ) -> Result<BulkResult, ServiceError> {
        let scope = caller.require_permission(Users::permission(change.right()))?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids {
            let changed = async {
                let row = within_reach(&tx, caller, id, scope).await?;
                require_live(&row)?;
                let after = change_in(&writing, row.clone(), change.clone()).await?;
                Ok((row, after))
            };
            rows.push(row_result(id.as_uuid(), changed.await)?);
        }
        tx.commit().await?;
        let batch_id = None;
        Ok(BulkResult { batch_id, rows })
    }
}

async fn change_in(
    writing: &Writing<'_>,
    row: Row<Users>,
    change: StatusChange,
) -> Result<Row<Users>, ServiceError> {
    let user = UserId::from(row.id.as_uuid());
    if user == writing.caller.user_id() {
        return Err(ServiceError::State("You cannot change your own status."));
    }
    if row.fields.status == UserStatus::Deactivated {
        let right = Users::permission(Action::Deactivate);
        writing.caller.require_permission(right)?;
    }
    require_not_above(writing, user).await?;
    let verb = change.verb();
    let ends_sign_ins = matches!(change, StatusChange::Suspend(_) | StatusChange::Deactivate);
    let mut fields = row.fields.clone();
    (fields.status, fields.status_reason) = change.apply(row.fields.status)?;
    let row = update_in(writing, row, fields, verb).await?;
    if ends_sign_ins
        && let Some((user, _)) = users::by_id(writing.tx, user).await?
        && let Some(uid) = &user.identity_uid
    {
        writing.services.identities.shut_out(writing.tx, uid);
    }
    Ok(row)
}
