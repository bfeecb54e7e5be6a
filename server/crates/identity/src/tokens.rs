//! ID tokens: signed statements that somebody signed in, in the shape of Firebase's.
//!
//! Invariant: ES256 only, by this provider's own keys, found by `kid` in memory. A header can choose a key of ours and
//! nothing else; `jku`, `x5u`, `x5c` and `jwk` are never looked at.

use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

mod keyring;

pub use keyring::Keyring;

use waybill_storage::identity::Account;

use crate::Error;

/// How long an ID token lives.
pub const LIFETIME: SignedDuration = SignedDuration::from_hours(1);

/// How far clocks may differ.
const LEEWAY_SECONDS: i64 = 60;

/// Longer tokens are not looked at; ours stay well under it, even with 1,000 bytes of claims.
const MAX_BYTES: usize = 8 * 1024;

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
    /// Another algorithm than ES256, or a header that demands what is not supported.
    #[error("unacceptable header")]
    Header,
    /// A key that is not known, or not yet.
    #[error("unknown key")]
    Key,
    /// The signature is not ours.
    #[error("wrong signature")]
    Signature,
    /// A claim is missing, has the wrong type, or says something else than it must.
    #[error("unacceptable claim {0}")]
    Claim(&'static str),
    /// It was valid once.
    #[error("expired")]
    Expired,
}

/// What a genuine token states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Whose token it is.
    pub subject: String,
    /// When the person signed in.
    pub authenticated_at: Timestamp,
    /// When the token was issued.
    pub issued_at: Timestamp,
    /// From when on it is not taken any more.
    pub expires_at: Timestamp,
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

    /// An ID token for an account, stating when its person signed in.
    pub fn issue(
        &self,
        account: &Account,
        authenticated_at: Timestamp,
        now: Timestamp,
    ) -> Result<String, Error> {
        let mut claims = account.claims.clone();
        claims.retain(|name, _| !RESERVED.contains(&name.as_str()));
        if let Some(name) = &account.display_name {
            claims.insert("name".to_owned(), json!(name));
        }
        if let Some(picture) = &account.photo_url {
            claims.insert("picture".to_owned(), json!(picture));
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
            "firebase": { "identities": { "email": [account.email] }, "sign_in_provider": "password" },
        }) else {
            return Err(Error::Cryptography("the claims are no object"));
        };
        claims.extend(fixed);
        self.keyring.load().sign(&claims)
    }

    /// What a token states, if it is one of ours and valid at `now`. Whether it was revoked is the account's business.
    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Statement, Flaw> {
        if token.len() > MAX_BYTES {
            return Err(Flaw::Malformed);
        }
        let claims = self.keyring.load().open(token)?;
        let text = |name: &'static str| {
            claims
                .get(name)
                .and_then(Value::as_str)
                .ok_or(Flaw::Claim(name))
        };
        if text("iss")? != self.issuer {
            return Err(Flaw::Claim("iss"));
        }
        if text("aud")? != self.project_id {
            return Err(Flaw::Claim("aud"));
        }
        let subject = text("sub")?;
        if subject.is_empty() || subject.len() > 128 {
            return Err(Flaw::Claim("sub"));
        }
        if text("user_id")? != subject {
            return Err(Flaw::Claim("user_id"));
        }
        let (issued, authenticated, expires) = (
            seconds(&claims, "iat")?,
            seconds(&claims, "auth_time")?,
            seconds(&claims, "exp")?,
        );
        let latest = now.as_second() + LEEWAY_SECONDS;
        if issued > latest {
            return Err(Flaw::Claim("iat"));
        }
        if authenticated > latest {
            return Err(Flaw::Claim("auth_time"));
        }
        // No token of ours lives longer: a far `exp` is a sign of a defect, not of a long session.
        if expires <= issued || expires - issued > LIFETIME.as_secs() {
            return Err(Flaw::Claim("exp"));
        }
        if expires + LEEWAY_SECONDS <= now.as_second() {
            return Err(Flaw::Expired);
        }
        let at = |second: i64, name| Timestamp::from_second(second).map_err(|_| Flaw::Claim(name));
        Ok(Statement {
            subject: subject.to_owned(),
            authenticated_at: at(authenticated, "auth_time")?,
            issued_at: at(issued, "iat")?,
            expires_at: at(expires, "exp")?,
        })
    }
}

/// A whole, non-negative number of seconds since 1970. A string, a float or `null` is not one.
fn seconds(claims: &Map<String, Value>, name: &'static str) -> Result<i64, Flaw> {
    let seconds = claims
        .get(name)
        .and_then(Value::as_i64)
        .ok_or(Flaw::Claim(name))?;
    // The bound keeps every later addition far from overflow.
    if (0..=i64::from(u32::MAX) * 4).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(Flaw::Claim(name))
    }
}

/// Whether these may be an account's custom claims.
pub fn check_claims(claims: &Map<String, Value>) -> Result<(), Error> {
    let is_reserved = claims.keys().any(|name| RESERVED.contains(&name.as_str()));
    let bytes = serde_json::to_string(claims).map_or(usize::MAX, |json| json.len());
    if is_reserved || bytes > MAX_CLAIMS_BYTES {
        Err(Error::InvalidClaims)
    } else {
        Ok(())
    }
}
