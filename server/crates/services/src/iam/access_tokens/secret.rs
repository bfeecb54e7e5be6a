//! Secrets of access tokens: `wb_`, thirty random letters and digits, and six that check the others.
//!
//! The prefix lets scanners of source code find one that was published, and the check lets them, and the server, refuse what only looks
//! like one. Invariant: a secret has 178 random bits, so its SHA-256 is all that is stored.

use rand::RngExt as _;
use rand::distr::Alphanumeric;
use waybill_storage::hashing::sha256_hex;

/// What every secret begins with.
pub const PREFIX: &str = "wb_";

const RANDOM: usize = 30;
const CHECK: usize = 6;
const LENGTH: usize = PREFIX.len() + RANDOM + CHECK;

/// How much of its end stays visible, so that its owner recognises it. That is part of the check: it leaves 154 bits unknown.
const ENDING: usize = 4;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A secret. Its `Debug` does not print it.
pub(crate) struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(·)")
    }
}

impl Secret {
    /// One that nobody knows yet.
    pub(crate) fn generate() -> Self {
        let random = rand::rng().sample_iter(Alphanumeric).take(RANDOM);
        let mut text = PREFIX.to_owned();
        text.extend(random.map(char::from));
        text.push_str(&check(&text));
        Self(text)
    }

    /// The secret that this text is, unless its check says that it is none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_long_enough = text.len() == LENGTH && text.is_ascii();
        if !is_long_enough || !text.starts_with(PREFIX) {
            return None;
        }
        let (random, checked) = text.split_at(PREFIX.len() + RANDOM);
        (check(random) == checked).then(|| Self(text.to_owned()))
    }

    /// The secrets in a text, wherever they are in it.
    pub(crate) fn all_in(text: &str) -> impl Iterator<Item = Self> {
        let beginnings = text.match_indices(PREFIX);
        beginnings.filter_map(|(at, _)| Self::parse(text.get(at..at + LENGTH)?))
    }

    /// What is stored of it.
    pub(crate) fn hash(&self) -> String {
        sha256_hex(self.0.as_bytes())
    }

    /// Its last characters.
    pub(crate) fn ending(&self) -> &str {
        &self.0[self.0.len() - ENDING..]
    }

    /// The secret itself, to be shown once.
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// Six digits that follow from the text before them.
fn check(text: &str) -> String {
    let hash = sha256_hex(format!("access token {text}").as_bytes());
    let mut number = u64::from_str_radix(&hash[..16], 16).unwrap_or_default();
    let mut digits = String::with_capacity(CHECK);
    for _ in 0..CHECK {
        digits.push(digit(number));
        number /= 62;
    }
    digits
}

fn digit(number: u64) -> char {
    // The remainder is below 62.
    char::from(DIGITS[usize::try_from(number % 62).unwrap_or_default()])
}
