//! What the embedded identity provider keeps: accounts, refresh tokens, second factors, recovery codes, passkeys, signing keys, attempt counters, action codes.
//!
//! Product nouns (company, role) are not known here. Invariant: no password, token or code is stored, only hashes of them;
//! the secrets in clear are the signing keys and those of second factors, which is why the data directory belongs to its owner
//! alone.

pub mod accounts;
pub mod attempts;
pub mod codes;
pub mod ended;
pub mod keys;
pub mod passkeys;
pub mod pending_sign_ins;
pub mod recovery_codes;
pub mod refresh;
pub mod totp;

pub use accounts::{Account, Uid};
