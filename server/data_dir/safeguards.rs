//! The safeguards of the data: when a backup was last made and last proved to be one, told to the metrics.
//!
//! Invariant: only what succeeded is noted. The note is a file of the data directory, for those who make backups are other
//! processes than the server.

use std::fs;
use std::io;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Name of the file.
const NAME: &str = "safeguards.json";

/// The last successes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Safeguards {
    /// The last backup.
    pub backup: Option<Done>,
    /// The last backup of which a drill showed that it can be restored.
    pub drill: Option<Done>,
}

/// Something that succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// When.
    pub at: Timestamp,
    /// How many bytes the backup has.
    pub bytes: u64,
}

impl Safeguards {
    /// What is noted in the data directory; nothing where there is no note, or one that cannot be read.
    pub fn read(data_dir: &Path) -> Self {
        let text = fs::read(data_dir.join(NAME)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn write(self, data_dir: &Path) -> io::Result<()> {
        let partial = data_dir.join(format!(".{NAME}.partial"));
        fs::write(&partial, serde_json::to_vec(&self)?)?;
        fs::rename(partial, data_dir.join(NAME))
    }
}

/// Notes a backup.
pub fn note_backup(data_dir: &Path, done: Done) {
    note(data_dir, |noted| noted.backup = Some(done));
}

/// Notes a drill.
pub fn note_drill(data_dir: &Path, done: Done) {
    note(data_dir, |noted| noted.drill = Some(done));
}

/// A backup without a note is one all the same.
fn note(data_dir: &Path, change: impl FnOnce(&mut Safeguards)) {
    if !data_dir.is_dir() {
        return;
    }
    let mut noted = Safeguards::read(data_dir);
    change(&mut noted);
    if let Err(error) = noted.write(data_dir) {
        let folder = data_dir.display();
        tracing::warn!(%error, %folder, "The metrics will not show this success: it cannot be noted.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_success_is_noted_beside_the_other() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Safeguards::read(folder.path()), Safeguards::default());
        let done = |second, bytes| Done {
            at: Timestamp::from_second(second).unwrap(),
            bytes,
        };
        note_backup(folder.path(), done(1, 10));
        note_drill(folder.path(), done(2, 10));
        note_backup(folder.path(), done(3, 11));
        let noted = Safeguards {
            backup: Some(done(3, 11)),
            drill: Some(done(2, 10)),
        };
        assert_eq!(Safeguards::read(folder.path()), noted);
    }

    #[test]
    fn a_folder_that_is_not_there_is_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let at = Timestamp::UNIX_EPOCH;
        note_backup(&data, Done { at, bytes: 1 });
        assert!(!data.exists());
    }
}
