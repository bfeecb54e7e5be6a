//! The keys that sign session tokens: ECDSA on P-256, made at the first start and kept in storage.
//!
//! Invariant: the newest key signs; every key that is kept verifies, so that a rotation signs nobody out.

use std::fmt;

use aws_lc_rs::error::{KeyRejected, Unspecified};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jiff::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use waybill_storage::session_keys::{self, SessionKey};
use waybill_storage::{Storage, StorageError};

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
    pub(super) async fn open(storage: &Storage, now: Timestamp) -> Result<Self, KeyError> {
        let mut stored = session_keys::all(storage.reader())
            .await
            .map_err(KeyError::Storage)?;
        if stored.is_empty() {
            stored = make_first(storage, now).await?;
        }
        let mut keys = Vec::with_capacity(stored.len());
        for key in &stored {
            keys.push(Key::of(key)?);
        }
        let mut keys = keys.into_iter();
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

/// Makes the first key, unless another process was faster; gives what is stored then.
async fn make_first(storage: &Storage, now: Timestamp) -> Result<Vec<SessionKey>, KeyError> {
    let document =
        EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(KeyError::Generation)?;
    let key = SessionKey {
        kid: uuid::Uuid::new_v4().simple().to_string(),
        private_key: STANDARD.encode(document.as_ref()),
        created_at: now,
    };
    let tx = storage.begin().await.map_err(KeyError::Storage)?;
    let found = session_keys::all(&tx).await.map_err(KeyError::Storage)?;
    if !found.is_empty() {
        return Ok(found);
    }
    session_keys::insert(&tx, &key)
        .await
        .map_err(KeyError::Storage)?;
    tx.commit().await.map_err(KeyError::Storage)?;
    Ok(vec![key])
}
