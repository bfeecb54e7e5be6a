//! Mail: templates, messages, and the way out of the house.
//!
//! | Module | What |
//! |---|---|
//! | [`address`] | mail addresses and the names beside them |
//! | [`merge`], [`show`] | merge fields `{{path\|fallback}}`, and how a value is shown in a language |
//! | [`sanitise`] | what of HTML a mail may hold |
//! | [`footer`] | what stands under every mail of a company |
//! | [`templates`], [`known`], [`lint`] | templates with their versions, the merge fields they may use, what is wrong with them |
//! | [`letter`], [`drafts`] | what somebody writes, finished or not |
//! | [`wording`], [`recipients`], [`context`], [`compose`] | what a letter says to whom, and what its fields are replaced by |
//! | [`previews`], [`send`] | the same before it is sent, and how it becomes a message |
//! | [`hours`] | when a mail leaves that waits for working hours, and by whose clock |
//! | [`messages`], [`results`], [`merged`], [`retry`], [`at_once`] | mails that were sent; of one to each, what it said to whom and what became of it; sending again what did not arrive, and at once what waits |
//! | [`system`] | the mails that the program itself writes, and the templates that it brings along |
//! | [`outbox`] | [`enqueue`]: a mail that leaves with the transaction it is written in |
//! | [`quota`] | how many mails leave within a day, and which wait for the next |
//! | [`suppressions`], [`unsubscribe`], [`returned`] | addresses that mails no longer leave to, because of their owners or of reports by mail servers |
//! | [`delivery`] | the job that hands mails on, tries again, and gives up |
//! | [`attachments`] | files of the drive that travel with a mail |
//! | [`transport`] | [`Transport`], what the server hands in: [`smtp`], or [`files`] |
//! | [`mime`] | a mail as the bytes that are sent |
//!
//! Invariant: a mail is in the outbox before its request is answered, and stays there until it was handed on or given up.

pub mod address;
pub mod at_once;
pub mod attachments;
pub(crate) mod compose;
pub(crate) mod context;
pub(crate) mod counts;
pub mod delivery;
pub mod drafts;
pub mod files;
pub mod footer;
pub mod hours;
pub mod known;
pub mod letter;
pub mod lint;
pub mod merge;
pub mod merged;
pub mod messages;
pub mod mime;
pub mod outbox;
pub mod previews;
pub mod quota;
pub(crate) mod recipients;
pub mod results;
pub mod retry;
pub mod returned;
pub mod sanitise;
pub mod send;
pub mod show;
pub mod smtp;
pub mod suppressions;
pub mod system;
pub mod templates;
pub mod transport;
pub mod unsubscribe;
pub(crate) mod wording;

pub use address::MailAddress;
pub use attachments::AttachedFile;
pub use delivery::Post;
pub use outbox::{MailLane, NewMail, enqueue};
pub use quota::MailQuotas;
pub use system::{SystemMail, SystemTemplate, enqueue_system, write_system};
pub use transport::{Outgoing, Transport, TransportError};

/// The largest body of a request: a mail in a few languages.
pub(crate) const BODY_LIMIT: usize = 2 * 1024 * 1024;
