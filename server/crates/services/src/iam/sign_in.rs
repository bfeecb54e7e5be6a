//! Sign-in: from a verified identity to the user it belongs to.
//!
//! Invariant: whoever is refused leaves an audit entry in the company, and gets no session.

use waybill_storage::companies::Company;
use waybill_storage::users::{self, User};
use waybill_storage::{StorageError, UserId, audit};

use crate::caller::{Caller, SignInMethod};
use crate::error::ServiceError;
use crate::iam::second_factor::SignedIn;
use crate::iam::security_notice::SecurityEvent;
use crate::iam::user::CurrentUser;
use crate::iam::users::address;
use crate::log::audit::{denied, done, subject_user};
use crate::seams::Identity;
use crate::services::{Services, require_active};
use crate::source::Source;

impl Services {
    /// Signs in the user whose identity holds `id_token`, or mails it a code where a second factor is wanted.
    ///
    /// [`ServiceError::NoAccount`] when registration was not finished; [`ServiceError::Suspended`] and
    /// [`ServiceError::NotActive`] when the user may not be here; [`ServiceError::TooManyAttempts`] when too many codes were
    /// mailed lately.
    pub async fn sign_in(&self, id_token: &str, source: &Source) -> Result<SignedIn, ServiceError> {
        let identity = self.identities.verify(id_token).await?;
        self.sign_in_as(&identity, SignInMethod::Sdk, source).await
    }

    /// Signs in the user of an identity that the provider has just proved in another way, as by a form.
    ///
    /// Errors as [`Services::sign_in`].
    pub async fn sign_in_as(
        &self,
        identity: &Identity,
        method: SignInMethod,
        source: &Source,
    ) -> Result<SignedIn, ServiceError> {
        let found = users::by_identity(self.storage.reader(), &identity.uid).await?;
        let (mut user, company) = found.ok_or(ServiceError::NoAccount)?;
        if let Err(error) = require_active(&user) {
            self.note_sign_in(&user, &company, Some(&error), source)
                .await?;
            return Err(error);
        }
        self.follow_identity(&mut user, &company, identity, source)
            .await?;
        let caller = self.caller_of(user, company).await?;
        let caller = caller.signed_in_by(method).identified_by(identity);
        if !caller.owes_code() {
            let is_new_device = self.is_new_device(caller.user(), source).await;
            self.note_sign_in(caller.user(), caller.company(), None, source)
                .await?;
            if is_new_device {
                let event = SecurityEvent::NewDevice;
                self.tell_security(caller.user(), event, source).await;
            }
        }
        self.admit(caller, source).await
    }

    /// The user whose identity holds `id_token`; none when registration was not finished, or a second factor is wanted and the
    /// request is not part of a session of that user, which `holder` is. It also learns here that the mail address has been
    /// verified meanwhile.
    pub async fn user_of_identity(
        &self,
        id_token: &str,
        holder: Option<UserId>,
        source: &Source,
    ) -> Result<Option<CurrentUser>, ServiceError> {
        let identity = self.identities.recognise(id_token).await?;
        let Some((mut user, company)) =
            users::by_identity(self.storage.reader(), &identity.uid).await?
        else {
            return Ok(None);
        };
        require_active(&user)?;
        self.follow_identity(&mut user, &company, &identity, source)
            .await?;
        let caller = self.caller_of(user, company).await?;
        let caller = caller.identified_by(&identity);
        if caller.owes_code() && holder != Some(caller.user_id()) {
            return Ok(None);
        }
        Ok(Some(CurrentUser::try_from(&caller)?))
    }

    /// Notes that the user has left.
    pub async fn note_sign_out(
        &self,
        caller: &Caller,
        source: &Source,
    ) -> Result<(), ServiceError> {
        self.end_viewing(caller, source).await?;
        let user = caller.user();
        let tx = self.storage.begin_for(caller.home_id()).await?;
        let source = source.at_home();
        let entry = done(user, "user.signOut", subject_user(user), &source);
        audit::append(&tx, caller.home_id(), entry, self.now()).await?;
        Ok(tx.commit().await?)
    }

    async fn note_sign_in(
        &self,
        user: &User,
        company: &Company,
        refused: Option<&ServiceError>,
        source: &Source,
    ) -> Result<(), StorageError> {
        let now = self.now();
        let tx = self.storage.begin_for(company.id).await?;
        let entry = done(user, "user.signIn", subject_user(user), source);
        let entry = match refused {
            None => {
                users::note_sign_in(&tx, company.id, user.id, user.email_verified, now).await?;
                entry
            }
            Some(error) => denied(entry, &error.to_string()),
        };
        audit::append(&tx, company.id, entry, now).await?;
        tx.commit().await
    }

    /// Takes over what the identity's address has become meanwhile: another one, as at a provider elsewhere, which tells nobody of
    /// it; or one that is proved. An address that was proved stays so: an invitation is a proof of which a provider elsewhere
    /// hears nothing.
    async fn follow_identity(
        &self,
        user: &mut User,
        company: &Company,
        identity: &Identity,
        source: &Source,
    ) -> Result<(), StorageError> {
        let mut is_proved = identity.email_verified || user.email_verified;
        if let Some(address) = identity.email.as_deref()
            && !address.eq_ignore_ascii_case(&user.email)
        {
            // Of an address that the identity no longer has, nothing is proved.
            is_proved =
                identity.email_verified && self.take_address(user, identity, address).await?;
        }
        if user.email_verified != is_proved {
            self.note_email_verified(user, company, is_proved, source)
                .await?;
            user.email_verified = is_proved;
        }
        Ok(())
    }

    /// Gives the user this address of its identity. False when somebody else has it.
    async fn take_address(
        &self,
        user: &mut User,
        identity: &Identity,
        address: &str,
    ) -> Result<bool, StorageError> {
        let tx = self.storage.begin().await?;
        match address::note_changed(&tx, &identity.uid, address, self.now()).await {
            Ok(()) => tx.commit().await?,
            Err(StorageError::Conflict) => {
                tracing::warn!("An identity has the address of another user.");
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
        user.email = address.to_lowercase();
        user.email_verified = true;
        Ok(true)
    }

    async fn note_email_verified(
        &self,
        user: &User,
        company: &Company,
        email_verified: bool,
        source: &Source,
    ) -> Result<(), StorageError> {
        let tx = self.storage.begin_for(company.id).await?;
        if users::note_email_verified(&tx, company.id, user.id, email_verified).await? {
            let entry = done(user, "user.verifyEmail", subject_user(user), source);
            audit::append(&tx, company.id, entry, self.now()).await?;
        }
        tx.commit().await
    }
}
