//! The store behind the session cookie: tower-sessions' records are rows of `login_sessions`.
//!
//! Invariants: storage sees the hash of a session id, never the id; an id that is not stored is not accepted, and no
//! id is used twice. There are no sessions of anonymous visitors, so a record always names its user.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};
use waybill_storage::login_sessions::{self, EndCause, NewLoginSession, Place};
use waybill_storage::{LoginSession, Storage, StorageError, UserId};

use super::{Beginning, Limits};
use crate::clock::Clock;

/// Key of the user's id in a record.
const USER_ID: &str = "userId";
/// Key of the way of signing in.
const METHOD: &str = "signInMethod";
/// Key of the client's address.
const IP: &str = "ip";
/// Key of what the browser calls itself.
const BROWSER: &str = "browser";
/// Key of the milliseconds at which the user signed in at the identity provider.
const AUTHENTICATED_AT: &str = "authenticatedAt";

impl Beginning {
    /// What the record of the session holds of it, on its way to the store.
    pub(super) fn record(self) -> Vec<(&'static str, Value)> {
        let at = self.authenticated_at.map(Timestamp::as_millisecond);
        vec![
            (USER_ID, self.user_id.to_string().into()),
            (METHOD, self.method.as_str().into()),
            (IP, self.place.ip.into()),
            (BROWSER, self.place.browser.into()),
            (AUTHENTICATED_AT, at.into()),
        ]
    }
}

const ATTEMPTS: usize = 3;

/// Login sessions as a session store.
#[derive(Clone, Debug)]
pub struct LoginStore {
    storage: Storage,
    clock: Clock,
    limits: Limits,
}

impl LoginStore {
    pub(super) fn new(storage: Storage, clock: Clock, limits: Limits) -> Self {
        Self {
            storage,
            clock,
            limits,
        }
    }

    async fn live(&self, id: Id) -> std::result::Result<Option<LoginSession>, StorageError> {
        let now = self.clock.now();
        let session = login_sessions::by_sid_hash(self.storage.reader(), &hash(id), now).await?;
        Ok(session.filter(|it| self.limits.is_alive(it, now)))
    }

    async fn insert(&self, new: NewLoginSession<'_>) -> std::result::Result<(), StorageError> {
        let tx = self.storage.begin().await?;
        login_sessions::insert(&tx, new, self.clock.now()).await?;
        tx.commit().await
    }
}

/// How storage recognises a session id: SHA-256, as text. The id itself has 128 random bits, so no salt is needed.
pub(super) fn hash(id: Id) -> String {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    URL_SAFE_NO_PAD.encode(Sha256::digest(id.0.to_le_bytes()))
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn failed(error: StorageError) -> Error {
    Error::Backend(error.to_string())
}

#[async_trait]
impl SessionStore for LoginStore {
    /// Stores a new session, under another id in the unlikely case that this one was ever used.
    async fn create(&self, record: &mut Record) -> Result<()> {
        let missing = || Error::Encode("a session without a user is not stored".to_owned());
        let text = |key| record.data.get(key).and_then(|value| value.as_str());
        let user_id: UserId = text(USER_ID)
            .and_then(|id| id.parse().ok())
            .ok_or_else(missing)?;
        let method = text(METHOD).ok_or_else(missing)?.to_owned();
        let place = Place {
            ip: text(IP).map(str::to_owned),
            browser: text(BROWSER).map(str::to_owned),
        };
        let authenticated_at = record.data.get(AUTHENTICATED_AT).and_then(Value::as_i64);
        let authenticated_at = authenticated_at.and_then(|at| Timestamp::from_millisecond(at).ok());
        for _ in 0..ATTEMPTS {
            let new = NewLoginSession {
                sid_hash: &hash(record.id),
                user_id,
                sign_in_method: &method,
                place: place.clone(),
                authenticated_at,
            };
            match self.insert(new).await {
                Ok(()) => return Ok(()),
                Err(StorageError::Conflict) => record.id = Id::default(),
                Err(error) => return Err(failed(error)),
            }
        }
        Err(failed(StorageError::Conflict))
    }

    /// Notes that the session is in use; whose it is and how often its token was renewed is not changed from here.
    async fn save(&self, record: &Record) -> Result<()> {
        let Some(session) = self.live(record.id).await.map_err(failed)? else {
            return Ok(());
        };
        let tx = self.storage.begin().await.map_err(failed)?;
        login_sessions::touch(&tx, session.id, self.clock.now())
            .await
            .map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let Some(session) = self.live(*id).await.map_err(failed)? else {
            return Ok(None);
        };
        let data = [
            (USER_ID.to_owned(), session.user_id.to_string().into()),
            (METHOD.to_owned(), session.sign_in_method.into()),
        ];
        let over = session.started_at + self.limits.absolute;
        Ok(Some(Record {
            id: *id,
            data: data.into(),
            expiry_date: time::OffsetDateTime::from_unix_timestamp(over.as_second())
                .unwrap_or(time::OffsetDateTime::UNIX_EPOCH),
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        let now = self.clock.now();
        let stored = login_sessions::by_sid_hash(self.storage.reader(), &hash(*id), now)
            .await
            .map_err(failed)?;
        let Some(session) = stored else { return Ok(()) };
        let tx = self.storage.begin().await.map_err(failed)?;
        login_sessions::end(&tx, session.id, EndCause::SignedOut, now)
            .await
            .map_err(failed)?;
        tx.commit().await.map_err(failed)
    }
}
