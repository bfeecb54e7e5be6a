//! The manifest of a backup: which files belong to it, and what is in each of them.
//!
//! Invariant: a backup without one is none. It is written last, so one that was cut off has none.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::backup::seal::{ENDING, Identities, Recipients};

/// Name of its file.
const NAME: &str = "manifest.json";

/// The form of backup that this program writes and reads.
const FORM: u32 = 2;

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
    /// Whether its files are encrypted; so are not their names and this list.
    #[serde(default)]
    pub encrypted: bool,
    /// Its files, in the order of their paths.
    pub files: Vec<Entry>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// Path within the backup, with `/`.
    pub path: String,
    /// Size in bytes, as it lies there.
    pub size: u64,
    /// SHA-256 of what lies there, in hexadecimal digits.
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
    /// No key opens a file.
    #[error("{path} in the backup cannot be decrypted: {source}")]
    Closed {
        /// Path within the backup.
        path: String,
        /// Why not.
        source: io::Error,
    },
    /// It is encrypted, and there is no key.
    #[error("the backup is encrypted; name the file with the secret key: --identity FILE")]
    Encrypted,
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
    pub fn new(schema: String, taken_at: Timestamp, holds_files: bool, encrypted: bool) -> Self {
        Self {
            form: FORM,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            taken_at,
            holds_files,
            encrypted,
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
    /// Writes what `source` gives to `path` below `folder`, for `recipients`, making the folders between; it is on the disk afterwards.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn written(
        source: impl Read,
        folder: &Path,
        path: &str,
        recipients: &Recipients,
    ) -> io::Result<Self> {
        let path = format!("{path}{}", recipients.ending());
        let file = Digested::new(created(&folder.join(&path))?);
        let mut sealed = recipients.seal(file)?;
        io::copy(&mut buffered(source), &mut sealed)?;
        let written = sealed.finish()?;
        written.inner.sync_all()?;
        Ok(written.entry(path))
    }

    /// The same for the file `from`.
    ///
    /// # Errors
    /// [`ManifestError::Copying`].
    pub fn copied(
        from: &Path,
        folder: &Path,
        path: &str,
        recipients: &Recipients,
    ) -> Result<Self, ManifestError> {
        let copied = File::open(from).and_then(|it| Self::written(it, folder, path, recipients));
        copied.map_err(|source| copying(from, source))
    }

    /// What is at `path` below `folder`.
    ///
    /// # Errors
    /// [`ManifestError::Copying`].
    pub fn of(folder: &Path, path: &str) -> Result<Self, ManifestError> {
        let from = folder.join(path);
        let mut digested = Digested::new(io::sink());
        let read = File::open(&from).and_then(|it| io::copy(&mut buffered(it), &mut digested));
        read.map_err(|source| copying(&from, source))?;
        Ok(digested.entry(path.to_owned()))
    }

    /// Checks that what lies in `backup` is what was written.
    ///
    /// # Errors
    /// [`ManifestError::Changed`], or when it cannot be read.
    pub fn check(&self, backup: &Path) -> Result<(), ManifestError> {
        match Self::of(backup, &self.path)? == *self {
            true => Ok(()),
            false => Err(ManifestError::Changed {
                path: self.path.clone(),
            }),
        }
    }

    /// Writes the content of what lies in `backup`, once it is found to be what was written, below `folder`.
    ///
    /// # Errors
    /// See [`ManifestError`].
    pub fn restore(
        &self,
        backup: &Path,
        folder: &Path,
        identities: Option<&Identities>,
    ) -> Result<(), ManifestError> {
        self.check(backup)?;
        let from = backup.join(&self.path);
        let failed = |source| copying(&from, source);
        let mut source = buffered(File::open(&from).map_err(failed)?);
        let mut target = created(&folder.join(self.name())).map_err(failed)?;
        match identities {
            Some(identities) => {
                let opened = identities.open(source);
                let copied = opened.and_then(|mut content| io::copy(&mut content, &mut target));
                copied.map_err(|source| ManifestError::Closed {
                    path: self.path.clone(),
                    source,
                })?;
            }
            None => {
                io::copy(&mut source, &mut target).map_err(failed)?;
            }
        }
        target.sync_all().map_err(failed)
    }

    /// The path of its content, which is that of the file without what encryption puts behind.
    pub fn name(&self) -> &str {
        self.path.strip_suffix(ENDING).unwrap_or(&self.path)
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

fn created(path: &Path) -> io::Result<File> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    File::create_new(path)
}

fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(BUFFER_BYTES, source)
}

fn copying(path: &Path, source: io::Error) -> ManifestError {
    ManifestError::Copying {
        path: path.to_owned(),
        source,
    }
}

/// Counts and digests what is written through it.
struct Digested<W> {
    inner: W,
    size: u64,
    hash: Sha256,
}

impl<W> Digested<W> {
    fn new(inner: W) -> Self {
        Self {
            inner,
            size: 0,
            hash: Sha256::new(),
        }
    }

    fn entry(self, path: String) -> Entry {
        let digits = self.hash.finalize().into_iter();
        let digits: Vec<String> = digits.map(|byte| format!("{byte:02x}")).collect();
        Entry {
            path,
            size: self.size,
            sha256: digits.concat(),
        }
    }
}

impl<W: Write> Write for Digested<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        self.size += u64::try_from(written).unwrap_or_default();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(path: &str) -> Manifest {
        let mut manifest = Manifest::new("m1".to_owned(), Timestamp::UNIX_EPOCH, true, false);
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
    fn a_backup_from_before_encryption_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"{ "form": 1, "program": "0.1.0", "schema": "m1", "takenAt": "2026-11-01T00:00:00Z",
            "holdsFiles": true, "files": [] }"#;
        fs::write(folder.path().join(NAME), text).unwrap();
        assert!(!Manifest::read(folder.path()).unwrap().encrypted);
    }

    #[test]
    fn a_form_of_later_says_which_program_wrote_it() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"{ "form": 3, "program": "9.0.0", "more": true }"#;
        fs::write(folder.path().join(NAME), text).unwrap();
        let error = Manifest::read(folder.path()).unwrap_err();
        assert!(error.to_string().contains("9.0.0"), "{error}");
    }
}
