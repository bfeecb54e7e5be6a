//! The issuer: an IAM service on another machine, which makes the tokens where there is one.
//!
//! A session then rests on a token of the issuer's, which the browser brings beside our own session cookie. Whose token it is says the
//! issuer, or a key of its first; what it said last stands with the session for a short while, so that most requests ask nobody.
//!
//! Invariants: a token that was not found good opens nothing; an issuer that does not answer is an error and never "nobody"; of requests
//! that bring the same token at once, one asks.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use async_trait::async_trait;
use jiff::SignedDuration;
use quick_cache::sync::Cache;
use sha2::{Digest as _, Sha256};
use tower_sessions::Session;
use waybill_storage::login_sessions::replacement::Found;
use waybill_storage::login_sessions::tokens::{self, Proof};
use waybill_storage::{
    CompanyId, LoginSession, LoginSessionId, StorageError, UserId, adoptions, login_sessions,
};

use crate::config::{Reading, TokenKey};

use super::{Beginning, Login, SessionError, Sessions, Started, Token};

/// How long what the issuer said of a token stands.
const PROVED_FOR: SignedDuration = SignedDuration::from_secs(30);

/// The same where a key says that the token is good; then it is about what has changed of the user.
const PROVED_FOR_BY_KEY: SignedDuration = SignedDuration::from_mins(5);

/// Tokens that are asked about at once, at most, with one question each.
const ASKED_AT_ONCE: usize = 1_000;

/// Makes tokens, and knows whose they are.
#[async_trait]
pub trait Issuer: Send + Sync {
    /// Whose token it is. None when it is good for nothing, or its user may not be here.
    async fn prove(&self, token: &Token) -> Result<Option<UserId>, IssuerError>;

    /// Another token in its place; it may have expired. None when there is none for it.
    async fn renew(&self, token: &Token) -> Result<Option<Token>, IssuerError>;
}

/// The issuer did not say.
#[derive(Debug, thiserror::Error)]
#[error("the IAM service does not say whose token it is")]
pub struct IssuerError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// The issuer, and how it is asked.
pub(super) struct Issuing {
    issuer: Arc<dyn Issuer>,
    key: ArcSwapOption<TokenKey>,
    /// Who asks about a token has it here until there is an answer.
    asked: Cache<(LoginSessionId, String), Option<UserId>>,
}

impl std::fmt::Debug for Issuing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Issuing").finish_non_exhaustive()
    }
}

impl Issuing {
    pub(super) fn new(issuer: Arc<dyn Issuer>, key: Option<TokenKey>) -> Self {
        Self {
            issuer,
            key: ArcSwapOption::from(key.map(Arc::new)),
            asked: Cache::new(ASKED_AT_ONCE),
        }
    }

    pub(super) fn replace_key(&self, key: Option<TokenKey>) {
        self.key.store(key.map(Arc::new));
    }
}

impl Sessions {
    /// Starts a session that rests on a token of the issuer's, which has just said whose it is.
    ///
    /// # Errors
    /// [`SessionError::Store`] or [`SessionError::Unavailable`] when it cannot be stored.
    pub async fn start_with(
        &self,
        session: &Session,
        beginning: Beginning,
        token: Token,
    ) -> Result<Started, SessionError> {
        let login = self.record(session, beginning).await?;
        self.note_proof(login.id, &token).await?;
        Ok(self.given(login.user_id, token))
    }

    /// Who calls, by a token of the issuer's that has not expired.
    pub(super) async fn recognise_issued(
        &self,
        issuing: &Issuing,
        token: &Token,
        session: &Session,
    ) -> Result<Login, SessionError> {
        let mut found = self.of_cookie(session).await?;
        self.require_good(issuing, token, &found.session).await?;
        self.take_id(&mut found, session).await;
        self.note_use(&found.session).await;
        Ok(self.login(&found))
    }

    /// Another token for the session, from the issuer.
    pub(super) async fn renew_issued(
        &self,
        issuing: &Issuing,
        token: &Token,
        session: &Session,
    ) -> Result<(Login, Started), SessionError> {
        let mut found = self.of_cookie(session).await?;
        let outcome = self.try_to_renew_issued(issuing, token, &found).await;
        self.renewals.count(&outcome);
        let token = outcome?;
        self.take_id(&mut found, session).await;
        self.prolong(&found, session);
        Ok((self.login(&found), self.given(found.session.user_id, token)))
    }

    async fn try_to_renew_issued(
        &self,
        issuing: &Issuing,
        token: &Token,
        found: &Found,
    ) -> Result<Token, SessionError> {
        let renewed = issuing.issuer.renew(token).await;
        let renewed = renewed.map_err(SessionError::Issuer)?;
        let renewed = renewed.ok_or(SessionError::SignedOut)?;
        // Nobody's word but the issuer's says that it is the same user.
        self.require_good(issuing, &renewed, &found.session).await?;
        Ok(renewed)
    }

    /// Passes when the token is good, and its user the session's.
    async fn require_good(
        &self,
        issuing: &Issuing,
        token: &Token,
        session: &LoginSession,
    ) -> Result<(), SessionError> {
        let key = issuing.key.load_full();
        let reading = key.map(|key| key.read(token.as_str()));
        let (stands_for, is_good_by_key) = match reading {
            None => (PROVED_FOR, false),
            Some(Reading::Forged) => return Err(SessionError::SignedOut),
            Some(Reading::Good { subject }) => {
                let is_theirs = subject.as_deref() == Some(session.user_id.to_string().as_str());
                (PROVED_FOR_BY_KEY, is_theirs)
            }
        };
        let hash = hash(token);
        let stands = |session: &LoginSession| {
            session.proof.as_ref().is_some_and(|proof| {
                self.clock.now().duration_since(proof.at) < stands_for
                    && (proof.token_hash == hash || is_good_by_key)
            })
        };
        if stands(session) {
            return Ok(());
        }
        match self.ask(issuing, token, session, stands).await {
            Ok(user) if user == Some(session.user_id) => Ok(()),
            Ok(_) => Err(SessionError::SignedOut),
            Err(error) if is_good_by_key => {
                let error: &dyn std::error::Error = &error;
                tracing::warn!(error, "Changes to a user could not be read.");
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    async fn ask(
        &self,
        issuing: &Issuing,
        token: &Token,
        session: &LoginSession,
        stands: impl Fn(&LoginSession) -> bool,
    ) -> Result<Option<UserId>, SessionError> {
        let question = (session.id, hash(token));
        let mut is_ours = false;
        let asking = async {
            is_ours = true;
            // Who read the session before the answer to another came, and is here after it, finds it noted.
            if self.reread(session).await?.as_ref().is_some_and(stands) {
                return Ok(Some(session.user_id));
            }
            let user = issuing.issuer.prove(token).await;
            let user = user.map_err(SessionError::Issuer)?;
            if user == Some(session.user_id) {
                self.note_proof(session.id, token).await?;
            }
            Ok(user)
        };
        let user = issuing.asked.get_or_insert_async(&question, asking).await;
        // What was said stands with the session. Whoever only waited leaves the place, where the next may be asking.
        if is_ours {
            issuing.asked.remove(&question);
        }
        user
    }

    async fn reread(&self, session: &LoginSession) -> Result<Option<LoginSession>, SessionError> {
        login_sessions::get(self.storage.reader(), session.id)
            .await
            .map_err(SessionError::Unavailable)
    }

    /// Has the issuer asked again about everybody of a company, of whom it has just been told something.
    ///
    /// # Errors
    /// [`SessionError::Unavailable`] when storage fails; what the issuer said then stands for its time.
    pub async fn doubt(&self, company: CompanyId) -> Result<(), SessionError> {
        let noted: Result<(), StorageError> = async {
            let tx = self.storage.begin_for(company).await?;
            adoptions::doubt(&tx, company).await?;
            tx.commit().await
        }
        .await;
        noted.map_err(SessionError::Unavailable)
    }

    async fn note_proof(&self, id: LoginSessionId, token: &Token) -> Result<(), SessionError> {
        let proof = Proof {
            token_hash: hash(token),
            at: self.clock.now(),
        };
        let noted: Result<(), StorageError> = async {
            let tx = self.storage.begin().await?;
            tokens::note(&tx, id, &proof).await?;
            tx.commit().await
        }
        .await;
        noted.map_err(SessionError::Unavailable)
    }

    fn given(&self, user_id: UserId, token: Token) -> Started {
        Started {
            user_id,
            set_cookie: vec![self.jar.set_token(&token)],
            token,
        }
    }
}

/// How storage recognises a token: SHA-256, as text. It is signed, so nobody guesses it, and no salt is needed.
fn hash(token: &Token) -> String {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_str()))
}
