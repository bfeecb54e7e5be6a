//! Where a user stands: active ⇄ suspended → deactivated → active.
//!
//! Invariant: nobody moves themselves, or a user who holds more.

use waybill_storage::records::Id;
use waybill_storage::{UserId, users};

use super::Users;
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{Expected, require_live, require_version, update_in};
use crate::collection::{Collection as _, Shown};
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
                return Err(ServiceError::State("Only an active user is suspended."));
            }
            (Self::Deactivate, _) => {
                let detail = "Only an active or suspended user is deactivated.";
                return Err(ServiceError::State(detail));
            }
            (Self::Reactivate, _) => {
                let detail = "Only a suspended or deactivated user is reactivated.";
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
        let user = UserId::from(id.as_uuid());
        if user == caller.user_id() {
            return Err(ServiceError::State("Nobody changes their own status."));
        }
        if row.fields.status == UserStatus::Deactivated {
            caller.require_permission(Users::permission(Action::Deactivate))?;
        }
        require_not_above(&writing, user).await?;
        let verb = change.verb();
        let ends_sign_ins = matches!(change, StatusChange::Suspend(_) | StatusChange::Deactivate);
        let mut fields = row.fields.clone();
        (fields.status, fields.status_reason) = change.apply(row.fields.status)?;
        let row = update_in(&writing, row, fields, verb).await?;
        if ends_sign_ins
            && let Some((user, _)) = users::by_id(&tx, user).await?
            && let Some(uid) = &user.identity_uid
        {
            self.identities.shut_out(&tx, uid);
        }
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}
