//! The compact form of a token (RFC 7515 section 7.1): three parts, of which the header may choose a key and nothing else.
//!
//! Invariant: the algorithm is the caller's, never the token's; `jku`, `x5u`, `x5c` and `jwk` are never looked at.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, crypto};
use serde_json::{Map, Value, json};

use super::Flaw;
use crate::strict_json;

/// Longer tokens are not looked at; honest ones stay well under it, even with 1,000 bytes of custom claims.
const MAX_BYTES: usize = 8 * 1024;

/// A token taken apart. What it says is not known before its signature is.
pub(crate) struct Compact<'a> {
    message: &'a str,
    claims: &'a str,
    signature: &'a str,
    header: Map<String, Value>,
}

impl<'a> Compact<'a> {
    /// Takes a token apart.
    pub(crate) fn parse(token: &'a str) -> Result<Self, Flaw> {
        if token.len() > MAX_BYTES {
            return Err(Flaw::Malformed);
        }
        let (message, signature) = token.rsplit_once('.').ok_or(Flaw::Malformed)?;
        let (header, claims) = message.split_once('.').ok_or(Flaw::Malformed)?;
        if claims.contains('.') {
            return Err(Flaw::Malformed);
        }
        Ok(Self {
            message,
            claims,
            signature,
            header: object(header)?,
        })
    }

    /// The key that it names, if it is signed by this algorithm.
    pub(crate) fn key_id(&self, algorithm: Algorithm) -> Result<&str, Flaw> {
        self.require(&json!(algorithm))?;
        let kid = self.header.get("kid").and_then(Value::as_str);
        kid.ok_or(Flaw::Header)
    }

    /// Its claims, if this key signed them. What they say is not judged here.
    pub(crate) fn claims_signed_by(
        &self,
        key: &DecodingKey,
        algorithm: Algorithm,
    ) -> Result<Map<String, Value>, Flaw> {
        let message = self.message.as_bytes();
        // An empty or odd signature is an error of the verifier, a wrong one is `false`: both are the same to us.
        if !crypto::verify(self.signature, message, key, algorithm).unwrap_or(false) {
            return Err(Flaw::Signature);
        }
        object(self.claims)
    }

    /// The claims of a token that nobody signed, and that says so. Anybody can write one: this is for the Auth emulator alone.
    pub(crate) fn claims_signed_by_nobody(&self) -> Result<Map<String, Value>, Flaw> {
        self.require(&json!("none"))?;
        if !self.signature.is_empty() {
            return Err(Flaw::Signature);
        }
        object(self.claims)
    }

    fn require(&self, algorithm: &Value) -> Result<(), Flaw> {
        // `crit` lists what a verifier must understand (RFC 7515 section 4.1.11); we understand none of it.
        if self.header.get("alg") != Some(algorithm)
            || self.header.get("typ").is_some_and(|typ| typ != "JWT")
            || self.header.contains_key("crit")
        {
            return Err(Flaw::Header);
        }
        Ok(())
    }
}

fn object(encoded: &str) -> Result<Map<String, Value>, Flaw> {
    let json = BASE64_URL_SAFE_NO_PAD
        .decode(encoded)
        .map_err(|_| Flaw::Malformed)?;
    strict_json::object(&json).ok_or(Flaw::Malformed)
}
