//! Mail addresses: a mailbox (RFC 5321) with the name beside it.
//!
//! Invariant: an address that was parsed is ASCII, its domain lower-cased and in punycode, so two that are equal reach one
//! mailbox; it holds no character that could end a header.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::validate::Members;

/// An address with the name that is shown for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MailAddress {
    /// The name; may be empty.
    #[schema(max_length = 120, example = "Joan Wolf")]
    pub name: String,
    /// The address.
    #[schema(min_length = 3, max_length = 254, example = "joan@shipper.example")]
    pub address: String,
}

impl MailAddress {
    /// An address with the name beside it.
    pub fn new(name: impl Into<String>, address: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            address: address.into(),
        }
    }

    /// Takes in the members of one address; faults are noted there.
    pub fn read(members: &mut Members) -> Self {
        let mut read = Self::default();
        members.text("name", 120, &mut read.name);
        let mut address = None;
        members.parsed("address", 320, &mut address, parse);
        let missing = address.is_none();
        members.ensure("address", !missing, "Enter an e-mail address.");
        read.address = address.unwrap_or_default();
        read
    }

    /// What two addresses of one mailbox have in common. The part before the `@` is the receiver's to tell apart, and
    /// nobody does.
    pub fn key(&self) -> String {
        self.address.to_ascii_lowercase()
    }
}

/// The address in its one form, or what is wrong with it as a sentence (RFC 5321 section 4.5.3.1 gives the lengths).
pub fn parse(text: &str) -> Result<String, &'static str> {
    let (local, domain) = text
        .rsplit_once('@')
        .ok_or("Enter an e-mail address, for example joan@shipper.example.")?;
    if !local.is_ascii() {
        return Err("Use only ASCII letters before the @. Mail servers accept no others.");
    }
    if !is_local(local) {
        return Err("Check the part before the @.");
    }
    let domain = idna::domain_to_ascii_strict(domain).map_err(|_| "Check the part after the @.")?;
    let address = format!("{local}@{domain}");
    if 254 < address.len() {
        return Err("Use at most 254 characters.");
    }
    if is_domain(&domain) {
        Ok(address)
    } else {
        Err("Check the part after the @.")
    }
}

/// An unquoted local part, RFC 5322 dot-atom.
fn is_local(local: &str) -> bool {
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&it))
    };
    local.len() <= 64 && local.split('.').all(is_atom)
}

/// Labels of letters, digits and hyphens, two or more of them.
fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || it == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    domain.contains('.') && domain.split('.').all(is_label)
}
