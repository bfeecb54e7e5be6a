//! Codes of an authenticator app: RFC 6238 as every app has it, SHA-1, six digits, thirty seconds.
//!
//! Invariant: a code is good for its own time step and the two beside it, and never twice; whoever takes one uses its step up.

use jiff::Timestamp;
use totp_rs::{Builder, Secret, Totp};

/// How long a code is shown.
pub(crate) const PERIOD_SECONDS: u8 = 30;

/// How many digits it has.
pub(crate) const DIGITS: u8 = 6;

/// Bytes of a secret: as many as SHA-1 gives (RFC 4226 section 4, R6).
const SECRET_BYTES: usize = 20;

/// A new secret, base32 without padding.
pub(crate) fn new_secret() -> String {
    let mut bytes = [0; SECRET_BYTES];
    rand::fill(&mut bytes);
    Secret::new_stack(bytes).to_base32()
}

/// The time step whose code this is, if it is one that `secret` shows about `now`.
pub(crate) fn step_of(code: &str, secret: &str, now: Timestamp) -> Option<i64> {
    let is_code = code.len() == usize::from(DIGITS) && code.bytes().all(|it| it.is_ascii_digit());
    if !is_code {
        return None;
    }
    let seconds = u64::try_from(now.as_second()).ok()?;
    let step = generator(secret)?.check(code, seconds)?;
    i64::try_from(step).ok()
}

fn generator(secret: &str) -> Option<Totp> {
    let secret = Secret::try_from_base32(secret).ok()?;
    Builder::new()
        .with_digits(DIGITS)
        .with_step_duration(u64::from(PERIOD_SECONDS))
        .with_secret(secret)
        .build()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B: `12345678901234567890`.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        // Its table has eight digits; six are the last of them.
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(step_of(code, SECRET, at(second)), Some(second / 30));
        }
    }

    #[test]
    fn a_clock_may_be_off_by_one_step_and_no_more() {
        let code = "050471";
        let step = 1_111_111_111 / 30;
        for second in [(step - 1) * 30, step * 30, (step + 1) * 30 + 29] {
            assert_eq!(step_of(code, SECRET, at(second)), Some(step), "{second}");
        }
        for second in [(step - 1) * 30 - 1, (step + 2) * 30] {
            assert_eq!(step_of(code, SECRET, at(second)), None, "{second}");
        }
    }

    #[test]
    fn only_six_digits_are_a_code() {
        let now = at(1_111_111_111);
        for code in [
            "",
            "50471",
            "0050471",
            " 050471",
            "050471 ",
            "050471\0",
            "０５０４７１",
            "+50471",
            "05047x",
        ] {
            assert_eq!(step_of(code, SECRET, now), None, "{code:?}");
        }
    }

    #[test]
    fn every_secret_is_another_one_and_makes_codes() {
        let secret = new_secret();
        assert_eq!(secret.len(), 32);
        assert_ne!(secret, new_secret());
        assert!(generator(&secret).is_some());
        assert!(generator("no base32!").is_none());
    }
}
