//! Fingerprints: what is stored of a secret, or of an address that is merely counted.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// SHA-256 in base64url. Enough for secrets of 256 random bits, which cannot be guessed; never for passwords.
pub(crate) fn fingerprint(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}
