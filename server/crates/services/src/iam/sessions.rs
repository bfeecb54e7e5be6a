//! Sessions of the caller: where somebody is signed in, seen and ended by themselves.
//!
//! Invariant: everybody sees and ends the own ones alone. One that was ended stays so: the tokens that its browser holds of the
//! identity provider open no new one.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::audit::{self, Change};
use waybill_storage::login_sessions::EndCause;
use waybill_storage::{
    Handle, LoginSession, LoginSessionId, StorageError, Transaction, login_sessions,
};

use crate::caller::{Caller, SignInMethod};
use crate::error::ServiceError;
use crate::log::audit::{done, subject_user};
use crate::services::Services;
use crate::source::Source;

pub mod device;

/// A place where the user is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenSession {
    /// Its id. It opens nothing.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Whether it is the one in which this was asked.
    pub is_current: bool,
    /// The browser and what it runs on.
    #[schema(example = "Firefox on Windows")]
    pub browser: String,
    /// Address from which the session began.
    #[schema(required)]
    pub ip: Option<String>,
    /// How the user signed in.
    pub sign_in_method: SignInMethod,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// When it was last used, give or take a minute.
    #[schema(value_type = String, format = DateTime)]
    pub last_seen_at: Timestamp,
}

impl OpenSession {
    fn of(session: LoginSession, current: Option<LoginSessionId>) -> Result<Self, StorageError> {
        Ok(Self {
            id: session.id.as_uuid(),
            is_current: current == Some(session.id),
            browser: device::name(session.place.browser.as_deref()),
            ip: session.place.ip,
            sign_in_method: session.sign_in_method.parse()?,
            started_at: session.started_at,
            last_seen_at: session.last_seen_at,
        })
    }
}

impl Services {
    /// Where the caller is signed in: this session first, then the one used last.
    pub async fn list_sessions(&self, caller: &Caller) -> Result<Vec<OpenSession>, ServiceError> {
        caller.require("profile:view")?;
        let current = caller.session();
        let mut open = self.open_sessions(self.storage.reader(), caller).await?;
        open.sort_by_key(|session| current != Some(session.id));
        let shown = open.into_iter().map(|it| OpenSession::of(it, current));
        Ok(shown.collect::<Result<_, _>>()?)
    }

    /// Ends one of the caller's sessions. [`ServiceError::NotFound`] when the caller has no such one.
    pub async fn end_session(
        &self,
        caller: &Caller,
        id: Uuid,
        source: &Source,
    ) -> Result<(), ServiceError> {
        caller.require("profile:edit")?;
        let now = self.now();
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let mut open = self.open_sessions(&tx, caller).await?;
        open.retain(|session| session.id.as_uuid() == id);
        let session = open.first().ok_or(ServiceError::NotFound)?;
        login_sessions::end(&tx, session.id, EndCause::Elsewhere, now).await?;
        self.note_ended(caller, &tx, &open, source).await?;
        Ok(tx.commit().await?)
    }

    /// Ends all of the caller's sessions but this one, and what was about to become one; gives how many were open.
    pub async fn end_other_sessions(
        &self,
        caller: &Caller,
        source: &Source,
    ) -> Result<usize, ServiceError> {
        caller.require("profile:edit")?;
        let now = self.now();
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let current = caller.session();
        let mut others = self.open_sessions(&tx, caller).await?;
        others.retain(|session| current != Some(session.id));
        let user = caller.user_id();
        let sessions = &self.sessions;
        let cause = EndCause::Elsewhere;
        sessions.end_all(&tx, user, current, cause, now).await?;
        if !others.is_empty() {
            self.note_ended(caller, &tx, &others, source).await?;
        }
        tx.commit().await?;
        Ok(others.len())
    }

    /// The sessions of the caller that go on.
    async fn open_sessions(
        &self,
        db: &dyn Handle,
        caller: &Caller,
    ) -> Result<Vec<LoginSession>, StorageError> {
        let now = self.now();
        let mut open = login_sessions::of_user(db, caller.user_id()).await?;
        open.retain(|session| self.sessions.is_alive(session, now));
        Ok(open)
    }

    /// Ends what the browsers of these sessions hold of the identity provider, and notes which sessions were ended.
    async fn note_ended(
        &self,
        caller: &Caller,
        tx: &Transaction,
        ended: &[LoginSession],
        source: &Source,
    ) -> Result<(), ServiceError> {
        let user = caller.user();
        // A sign-in is known by its second. Where this session's was within the same one, it goes on rather than end too.
        let second = |session: &LoginSession| session.authenticated_at.map(Timestamp::as_second);
        let own = match caller.session() {
            Some(id) => login_sessions::get(tx, id).await?,
            None => None,
        };
        let own = own.filter(|own| ended.iter().all(|session| session.id != own.id));
        let own = own.as_ref().and_then(second);
        for session in ended {
            if let (Some(uid), Some(at)) = (&user.identity_uid, session.authenticated_at)
                && own != second(session)
            {
                self.identities.end_sign_in(tx, uid, at).await?;
            }
        }
        let mut entry = done(user, "user.endSession", subject_user(user), source);
        entry.changes = ended.iter().map(change).collect();
        audit::append(tx, caller.company_id(), entry, self.now()).await?;
        Ok(())
    }
}

fn change(session: &LoginSession) -> Change {
    Change {
        path: format!("/sessions/{}", session.id),
        old: device::name(session.place.browser.as_deref()).into(),
        new: Value::Null,
        masked: false,
    }
}
