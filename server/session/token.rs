//! The session token: a signed claim that names a user and a session. It carries no other facts, so it cannot be stale.
//!
//! Invariant: a token is accepted only if its header is, byte for byte, one this server writes. So `alg`, `kid`, `jku`
//! and their like are compared, never interpreted, and a token of another kind has another header or audience.

use std::fmt;

use jiff::Timestamp;
use jsonwebtoken::{Algorithm, Validation};
use serde::{Deserialize, Serialize};
use waybill_storage::{LoginSession, LoginSessionId, UserId};

use super::keys::Keys;
use super::{LEEWAY, TOKEN_LIFE};

const ISSUER: &str = "waybill";
const AUDIENCE: &str = "waybill-session";

/// Longest token that is looked at, in bytes. Those of this server have about 400.
const MAX_LENGTH: usize = 3 * 1024;

/// A session token as text. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Wraps what a request brought; nothing is checked yet.
    pub fn from_request(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text, for a cookie, a header or a response body.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(•)")
    }
}

/// What a token says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) user_id: UserId,
    pub(super) session_id: LoginSessionId,
    pub(super) generation: i32,
}

impl Claim {
    /// Whether it is about this session.
    pub(super) fn fits(&self, session: &LoginSession) -> bool {
        session.id == self.session_id
            && session.user_id == self.user_id
            && self.generation <= session.generation
    }
}

/// A claim whose signature is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verified {
    /// Within its life.
    Fresh(Claim),
    /// Past its life; good for renewal only.
    Expired(Claim),
}

/// The token was not made here, or not for this purpose, or says nonsense.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Forged;

/// All members are required, typed, and the only ones; serde refuses duplicates.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wire {
    pub(super) iss: String,
    pub(super) aud: String,
    pub(super) sub: String,
    pub(super) sid: String,
    #[serde(rename = "gen")]
    pub(super) generation: i32,
    pub(super) iat: i64,
    pub(super) exp: i64,
}

pub(super) fn sign(
    keys: &Keys,
    claim: &Claim,
    now: Timestamp,
) -> Result<Token, jsonwebtoken::errors::Error> {
    let wire = Wire {
        iss: ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: claim.user_id.to_string(),
        sid: claim.session_id.to_string(),
        generation: claim.generation,
        iat: now.as_second(),
        exp: now.as_second() + TOKEN_LIFE.as_secs(),
    };
    let key = keys.signing();
    jsonwebtoken::encode(key.header(), &wire, key.private()).map(Token)
}

/// Whether the token says that one of these keys signed it.
pub(super) fn is_of(keys: &Keys, token: &Token) -> bool {
    let header = token.as_str().split_once('.');
    header.is_some_and(|(header, _)| keys.by_encoded_header(header).is_some())
}

pub(super) fn verify(keys: &Keys, token: &Token, now: Timestamp) -> Result<Verified, Forged> {
    let text = token.as_str();
    if MAX_LENGTH < text.len() {
        return Err(Forged);
    }
    let (header, _) = text.split_once('.').ok_or(Forged)?;
    let key = keys.by_encoded_header(header).ok_or(Forged)?;

    let mut rules = Validation::new(Algorithm::ES256);
    rules.set_audience(&[AUDIENCE]);
    rules.set_issuer(&[ISSUER]);
    rules.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
    // Expiry is judged below, by our clock.
    rules.validate_exp = false;
    let data = jsonwebtoken::decode::<Wire>(text, key.public(), &rules).map_err(|_error| Forged)?;
    judge(&data.claims, now)
}

fn judge(wire: &Wire, now: Timestamp) -> Result<Verified, Forged> {
    let life = wire.exp.checked_sub(wire.iat).ok_or(Forged)?;
    let is_dated = life == TOKEN_LIFE.as_secs() && wire.iat <= now.as_second() + LEEWAY.as_secs();
    if !is_dated || wire.generation < 0 {
        return Err(Forged);
    }
    let claim = Claim {
        user_id: wire.sub.parse().map_err(|_error| Forged)?,
        session_id: wire.sid.parse().map_err(|_error| Forged)?,
        generation: wire.generation,
    };
    if now.as_second() < wire.exp + LEEWAY.as_secs() {
        Ok(Verified::Fresh(claim))
    } else {
        Ok(Verified::Expired(claim))
    }
}
