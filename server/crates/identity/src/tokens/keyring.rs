//! The keyring: the provider's key pairs, made in turn and kept in storage.
//!
//! Invariant: a key is there for longer than any token that it signed, at whichever instance.

use std::collections::HashMap;
use std::fmt;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use serde_json::{Map, Value, json};
use waybill_storage::Storage;
use waybill_storage::identity::keys::{self, SigningKey};

use super::Flaw;
use super::compact::Compact;
use crate::Error;

/// How long a key is kept once the next one is there: the life of a token, and the time until the last instance has noticed.
const KEPT: SignedDuration = SignedDuration::from_hours(24);

/// Signs with the newest key and verifies with any. `Debug` shows key ids only.
pub struct Keyring {
    header: Header,
    signing: EncodingKey,
    verifying: HashMap<String, DecodingKey>,
    public_keys: Value,
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keyring")
            .field("kids", &self.verifying.keys())
            .finish_non_exhaustive()
    }
}

/// Has a new key sign from now on, at each instance as soon as it reads the keys again. The others are kept for the tokens that they
/// signed, unless they are to be forgotten: then no token of theirs opens anything.
pub async fn renew_keys(storage: &Storage, forgets: bool, now: Timestamp) -> Result<(), Error> {
    let tx = storage.begin().await?;
    let stored = keys::all(&tx).await?;
    keys::insert(&tx, generate(now)?).await?;
    if forgets {
        for key in stored {
            keys::remove(&tx, &key.kid).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

impl Keyring {
    /// The stored keys.
    pub async fn load(storage: &Storage) -> Result<Self, Error> {
        Self::from_stored(&keys::all(storage.reader()).await?)
    }

    /// The stored keys, with a new one when the newest has signed for `life` or there is none, and without those of which no
    /// token is left. Processes that ask at once agree on them.
    pub async fn turn(
        storage: &Storage,
        life: SignedDuration,
        now: Timestamp,
    ) -> Result<Self, Error> {
        let stored = keys::all(storage.reader()).await?;
        if !is_due(&stored, life, now) && outlived(&stored, now).is_empty() {
            return Self::from_stored(&stored);
        }
        let tx = storage.begin().await?;
        let stored = keys::all(&tx).await?;
        if is_due(&stored, life, now) {
            keys::insert(&tx, generate(now)?).await?;
        }
        for key in outlived(&stored, now) {
            keys::remove(&tx, &key.kid).await?;
        }
        let stored = keys::all(&tx).await?;
        tx.commit().await?;
        Self::from_stored(&stored)
    }

    fn from_stored(stored: &[SigningKey]) -> Result<Self, Error> {
        let unusable = || Error::Cryptography("a stored signing key is unusable");
        let newest = stored.first().ok_or_else(unusable)?;
        let private_key = BASE64_STANDARD
            .decode(&newest.private_key)
            .map_err(|_| unusable())?;
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(newest.kid.clone());
        let mut verifying = HashMap::new();
        let mut public = Vec::new();
        for key in stored {
            let jwk: Jwk = serde_json::from_str(&key.public_jwk).map_err(|_| unusable())?;
            verifying.insert(
                key.kid.clone(),
                DecodingKey::from_jwk(&jwk).map_err(|_| unusable())?,
            );
            public.push(jwk);
        }
        Ok(Self {
            header,
            signing: EncodingKey::from_ec_der(&private_key),
            verifying,
            public_keys: json!({ "keys": public }),
        })
    }

    pub(super) fn public_keys(&self) -> Value {
        self.public_keys.clone()
    }

    /// The compact form (RFC 7515) of these claims.
    pub(super) fn sign(&self, claims: &Map<String, Value>) -> Result<String, Error> {
        jsonwebtoken::encode(&self.header, claims, &self.signing)
            .map_err(|_| Error::Cryptography("ES256"))
    }

    /// The claims of a token that one of our keys signed. What they say is not judged here.
    pub(super) fn open(&self, token: &Compact<'_>) -> Result<Map<String, Value>, Flaw> {
        let kid = token.key_id(Algorithm::ES256)?;
        let key = self.verifying.get(kid).ok_or(Flaw::Key)?;
        token.claims_signed_by(key, Algorithm::ES256)
    }
}

fn is_due(stored: &[SigningKey], life: SignedDuration, now: Timestamp) -> bool {
    stored
        .first()
        .is_none_or(|newest| life <= now.duration_since(newest.created_at))
}

/// Keys whose successors have long taken over.
fn outlived(stored: &[SigningKey], now: Timestamp) -> &[SigningKey] {
    let successor = stored
        .iter()
        .position(|key| KEPT <= now.duration_since(key.created_at));
    successor.map_or(&[], |at| &stored[at + 1..])
}

fn generate(now: Timestamp) -> Result<SigningKey, Error> {
    let failed = || Error::Cryptography("a signing key cannot be made");
    let private_key =
        EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(|_| failed())?;
    let signing = EncodingKey::from_ec_der(private_key.as_ref());
    let mut jwk = Jwk::from_encoding_key(&signing, Algorithm::ES256).map_err(|_| failed())?;
    let kid = jwk
        .thumbprint(ThumbprintHash::SHA256)
        .map_err(|_| failed())?;
    jwk.common.key_id = Some(kid.clone());
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok(SigningKey {
        kid,
        private_key: BASE64_STANDARD.encode(private_key.as_ref()),
        public_jwk: serde_json::to_string(&jwk).map_err(|_| failed())?,
        created_at: now,
    })
}
