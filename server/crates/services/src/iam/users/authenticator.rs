//! The authenticator app of a user who has lost it. The identity provider keeps it; users remove their own in their profile.
//!
//! Invariant: whoever removes it may shut the user out as well, and holds no less; it is audited.

use waybill_storage::records::Id;
use waybill_storage::{UserId, audit, users};

use super::Users;
use crate::caller::Caller;
use crate::collection::Collection as _;
use crate::collection::read::within_reach;
use crate::collection::write::require_live;
use crate::error::ServiceError;
use crate::iam::rights::require_not_above;
use crate::log::audit::{done, subject_user};
use crate::permissions::Action;
use crate::services::Services;
use crate::source::Source;

impl Services {
    /// Lets a user sign in without the app; nothing happens where there is none.
    pub async fn remove_authenticator(
        &self,
        caller: &Caller,
        id: Id<Users>,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let scope = caller.require_permission(Users::permission(Action::Suspend))?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        let user = UserId::from(id.as_uuid());
        if user == caller.user_id() {
            let detail = "Remove your own authenticator app in your profile.";
            return Err(ServiceError::State(detail));
        }
        require_not_above(&writing, user).await?;
        let (user, _) = users::by_id(&tx, user)
            .await?
            .ok_or(ServiceError::NotFound)?;
        // The provider may be elsewhere: nobody else waits meanwhile.
        drop(tx);
        let Some(uid) = &user.identity_uid else {
            return Ok(());
        };
        if self.identities.remove_second_factor(uid).await? {
            let tx = self.storage.begin_for(caller.company_id()).await?;
            let action = "user.removeAuthenticator";
            let entry = done(caller.user(), action, subject_user(&user), source);
            audit::append(&tx, caller.company_id(), entry, self.now()).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
