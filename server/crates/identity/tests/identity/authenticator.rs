//! An authenticator as WebAuthn Level 3 has it, in a few lines: one credential, whose key is P-256, without attestation.
//!
//! Invariant: it signs what a real one would, so that a test can change one thing of it at a time.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Somebody touched it (WebAuthn, section 6.1).
pub(crate) const PRESENT: u8 = 0x01;

/// Somebody was recognised by it.
pub(crate) const VERIFIED: u8 = 0x04;

/// The data tell of a new credential.
const HAS_CREDENTIAL: u8 = 0x40;

const ID_BYTES: usize = 32;

pub(crate) struct Authenticator {
    key: EcdsaKeyPair,
    id: [u8; ID_BYTES],
    /// Whose credential it is, as the site named them.
    user: String,
    /// Where the browser is.
    pub(crate) origin: String,
    /// The name that the browser lets the site use.
    pub(crate) site: String,
    /// What it says of the person.
    pub(crate) flags: u8,
    /// How often it has signed.
    pub(crate) count: u32,
}

impl Authenticator {
    pub(crate) fn new(origin: &str) -> Self {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
        let mut id = [0; ID_BYTES];
        rand::fill(&mut id);
        let host = origin.split("//").last().unwrap();
        Self {
            key,
            id,
            user: String::new(),
            origin: origin.to_owned(),
            site: host.split(':').next().unwrap().to_owned(),
            flags: PRESENT | VERIFIED,
            count: 0,
        }
    }

    pub(crate) fn id(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.id)
    }

    /// Makes its credential for these options; gives a `RegistrationResponseJSON`.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        options["user"]["id"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.user);
        let mut data = self.data(HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend([0, 32]);
        data.extend(self.id);
        data.extend(self.public_key());
        // {"fmt": "none", "attStmt": {}, "authData": …}
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt");
        object.push(0x64);
        object.extend(b"none");
        object.push(0x67);
        object.extend(b"attStmt");
        object.push(0xa0);
        object.push(0x68);
        object.extend(b"authData");
        object.extend([0x58, u8::try_from(data.len()).unwrap()]);
        object.extend(data);
        json!({
            "id": self.id(),
            "rawId": self.id(),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": self.client_data("webauthn.create", options),
                "attestationObject": BASE64_URL_SAFE_NO_PAD.encode(object),
                "transports": ["internal"],
            },
        })
    }

    /// Signs the challenge of these options; gives an `AuthenticationResponseJSON`.
    pub(crate) fn get(&mut self, options: &Value) -> Value {
        self.count += 1;
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(0);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(
            BASE64_URL_SAFE_NO_PAD.decode(&client_data).unwrap(),
        ));
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": self.id(),
            "rawId": self.id(),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": client_data,
                "authenticatorData": BASE64_URL_SAFE_NO_PAD.encode(data),
                "signature": BASE64_URL_SAFE_NO_PAD.encode(signature),
                "userHandle": self.user,
            },
        })
    }

    /// Whose credential it is.
    pub(crate) fn user(&self) -> &str {
        &self.user
    }

    /// Another credential for the same person.
    pub(crate) fn becomes(&mut self, user: &str) {
        user.clone_into(&mut self.user);
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let data = json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        BASE64_URL_SAFE_NO_PAD.encode(data.to_string())
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut data = Sha256::digest(&self.site).to_vec();
        data.push(self.flags | more);
        data.extend(self.count.to_be_bytes());
        data
    }

    /// As a COSE key (RFC 9053): {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let (x, y) = point[1..].split_at(32);
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(x);
        key.extend([0x22, 0x58, 0x20]);
        key.extend(y);
        key
    }
}
