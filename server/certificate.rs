//! A certificate: from when to when it proves who the program is.
//!
//! Invariant: only what its own dates say is told; whether somebody trusts it is theirs to find out.

use jiff::{SignedDuration, Timestamp};
use x509_parser::parse_x509_certificate;

/// Time left at which somebody should look: whatever renews certificates does so earlier.
pub const SOON: SignedDuration = SignedDuration::from_hours(14 * 24);

/// When a certificate is valid (RFC 5280, section 4.1.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validity {
    /// Its first moment.
    pub begins: Timestamp,
    /// Its last.
    pub ends: Timestamp,
}

impl Validity {
    /// That of a certificate in DER; none if it is none.
    pub fn of(der: &[u8]) -> Option<Self> {
        let (_, certificate) = parse_x509_certificate(der).ok()?;
        let validity = certificate.validity();
        Some(Self {
            begins: Timestamp::from_second(validity.not_before.timestamp()).ok()?,
            ends: Timestamp::from_second(validity.not_after.timestamp()).ok()?,
        })
    }
}
