//! The life of a session: start, recognition, renewal. Its end is in `ending`.
//!
//! Invariant: renewal is one atomic step in storage. Of two that arrive together one rotates, the other is handed the
//! same generation; a token from before that, shown later than the grace allows, ends the session for everybody.

use http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use tower_sessions::{Expiry, Session};
use waybill_storage::login_sessions::replacement::{self, Found, Secret};
use waybill_storage::{LoginSession, LoginSessionId, StorageError, UserId, login_sessions};

use super::cookies;
use super::store;
use super::token::{self, Claim, Verified};
use super::{
    Beginning, EndCause, Login, REUSE_GRACE, SessionError, Sessions, SignInMethod, Started, Token,
    Visitor,
};

/// A session in use is noted at most this often: the note is a write.
const TOUCH_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// What opens a session beside its token.
#[derive(Clone, Copy)]
enum Opening<'a> {
    /// The session cookie of the request.
    Cookie(&'a Session),
    /// The word of an instance of ours that has looked at its own.
    Word,
}

impl Sessions {
    /// Starts a session for somebody who has just proved who they are.
    ///
    /// The session id is new, whatever cookie the request brought; a session that cookie opened ends.
    ///
    /// # Errors
    /// [`SessionError::Store`] or [`SessionError::Unavailable`] when it cannot be stored.
    pub async fn start(
        &self,
        session: &Session,
        beginning: Beginning,
    ) -> Result<Started, SessionError> {
        let login = self.record(session, beginning).await?;
        self.issue(&login, login.generation)
    }

    /// Writes a new session, under an id that nobody knows yet.
    pub(super) async fn record(
        &self,
        session: &Session,
        beginning: Beginning,
    ) -> Result<LoginSession, SessionError> {
        session.cycle_id().await.map_err(SessionError::Store)?;
        for (key, value) in beginning.record() {
            session
                .insert_value(key, value)
                .await
                .map_err(SessionError::Store)?;
        }
        session.save().await.map_err(SessionError::Store)?;
        Ok(self.of_cookie(session).await?.session)
    }

    /// Recognises who asks for a document. A token past its life is renewed on the way.
    ///
    /// # Errors
    /// Only when storage fails: then nothing may be answered but "later".
    pub async fn resolve(
        &self,
        headers: &HeaderMap,
        session: &Session,
    ) -> Result<Visitor, SessionError> {
        let mut tokens = cookies::tokens(headers);
        if tokens.is_empty() {
            return Ok(Visitor::Nobody { had_token: false });
        }
        let is_ambiguous = tokens.len() > 1;
        if is_ambiguous {
            tracing::warn!(
                event = "cookie_ambiguous",
                "Two different tokens were sent."
            );
        }
        for at in 0..tokens.len() {
            match self.authenticate(&tokens[at], session).await {
                Ok(login) => {
                    let token = tokens.swap_remove(at);
                    let set_cookie = match is_ambiguous {
                        true => self.jar.set_token_alone(&token, headers),
                        false => Vec::new(),
                    };
                    return Ok(Visitor::SignedIn {
                        login,
                        token,
                        set_cookie,
                    });
                }
                Err(SessionError::SignedOut) => {}
                Err(error) => return Err(error),
            }
        }
        let renewed = match self.latest(&tokens, session).await {
            Ok(token) => self.renew_expired(token, session).await,
            Err(error) => Err(error),
        };
        match renewed {
            Ok((login, started)) => {
                let set_cookie = match is_ambiguous {
                    true => self.jar.set_token_alone(&started.token, headers),
                    false => started.set_cookie,
                };
                Ok(Visitor::SignedIn {
                    login,
                    token: started.token,
                    set_cookie,
                })
            }
            Err(SessionError::SignedOut) => Ok(Visitor::Nobody { had_token: true }),
            Err(error) => Err(error),
        }
    }

    /// The token to be renewed, of those that a request brought: of several the latest of the session that the cookie opens, for
    /// one of before would be taken for a stolen one. What somebody else makes says nothing of that.
    async fn latest<'t>(
        &self,
        tokens: &'t [Token],
        session: &Session,
    ) -> Result<&'t Token, SessionError> {
        if let [token] = tokens {
            return Ok(token);
        }
        if self.issuing.get().is_some() {
            return Err(SessionError::SignedOut);
        }
        let found = self.of_cookie(session).await?;
        let mut latest = None;
        for token in tokens {
            if let Ok(Verified::Fresh(claim) | Verified::Expired(claim)) =
                self.verified(token).await
                && claim.fits(&found.session)
                && latest.is_none_or(|(generation, _)| generation < claim.generation)
            {
                latest = Some((claim.generation, token));
            }
        }
        latest
            .map(|(_, token)| token)
            .ok_or(SessionError::SignedOut)
    }

    /// A token in the place of one that has expired.
    async fn renew_expired(
        &self,
        token: &Token,
        session: &Session,
    ) -> Result<(Login, Started), SessionError> {
        if let Some(issuing) = self.issuing.get() {
            return self.renew_issued(issuing, token, session).await;
        }
        match self.verified(token).await {
            Ok(Verified::Expired(claim)) => self.renew(&claim, Opening::Cookie(session)).await,
            Ok(Verified::Fresh(_)) | Err(token::Forged) => Err(SessionError::SignedOut),
        }
    }

    /// Recognises who calls a service: a token within its life, and the cookie of its session.
    ///
    /// # Errors
    /// [`SessionError::SignedOut`] unless both fit; the others when storage fails.
    pub async fn authenticate(
        &self,
        bearer: &Token,
        session: &Session,
    ) -> Result<Login, SessionError> {
        if let Some(issuing) = self.issuing.get() {
            return self.recognise_issued(issuing, bearer, session).await;
        }
        match self.verified(bearer).await {
            Ok(Verified::Fresh(claim)) => self.recognise(&claim, Opening::Cookie(session)).await,
            Ok(Verified::Expired(_)) | Err(token::Forged) => Err(SessionError::SignedOut),
        }
    }

    /// Recognises who calls a service by the token alone, for a call that an instance passes on which has looked at the cookie.
    ///
    /// # Errors
    /// [`SessionError::SignedOut`] unless it is within its life and its session lives; the others when storage fails.
    pub async fn authenticate_alone(&self, bearer: &Token) -> Result<Login, SessionError> {
        let Ok(Verified::Fresh(claim)) = self.verified(bearer).await else {
            return Err(SessionError::SignedOut);
        };
        self.recognise(&claim, Opening::Word).await
    }

    /// Whose token it is, within its life, whether or not its session goes on. It opens nothing by that.
    pub fn subject(&self, token: &Token) -> Option<UserId> {
        match token::verify(&self.keys.known(), token, self.clock.now()) {
            Ok(Verified::Fresh(claim)) => Some(claim.user_id),
            Ok(Verified::Expired(_)) | Err(token::Forged) => None,
        }
    }

    /// Renews a token, within its life or past it, as long as its session lives.
    ///
    /// # Errors
    /// [`SessionError::SignedOut`] when token and cookie do not fit or the session is over by time;
    /// [`SessionError::Ended`] when somebody ended it, or the token had been renewed before, which ends it.
    pub async fn refresh(
        &self,
        bearer: &Token,
        session: &Session,
    ) -> Result<Started, SessionError> {
        if let Some(issuing) = self.issuing.get() {
            return Ok(self.renew_issued(issuing, bearer, session).await?.1);
        }
        self.refresh_by(bearer, Opening::Cookie(session)).await
    }

    /// The same for a token that an instance passes on which has looked at the cookie.
    ///
    /// # Errors
    /// As [`Sessions::refresh`].
    pub async fn refresh_alone(&self, bearer: &Token) -> Result<Started, SessionError> {
        self.refresh_by(bearer, Opening::Word).await
    }

    async fn refresh_by(
        &self,
        bearer: &Token,
        opening: Opening<'_>,
    ) -> Result<Started, SessionError> {
        match self.verified(bearer).await {
            Ok(Verified::Fresh(claim) | Verified::Expired(claim)) => {
                match self.renew(&claim, opening).await {
                    Ok((_, started)) => Ok(started),
                    Err(SessionError::SignedOut) => Err(self.end_of(&claim, opening).await),
                    Err(error) => Err(error),
                }
            }
            Err(token::Forged) => Err(SessionError::SignedOut),
        }
    }

    /// Why the session that cannot be renewed is over. A cause is told to whoever has token and cookie of it, and to nobody else.
    async fn end_of(&self, claim: &Claim, opening: Opening<'_>) -> SessionError {
        let reader = self.storage.reader();
        let found = match opening {
            Opening::Cookie(session) => match session.id() {
                Some(id) => {
                    login_sessions::by_sid_hash(reader, &store::hash(id), self.clock.now()).await
                }
                None => Ok(None),
            },
            Opening::Word => login_sessions::get(reader, claim.session_id).await,
        };
        match found {
            Ok(found) => found
                .filter(|session| claim.fits(session))
                .and_then(|session| session.end_cause)
                .map_or(SessionError::SignedOut, SessionError::Ended),
            Err(error) => SessionError::Unavailable(error),
        }
    }

    /// Whose live session the request's cookie opens, if it opens one. Without a token it opens nothing.
    ///
    /// # Errors
    /// When storage fails.
    pub async fn holder(&self, session: &Session) -> Result<Option<UserId>, SessionError> {
        match self.of_cookie(session).await {
            Ok(found) => Ok(Some(found.session.user_id)),
            Err(SessionError::SignedOut) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What storage recognises the session by that the request's cookie opens; no secret. None without a cookie. It serves
    /// this request: what outlives it keeps the session's own id, for a cookie may be replaced.
    pub fn mark(session: &Session) -> Option<String> {
        session.id().map(store::hash)
    }

    /// The live session that the request's cookie opens, for what outlives the request. None without one.
    ///
    /// # Errors
    /// When storage fails.
    pub async fn opened(&self, session: &Session) -> Result<Option<LoginSessionId>, SessionError> {
        match self.of_cookie(session).await {
            Ok(found) => Ok(Some(found.session.id)),
            Err(SessionError::SignedOut) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The session with this id, as [`Sessions::opened`] gave it, if it lives.
    ///
    /// # Errors
    /// When storage fails.
    pub async fn live(&self, id: &str) -> Result<Option<Login>, StorageError> {
        let Ok(id) = id.parse() else {
            return Ok(None);
        };
        let session = login_sessions::get(self.storage.reader(), id).await?;
        let session = session.filter(|it| self.limits.is_alive(it, self.clock.now()));
        let secret = Secret::Present;
        Ok(session.map(|session| self.login(&Found { session, secret })))
    }

    /// Whether a session that nobody ended goes on.
    pub fn is_alive(&self, session: &LoginSession, now: Timestamp) -> bool {
        self.limits.is_alive(session, now)
    }

    /// What a token says, also one of a key that another instance has made since the keys were read.
    async fn verified(&self, token: &Token) -> Result<Verified, token::Forged> {
        let now = self.clock.now();
        let keys = self.keys.current(now).await;
        if token::is_of(&keys, token) {
            return token::verify(&keys, token, now);
        }
        let keys = self.keys.latest(now).await;
        token::verify(&keys, token, now)
    }

    /// The live session of the cookie.
    pub(super) async fn of_cookie(&self, session: &Session) -> Result<Found, SessionError> {
        let id = session.id().ok_or(SessionError::SignedOut)?;
        let now = self.clock.now();
        replacement::find(self.storage.reader(), &store::hash(id), now)
            .await
            .map_err(SessionError::Unavailable)?
            .filter(|it| self.limits.is_alive(&it.session, now))
            .ok_or(SessionError::SignedOut)
    }

    /// The live session of the cookie, or of the claim itself, if the claim is about it.
    async fn bound(&self, claim: &Claim, opening: Opening<'_>) -> Result<Found, SessionError> {
        let mut found = match opening {
            Opening::Cookie(session) => self.of_cookie(session).await?,
            Opening::Word => self.of_claim(claim).await?,
        };
        if !claim.fits(&found.session) {
            return Err(SessionError::SignedOut);
        }
        if let Opening::Cookie(session) = opening {
            self.take_id(&mut found, session).await;
        }
        Ok(found)
    }

    async fn of_claim(&self, claim: &Claim) -> Result<Found, SessionError> {
        let session = login_sessions::get(self.storage.reader(), claim.session_id)
            .await
            .map_err(SessionError::Unavailable)?
            .filter(|it| self.limits.is_alive(it, self.clock.now()))
            .ok_or(SessionError::SignedOut)?;
        Ok(Found {
            session,
            secret: Secret::Present,
        })
    }

    async fn recognise(&self, claim: &Claim, opening: Opening<'_>) -> Result<Login, SessionError> {
        let found = self.bound(claim, opening).await?;
        self.note_use(&found.session).await;
        let login = self.login(&found);
        Ok(match opening {
            Opening::Cookie(_) => login,
            // Whoever passes the call on keeps cookies to itself.
            Opening::Word => Login {
                is_id_due: false,
                ..login
            },
        })
    }

    pub(super) async fn note_use(&self, login: &LoginSession) {
        let now = self.clock.now();
        if TOUCH_EVERY <= now.duration_since(login.last_seen_at) {
            // Reading goes on where writing fails, for example on a full disk.
            if let Err(error) = self.write_touch(login, now).await {
                tracing::warn!(error = %error, session = %login.id, "The last use of a session could not be recorded.");
            }
        }
    }

    async fn renew(
        &self,
        claim: &Claim,
        opening: Opening<'_>,
    ) -> Result<(Login, Started), SessionError> {
        let outcome = self.try_to_renew(claim, opening).await;
        self.renewals.count(&outcome);
        outcome
    }

    async fn try_to_renew(
        &self,
        claim: &Claim,
        opening: Opening<'_>,
    ) -> Result<(Login, Started), SessionError> {
        let mut found = self.bound(claim, opening).await?;
        if claim.generation == found.session.generation {
            if self.write_rotation(&found.session).await? {
                let started = self.issue(&found.session, found.session.generation + 1)?;
                if let Opening::Cookie(session) = opening {
                    self.prolong(&found, session);
                }
                return Ok((self.login(&found), started));
            }
            // Somebody else rotated it since it was read, or ended it.
            found = self.bound(claim, opening).await?;
        }
        let login = &found.session;
        if self.clock.now().duration_since(login.rotated_at) <= REUSE_GRACE {
            let started = self.issue(login, login.generation)?;
            return Ok((self.login(&found), started));
        }
        tracing::warn!(
            event = "token_reused",
            session = %login.id,
            user = %login.user_id,
            "A renewed token was reused; its session was ended."
        );
        self.write_end(login, EndCause::Reuse).await?;
        if let Some(sign_ins) = self.sign_ins.get() {
            sign_ins.tell_copied(login.user_id).await;
        }
        Err(SessionError::SignedOut)
    }

    pub(super) fn login(&self, found: &Found) -> Login {
        Login {
            id: found.session.id,
            user_id: found.session.user_id,
            method: SignInMethod::of(&found.session.sign_in_method),
            ends_at: found.session.started_at + self.limits.absolute,
            is_id_due: self.is_id_due(found),
            viewing: found.session.viewing,
        }
    }

    /// Has tower-sessions send the session cookie again, so that both cookies live equally long. Not while its id is being
    /// replaced: the old one would overwrite the new.
    pub(super) fn prolong(&self, found: &Found, session: &Session) {
        if found.secret != Secret::Present || found.session.replace_at.is_some() {
            return;
        }
        let life = time::Duration::seconds(self.cookie_life().as_secs());
        session.set_expiry(Some(Expiry::OnInactivity(life)));
    }

    fn issue(&self, login: &LoginSession, generation: i32) -> Result<Started, SessionError> {
        let claim = Claim {
            user_id: login.user_id,
            session_id: login.id,
            generation,
        };
        let token = token::sign(&self.keys.known(), &claim, self.clock.now())
            .map_err(SessionError::Signing)?;
        Ok(Started {
            user_id: login.user_id,
            set_cookie: vec![self.jar.set_token(&token)],
            token,
        })
    }

    async fn write_rotation(&self, login: &LoginSession) -> Result<bool, SessionError> {
        let rotated = async {
            let tx = self.storage.begin().await?;
            let rotated =
                login_sessions::rotate(&tx, login.id, login.generation, self.clock.now()).await?;
            tx.commit().await?;
            Ok(rotated)
        };
        rotated.await.map_err(SessionError::Unavailable)
    }

    async fn write_touch(&self, login: &LoginSession, now: Timestamp) -> Result<(), StorageError> {
        let tx = self.storage.begin().await?;
        login_sessions::touch(&tx, login.id, now).await?;
        tx.commit().await
    }
}
