//! The transport: who takes a finished mail. The server hands one in; nobody else knows which.
//!
//! Invariant: an error says whether trying again may help, and its text holds no password.

use async_trait::async_trait;

/// Takes mails.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Takes responsibility for the mail. Once this was `Ok`, the mail is not handed over again.
    async fn deliver(&self, mail: &Outgoing) -> Result<(), TransportError>;
}

/// A finished mail with its envelope (RFC 5321).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// Its id, which stands in `Message-ID` too and stays the same when it is tried again.
    pub id: uuid::Uuid,
    /// Address of the sender.
    pub from: String,
    /// Addresses of all who receive it, those of `Bcc` among them.
    pub to: Vec<String>,
    /// The mail (RFC 5322), lines ended by CR and LF.
    pub content: Vec<u8>,
}

/// Why a mail was not taken.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The receiving server refused it for good.
    #[error("the message was rejected: {0}")]
    Refused(String),
    /// The receiving server does not know one of the addresses.
    #[error("the message was rejected: {answer}")]
    UnknownAddress {
        /// The address.
        address: String,
        /// What the server said.
        answer: String,
    },
    /// It may be taken later.
    #[error("the message could not be delivered: {0}")]
    Later(String),
}
