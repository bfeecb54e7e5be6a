//! ID tokens: signed statements that somebody signed in, in the shape of Firebase's.
//!
//! Invariant: ES256 only, by this provider's own keys, found by `kid` in memory. A header can choose a key of ours and
//! nothing else; `jku`, `x5u`, `x5c` and `jwk` are never looked at.

use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

pub(crate) mod claims;
pub(crate) mod compact;
mod keyring;

pub use claims::Statement;
pub use keyring::{Keyring, renew_keys};

use claims::Expected;
use compact::Compact;

use waybill_storage::identity::Account;

use crate::Error;
use crate::provider::FACTOR_PREFIX;

/// How long an ID token lives.
pub const LIFETIME: SignedDuration = SignedDuration::from_hours(1);

/// Names at the top level of a token that custom claims cannot take.
const RESERVED: [&str; 27] = [
    "acr",
    "amr",
    "at_hash",
    "aud",
    "auth_time",
    "azp",
    "c_hash",
    "cnf",
    "email",
    "email_verified",
    "exp",
    "firebase",
    "iat",
    "identities",
    "iss",
    "jti",
    "kid",
    "name",
    "nbf",
    "nonce",
    "phone_number",
    "picture",
    "sign_in_provider",
    "sub",
    "tenant",
    "uid",
    "user_id",
];

/// Most bytes of custom claims, as JSON (Firebase's limit).
const MAX_CLAIMS_BYTES: usize = 1000;

/// What is wrong with a presented token. Nobody but the log learns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// Not three parts of base64url JSON, or a member twice, or too long.
    #[error("malformed")]
    Malformed,
    /// Another algorithm than the one that is configured, or a header that demands what is not supported.
    #[error("unacceptable header")]
    Header,
    /// A key that is not known, or not yet.
    #[error("unknown key")]
    Key,
    /// The signature is not that of the key.
    #[error("wrong signature")]
    Signature,
    /// A claim is missing, has the wrong type, or says something else than it must.
    #[error("unacceptable claim {0}")]
    Claim(&'static str),
    /// It was valid once.
    #[error("expired")]
    Expired,
}

/// Issues and verifies the tokens of one project.
#[derive(Debug)]
pub struct Mint {
    keyring: ArcSwap<Keyring>,
    project_id: String,
    issuer: String,
}

impl Mint {
    /// The mint of a project.
    pub fn new(keyring: Keyring, project_id: &str) -> Self {
        Self {
            keyring: ArcSwap::from_pointee(keyring),
            project_id: project_id.to_owned(),
            issuer: format!("https://securetoken.google.com/{project_id}"),
        }
    }

    /// The public keys, as a JWK set (RFC 7517).
    pub fn public_keys(&self) -> Value {
        self.keyring.load().public_keys()
    }

    /// Goes on with these keys.
    pub fn replace_keys(&self, keyring: Keyring) {
        self.keyring.store(Arc::new(keyring));
    }

    /// An ID token for an account, stating when its person signed in, and by which second factor beside the password.
    pub fn issue(
        &self,
        account: &Account,
        authenticated_at: Timestamp,
        second_factor: Option<&str>,
        now: Timestamp,
    ) -> Result<String, Error> {
        let mut claims = account.claims.clone();
        claims.retain(|name, _| !is_reserved(name));
        if let Some(name) = &account.display_name {
            claims.insert("name".to_owned(), json!(name));
        }
        if let Some(picture) = &account.photo_url {
            claims.insert("picture".to_owned(), json!(picture));
        }
        let mut firebase = json!({
            "identities": { "email": [account.email] },
            "sign_in_provider": "password",
        });
        if let Some(id) = second_factor {
            firebase["sign_in_second_factor"] = json!(second_factor_kind(id));
            firebase["second_factor_identifier"] = json!(id);
        }
        let Value::Object(fixed) = json!({
            "iss": self.issuer,
            "aud": self.project_id,
            "auth_time": authenticated_at.as_second(),
            "user_id": account.uid,
            "sub": account.uid,
            "iat": now.as_second(),
            "exp": (now + LIFETIME).as_second(),
            "email": account.email,
            "email_verified": account.email_verified,
            "firebase": firebase,
        }) else {
            return Err(Error::Cryptography("the claims are no object"));
        };
        claims.extend(fixed);
        self.keyring.load().sign(&claims)
    }

    /// What a token states, if it is one of ours and valid at `now`. Whether it was revoked is the account's business.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Statement, Flaw> {
        let token = Compact::parse(token)?;
        let claims = self.keyring.load().open(&token)?;
        let expected = Expected {
            issuer: &self.issuer,
            audience: &self.project_id,
            tenant: None,
        };
        claims::check(&claims, expected, now)
    }
}

/// What Firebase calls the kind of a second factor; it has no word for a passkey, which is both factors.
fn second_factor_kind(id: &str) -> &'static str {
    if id.starts_with(FACTOR_PREFIX) {
        "passkey"
    } else {
        "totp"
    }
}

/// Whether tokens use this name themselves.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// Whether these may be an account's custom claims.
pub fn check_claims(claims: &Map<String, Value>) -> Result<(), Error> {
    let is_reserved = claims.keys().any(|name| is_reserved(name));
    let bytes = serde_json::to_string(claims).map_or(usize::MAX, |json| json.len());
    if is_reserved || bytes > MAX_CLAIMS_BYTES {
        Err(Error::InvalidClaims)
    } else {
        Ok(())
    }
}
