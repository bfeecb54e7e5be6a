//! E-mail addresses, canonicalised once: what is stored, compared and counted is always the canonical form.

use std::str::FromStr;

use crate::Error;

/// A canonical address: ASCII, lower case, exactly one `@`, a domain with a dot. `Debug` does not show it.
///
/// Non-ASCII addresses are refused: look-alike letters would give one reader two accounts.
#[derive(Clone, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// The canonical text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Email {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Email(·)")
    }
}

impl FromStr for Email {
    type Err = Error;

    /// Surrounding blanks are dropped. RFC 5321 section 4.5.3.1 gives the lengths.
    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim_matches([' ', '\t']);
        let (local, domain) = text.split_once('@').ok_or(Error::InvalidEmail)?;
        if text.len() <= 254 && is_local(local) && is_domain(domain) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(Error::InvalidEmail)
        }
    }
}

/// An unquoted local part, RFC 5322 dot-atom.
fn is_local(local: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b))
    };
    local.len() <= 64 && local.split('.').all(is_atom)
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    domain.contains('.') && domain.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_reader_has_one_canonical_address() {
        for text in [
            "Ann@Example.TEST",
            " ann@example.test\t",
            "ANN@EXAMPLE.TEST",
        ] {
            assert_eq!(text.parse::<Email>().unwrap().as_str(), "ann@example.test");
        }
        assert_eq!(
            "o'neil+freight@a-b.example"
                .parse::<Email>()
                .unwrap()
                .as_str(),
            "o'neil+freight@a-b.example"
        );
    }

    #[test]
    fn what_is_not_one_plain_address_is_refused() {
        let long_local = format!("{}@example.test", "a".repeat(65));
        let long = format!("{}@{}.test", "a".repeat(60), "b.".repeat(100));
        for text in [
            "",
            "@",
            "ann",
            "ann@",
            "@example.test",
            "ann@example",
            "ann@@example.test",
            "ann@evil.test@example.test",
            "ann @example.test",
            "ann@example.test\r\nBcc: all@example.test",
            "ann@exämple.test",
            "аnn@example.test",
            "\"ann\"@example.test",
            ".ann@example.test",
            "ann.@example.test",
            "ann@.test",
            "ann@example..test",
            "ann@-example.test",
            "ann@example.test.",
            "ann\0@example.test",
            &long_local,
            &long,
        ] {
            assert!(text.parse::<Email>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn debug_shows_no_address() {
        assert!(!format!("{:?}", "ann@example.test".parse::<Email>()).contains("ann"));
    }
}
