//! Viewings: sessions that read under other rights than their user's own, from their begin to their end.
//!
//! Invariant: each begin and each end is one entry in the trail of the company that is read, in the transaction of the change.

use jiff::SignedDuration;
use uuid::Uuid;
use waybill_storage::audit::{self, Actor, NewAuditEntry, Subject};
use waybill_storage::records::Id;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::roles::{RoleId, RoleOfUser};
use waybill_storage::viewings::{self, Basis, NewViewing, Viewing, ViewingId};
use waybill_storage::{
    Handle, LoginSessionId, StorageError, Transaction, companies, login_sessions, support_grants,
    users,
};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::iam::role::grants_of;
use crate::iam::roles::{RoleFields, Roles};
use crate::log::audit::{ActorType, AuditResult, done, subject_company};
use crate::services::Services;
use crate::source::Source;

/// How long somebody views as a role at most.
pub const LENGTH: SignedDuration = SignedDuration::from_hours(1);

/// The right to view as a role: whoever writes roles sees what they make of them.
const RIGHT: &str = "role:edit";

/// Where somebody was before a view, which is where they want to be after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// At this role.
    Role(Uuid),
    /// At this company of the installation.
    Company(Uuid),
}

/// Why a view ended.
#[derive(Clone, Copy)]
pub(crate) enum Ending {
    /// Its user left it.
    Left,
    /// Its time was over, or its session.
    Over,
    /// The company revoked the access.
    Revoked,
}

impl Services {
    /// Has the caller's session read as a holder of the role, for at most [`LENGTH`].
    ///
    /// [`ServiceError::NotFound`] when the company has no such role; [`ServiceError::Viewing`] when the session is in a view already.
    pub async fn view_as_role(
        &self,
        caller: &Caller,
        role: Uuid,
        source: &Source,
    ) -> Result<(), ServiceError> {
        caller.require(RIGHT)?;
        let session = session_of(caller)?;
        let (company, now) = (caller.company_id(), self.now());
        let tx = self.storage.begin_for(company).await?;
        let row = read::get::<Roles>(&tx, company, Id::from(role), Bin::Outside).await?;
        let row = row.ok_or(ServiceError::NotFound)?;
        let new = NewViewing {
            session_id: session,
            user_id: caller.user_id(),
            user_name: &caller.user().name,
            company_id: company,
            basis: Basis::Role(RoleId::from(role)),
            until: now + LENGTH,
        };
        viewings::begin(&tx, new, now).await?;
        let subject = subject_role(role, &row.fields.name);
        let entry = done(caller.user(), "role.beginView", subject, source);
        audit::append(&tx, company, entry, now).await?;
        Ok(tx.commit().await?)
    }

    /// Has the caller's session read under its user's own rights again; gives where it was before the view, if it was in one.
    pub async fn end_viewing(
        &self,
        caller: &Caller,
        source: &Source,
    ) -> Result<Option<Left>, ServiceError> {
        let Some(viewing) = caller.viewing() else {
            return Ok(None);
        };
        let stored = viewings::get(self.storage.reader(), viewing.id).await?;
        let Some(stored) = stored else {
            return Ok(None);
        };
        let ending = match viewing.is_over {
            true => Ending::Over,
            false => Ending::Left,
        };
        let tx = self.storage.begin().await?;
        companies::hold(&tx, stored.company_id).await?;
        if viewings::end(&tx, &stored, self.now()).await? {
            self.note_end(&tx, &stored, ending, source).await?;
        }
        tx.commit().await?;
        Ok(Some(match stored.basis {
            Basis::Role(role) => Left::Role(role.as_uuid()),
            Basis::Grant(_) => Left::Company(stored.company_id.as_uuid()),
        }))
    }

    /// Notes the end of views whose time is over, or whose session has ended; gives how many those were. To be called now and then.
    pub async fn close_viewings(&self) -> Result<usize, ServiceError> {
        let mut closed = 0;
        for viewing in viewings::open(self.storage.reader()).await? {
            if !self.is_over(&viewing).await? {
                continue;
            }
            let tx = self.storage.begin_for(viewing.company_id).await?;
            if viewings::close(&tx, &viewing, self.now()).await? {
                let source = Source::default();
                self.note_end(&tx, &viewing, Ending::Over, &source).await?;
                tx.commit().await?;
                closed += 1;
            }
        }
        Ok(closed)
    }

    async fn is_over(&self, viewing: &Viewing) -> Result<bool, StorageError> {
        let now = self.now();
        if viewing.until <= now {
            return Ok(true);
        }
        let session = login_sessions::get(self.storage.reader(), viewing.session_id).await?;
        Ok(!session.is_some_and(|session| self.sessions.is_alive(&session, now)))
    }

    /// The caller as it is in its view.
    pub(crate) async fn viewing_caller(
        &self,
        own: Caller,
        id: ViewingId,
    ) -> Result<Caller, ServiceError> {
        let stored = viewings::get(self.storage.reader(), id).await?;
        // A session names a view that is there.
        let stored = stored.ok_or(StorageError::Corrupt("viewing"))?;
        let now = self.now();
        if stored.ended_at.is_some() || stored.until <= now || stored.user_id != own.user_id() {
            return Ok(own.after_viewing(&stored));
        }
        match stored.basis {
            Basis::Role(role) => self.holder(own, &stored, role).await,
            Basis::Grant(grant) => {
                let db = self.storage.read_latest(stored.company_id).await?;
                let grant = support_grants::get(&db, stored.company_id, grant).await?;
                let company = companies::get(&db, stored.company_id).await?;
                match (grant, company) {
                    (Some(grant), Some(company))
                        if own.is_super_admin() && grant.is_running(now) =>
                    {
                        Ok(own.into_visitor(&stored, company, now)?)
                    }
                    _ => Ok(own.after_viewing(&stored)),
                }
            }
        }
    }

    async fn holder(
        &self,
        own: Caller,
        stored: &Viewing,
        role: RoleId,
    ) -> Result<Caller, ServiceError> {
        let company = own.company_id();
        if company != stored.company_id || own.require(RIGHT).is_err() {
            return Ok(own.after_viewing(stored));
        }
        let db = self.storage.read_latest(company).await?;
        let id = Id::<Roles>::from(role.as_uuid());
        match read::get(&db, company, id, Bin::Outside).await? {
            Some(row) => {
                let role = role_of_user(role, row.fields);
                Ok(own.into_holder(stored, role)?)
            }
            None => Ok(own.after_viewing(stored)),
        }
    }

    pub(crate) async fn note_end(
        &self,
        tx: &Transaction,
        viewing: &Viewing,
        ending: Ending,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let user = users::by_id(self.storage.reader(), viewing.user_id).await?;
        let (action, subject, actor_type) = match viewing.basis {
            Basis::Role(role) => (
                "role.endView",
                subject_role(role.as_uuid(), &role_name(tx, viewing, role).await?),
                ActorType::User,
            ),
            Basis::Grant(_) => {
                let company = companies::get(tx, viewing.company_id).await?;
                let company = company.ok_or(ServiceError::NotFound)?;
                let subject = subject_company(&company);
                ("company.endVisit", subject, ActorType::Support)
            }
        };
        let entry = NewAuditEntry {
            actor: Actor {
                actor_type: actor_type.as_str().to_owned(),
                id: (actor_type == ActorType::User).then_some(viewing.user_id),
                name: viewing.user_name.clone(),
                email: user.map(|(user, _)| user.email).unwrap_or_default(),
            },
            action: action.to_owned(),
            subject,
            changes: Vec::new(),
            result: AuditResult::Ok.as_str(),
            reason: match ending {
                Ending::Left => None,
                Ending::Over => Some("The time limit was reached or the session ended.".to_owned()),
                Ending::Revoked => Some("Support access was revoked.".to_owned()),
            },
            request_id: source.request_id.clone(),
            batch_id: None,
            origin: source.origin.as_str(),
            ip: source.ip.clone(),
            browser: source.browser.clone(),
            session_ref: source.session_ref.clone(),
        };
        audit::append(tx, viewing.company_id, entry, self.now()).await?;
        Ok(())
    }
}

/// The session that is to read under other rights.
pub(crate) fn session_of(caller: &Caller) -> Result<LoginSessionId, ServiceError> {
    let session = caller.session();
    session.ok_or(ServiceError::State(
        "Only a signed-in browser can view as another role or visit a company.",
    ))
}

/// The role as one of its holders has it.
fn role_of_user(id: RoleId, fields: RoleFields) -> RoleOfUser {
    RoleOfUser {
        id,
        name: fields.name,
        color: fields.color.as_str().to_owned(),
        requires_2fa: fields.requires_2fa,
        permissions: grants_of(&fields.permissions).to_stored(),
        group: None,
    }
}

async fn role_name(
    db: &dyn Handle,
    viewing: &Viewing,
    role: RoleId,
) -> Result<String, StorageError> {
    let id = Id::<Roles>::from(role.as_uuid());
    let row = read::get(db, viewing.company_id, id, Bin::Either).await?;
    Ok(row.map(|row| row.fields.name).unwrap_or_default())
}

fn subject_role(id: Uuid, name: &str) -> Subject {
    Subject {
        entity_type: "role".to_owned(),
        id,
        label: name.to_owned(),
    }
}
