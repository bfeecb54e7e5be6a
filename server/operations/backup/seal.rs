//! The seal of a backup: its files are encrypted in the age format (<https://age-encryption.org/v1>), for whose secret key this
//! machine has no use.
//!
//! Invariant: what was sealed can be opened by `age --decrypt` too; a file that was cut off does not open.

use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use age::stream::StreamWriter;
use age::x25519::Recipient;
use age::{Decryptor, Encryptor, IdentityFile};

/// What the name of an encrypted file ends with.
pub const ENDING: &str = ".age";

/// Who can read a backup. Nobody named: everybody who gets hold of it.
#[derive(Clone, Default)]
pub struct Recipients(Vec<Recipient>);

/// The secret keys that open a backup.
pub struct Identities(Vec<Box<dyn age::Identity + Send + Sync>>);

/// Why keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// Neither a key nor a file.
    #[error("{0} is neither a public key (age1…) nor a file that can be read")]
    Recipient(String, #[source] io::Error),
    /// A line of a file is no key.
    #[error("{}: {line:?} is not a public key (age1…)", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its line.
        line: String,
    },
    /// A file without one.
    #[error("there is no key in {}", .0.display())]
    None(PathBuf),
    /// A file of secret keys cannot be read.
    #[error("{} is not a file of secret keys, as age-keygen writes it", path.display())]
    Identity {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
}

/// A file in the making, encrypted or not.
pub enum Sealed<W: Write> {
    /// As it is.
    Open(W),
    /// Encrypted.
    Closed(StreamWriter<W>),
}

impl Recipients {
    /// Reads public keys, and files with one in a line.
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn read(named: &[String]) -> Result<Self, KeyError> {
        let mut recipients = Vec::new();
        for each in named {
            match each.parse() {
                Ok(recipient) => recipients.push(recipient),
                Err(_) => recipients.extend(of_file(each)?),
            }
        }
        Ok(Self(recipients))
    }

    /// Whether nothing is encrypted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the name of a file ends with.
    pub fn ending(&self) -> &'static str {
        if self.is_empty() { "" } else { ENDING }
    }

    /// Begins a file that they can read.
    ///
    /// # Errors
    /// When its head cannot be written.
    pub fn seal<W: Write>(&self, to: W) -> io::Result<Sealed<W>> {
        if self.is_empty() {
            return Ok(Sealed::Open(to));
        }
        let recipients = self.0.iter().map(|it| it as &dyn age::Recipient);
        let encryptor = Encryptor::with_recipients(recipients).map_err(io::Error::other)?;
        encryptor.wrap_output(to).map(Sealed::Closed)
    }
}

impl fmt::Debug for Recipients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(ToString::to_string))
            .finish()
    }
}

fn of_file(named: &str) -> Result<Vec<Recipient>, KeyError> {
    let path = Path::new(named);
    let text =
        fs::read_to_string(path).map_err(|source| KeyError::Recipient(named.to_owned(), source))?;
    let lines = text.lines().map(str::trim);
    let keys = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let keys: Result<Vec<Recipient>, KeyError> = keys
        .map(|line| {
            line.parse().map_err(|_: &str| KeyError::Line {
                path: path.to_owned(),
                line: line.to_owned(),
            })
        })
        .collect();
    let keys = keys?;
    match keys.is_empty() {
        true => Err(KeyError::None(path.to_owned())),
        false => Ok(keys),
    }
}

impl Identities {
    /// Reads a file of secret keys.
    ///
    /// # Errors
    /// See [`KeyError`].
    pub fn read(path: &Path) -> Result<Self, KeyError> {
        let unusable = |source| KeyError::Identity {
            path: path.to_owned(),
            source,
        };
        let file = fs::File::open(path).map_err(unusable)?;
        let file = IdentityFile::from_buffer(io::BufReader::new(file)).map_err(unusable)?;
        let identities = file.into_identities();
        let identities = identities.map_err(|error| unusable(io::Error::other(error)))?;
        match identities.is_empty() {
            true => Err(KeyError::None(path.to_owned())),
            false => Ok(Self(identities)),
        }
    }

    /// The content of an encrypted file.
    ///
    /// # Errors
    /// When none of the keys opens it, or it is none.
    pub fn open<R: Read>(&self, from: R) -> io::Result<impl Read> {
        let decryptor = Decryptor::new(from).map_err(io::Error::other)?;
        let identities = self.0.iter().map(|it| it.as_ref() as &dyn age::Identity);
        decryptor.decrypt(identities).map_err(io::Error::other)
    }
}

impl fmt::Debug for Identities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} secret keys", self.0.len())
    }
}

impl<W: Write> Sealed<W> {
    /// Ends the file, which can be opened from then on.
    ///
    /// # Errors
    /// When its end cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Open(to) => Ok(to),
            Self::Closed(stream) => stream.finish(),
        }
    }
}

impl<W: Write> Write for Sealed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Open(to) => to.write(bytes),
            Self::Closed(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Open(to) => to.flush(),
            Self::Closed(stream) => stream.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use age::secrecy::ExposeSecret as _;
    use age::x25519::Identity;

    use super::*;

    fn read(identities: &Identities, sealed: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        identities.open(sealed)?.read_to_end(&mut content)?;
        Ok(content)
    }

    #[test]
    fn only_its_key_opens_what_was_sealed_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, other) = (Identity::generate(), Identity::generate());
        let file = |identity: &Identity| {
            let path = folder.path().join("key");
            fs::write(&path, identity.to_string().expose_secret()).unwrap();
            Identities::read(&path).unwrap()
        };
        let path = folder.path().join("recipients");
        fs::write(&path, format!("# office\n\n{}\n", ours.to_public())).unwrap();
        let recipients = Recipients::read(&[path.display().to_string()]).unwrap();
        let mut sealed = recipients.seal(Vec::new()).unwrap();
        sealed.write_all(b"bill of lading").unwrap();
        let sealed = sealed.finish().unwrap();
        assert!(!sealed.windows(4).any(|it| it == b"bill"));
        assert_eq!(read(&file(&ours), &sealed).unwrap(), b"bill of lading");
        assert!(read(&file(&other), &sealed).is_err());
        assert!(read(&file(&ours), &sealed[..sealed.len() - 1]).is_err());
    }

    #[test]
    fn what_is_no_key_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Recipients::read(&["age1x".to_owned()]).unwrap_err();
        assert!(error.to_string().starts_with("age1x is neither"), "{error}");
        let path = folder.path().join("keys");
        fs::write(&path, "ssh-ed25519 AAAA\n").unwrap();
        let named = [path.display().to_string()];
        let error = Recipients::read(&named).unwrap_err();
        assert!(error.to_string().contains("ssh-ed25519 AAAA"), "{error}");
        let error = Identities::read(&path).unwrap_err();
        assert!(error.to_string().contains("age-keygen"), "{error}");
        fs::write(&path, "# nothing\n").unwrap();
        let error = Recipients::read(&named).unwrap_err();
        assert!(error.to_string().starts_with("there is no key"), "{error}");
    }
}
