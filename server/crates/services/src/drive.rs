//! Drive service: folders, files and their contents.
//!
//! | Module | What |
//! |---|---|
//! | [`mod@file`] | the noun: files and folders, in one list |
//! | [`kinds`] | what a content is, by its first bytes, and which names it may have |
//! | [`subject`] | the records that files are about |
//! | [`store`] | the port to the object store that holds the bytes |
//! | [`upload`] | contents on their way in, part by part |
//! | [`content`] | contents in the store: new versions, downloads, attachments of mails |
//! | `kept` | files that a service makes for somebody, such as the photo of a user |
//! | [`picture`] | pictures of people, drawn anew |
//! | `removal` | removal for good |
//!
//! Invariant: the row of a version is written after its bytes are durable and removed before they are, so no row is ever
//! without bytes. Bytes without a row are swept away after a day.

pub mod content;
pub mod file;
pub(crate) mod kept;
pub mod kinds;
pub mod picture;
pub(crate) mod removal;
pub mod store;
pub mod subject;
pub mod upload;

/// How much a company may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriveLimits {
    /// Bytes of one file at most.
    pub file_bytes: i64,
    /// Files and folders at most, those in the bin among them.
    pub files: u64,
    /// Bytes of all versions of all files at most.
    pub company_bytes: i64,
}

impl Default for DriveLimits {
    /// 50 MB a file (domain reference, section 4), 100,000 files, 20 GB.
    fn default() -> Self {
        Self {
            file_bytes: 50 * 1024 * 1024,
            files: 100_000,
            company_bytes: 20 * 1024 * 1024 * 1024,
        }
    }
}
