//! TLS: the certificate that connections are met with, and its renewal while they go on.
//!
//! Invariant: there always is a usable certificate; one that cannot be used leaves the one before it in force.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::certificate::Validity;
use crate::config;

/// How often the files are looked at. Links that point elsewhere, as certbot and Kubernetes make them, give no other notice.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The certificate in force. Clones share it.
#[derive(Clone)]
pub struct Tls {
    current: Arc<ArcSwap<Certificate>>,
}

/// A certificate that was read: what new connections can be met with.
pub struct Certificate {
    files: config::Tls,
    config: Arc<ServerConfig>,
    validity: Option<Validity>,
}

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// One of its files.
    #[error("the file {} of the certificate cannot be used", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: pem::Error,
    },
    /// There is none in its file.
    #[error("the file {} contains no certificate", .0.display())]
    Empty(PathBuf),
    /// Certificate and key are not each other's, or of no kind that is spoken.
    #[error("the certificate and its key cannot be used together")]
    Pair(#[source] rustls::Error),
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls")
            .field("files", &self.current.load().files)
            .finish_non_exhaustive()
    }
}

impl Tls {
    /// Reads the certificate.
    ///
    /// # Errors
    /// See [`TlsError`].
    pub fn load(files: &config::Tls) -> Result<Self, TlsError> {
        let current = Arc::new(ArcSwap::from_pointee(Certificate::read(files)?));
        Ok(Self { current })
    }

    /// Meets new connections with another certificate.
    pub fn replace(&self, certificate: Certificate) {
        self.current.store(Arc::new(certificate));
        tracing::info!("Certificate reloaded for new connections.");
    }

    /// What meets the next connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.current.load().config))
    }

    /// When the certificate in force is valid, as far as it can be read.
    pub(in crate::http) fn validity(&self) -> Option<Validity> {
        self.current.load().validity
    }

    /// Reads the certificate again whenever its files change, for as long as the process lives.
    pub async fn keep_current(self) {
        let mut clock = interval(LOOK_EVERY);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut known = self.state();
        loop {
            clock.tick().await;
            let state = self.state();
            // While one of the two files is being replaced, it may not be there.
            if state == known || state.is_none() {
                continue;
            }
            known = state;
            self.renew();
        }
    }

    fn renew(&self) {
        let before = self.current.load_full();
        match Certificate::read(&before.files) {
            Ok(certificate) => {
                // One that a reload has put there meanwhile stays.
                self.current
                    .compare_and_swap(&before, Arc::new(certificate));
                tracing::info!("Certificate reloaded for new connections.");
            }
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::error!(
                    error,
                    "The new certificate cannot be used; the old one remains in use."
                );
            }
        }
    }

    /// By what a change of the files shows; none when one is not there.
    fn state(&self) -> Option<[FileState; 2]> {
        let of = |path: &PathBuf| std::fs::metadata(path).map(|it| FileState::of(&it)).ok();
        let current = self.current.load();
        Some([of(&current.files.certificate)?, of(&current.files.key)?])
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileState {
    inode: u64,
    changed: (i64, i64),
    length: u64,
}

impl FileState {
    fn of(metadata: &Metadata) -> Self {
        Self {
            inode: metadata.ino(),
            changed: (metadata.mtime(), metadata.mtime_nsec()),
            length: metadata.len(),
        }
    }
}

impl Certificate {
    /// Reads one.
    ///
    /// # Errors
    /// See [`TlsError`].
    pub fn read(files: &config::Tls) -> Result<Self, TlsError> {
        let unusable = |path: &PathBuf| {
            let path = path.clone();
            move |source| TlsError::File { path, source }
        };
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&files.certificate)
            .and_then(Iterator::collect)
            .map_err(unusable(&files.certificate))?;
        let Some(own) = chain.first() else {
            return Err(TlsError::Empty(files.certificate.clone()));
        };
        let validity = Validity::of(own);
        let key = PrivateKeyDer::from_pem_file(&files.key).map_err(unusable(&files.key))?;
        let provider = Arc::new(aws_lc_rs::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|it| it.with_no_client_auth().with_single_cert(chain, key))
            .map_err(TlsError::Pair)?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self {
            files: files.clone(),
            config: Arc::new(config),
            validity,
        })
    }
}
