//! Mail, as far as the provider needs it: somebody who takes a text for an address. The server hands one in.
//!
//! Invariant: a mail holds a secret link, so its text never reaches a log.

use async_trait::async_trait;
use jiff::Timestamp;
use waybill_storage::identity::Uid;

use crate::email::Email;
use crate::provider::Purpose;

/// Takes mails.
#[async_trait]
pub trait Post: Send + Sync {
    /// Takes responsibility for a mail.
    async fn send(&self, mail: Mail<'_>) -> Result<(), PostError>;
}

/// A mail was not taken; what it says is for the log.
pub type PostError = Box<dyn std::error::Error + Send + Sync>;

/// A mail. Not `Debug`: its text opens an account.
#[derive(Clone, Copy)]
pub struct Mail<'a> {
    /// To whom.
    pub to: &'a Email,
    /// One line.
    pub subject: &'a str,
    /// Lines that end in `\n`.
    pub text: &'a str,
    /// When it was written.
    pub at: Timestamp,
    /// What it is about, for a post that has better words than these; none when only these will do.
    pub about: Option<About<'a>>,
}

/// What a mail is about. Not `Debug`: its link opens an account.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// What its link is for.
    pub purpose: Purpose,
    /// Whose account it is about.
    pub uid: &'a Uid,
    /// Where to go.
    pub link: &'a str,
    /// The link does not work from here on.
    pub expires_at: Timestamp,
}
