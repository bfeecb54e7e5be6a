//! A key of whoever makes the tokens, where the IAM service is on another machine, by which they are read here.
//!
//! Invariant: one algorithm for the key, fixed by the configuration; what the header of a token says of it is compared, never followed
//! (security.md section 2).

use std::fmt;

use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;

/// Longest token that is looked at, in bytes.
const MAX_LENGTH: usize = 3 * 1024;

/// A key that verifies tokens.
#[derive(Clone)]
pub struct TokenKey {
    key: DecodingKey,
    rules: Validation,
}

impl fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenKey")
            .field("algorithms", &self.rules.algorithms)
            .finish_non_exhaustive()
    }
}

/// Why a key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenKeyError {
    /// The algorithm is none of those that have a public key.
    #[error(
        "`{0}` is not a supported algorithm; use one of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384 and EdDSA"
    )]
    Algorithm(String),
    /// It is not the PEM text of a public key for the algorithm.
    #[error("the file contains no public key (PEM) for {algorithm}: {source}")]
    Unusable {
        /// The algorithm.
        algorithm: String,
        /// What is wrong with it.
        source: jsonwebtoken::errors::Error,
    },
}

/// What a token says, read by the key.
#[derive(Debug, PartialEq, Eq)]
pub enum Reading {
    /// Nothing that could be believed, or that it has expired.
    Forged,
    /// That it is good, and of whom.
    Good {
        /// The claim `sub`.
        subject: Option<String>,
    },
}

#[derive(Deserialize)]
struct Claims {
    sub: Option<String>,
}

impl TokenKey {
    /// The public key in a PEM text, for tokens of this issuer and audience where those are named.
    ///
    /// # Errors
    /// See [`TokenKeyError`].
    pub(super) fn new(
        pem: &[u8],
        algorithm: &str,
        issuer: Option<&str>,
        audience: Option<&str>,
    ) -> Result<Self, TokenKeyError> {
        type Read = fn(&[u8]) -> Result<DecodingKey, jsonwebtoken::errors::Error>;
        let (read, known): (Read, Algorithm) = match algorithm {
            "RS256" => (DecodingKey::from_rsa_pem, Algorithm::RS256),
            "RS384" => (DecodingKey::from_rsa_pem, Algorithm::RS384),
            "RS512" => (DecodingKey::from_rsa_pem, Algorithm::RS512),
            "PS256" => (DecodingKey::from_rsa_pem, Algorithm::PS256),
            "PS384" => (DecodingKey::from_rsa_pem, Algorithm::PS384),
            "PS512" => (DecodingKey::from_rsa_pem, Algorithm::PS512),
            "ES256" => (DecodingKey::from_ec_pem, Algorithm::ES256),
            "ES384" => (DecodingKey::from_ec_pem, Algorithm::ES384),
            "EdDSA" => (DecodingKey::from_ed_pem, Algorithm::EdDSA),
            _ => return Err(TokenKeyError::Algorithm(algorithm.to_owned())),
        };
        let key = read(pem).map_err(|source| TokenKeyError::Unusable {
            algorithm: algorithm.to_owned(),
            source,
        })?;
        let mut rules = Validation::new(known);
        rules.validate_nbf = true;
        let mut required = vec!["exp"];
        if let Some(issuer) = issuer {
            rules.set_issuer(&[issuer]);
            required.push("iss");
        }
        match audience {
            Some(audience) => {
                rules.set_audience(&[audience]);
                required.push("aud");
            }
            None => rules.validate_aud = false,
        }
        rules.set_required_spec_claims(&required);
        Ok(Self { key, rules })
    }

    /// Reads a token, by the clock of the machine.
    pub fn read(&self, text: &str) -> Reading {
        if MAX_LENGTH < text.len() {
            return Reading::Forged;
        }
        match jsonwebtoken::decode::<Claims>(text, &self.key, &self.rules) {
            Ok(data) => Reading::Good {
                subject: data.claims.sub,
            },
            Err(_) => Reading::Forged,
        }
    }
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::rand::SystemRandom;
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use jsonwebtoken::{EncodingKey, Header};
    use serde_json::{Value, json};

    use super::*;

    /// What stands before the point of a public key on P-256 (RFC 5480).
    const HEAD: &[u8] = b"\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00";

    /// A key, and its public half as a PEM text.
    struct Pair {
        private: EncodingKey,
        public: Vec<u8>,
    }

    impl Pair {
        fn new() -> Self {
            let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
            let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new()).unwrap();
            let pair = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref()).unwrap();
            let der = [HEAD, pair.public_key().as_ref()].concat();
            let text = STANDARD.encode(der);
            let pem = format!("-----BEGIN PUBLIC KEY-----\n{text}\n-----END PUBLIC KEY-----\n");
            Self {
                private: EncodingKey::from_ec_der(pkcs8.as_ref()),
                public: pem.into_bytes(),
            }
        }

        fn sign(&self, claims: &Value) -> String {
            signed(Algorithm::ES256, &self.private, claims)
        }
    }

    fn signed(algorithm: Algorithm, key: &EncodingKey, claims: &Value) -> String {
        jsonwebtoken::encode(&Header::new(algorithm), claims, key).unwrap()
    }

    fn good() -> Value {
        let soon = jiff::Timestamp::now().as_second() + 600;
        json!({ "sub": "ada", "exp": soon, "iss": "iam", "aud": "waybill" })
    }

    fn with(name: &str, value: Value) -> Value {
        let mut claims = good();
        claims[name] = value;
        claims
    }

    #[test]
    fn a_token_counts_by_the_key_the_algorithm_and_the_claims_that_are_configured() {
        let pair = Pair::new();
        let public = pair.public.as_slice();
        let es256 = |claims: &Value| pair.sign(claims);
        let key = TokenKey::new(public, "ES256", Some("iam"), Some("waybill")).unwrap();
        let good_one = Reading::Good {
            subject: Some("ada".to_owned()),
        };
        assert_eq!(key.read(&es256(&good())), good_one);
        let long_ago = jiff::Timestamp::now().as_second() - 600;
        let mut endless = good();
        endless.as_object_mut().unwrap().remove("exp");
        for claims in [
            with("exp", long_ago.into()),
            with("nbf", (jiff::Timestamp::now().as_second() + 600).into()),
            with("iss", "another".into()),
            with("aud", "another".into()),
            with("aud", Value::Null),
            endless,
        ] {
            assert_eq!(key.read(&es256(&claims)), Reading::Forged, "{claims}");
        }
        // What is public is no secret to sign with.
        let confused = signed(Algorithm::HS256, &EncodingKey::from_secret(public), &good());
        let mut changed = es256(&good());
        changed.pop();
        let nobody = format!("{}.{}.", "eyJhbGciOiJub25lIn0", good());
        let long = "x".repeat(4_000);
        for text in [confused, changed, nobody, long, String::new()] {
            assert_eq!(key.read(&text), Reading::Forged, "{text}");
        }
        // Whoever names neither takes any.
        let any = TokenKey::new(public, "ES256", None, None).unwrap();
        assert_eq!(any.read(&es256(&with("aud", "another".into()))), good_one);
    }

    #[test]
    fn a_key_that_is_none_is_refused_in_words() {
        let pair = Pair::new();
        let public = pair.public.as_slice();
        let refused = |pem: &[u8], algorithm: &str| {
            let refused = TokenKey::new(pem, algorithm, None, None).unwrap_err();
            refused.to_string()
        };
        assert!(refused(public, "HS256").contains("`HS256` is not a supported algorithm"));
        assert!(refused(public, "none").contains("`none` is not a supported algorithm"));
        assert!(refused(public, "RS256").contains("no public key (PEM) for RS256"));
        assert!(refused(b"secret", "ES256").contains("no public key"));
    }
}
