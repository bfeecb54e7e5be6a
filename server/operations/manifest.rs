//! The manifest of a backup: which files belong to it, and what is in each of them.
//!
//! Invariant: a backup without one is none. It is written last, so one that was cut off has none.

use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::path::{Component, Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Name of its file.
const NAME: &str = "manifest.json";

/// The form of backup that this program writes and reads.
const FORM: u32 = 1;

const BUFFER_BYTES: usize = 1 << 16;

/// What a backup holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Manifest {
    form: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// The last schema change of its database.
    pub schema: String,
    /// The moment that it shows.
    pub taken_at: Timestamp,
    /// Whether the bytes of people's files are in it; those in a bucket are not.
    pub holds_files: bool,
    /// Its files, in the order of their paths.
    pub files: Vec<Entry>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// Path within the backup, with `/`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
}

/// Why a folder cannot be used as a backup.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// There is no manifest, or it cannot be read.
    #[error("{} is an incomplete backup", folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// What is written in it is not what this program writes.
    #[error("the manifest of {} is damaged", folder.display())]
    Damaged {
        /// The folder.
        folder: PathBuf,
    },
    /// A later version wrote it.
    #[error("{} was written by a newer version of this program ({program})", folder.display())]
    Newer {
        /// The folder.
        folder: PathBuf,
        /// That version.
        program: String,
    },
    /// A file is not as it was written.
    #[error("{path} in the backup has changed since it was written")]
    Changed {
        /// Path within the backup.
        path: String,
    },
    /// A file cannot be read or written.
    #[error("{} cannot be copied", path.display())]
    Copying {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Manifest {
    /// The manifest of what this program writes now.
    pub fn new(schema: String, taken_at: Timestamp, holds_files: bool) -> Self {
        Self {
            form: FORM,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            taken_at,
            holds_files,
            files: Vec::new(),
        }
    }

    /// Reads the manifest of the backup in `folder`.
    ///
    /// # Errors
    /// See [`ManifestError`].
    pub fn read(folder: &Path) -> Result<Self, ManifestError> {
        let text =
            fs::read_to_string(folder.join(NAME)).map_err(|source| ManifestError::Missing {
                folder: folder.to_owned(),
                source,
            })?;
        let damaged = || ManifestError::Damaged {
            folder: folder.to_owned(),
        };
        let json: serde_json::Value = serde_json::from_str(&text).map_err(|_error| damaged())?;
        if json["form"]
            .as_u64()
            .is_some_and(|form| u64::from(FORM) < form)
        {
            return Err(ManifestError::Newer {
                folder: folder.to_owned(),
                program: json["program"].as_str().unwrap_or_default().to_owned(),
            });
        }
        let manifest: Self = serde_json::from_value(json).map_err(|_error| damaged())?;
        if manifest.files.iter().all(Entry::is_within) {
            Ok(manifest)
        } else {
            Err(damaged())
        }
    }

    /// Writes it into `folder`, so that it is on the disk afterwards.
    ///
    /// # Errors
    /// When that fails.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut file = File::create_new(folder.join(NAME))?;
        serde_json::to_writer_pretty(&mut file, self)?;
        writeln!(file)?;
        file.sync_all()?;
        File::open(folder)?.sync_all()
    }

    /// How many bytes the files hold.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|entry| entry.size).sum()
    }
}

impl Entry {
    /// Copies `from` to `path` below `folder`, making the folders between; what is there is on the disk afterwards.
    ///
    /// # Errors
    /// [`ManifestError::Copying`].
    pub fn copied(from: &Path, folder: &Path, path: String) -> Result<Self, ManifestError> {
        let to = folder.join(&path);
        let copy = || {
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent)?;
            }
            let mut target = File::create_new(&to)?;
            let read = digest(from, &mut target)?;
            target.sync_all()?;
            Ok(read)
        };
        let (size, sha256) = copy().map_err(|source| ManifestError::Copying {
            path: from.to_owned(),
            source,
        })?;
        Ok(Self { path, size, sha256 })
    }

    /// What is at `path` below `folder`.
    ///
    /// # Errors
    /// [`ManifestError::Copying`].
    pub fn of(folder: &Path, path: String) -> Result<Self, ManifestError> {
        let from = folder.join(&path);
        let (size, sha256) = digest(&from, &mut io::sink())
            .map_err(|source| ManifestError::Copying { path: from, source })?;
        Ok(Self { path, size, sha256 })
    }

    /// A path that leads out of the folder is nobody's backup.
    fn is_within(&self) -> bool {
        let path = Path::new(&self.path);
        !self.path.is_empty()
            && path
                .components()
                .all(|part| matches!(part, Component::Normal(_)))
    }
}

/// Hands the content of a file on; gives its size and its SHA-256.
fn digest(from: &Path, to: &mut impl Write) -> io::Result<(u64, String)> {
    let mut source = File::open(from)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut size = 0;
    loop {
        let read = source.read(&mut buffer)?;
        let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else {
            break;
        };
        hash.update(bytes);
        to.write_all(bytes)?;
        size += u64::try_from(read).unwrap_or_default();
    }
    let digits = hash
        .finalize()
        .into_iter()
        .map(|byte| format!("{byte:02x}"));
    Ok((size, digits.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(path: &str) -> Manifest {
        let mut manifest = Manifest::new("m1".to_owned(), Timestamp::UNIX_EPOCH, true);
        manifest.files.push(Entry {
            path: path.to_owned(),
            size: 1,
            sha256: "00".to_owned(),
        });
        manifest
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let written = manifest("files/ab/cd");
        written.write(folder.path()).unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), written);
    }

    #[test]
    fn a_path_that_leads_out_is_refused() {
        for path in ["../etc/passwd", "/etc/passwd", "files/../../x", ""] {
            let folder = tempfile::tempdir().unwrap();
            manifest(path).write(folder.path()).unwrap();
            let read = Manifest::read(folder.path());
            assert!(matches!(read, Err(ManifestError::Damaged { .. })), "{path}");
        }
    }

    #[test]
    fn a_form_of_later_says_which_program_wrote_it() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"{ "form": 2, "program": "9.0.0", "more": true }"#;
        fs::write(folder.path().join(NAME), text).unwrap();
        let error = Manifest::read(folder.path()).unwrap_err();
        assert!(error.to_string().contains("9.0.0"), "{error}");
    }
}
