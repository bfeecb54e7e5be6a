//! Health: whether the server that runs with this configuration can serve, for a container without a shell.
//!
//! Invariant: it asks the very address that people are served at, over TLS where they are, and answers within a few seconds.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::header::HOST;
use reqwest::{Client, Response, StatusCode, redirect};
use serde::Deserialize;

use crate::config::Config;

/// Longer than a server takes to find out that its database does not answer.
const PATIENCE: Duration = Duration::from_secs(4);

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
        source: reqwest::Error,
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
    let answer = question(address, config.tls.is_some()).await;
    let answer = answer.map_err(|source| {
        if source.is_timeout() {
            HealthError::Silent(address)
        } else if source.is_connect() {
            HealthError::Unreachable { address, source }
        } else {
            HealthError::Stranger(address)
        }
    })?;
    let status = answer.status();
    let readiness = answer.json().await.ok();
    judge(status, readiness.as_ref(), address)?;
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

async fn question(address: SocketAddr, has_tls: bool) -> reqwest::Result<Response> {
    let client = Client::builder()
        .no_proxy()
        .redirect(redirect::Policy::none())
        .timeout(PATIENCE)
        .http1_only()
        // The certificate is for the name that people use, and nothing secret is said to this address of one's own.
        .tls_danger_accept_invalid_certs(true)
        .build()?;
    let scheme = if has_tls { "https" } else { "http" };
    let question = client.get(format!("{scheme}://{address}/readyz"));
    question.header(HOST, "localhost").send().await
}

fn judge(
    status: StatusCode,
    readiness: Option<&Readiness>,
    address: SocketAddr,
) -> Result<(), HealthError> {
    match (status, readiness) {
        (StatusCode::OK, Some(_)) => Ok(()),
        (StatusCode::SERVICE_UNAVAILABLE, Some(readiness)) => {
            Err(HealthError::NotReady(readiness.reason()))
        }
        // No place for the connection, or the start waits for the database.
        (StatusCode::SERVICE_UNAVAILABLE, None) => {
            Err(HealthError::NotReady("it starts, or has no place left"))
        }
        _ => Err(HealthError::Stranger(address)),
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
        let said = |status: StatusCode, readiness: Option<Readiness>| {
            judge(status, readiness.as_ref(), address).map_err(|error| error.to_string())
        };
        let readiness = |storage| Readiness {
            storage,
            render: true,
            draining: false,
        };
        assert_eq!(said(StatusCode::OK, Some(readiness(true))), Ok(()));
        let away = StatusCode::SERVICE_UNAVAILABLE;
        let why = said(away, Some(readiness(false))).unwrap_err();
        assert_eq!(
            why,
            "the server is not ready: the database cannot be written"
        );
        assert!(said(away, None).unwrap_err().contains("starts"));
        let strange = [
            (StatusCode::OK, None),
            (StatusCode::NOT_FOUND, Some(readiness(true))),
            (StatusCode::MOVED_PERMANENTLY, None),
        ];
        for (status, readiness) in strange {
            let why = said(status, readiness).unwrap_err();
            assert!(why.contains("127.0.0.1:8080"));
        }
    }
}
