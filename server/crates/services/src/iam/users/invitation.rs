//! From an invitation to an active user: a secret goes to the address, and whoever brings it back with an identity of that
//! address is the user.
//!
//! Invariant: the secret is stored hashed, opens one invitation once, for seven days, and only the last one sent does. It
//! proves the address too: it was sent nowhere else.

use jiff::{SignedDuration, Timestamp};
use serde_json::Map;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Record as _, Row};
use waybill_storage::users::{self, InvitationSecret};
use waybill_storage::{UserId, companies};

use super::{Invite, UserFields, Users};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{Expected, require_live, require_version, update_in};
use crate::collection::{Collection as _, Shown, Writing};
use crate::error::ServiceError;
use crate::iam::second_factor::SignedIn;
use crate::iam::user::UserStatus;
use crate::mail::suppressions::refusal_of;
use crate::mail::{MailAddress, SystemMail, SystemTemplate, enqueue_system};
use crate::notifications::{Notice, NotificationKind, NotificationSubject, Recipient, notify};
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Draft, FromMembers, Members};

/// How long an invitation can be accepted.
const LIFE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The answer to an invitation.
#[derive(Clone, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// What stands behind `invite=` in the link.
    #[schema(min_length = 1, max_length = 100)]
    pub secret: String,
}

/// An invitation, as its guest sees it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// Where it was sent: the address that the guest signs in with.
    pub email_id: String,
    /// First name of the guest.
    pub first_name: String,
    /// Last name of the guest.
    pub last_name: String,
    /// The company that invites.
    pub company_name: String,
    /// It cannot be accepted from here on.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
}

impl std::fmt::Debug for Acceptance {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Acceptance").finish_non_exhaustive()
    }
}

impl FromMembers for Acceptance {
    fn from_members(members: &mut Members) -> Self {
        Self {
            secret: members.required_text("secret", 100),
        }
    }
}

/// An invitation that is sent at this moment.
pub(super) fn sent_now(writing: &Writing<'_>, resend_count: u32) -> Invite {
    Invite {
        sent_at: writing.now,
        expires_at: writing.now + LIFE,
        sent_by: writing.caller.user_id(),
        resend_count,
    }
}

/// What whoever has invited a user is told when that user is here.
fn accepted(row: &Row<Users>) -> Notice {
    Notice {
        kind: NotificationKind::InviteAccepted,
        title: format!("{} has accepted your invitation", row.fields.name),
        actor_id: Some(UserId::from(row.id.as_uuid())),
        subject: Some(NotificationSubject {
            kind: Users::KIND.to_owned(),
            id: row.id.as_uuid(),
        }),
        href: Some("/settings/users".to_owned()),
        ..Notice::default()
    }
}

/// Sends the user a new secret.
pub(super) async fn send(writing: &Writing<'_>, row: &Row<Users>) -> Result<(), ServiceError> {
    let secret = InvitationSecret::generate();
    let user = UserId::from(row.id.as_uuid());
    let company = writing.company();
    users::set_invitation(writing.tx, company, user, Some(&secret.hash())).await?;
    let fields = &row.fields;
    let expires_at = fields.invite.as_ref().map(|invite| invite.expires_at);
    let origin = &writing.services.settings.public_origin;
    let mut values = Map::new();
    let link = format!("{origin}/register?invite={}", secret.as_str());
    values.insert("link".to_owned(), link.into());
    let expires_at = expires_at.unwrap_or(writing.now).to_string();
    values.insert("expiresAt".to_owned(), expires_at.into());
    let mail = SystemMail {
        template: SystemTemplate::Invite,
        to: MailAddress::new(&fields.name, &fields.email_id),
        language: &fields.language,
        timezone: &fields.timezone,
        values,
    };
    enqueue_system(writing, mail).await?;
    Ok(())
}

impl Services {
    /// Sends an invitation again; the link of the one before it no longer works.
    pub async fn resend_invitation(
        &self,
        caller: &Caller,
        id: Id<Users>,
        expected: Expected,
        source: &Source,
    ) -> Result<Shown<Users>, ServiceError> {
        let scope = caller.require_permission(Users::permission(Action::Create))?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        if row.fields.status != UserStatus::Invited {
            return Err(ServiceError::State("This user has already accepted."));
        }
        let guest = MailAddress::new("", &row.fields.email_id);
        if let Some(why) = refusal_of(&tx, caller.company_id(), &guest).await? {
            return Err(ServiceError::Invalid(vec![FieldProblem::member(
                "emailId", why,
            )]));
        }
        let sent_before = row.fields.invite.as_ref().map_or(0, |it| it.resend_count);
        let fields = UserFields {
            invite: Some(sent_now(&writing, sent_before + 1)),
            ..row.fields.clone()
        };
        let row = update_in(&writing, row, fields, "invite").await?;
        send(&writing, &row).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// What an invitation says to whoever holds its secret. [`ServiceError::Invalid`] when the secret opens nothing.
    pub async fn invitation(&self, draft: Draft<Acceptance>) -> Result<Invitation, ServiceError> {
        draft.faults.check()?;
        let hash = InvitationSecret::from(draft.value.secret).hash();
        let db = self.storage.reader();
        let (user, company) = users::by_invitation(db, &hash).await?.ok_or_else(void)?;
        let id = Id::<Users>::from(user.id.as_uuid());
        let row = read::get(db, company.id, id, Bin::Outside)
            .await?
            .ok_or_else(void)?;
        let invite = open_invite(&row, self.now()).ok_or_else(void)?;
        Ok(Invitation {
            email_id: row.fields.email_id.clone(),
            first_name: row.fields.first_name.clone(),
            last_name: row.fields.last_name.clone(),
            company_name: company.name,
            expires_at: invite.expires_at,
        })
    }

    /// Makes the holder of `id_token` the user who was invited at its address, and active, and signs it in.
    ///
    /// [`ServiceError::Invalid`] when the secret opens nothing, or nothing for this address; which of them is not told.
    /// [`ServiceError::AlreadyRegistered`] when the identity has a user.
    pub async fn accept_invitation(
        &self,
        id_token: &str,
        draft: Draft<Acceptance>,
        source: &Source,
    ) -> Result<SignedIn, ServiceError> {
        let identity = self.identities.verify(id_token).await?;
        draft.faults.check()?;
        let hash = InvitationSecret::from(draft.value.secret).hash();
        let tx = self.storage.begin().await?;
        let (user, company) = users::by_invitation(&tx, &hash).await?.ok_or_else(void)?;
        companies::hold(&tx, company.id).await?;
        let now = self.now();
        let id = Id::<Users>::from(user.id.as_uuid());
        let row = read::get(&tx, company.id, id, Bin::Outside)
            .await?
            .ok_or_else(void)?;
        let address = identity.email.as_deref().map(str::to_lowercase);
        let open = open_invite(&row, now);
        if open.is_none() || address.as_deref() != Some(row.fields.email_id.as_str()) {
            return Err(void());
        }
        if users::by_identity(&tx, &identity.uid).await?.is_some() {
            return Err(ServiceError::AlreadyRegistered);
        }
        // The secret was sent to this address and nowhere else.
        let is_proved = true;
        users::link_identity(&tx, company.id, user.id, &identity.uid, is_proved).await?;
        self.identities.prove_address(&tx, &identity.uid).await?;
        let user_id = user.id;
        let caller = self.caller_of(user, company).await?;
        let caller = caller.identified_by(&identity);
        let writing = self.writing(&caller, &tx, source, now);
        let fields = UserFields {
            status: UserStatus::Active,
            invite: None,
            ..row.fields.clone()
        };
        let invited_by = row.fields.invite.as_ref().map(|it| it.sent_by);
        let row = update_in(&writing, row, fields, "accept").await?;
        if let Some(user) = invited_by {
            let key = format!("invite:{user_id}");
            let recipient = Recipient {
                company: writing.company(),
                user,
                key: &key,
            };
            notify(self, &tx, recipient, accepted(&row)).await?;
        }
        if !caller.owes_code() {
            users::note_sign_in(&tx, caller.company_id(), user_id, is_proved, now).await?;
        }
        tx.commit().await?;
        let caller = self.caller(user_id).await?;
        let caller = caller.identified_by(&identity);
        self.admit(caller, source).await
    }
}

/// The invitation of a user who can still accept it.
fn open_invite(row: &Row<Users>, now: Timestamp) -> Option<&Invite> {
    let invite = row.fields.invite.as_ref()?;
    let is_open = row.fields.status == UserStatus::Invited && now < invite.expires_at;
    is_open.then_some(invite)
}

fn void() -> ServiceError {
    let detail = "This invitation cannot be used. Ask for a new one, and sign in with the address it was sent to.";
    ServiceError::Invalid(vec![FieldProblem::member("secret", detail)])
}
