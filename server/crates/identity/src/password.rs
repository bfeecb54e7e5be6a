//! Passwords: what is accepted, and the hashing of it on threads of its own behind a bounded queue.
//!
//! Invariant: a password is hashed exactly as it was typed (no trimming, no folding, no truncation), and more than
//! [`MAX_BYTES`] are never hashed.

use std::fmt;
use std::sync::{Arc, LazyLock};

mod blocks;
mod hasher;

pub use hasher::{Hasher, Slot, Verdict, time_of_one};

/// The fewest characters of a new password.
pub const MIN_CHARS: usize = 8;

/// The most bytes that are hashed.
pub const MAX_BYTES: usize = 1024;

/// A password as it was typed. Cheap to clone; `Debug` prints a dot.
#[derive(Clone)]
pub struct Password(Arc<str>);

impl Password {
    /// Takes a typed password. Whether it is acceptable is asked later.
    pub fn new(typed: &str) -> Self {
        Self(typed.into())
    }

    /// Whether nothing was typed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is too long to be anybody's password, and too long to hash.
    pub fn is_oversized(&self) -> bool {
        self.0.len() > MAX_BYTES
    }

    /// Whether it may become the password of the account with this address (OWASP ASVS 5.0 section 6.2).
    pub fn check(&self, email: &str) -> Result<(), Weakness> {
        if self.0.chars().count() < MIN_CHARS {
            return Err(Weakness::Short);
        }
        if self.is_oversized() {
            return Err(Weakness::Long);
        }
        let lower = self.0.to_lowercase();
        if lower == email {
            return Err(Weakness::IsEmail);
        }
        let first = lower.chars().next();
        if COMMON.binary_search(&lower.as_str()).is_ok()
            || lower.chars().all(|char| Some(char) == first)
        {
            return Err(Weakness::Common);
        }
        Ok(())
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(·)")
    }
}

/// Why a new password is refused. `Display` is shown to the person who typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Weakness {
    /// Under [`MIN_CHARS`] characters.
    #[error("Password should be at least 8 characters")]
    Short,
    /// Over [`MAX_BYTES`] bytes.
    #[error("Password should be at most 1024 bytes")]
    Long,
    /// On the list of common passwords, or one character repeated.
    #[error("Password is one of the most common ones")]
    Common,
    /// The account's own address.
    #[error("Password should not be the e-mail address")]
    IsEmail,
}

/// The common passwords that are long enough to be chosen, in lower case and in order.
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words: Vec<&str> = include_str!("password/common.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    words.sort_unstable();
    words
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_password_is_long_enough_and_not_common() {
        let check = |typed: &str| Password::new(typed).check("ann@example.test");
        assert_eq!(check("correct horse"), Ok(()));
        assert_eq!(check("пароль-пароль"), Ok(()));
        assert_eq!(check(&"long ".repeat(204)), Ok(()));
        assert_eq!(check("seven77"), Err(Weakness::Short));
        assert_eq!(
            check("ééééééé"),
            Err(Weakness::Short),
            "characters are counted, not bytes"
        );
        assert_eq!(check(&"long ".repeat(205)), Err(Weakness::Long));
        assert_eq!(check("Password1"), Err(Weakness::Common));
        assert_eq!(check("xxxxxxxxxxxx"), Err(Weakness::Common));
        assert_eq!(check("Ann@Example.test"), Err(Weakness::IsEmail));
    }

    #[test]
    fn every_common_password_would_else_be_accepted() {
        // OWASP ASVS 5.0 section 6.2.4 asks for the 3,000 most common ones.
        assert!(3_000 <= COMMON.len(), "{}", COMMON.len());
        for word in COMMON.iter() {
            assert!(
                word.chars().count() >= MIN_CHARS && *word == word.to_lowercase(),
                "{word} can never match"
            );
        }
    }
}
