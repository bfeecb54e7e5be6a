//! Mails kept as files: without a mail server each mail becomes an `.eml` in `mail/` of the data directory, where any mail
//! program opens it.
//!
//! Invariant: a mail may hold a secret link, so its file belongs to the owner of the data directory alone, and its text
//! reaches no log.

use std::io;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use tokio::io::AsyncWriteExt as _;

use super::transport::{Outgoing, Transport, TransportError};

/// Keeps mails in a folder.
#[derive(Clone, Debug)]
pub struct MailFolder {
    folder: PathBuf,
    /// Where mails are written before they are whole, beside it.
    aside: PathBuf,
}

impl MailFolder {
    /// The folder of a data directory; made when the first mail comes.
    pub fn of(data_directory: &Path) -> Self {
        Self {
            folder: data_directory.join("mail"),
            aside: data_directory.join("mail.part"),
        }
    }

    /// A mail that was kept before and whose answer was lost is written anew: its name is its id.
    async fn keep(&self, mail: &Outgoing) -> io::Result<PathBuf> {
        let mut folder = tokio::fs::DirBuilder::new();
        folder.recursive(true);
        let mut options = tokio::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        {
            folder.mode(0o700);
            options.mode(0o600);
        }
        folder.create(&self.folder).await?;
        folder.create(&self.aside).await?;
        let name = format!("{}.eml", mail.id);
        let path = self.folder.join(&name);
        // Written aside and moved: whoever watches the folder sees whole mails only.
        let aside = self.aside.join(name);
        let mut file = options.open(&aside).await?;
        file.write_all(&mail.content).await?;
        file.sync_all().await?;
        drop(file);
        tokio::fs::rename(&aside, &path).await?;
        Ok(path)
    }
}

#[async_trait]
impl Transport for MailFolder {
    async fn deliver(&self, mail: &Outgoing) -> Result<(), TransportError> {
        let path = self
            .keep(mail)
            .await
            .map_err(|error| TransportError::Later(error.to_string()))?;
        tracing::info!(file = %path.display(), "A message was written to a file.");
        Ok(())
    }
}
