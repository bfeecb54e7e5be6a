//! The keys that sign session tokens: ECDSA on P-256, made at the first start and kept in storage.
//!
//! Invariant: the newest key signs; every key that is kept verifies, so that a rotation signs nobody out.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use arc_swap::ArcSwap;
use aws_lc_rs::error::{KeyRejected, Unspecified};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use waybill_storage::session_keys::{self, SessionKey};
use waybill_storage::{Storage, StorageError, Transaction};

/// How long a key signs before the next one takes its turn.
const LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// How old what this process knows of the keys may be: another may have changed them.
const READ_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// A token with a key that nobody knows has the keys read no sooner than this after the last time.
const READ_AT_MOST_EVERY: SignedDuration = SignedDuration::from_secs(2);

/// When a new key is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// When there is none, or the newest has signed for 30 days.
    WhenDue,
    /// At once.
    Now,
    /// At once, and the others are deleted: no token of theirs opens anything any more.
    AndForget,
}

/// The keys as this process knows them.
#[derive(Debug)]
pub(super) struct KeySet {
    storage: Storage,
    keys: ArcSwap<Keys>,
    /// Seconds since the epoch.
    read_at: AtomicI64,
}

impl KeySet {
    /// Reads the keys, making the first.
    pub(super) async fn open(storage: Storage, now: Timestamp) -> Result<Self, KeyError> {
        let stored = turn(&storage, Turn::WhenDue, SignedDuration::MAX, now).await?;
        Ok(Self {
            storage,
            keys: ArcSwap::from_pointee(Keys::of(&stored)?),
            read_at: AtomicI64::new(now.as_second()),
        })
    }

    /// What is known, without looking again.
    pub(super) fn known(&self) -> Arc<Keys> {
        self.keys.load_full()
    }

    /// The keys as they are, give or take a minute.
    pub(super) async fn current(&self, now: Timestamp) -> Arc<Keys> {
        self.read_again(READ_EVERY, now).await;
        self.known()
    }

    /// The keys as they are, because somebody brought a token of one that is not known.
    pub(super) async fn latest(&self, now: Timestamp) -> Arc<Keys> {
        self.read_again(READ_AT_MOST_EVERY, now).await;
        self.known()
    }

    /// Lets the next key take its turn when the time has come; keys of which no session is left after `kept` are deleted.
    pub(super) async fn turn(&self, kept: SignedDuration, now: Timestamp) -> Result<(), KeyError> {
        let stored = turn(&self.storage, Turn::WhenDue, kept, now).await?;
        self.keys.store(Arc::new(Keys::of(&stored)?));
        Ok(())
    }

    /// Reads them, unless somebody did within `interval`. Where that fails, what is known stays.
    async fn read_again(&self, interval: SignedDuration, now: Timestamp) {
        let read_at = self.read_at.load(Ordering::Relaxed);
        if now.as_second() - read_at < interval.as_secs() {
            return;
        }
        let taken = self.read_at.compare_exchange(
            read_at,
            now.as_second(),
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if taken.is_err() {
            return;
        }
        let read = async {
            let stored = session_keys::all(self.storage.reader()).await;
            Keys::of(&stored.map_err(KeyError::Storage)?)
        };
        match read.await {
            Ok(keys) => self.keys.store(Arc::new(keys)),
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "The session keys could not be reloaded.");
            }
        }
    }
}

/// All keys, the signing one first; never empty.
#[derive(Debug)]
pub(super) struct Keys {
    signing: Key,
    retired: Vec<Key>,
}

/// One key, ready for use.
pub(super) struct Key {
    header: Header,
    encoded_header: String,
    private: EncodingKey,
    public: DecodingKey,
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key")
            .field("kid", &self.header.kid)
            .finish_non_exhaustive()
    }
}

/// Why the keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// Storage failed.
    #[error("the session keys cannot be read or written")]
    Storage(#[source] StorageError),
    /// The generator failed.
    #[error("no session key could be made")]
    Generation(#[source] Unspecified),
    /// What is stored is not base64 text.
    #[error("the stored session key {kid} is damaged")]
    Damaged {
        /// Name of the key.
        kid: String,
    },
    /// What is stored is not a key on P-256.
    #[error("the stored session key {kid} is refused")]
    Refused {
        /// Name of the key.
        kid: String,
        /// What the library said.
        source: KeyRejected,
    },
    /// The header could not be written as JSON.
    #[error("the header of session tokens cannot be written")]
    Header(#[source] serde_json::Error),
}

impl Keys {
    fn of(stored: &[SessionKey]) -> Result<Self, KeyError> {
        let keys: Result<Vec<Key>, KeyError> = stored.iter().map(Key::of).collect();
        let mut keys = keys?.into_iter();
        let signing = keys.next().ok_or(KeyError::Generation(Unspecified))?;
        Ok(Self {
            signing,
            retired: keys.collect(),
        })
    }

    pub(super) fn signing(&self) -> &Key {
        &self.signing
    }

    /// The key whose tokens begin with exactly this encoded header.
    pub(super) fn by_encoded_header(&self, encoded: &str) -> Option<&Key> {
        std::iter::once(&self.signing)
            .chain(&self.retired)
            .find(|key| key.encoded_header == encoded)
    }
}

impl Key {
    fn of(stored: &SessionKey) -> Result<Self, KeyError> {
        let kid = stored.kid.clone();
        let pkcs8 = STANDARD
            .decode(&stored.private_key)
            .map_err(|_error| KeyError::Damaged { kid: kid.clone() })?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &pkcs8).map_err(
            |source| KeyError::Refused {
                kid: kid.clone(),
                source,
            },
        )?;
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(kid);
        let json = serde_json::to_vec(&header).map_err(KeyError::Header)?;
        Ok(Self {
            encoded_header: URL_SAFE_NO_PAD.encode(json),
            header,
            private: EncodingKey::from_ec_der(&pkcs8),
            public: DecodingKey::from_ec_der(pair.public_key().as_ref()),
        })
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    pub(super) fn private(&self) -> &EncodingKey {
        &self.private
    }

    pub(super) fn public(&self) -> &DecodingKey {
        &self.public
    }
}

/// Makes a key when it is time, deletes those of which no session is left after `kept`, and gives what is stored then. Of processes
/// that do so at once one makes it.
pub(super) async fn turn(
    storage: &Storage,
    turn: Turn,
    kept: SignedDuration,
    now: Timestamp,
) -> Result<Vec<SessionKey>, KeyError> {
    let stored = session_keys::all(storage.reader()).await;
    let stored = stored.map_err(KeyError::Storage)?;
    if turn == Turn::WhenDue && !is_due(&stored, now) && outlived(&stored, kept, now).is_empty() {
        return Ok(stored);
    }
    let tx = storage.begin().await.map_err(KeyError::Storage)?;
    let stored = session_keys::all(&tx).await.map_err(KeyError::Storage)?;
    if turn != Turn::WhenDue || is_due(&stored, now) {
        let key = generate(now)?;
        let inserted = session_keys::insert(&tx, &key).await;
        inserted.map_err(KeyError::Storage)?;
    }
    let gone = match turn {
        Turn::AndForget => stored.as_slice(),
        Turn::WhenDue | Turn::Now => outlived(&stored, kept, now),
    };
    finish(tx, gone).await.map_err(KeyError::Storage)
}

async fn finish(tx: Transaction, gone: &[SessionKey]) -> Result<Vec<SessionKey>, StorageError> {
    for key in gone {
        session_keys::remove(&tx, &key.kid).await?;
    }
    let stored = session_keys::all(&tx).await?;
    tx.commit().await?;
    Ok(stored)
}

fn is_due(stored: &[SessionKey], now: Timestamp) -> bool {
    stored
        .first()
        .is_none_or(|newest| LIFE <= now.duration_since(newest.created_at))
}

/// Keys whose successors took over so long ago that no session is left of them.
fn outlived(stored: &[SessionKey], kept: SignedDuration, now: Timestamp) -> &[SessionKey] {
    let successor = stored
        .iter()
        .position(|key| kept <= now.duration_since(key.created_at));
    successor.map_or(&[], |at| stored.get(at + 1..).unwrap_or_default())
}

fn generate(now: Timestamp) -> Result<SessionKey, KeyError> {
    let document =
        EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(KeyError::Generation)?;
    Ok(SessionKey {
        kid: uuid::Uuid::new_v4().simple().to_string(),
        private_key: STANDARD.encode(document.as_ref()),
        created_at: now,
    })
}
