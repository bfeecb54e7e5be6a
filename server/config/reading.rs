//! Reads the configuration file.
//!
//! Invariant: what is wrong with it is one sentence that names the file and, where it has one, the line.

use std::io;
use std::path::{Path, PathBuf};

use super::file::File;

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("the configuration file {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file as it was named.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is not TOML, has an unknown key, or a value of the wrong type.
    #[error("the configuration file {} is not valid, line {line}: {message}", path.display())]
    Mistake {
        /// The file as it was named.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
}

impl File {
    pub(super) fn read(path: &Path) -> Result<Self, FileError> {
        let text = std::fs::read_to_string(path).map_err(|source| FileError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        toml::from_str(&text).map_err(|error| FileError::Mistake {
            path: path.to_owned(),
            line: line_of(&text, error.span().map_or(0, |span| span.start)),
            message: error.message().replace('\n', ", "),
        })
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text
        .bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("waybill.toml");
        std::fs::write(&path, "listen = \"127.0.0.1:80\"\n\n[session]\nidle = 3\n").unwrap();
        let sentence = File::read(&path).unwrap_err().to_string();
        assert!(sentence.contains("waybill.toml"), "{sentence}");
        assert!(sentence.contains("line 4"), "{sentence}");
        assert!(sentence.contains("`idle`"), "{sentence}");
    }

    #[test]
    fn a_missing_file_is_told_with_its_name() {
        let sentence = File::read(Path::new("no/such/file.toml"))
            .unwrap_err()
            .to_string();
        assert!(sentence.contains("no/such/file.toml"), "{sentence}");
    }
}
