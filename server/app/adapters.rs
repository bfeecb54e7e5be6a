//! Adapters: each part's small wish of its surroundings, granted by another part that does not know of it.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use http::{Extensions, HeaderValue};
use jiff::Timestamp;
use tower_sessions::Session;
use waybill_identity::mail::PostError;
use waybill_identity::notice::Notice;
use waybill_identity::relying_party::{Cause, Copied, Ended, Locked, Readdressed};
use waybill_identity::{Account, RelyingParty, SessionMark};
use waybill_services::iam::lock_out::{self, LockOut};
use waybill_services::iam::reused_token;
use waybill_services::iam::users::{account, address};
use waybill_services::mail::smtp::Smtp;
use waybill_services::mail::{MailAddress, NewMail, Post, Transport};
use waybill_services::{
    Identity, IdentityError, IdentityVerifier, PasswordResets, ResetError, SessionError,
    SessionUser, Sessions as SessionDoor, SignInMethod, Started,
};
use waybill_storage::identity::Uid;
use waybill_storage::login_sessions::{EndCause, Place};
use waybill_storage::{
    LoginSession, LoginSessionId, Storage, StorageError, Transaction, UserId, login_sessions, users,
};

use super::{AppError, IdentityProvider, Mirror, security_notices};
use crate::clock::Clock;
use crate::config::{Config, Mail};
use crate::session::{self, Alone, Login, RequestHost, Sessions, SignIns, Token};

/// The clock as storage and all above it know it.
pub(super) fn storage_clock(clock: &Clock) -> Arc<dyn waybill_storage::Clock> {
    Arc::new(StorageClock(clock.clone()))
}

struct StorageClock(Clock);

impl waybill_storage::Clock for StorageClock {
    fn now(&self) -> Timestamp {
        self.0.now()
    }
}

/// The identity provider as the services know it.
pub(super) fn identity_verifier(provider: &IdentityProvider) -> Arc<dyn IdentityVerifier> {
    Arc::new(Verifier(provider.clone()))
}

struct Verifier(IdentityProvider);

#[async_trait]
impl IdentityVerifier for Verifier {
    async fn verify(&self, id_token: &str) -> Result<Identity, IdentityError> {
        let verified = self.0.verify(id_token).await;
        verified.map(identity).map_err(refusal)
    }

    async fn recognise(&self, id_token: &str) -> Result<Identity, IdentityError> {
        let recognised = self.0.recognise(id_token).await;
        recognised.map(identity).map_err(refusal)
    }

    async fn end_sign_in(
        &self,
        tx: &Transaction,
        uid: &str,
        authenticated_at: Timestamp,
    ) -> Result<(), StorageError> {
        self.0.end_sign_in(tx, uid, authenticated_at).await
    }

    async fn prove_address(&self, tx: &Transaction, uid: &str) -> Result<(), StorageError> {
        self.0.prove_address(tx, uid).await
    }

    async fn remove_second_factor(&self, uid: &str) -> Result<bool, IdentityError> {
        match self.0.remove_second_factor(uid).await {
            Err(waybill_identity::Error::NotFound) => Ok(false),
            removed => removed.map_err(|error| IdentityError::Unavailable(Box::new(error))),
        }
    }

    fn shut_out(&self, tx: &Transaction, uid: &str) {
        self.0.shut_out(tx, uid);
    }
}

/// Whoever presented an ID token, as the services know an identity.
pub(super) fn identity(identity: waybill_identity::Identity) -> Identity {
    Identity {
        uid: identity.uid.to_string(),
        email: identity.email,
        email_verified: identity.email_verified,
        name: identity.name,
        authenticated_at: Some(identity.authenticated_at),
        has_second_factor: identity.has_second_factor,
    }
}

fn refusal(error: waybill_identity::Error) -> IdentityError {
    if is_undecided(&error) {
        IdentityError::Unavailable(Box::new(error))
    } else {
        IdentityError::Refused
    }
}

/// Whether nothing follows from an error for who presented a token.
pub(super) fn is_undecided(error: &waybill_identity::Error) -> bool {
    use waybill_identity::Error;
    matches!(
        error,
        Error::Storage(_) | Error::Cryptography(_) | Error::Overloaded | Error::External(_)
    )
}

/// The identity provider as the services know it where a password was forgotten.
pub(super) fn password_resets(provider: &IdentityProvider) -> Arc<dyn PasswordResets> {
    Arc::new(Resets(provider.clone()))
}

struct Resets(IdentityProvider);

#[async_trait]
impl PasswordResets for Resets {
    async fn ask(&self, email: &str, address: Option<IpAddr>) -> Result<(), ResetError> {
        use waybill_identity::Error;
        let asked = self.0.send_password_reset(email, address).await;
        asked.map_err(|error| match error {
            Error::InvalidEmail => ResetError::Malformed,
            Error::TooManyAttempts => ResetError::TooMany,
            error => ResetError::Unavailable(Box::new(error)),
        })
    }
}

/// An account whose owner signed in by form, as the services know an identity.
pub(super) fn identity_of(account: &Account, has_second_factor: bool) -> Identity {
    Identity {
        uid: account.uid.to_string(),
        email: Some(account.email.clone()),
        email_verified: account.email_verified,
        name: account.display_name.clone(),
        authenticated_at: None,
        has_second_factor,
    }
}

/// Sessions as the identity provider knows them: those of its relying party.
pub(super) fn relying_party(
    sessions: &Arc<Sessions>,
    storage: &Storage,
    origin: String,
) -> Arc<dyn RelyingParty> {
    Arc::new(Relying {
        sessions: Arc::clone(sessions),
        storage: storage.clone(),
        origin,
    })
}

struct Relying {
    sessions: Arc<Sessions>,
    storage: Storage,
    origin: String,
}

/// The sign-ins that sessions rest on, at whoever provides them.
pub(super) fn sign_ins(
    identity: &IdentityProvider,
    storage: &Storage,
    clock: &Clock,
    origin: String,
) -> Arc<dyn SignIns> {
    Arc::new(Provided {
        identity: identity.clone(),
        storage: storage.clone(),
        clock: clock.clone(),
        origin,
    })
}

struct Provided {
    identity: IdentityProvider,
    storage: Storage,
    clock: Clock,
    origin: String,
}

impl std::fmt::Debug for Provided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provided").finish_non_exhaustive()
    }
}

#[async_trait]
impl SignIns for Provided {
    async fn end(
        &self,
        tx: &Transaction,
        user_id: UserId,
        authenticated_at: Timestamp,
    ) -> Result<(), StorageError> {
        let user = users::by_id(tx, user_id).await?;
        match user.and_then(|(user, _)| user.identity_uid) {
            Some(uid) => self.identity.end_sign_in(tx, &uid, authenticated_at).await,
            None => Ok(()),
        }
    }

    async fn tell_copied(&self, user_id: UserId) {
        tell_copied(&self.storage, user_id, &self.origin, self.clock.now()).await;
    }
}

/// What was ended stays so, whether or not its owner can be told.
async fn tell_copied(storage: &Storage, user_id: UserId, origin: &str, now: Timestamp) {
    if let Err(error) = reused_token::tell(storage, user_id, origin, now).await {
        tracing::error!(%error, user = %user_id, "A user could not be told of a reused token.");
    }
}

#[async_trait]
impl RelyingParty for Relying {
    async fn end_sessions(&self, tx: &Transaction, ended: Ended<'_>) -> Result<(), StorageError> {
        // Whoever has not registered with a company yet has no sessions.
        if let Some((user, _)) = users::by_identity(tx, ended.uid.as_str()).await? {
            let spared = match ended.spared {
                Some(SessionMark(mark)) => login_sessions::by_sid_hash(tx, mark, ended.at).await?,
                None => None,
            };
            let spared = spared.filter(|session| session.user_id == user.id);
            let spared = spared.map(|session| session.id);
            let sessions = &self.sessions;
            let cause = cause_of(ended.cause);
            sessions
                .end_others(tx, user.id, spared, cause, ended.at)
                .await?;
            if let (Some(session), Some(sign_in)) = (spared, ended.rests_on) {
                login_sessions::rest_on(tx, session, sign_in).await?;
            }
        }
        Ok(())
    }

    async fn sign_in_copied(
        &self,
        tx: &Transaction,
        copied: Copied<'_>,
    ) -> Result<(), StorageError> {
        let Copied {
            uid,
            authenticated_at,
            at,
        } = copied;
        if let Some((user, _)) = users::by_identity(tx, uid.as_str()).await? {
            let cause = EndCause::Reuse;
            login_sessions::end_of_sign_in(tx, user.id, authenticated_at, cause, at).await?;
        }
        Ok(())
    }

    async fn tell_copied(&self, copied: Copied<'_>) {
        match users::by_identity(self.storage.reader(), copied.uid.as_str()).await {
            Ok(Some((user, _))) => {
                tell_copied(&self.storage, user.id, &self.origin, copied.at).await;
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(%error, uid = %copied.uid, "The owner of a reused token could not be looked up.");
            }
        }
    }

    async fn address_asked(
        &self,
        tx: &Transaction,
        asked: Readdressed<'_>,
    ) -> Result<(), StorageError> {
        address::note_asked(tx, asked.uid.as_str(), asked.email, asked.at).await
    }

    async fn address_changed(
        &self,
        tx: &Transaction,
        changed: Readdressed<'_>,
    ) -> Result<(), StorageError> {
        address::note_changed(tx, changed.uid.as_str(), changed.email, changed.at).await
    }

    async fn account_deleted(
        &self,
        tx: &Transaction,
        uid: &Uid,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        account::note_deleted(tx, uid.as_str(), at).await
    }

    async fn tell(&self, notice: Notice<'_>) -> Result<bool, PostError> {
        security_notices::tell(&self.storage, notice, &self.origin).await
    }

    async fn tell_locked(&self, locked: Locked<'_>) -> Result<bool, PostError> {
        let Locked { uid, mail, address } = locked;
        let lock = LockOut {
            uid: uid.as_str(),
            mail: letter(mail),
            ip: address.map(|address| address.to_string()),
        };
        Ok(lock_out::tell(&self.storage, lock, mail.at).await?)
    }
}

/// Why a session ends of whose sign-in the provider says this.
fn cause_of(cause: Cause) -> EndCause {
    match cause {
        Cause::Password => EndCause::Password,
        Cause::SecondFactor => EndCause::SecondFactor,
        Cause::Address => EndCause::Address,
        Cause::Account => EndCause::Account,
        Cause::Operator => EndCause::Operator,
    }
}

/// What mails are sent with: the operator's mail server, or a folder of the data directory.
pub(super) fn post(config: &Config) -> Result<Post, AppError> {
    let Mail {
        smtp_url,
        from_name,
        from_address,
        quotas: _,
    } = &config.mail;
    let kept = Post::kept_in(&config.data_dir);
    let transport: Arc<dyn Transport> = match smtp_url {
        Some(url) => {
            let (_, host) = from_address.split_once('@').unwrap_or(("", "localhost"));
            Arc::new(Smtp::new(url, host).map_err(AppError::Mail)?)
        }
        None => kept.transport,
    };
    Ok(Post {
        transport,
        from: MailAddress::new(from_name.as_str(), from_address.as_str()),
    })
}

/// A mail of the identity provider, in its own words, as the services know mails.
pub(super) fn letter(mail: waybill_identity::Mail<'_>) -> NewMail {
    NewMail {
        to: vec![MailAddress::new("", mail.to.as_str())],
        subject: mail.subject.to_owned(),
        text: mail.text.to_owned(),
        is_automatic: true,
        ..NewMail::default()
    }
}

/// Sessions as the services know them. Where pages listen to a database elsewhere, it is prepared for whoever signs in.
pub(super) fn sessions(
    sessions: &Arc<Sessions>,
    mirror: Option<Arc<Mirror>>,
) -> Arc<dyn SessionDoor> {
    Arc::new(Door {
        sessions: Arc::clone(sessions),
        mirror,
    })
}

struct Door {
    sessions: Arc<Sessions>,
    mirror: Option<Arc<Mirror>>,
}

#[async_trait]
impl SessionDoor for Door {
    async fn start(
        &self,
        request: &Extensions,
        user: &SessionUser,
        place: Place,
    ) -> Result<Started, SessionError> {
        let method = match user.method {
            SignInMethod::Sdk => session::SignInMethod::Sdk,
            SignInMethod::Form => session::SignInMethod::Form,
        };
        let session = session_of(request)?;
        let beginning = session::Beginning {
            user_id: user.id,
            method,
            place,
            authenticated_at: user.authenticated_at,
        };
        let started = self.sessions.start(session, beginning).await;
        let started = started.map(of_ours).map_err(error_of_ours)?;
        if let Some(mirror) = &self.mirror {
            mirror.welcome(user).await;
        }
        Ok(started)
    }

    fn is_alive(&self, session: &LoginSession, now: Timestamp) -> bool {
        self.sessions.is_alive(session, now)
    }

    async fn refresh(&self, request: &Extensions, bearer: &str) -> Result<Started, SessionError> {
        let session = session_of(request)?;
        let token = Token::from_request(bearer);
        let started = match is_alone(request, session) {
            true => self.sessions.refresh_alone(&token).await,
            false => self.sessions.refresh(&token, session).await,
        };
        started.map(of_ours).map_err(error_of_ours)
    }

    async fn holder(&self, request: &Extensions) -> Result<Option<UserId>, SessionError> {
        let session = session_of(request)?;
        self.sessions.holder(session).await.map_err(error_of_ours)
    }

    async fn end(&self, request: &Extensions) -> Result<Vec<HeaderValue>, SessionError> {
        let session = session_of(request)?;
        if let Some(login) = request.get::<Login>()
            && is_alone(request, session)
        {
            let ended = self.sessions.end_login(login).await;
            return ended.map(|()| Vec::new()).map_err(error_of_ours);
        }
        let host = request
            .get::<RequestHost>()
            .map(|RequestHost(host)| host.as_str());
        self.sessions
            .end(session, host)
            .await
            .map_err(error_of_ours)
    }

    async fn end_all(
        &self,
        tx: &Transaction,
        user_id: UserId,
        spared: Option<LoginSessionId>,
        cause: EndCause,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let sessions = &self.sessions;
        sessions.end_others(tx, user_id, spared, cause, at).await?;
        Ok(())
    }
}

/// Put into every call by the layer of tower-sessions; without it there is no session to speak of.
fn session_of(request: &Extensions) -> Result<&Session, SessionError> {
    request.get().ok_or(SessionError::NotSignedIn)
}

/// Whether an instance of ours keeps the session cookie of the request.
fn is_alone(request: &Extensions, session: &Session) -> bool {
    request.get::<Alone>().is_some() && session.id().is_none()
}

fn of_ours(started: session::Started) -> Started {
    Started {
        user_id: started.user_id,
        jwt: started.token.as_str().to_owned(),
        set_cookie: started.set_cookie,
    }
}

fn error_of_ours(error: session::SessionError) -> SessionError {
    match error {
        session::SessionError::SignedOut => SessionError::NotSignedIn,
        session::SessionError::Ended(cause) => SessionError::Ended(cause),
        other => SessionError::Unavailable(Box::new(other)),
    }
}
