//! Access tokens of another user: seen by who sees the user, revoked by who may suspend the user.
//!
//! Invariant: nobody revokes the tokens of a user who may do more than they may, and nobody creates one for another user.

use uuid::Uuid;
use waybill_storage::records::Id;
use waybill_storage::{UserId, access_tokens, users};

use super::{AccessToken, revocation, revoke, shown};
use crate::caller::Caller;
use crate::collection::Collection as _;
use crate::collection::read::within_reach;
use crate::error::ServiceError;
use crate::iam::rights::require_not_above;
use crate::iam::security_notice::SecurityEvent;
use crate::iam::users::Users;
use crate::permissions::Action;
use crate::services::Services;
use crate::source::Source;

impl Services {
    /// The tokens of a user, the newest first, those that have expired too.
    pub async fn list_tokens_of_user(
        &self,
        caller: &Caller,
        id: Id<Users>,
    ) -> Result<Vec<AccessToken>, ServiceError> {
        let scope = caller.require_permission(Users::permission(Action::Suspend))?;
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        within_reach(&db, caller, id, scope).await?;
        let user = UserId::from(id.as_uuid());
        Ok(shown(access_tokens::of_user(&db, company, user).await?)?)
    }

    /// Revokes a token of a user at once, and notifies that user by mail, unless it is the caller.
    ///
    /// [`ServiceError::NotFound`] when the user has no such one, [`ServiceError::Forbidden`] when the user may do more than the caller.
    pub async fn revoke_token_of_user(
        &self,
        caller: &Caller,
        id: Id<Users>,
        token: Uuid,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let scope = caller.require_permission(Users::permission(Action::Suspend))?;
        let (company, now) = (caller.company_id(), self.now());
        let tx = self.storage.begin_for(company).await?;
        within_reach(&tx, caller, id, scope).await?;
        let id = UserId::from(id.as_uuid());
        require_not_above(&self.writing(caller, &tx, source, now), id).await?;
        let user = users::get_either(&tx, company, id).await?;
        let user = user.ok_or(ServiceError::NotFound)?;
        let entry = revocation(caller.user(), &user, source);
        let revoked = revoke(&tx, &user, token, entry, now).await?;
        tx.commit().await?;
        if user.id != caller.user_id() {
            let event = SecurityEvent::AccessTokenRevoked(&revoked.name);
            self.tell_security(&user, event, source).await;
        }
        Ok(())
    }
}
