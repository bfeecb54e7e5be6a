//! TLS of the listener: which certificate, and that nobody else reads its key.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::arguments::Options;
use super::file::TlsTable;
use super::{ConfigError, PublicOrigin};

/// Rights with which others could read the key, or the group change it.
const OTHERS: u32 = 0o027;

/// The files of the certificate, PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tls {
    /// The certificate and what leads from it to a root.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

impl Tls {
    pub(super) fn merge(
        options: &Options,
        file: TlsTable,
        origin: Option<&PublicOrigin>,
    ) -> Result<Option<Self>, ConfigError> {
        let certificate = options.tls_certificate.clone().or(file.certificate);
        let key = options.tls_key.clone().or(file.key);
        let tls = match (certificate, key) {
            (Some(certificate), Some(key)) => Self { certificate, key },
            (None, None) => return Ok(None),
            _ => return Err(ConfigError::HalfTls),
        };
        if let Some(origin) = origin.filter(|it| !it.is_https()) {
            return Err(ConfigError::TlsBehindHttp(origin.as_str().to_owned()));
        }
        refuse_open(&tls.key)?;
        Ok(Some(tls))
    }
}

/// A group may read it, as one for certificates does.
fn refuse_open(key: &Path) -> Result<(), ConfigError> {
    let metadata = std::fs::metadata(key).map_err(|source| ConfigError::SecretFile {
        key: "tls.key".to_owned(),
        path: key.to_owned(),
        source,
    })?;
    match metadata.permissions().mode() & OTHERS {
        0 => Ok(()),
        _ => Err(ConfigError::OpenKey(key.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions, write};

    use super::*;

    fn merged(folder: &Path, mode: u32, origin: Option<&str>) -> Result<Option<Tls>, ConfigError> {
        let key = folder.join("key.pem");
        write(&key, "s3cret").unwrap();
        set_permissions(&key, Permissions::from_mode(mode)).unwrap();
        let file = TlsTable {
            certificate: Some(folder.join("certificate.pem")),
            key: Some(key),
        };
        let origin = origin.map(|it| PublicOrigin::parse(it.to_owned()).unwrap());
        Tls::merge(&Options::default(), file, origin.as_ref())
    }

    #[test]
    fn a_key_that_others_may_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for mode in [0o600, 0o400, 0o640] {
            assert!(
                merged(folder.path(), mode, None).unwrap().is_some(),
                "{mode:o}"
            );
        }
        for mode in [0o644, 0o604, 0o660, 0o601, 0o666] {
            let refused = merged(folder.path(), mode, None).unwrap_err().to_string();
            assert!(refused.contains("key.pem"), "{mode:o}: {refused}");
        }
    }

    #[test]
    fn certificate_and_key_go_together_and_with_https() {
        let folder = tempfile::tempdir().unwrap();
        let half = TlsTable {
            key: Some(folder.path().join("key.pem")),
            ..TlsTable::default()
        };
        let merged_half = Tls::merge(&Options::default(), half, None);
        assert!(matches!(merged_half, Err(ConfigError::HalfTls)));
        let https = Some("https://waybill.example.com");
        assert!(merged(folder.path(), 0o600, https).is_ok());
        let http = merged(folder.path(), 0o600, Some("http://waybill.example.com"));
        assert!(matches!(http, Err(ConfigError::TlsBehindHttp(_))));
    }
}
