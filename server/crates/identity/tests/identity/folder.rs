//! A folder that takes mails, as the server's does: each is a file, and the newest has the greatest name.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use waybill_identity::mail::{Mail, Post, PostError};

/// Keeps mails in `mail/` of a directory.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn of(directory: &Path) -> Self {
        Self(directory.join("mail"))
    }
}

#[async_trait]
impl Post for Folder {
    async fn send(&self, mail: Mail<'_>) -> Result<(), PostError> {
        std::fs::create_dir_all(&self.0)?;
        let (to, subject) = (mail.to.as_str(), mail.subject);
        let content =
            format!("To: {to}\nSubject: {subject}\n\n{}", mail.text).replace('\n', "\r\n");
        let file = self.0.join(format!("{}.eml", uuid::Uuid::now_v7()));
        Ok(std::fs::write(file, content)?)
    }
}
