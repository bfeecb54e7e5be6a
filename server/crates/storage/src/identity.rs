//! What the embedded identity provider keeps: accounts, refresh tokens, signing keys, attempt counters, action codes.
//!
//! Product nouns (company, role) are not known here. Invariant: no password, token or code is stored, only hashes of them;
//! the one secret in clear is the signing key, which is why the data directory belongs to its owner alone.

pub mod accounts;
pub mod attempts;
pub mod codes;
pub mod ended;
pub mod keys;
pub mod refresh;

pub use accounts::{Account, Uid};
