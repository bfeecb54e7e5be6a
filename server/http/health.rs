//! Health: whether the server that runs with this configuration can serve, for a container without a shell.
//!
//! Invariant: it asks the very address that people are served at, over TLS where they are, and answers within a few seconds.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::verify_tls13_signature;
use tokio_rustls::rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{self, ClientConfig, DigitallySignedStruct, SignatureScheme};

use crate::config::Config;

/// Longer than a server takes to find out that its database does not answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// More than a probe ever says.
const ANSWER: u64 = 64 << 10;

/// Why the server is not known to be able to serve.
#[derive(Debug, thiserror::Error)]
pub enum HealthError {
    /// The system chose the port.
    #[error("`listen` is {0}, so the port is not known; set a port")]
    UnknownPort(SocketAddr),
    /// Nobody takes the connection, or it breaks.
    #[error("the server at {address} cannot be asked")]
    Unreachable {
        /// Where it was asked.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// It takes too long.
    #[error("the server at {0} did not answer within 4 seconds")]
    Silent(SocketAddr),
    /// There is something else.
    #[error("what listens at {0} does not answer as Waybill does")]
    Stranger(SocketAddr),
    /// It says so itself.
    #[error("the server is not ready: {0}")]
    NotReady(&'static str),
}

/// What `/readyz` says.
#[derive(Debug, Deserialize)]
struct Readiness {
    storage: bool,
    render: bool,
    draining: bool,
}

/// Asks the server that serves at the configured address; gives the line that says it is ready.
///
/// # Errors
/// See [`HealthError`].
pub async fn ask(config: &Config) -> Result<String, HealthError> {
    let address = reachable(config.listen);
    if address.port() == 0 {
        return Err(HealthError::UnknownPort(address));
    }
    let answer = tokio::time::timeout(PATIENCE, exchange(address, config.tls.is_some())).await;
    let answer = answer.map_err(|_| HealthError::Silent(address))?;
    let answer = answer.map_err(|source| HealthError::Unreachable { address, source })?;
    judge(&answer, address)?;
    Ok(format!("The server at {address} is ready."))
}

/// Every address of this machine means this machine.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        other => other,
    };
    SocketAddr::new(ip, listen.port())
}

async fn exchange(address: SocketAddr, has_tls: bool) -> std::io::Result<String> {
    let stream = TcpStream::connect(address).await?;
    if !has_tls {
        return speak(stream).await;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(std::io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(aws_lc_rs::default_provider())))
        .with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    speak(connector.connect(address.ip().into(), stream).await?).await
}

async fn speak(mut stream: impl AsyncRead + AsyncWrite + Unpin) -> std::io::Result<String> {
    let question = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(question).await?;
    let mut answer = Vec::new();
    stream.take(ANSWER).read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn judge(answer: &str, address: SocketAddr) -> Result<(), HealthError> {
    let stranger = || HealthError::Stranger(address);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(stranger)?;
    let readiness: Option<Readiness> = serde_json::from_str(body).ok();
    match (head.split(' ').nth(1), readiness) {
        (Some("200"), Some(_)) => Ok(()),
        (Some("503"), Some(readiness)) => Err(HealthError::NotReady(readiness.reason())),
        // No place for the connection, or the start waits for the database.
        (Some("503"), None) => Err(HealthError::NotReady("it starts, or has no place left")),
        _ => Err(stranger()),
    }
}

impl Readiness {
    fn reason(&self) -> &'static str {
        match self {
            Self { draining: true, .. } => "it is shutting down",
            Self { storage: false, .. } => "the database cannot be written",
            Self { render: false, .. } => "no isolate renders",
            _ => "it does not say why",
        }
    }
}

/// Takes every certificate: it is for the name that people use, and nothing secret is said to this address of one's own.
#[derive(Debug)]
struct AnyCertificate(CryptoProvider);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(
            message,
            cert,
            dss,
            &self.0.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(
            message,
            cert,
            dss,
            &self.0.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_asked_at_this_machine() {
        for (listen, asked) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("192.0.2.7:80", "192.0.2.7:80"),
        ] {
            assert_eq!(reachable(listen.parse().unwrap()).to_string(), asked);
        }
    }

    #[test]
    fn answers_are_judged_by_what_they_say() {
        let address = SocketAddr::from(([127, 0, 0, 1], 8080));
        let said = |status: &str, body: &str| {
            let answer = format!("HTTP/1.1 {status} X\r\ncontent-type: x\r\n\r\n{body}");
            judge(&answer, address).map_err(|error| error.to_string())
        };
        let ready = "{\"status\":\"ready\",\"storage\":true,\"render\":true,\"draining\":false}";
        assert_eq!(said("200", ready), Ok(()));
        let away = ready.replace("\"storage\":true", "\"storage\":false");
        let why = said("503", &away).unwrap_err();
        assert_eq!(
            why,
            "the server is not ready: the database cannot be written"
        );
        assert!(said("503", "{}").unwrap_err().contains("starts"));
        for (status, body) in [("200", "<html>"), ("404", ready), ("301", "")] {
            assert!(said(status, body).unwrap_err().contains("127.0.0.1:8080"));
        }
        assert!(judge("SSH-2.0-OpenSSH", address).is_err());
    }
}
