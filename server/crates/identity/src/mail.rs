//! Mail, kept as files: the embedded mode sends nothing, it puts each mail into `mail/` of the data directory, where any mail
//! program opens it.
//!
//! Invariant: a mail holds a secret link, so its file belongs to the owner of the data directory alone, and its text never
//! reaches a log.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use tokio::io::AsyncWriteExt as _;
use uuid::Uuid;

use crate::email::Email;

/// Keeps mails in a directory.
#[derive(Clone, Debug)]
pub struct Outbox {
    directory: PathBuf,
    sender: String,
}

impl Outbox {
    /// The outbox of a data directory, for mails from `no-reply` at the host of `public_origin`.
    pub fn new(data_directory: &Path, public_origin: &str) -> Self {
        let authority = public_origin
            .split_once("://")
            .map_or(public_origin, |(_, rest)| rest);
        let is_name = |host: &&str| {
            !host.is_empty()
                && host
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.')
        };
        let host = authority
            .split(['/', ':'])
            .next()
            .filter(is_name)
            .unwrap_or("localhost");
        Self {
            directory: data_directory.join("mail"),
            sender: format!("Waybill <no-reply@{host}>"),
        }
    }

    /// Keeps one mail and returns its file. `subject` and `text` are ASCII, lines of `text` end in `\n`.
    pub async fn keep(
        &self,
        to: &Email,
        subject: &str,
        text: &str,
        now: Timestamp,
    ) -> std::io::Result<PathBuf> {
        let id = Uuid::now_v7();
        let date = rfc2822::to_string(&now.to_zoned(jiff::tz::TimeZone::UTC))
            .map_err(std::io::Error::other)?;
        let head = format!(
            "Date: {date}\nFrom: {}\nTo: {}\nSubject: {subject}\nMessage-ID: <{id}@waybill>\nMIME-Version: 1.0\n\
             Content-Type: text/plain; charset=us-ascii\nAuto-Submitted: auto-generated\n\n",
            self.sender,
            to.as_str(),
        );
        let mail = (head + text).replace('\n', "\r\n");

        let mut directory = tokio::fs::DirBuilder::new();
        directory.recursive(true);
        let mut options = tokio::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            directory.mode(0o700);
            options.mode(0o600);
        }
        directory.create(&self.directory).await?;
        let path = self.directory.join(format!("{id}.eml"));
        let mut file = options.open(&path).await?;
        file.write_all(mail.as_bytes()).await?;
        file.sync_all().await?;
        Ok(path)
    }
}
