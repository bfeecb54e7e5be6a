//! The operator's service account: a key of Google's, and the access tokens that it is exchanged for (RFC 7523).
//!
//! Invariants: one exchange at a time, however many ask; an access token is not used to its last minute; neither key nor token is
//! ever printed.

use std::fmt;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, EncodingKey, Header, crypto};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Mutex;
use waybill_storage::Clock;

use super::{Failure, Outgoing};

/// What an access token is good for: accounts, and the realtime database.
const SCOPES: &str = "https://www.googleapis.com/auth/identitytoolkit \
     https://www.googleapis.com/auth/firebase.database \
     https://www.googleapis.com/auth/userinfo.email";

/// Of RFC 7523 section 2.1, as it stands in a form.
const GRANT: &str = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer";

/// How long the assertion that is exchanged is good for; the token endpoint allows an hour.
const ASSERTION: SignedDuration = SignedDuration::from_mins(5);

/// An access token is renewed so long before its end, so that none expires on the way.
const EARLY: SignedDuration = SignedDuration::from_mins(5);

/// Who could not be asked is not asked again so soon.
const PAUSE: SignedDuration = SignedDuration::from_secs(5);

/// The key of a service account, as Google hands it out: a JSON file.
#[derive(Clone)]
pub struct ServiceAccountKey {
    client_email: String,
    key_id: String,
    key: EncodingKey,
    token_uri: String,
    project_id: String,
}

/// What is wrong with the file. Nothing in it is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// No JSON, or not of a service account.
    #[error("it is not the JSON key of a service account")]
    Format,
    /// Its private key signs nothing.
    #[error("its private key cannot be used")]
    PrivateKey,
}

#[derive(Deserialize)]
struct File {
    #[serde(rename = "type")]
    kind: String,
    project_id: String,
    private_key_id: String,
    private_key: String,
    client_email: String,
    token_uri: String,
}

impl ServiceAccountKey {
    /// Reads the content of the file.
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn parse(json: &str) -> Result<Self, KeyError> {
        let file: File = serde_json::from_str(json).map_err(|_| KeyError::Format)?;
        if file.kind != "service_account" || file.client_email.is_empty() {
            return Err(KeyError::Format);
        }
        let key = EncodingKey::from_rsa_pem(file.private_key.as_bytes());
        let key = key.map_err(|_| KeyError::PrivateKey)?;
        // PEM of something else is PEM as well.
        crypto::sign(b"", &key, Algorithm::RS256).map_err(|_| KeyError::PrivateKey)?;
        Ok(Self {
            client_email: file.client_email,
            key_id: file.private_key_id,
            key,
            token_uri: file.token_uri,
            project_id: file.project_id,
        })
    }

    /// The project that the account belongs to.
    pub fn project_id(&self) -> &str {
        &self.project_id
    }

    /// Where it is exchanged.
    pub fn token_uri(&self) -> &str {
        &self.token_uri
    }

    fn assertion(&self, now: Timestamp) -> Result<String, Failure> {
        let mut header = Header::new(Algorithm::RS256);
        header.kid = Some(self.key_id.clone());
        let claims = json!({
            "iss": self.client_email,
            "scope": SCOPES,
            "aud": self.token_uri,
            "iat": now.as_second(),
            "exp": now.as_second() + ASSERTION.as_secs(),
        });
        jsonwebtoken::encode(&header, &claims, &self.key)
            .map_err(|_| Failure::Unreadable("service account"))
    }
}

impl fmt::Debug for ServiceAccountKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceAccountKey")
            .field("project_id", &self.project_id)
            .finish_non_exhaustive()
    }
}

/// A service account at work.
pub struct ServiceAccount {
    key: ServiceAccountKey,
    outgoing: Outgoing,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    token: Option<(AccessToken, Timestamp)>,
    failed_at: Option<Timestamp>,
}

/// An access token. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(Arc<str>);

impl AccessToken {
    /// The text, for a header.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessToken(·)")
    }
}

impl fmt::Debug for ServiceAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceAccount")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Granted {
    access_token: String,
    expires_in: i64,
}

impl ServiceAccount {
    /// Nothing is exchanged before a token is wanted.
    pub fn new(key: ServiceAccountKey, outgoing: Outgoing, clock: Arc<dyn Clock>) -> Self {
        Self {
            key,
            outgoing,
            clock,
            state: Mutex::default(),
        }
    }

    /// An access token that is good for some minutes at least.
    ///
    /// # Errors
    /// When Google could not be asked, or refused.
    pub async fn access_token(&self) -> Result<AccessToken, Failure> {
        let mut state = self.state.lock().await;
        let now = self.clock.now();
        if let Some((token, until)) = &state.token
            && now < *until
        {
            return Ok(token.clone());
        }
        if let Some(at) = state.failed_at
            && now.duration_since(at).abs() < PAUSE
        {
            return Err(Failure::Lately("access token"));
        }
        match self.exchange(now).await {
            Ok(granted) => {
                let token = AccessToken(granted.access_token.into());
                let life = SignedDuration::from_secs(granted.expires_in.clamp(0, 86_400));
                // One of a short life is used for half of it.
                let used_for = (life - EARLY).max(life / 2);
                let until = now.checked_add(used_for).unwrap_or(now);
                *state = State {
                    token: Some((token.clone(), until)),
                    failed_at: None,
                };
                Ok(token)
            }
            Err(error) => {
                state.failed_at = Some(now);
                Err(error)
            }
        }
    }

    /// Forgets a token that was refused, so that the next one is new.
    pub async fn forget(&self, refused: &AccessToken) {
        let mut state = self.state.lock().await;
        if state.token.as_ref().is_some_and(|(it, _)| it == refused) {
            state.token = None;
        }
    }

    async fn exchange(&self, now: Timestamp) -> Result<Granted, Failure> {
        let assertion = self.key.assertion(now)?;
        let form = format!("grant_type={GRANT}&assertion={assertion}");
        let answer = self.outgoing.post_form(&self.key.token_uri, form).await?;
        if answer.status != 200 {
            let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            let code = body["error"].as_str().unwrap_or_default();
            return Err(Failure::Answer {
                status: answer.status,
                code: super::toolkit::word(code),
            });
        }
        let granted: Granted = serde_json::from_slice(&answer.body)
            .map_err(|_| Failure::Unreadable("access token"))?;
        if granted.access_token.is_empty() {
            return Err(Failure::Unreadable("access token"));
        }
        Ok(granted)
    }
}
