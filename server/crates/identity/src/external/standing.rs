//! Standing: what the provider says about an account at this time, beside what a token of it says.
//!
//! Invariant: what is kept here is bounded, and forgotten when this server changes the account.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value};

/// For how long what was heard is enough where no session begins.
pub(super) const GOOD_FOR: SignedDuration = SignedDuration::from_mins(5);

/// How many accounts are remembered.
const MOST: usize = 10_000;

/// An account at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) email: Option<String>,
    pub(super) email_verified: bool,
    pub(super) disabled: bool,
    /// Sign-ins before this are not good any more.
    pub(super) valid_since: Timestamp,
    /// Its custom claims, which every later ID token carries.
    pub(super) claims: Map<String, Value>,
}

/// What was heard lately, by the id of the account.
#[derive(Default)]
pub(super) struct Standings(Mutex<HashMap<String, (Standing, Timestamp)>>);

impl Standings {
    /// What was heard last, and when.
    pub(super) fn heard(&self, uid: &str) -> Option<(Standing, Timestamp)> {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.get(uid).cloned()
    }

    pub(super) fn note(&self, uid: &str, standing: Standing, now: Timestamp) {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST <= heard.len() && !heard.contains_key(uid) {
            heard.retain(|_, (_, at)| now.duration_since(*at).abs() < GOOD_FOR);
        }
        if MOST <= heard.len() && !heard.contains_key(uid) {
            heard.clear();
        }
        heard.insert(uid.to_owned(), (standing, now));
    }

    pub(super) fn forget(&self, uid: &str) {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.remove(uid);
    }
}
