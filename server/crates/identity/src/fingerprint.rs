//! Secret words, and fingerprints: what is stored of one, or of an address that is merely counted.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// SHA-256 in base64url. Enough for secrets of 256 random bits, which cannot be guessed; never for passwords.
pub(crate) fn fingerprint(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}

/// A word of 256 random bits, in base64url, that opens whatever it is stored for.
pub(crate) fn secret_word() -> String {
    let mut secret = [0; 32];
    rand::fill(&mut secret);
    BASE64_URL_SAFE_NO_PAD.encode(secret)
}
