//! The listener: connections, what each may cost, and how they end.
//!
//! `axum::serve` has neither a limit of connections nor a deadline for headers nor one for its shutdown; this has. Invariant:
//! a peer that sends no request within the time for headers has no connection, whichever protocol it began to speak.

mod connection;
mod descriptors;
mod impatient;
mod progress;
mod tls;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use self::connection::Protocol;
pub use self::tls::{Tls, TlsError};
use super::admin;
use super::site::Site;
use crate::metrics::Metrics;

/// Pause after the system refused to hand over a connection, as when it has no descriptors left.
const BREATH: Duration = Duration::from_millis(100);

/// Connections of an operator: a few machines that read figures, and a browser.
const ADMIN_CONNECTIONS: usize = 32;

/// How connections are accepted.
struct Accept<'a> {
    protocol: &'a Protocol,
    router: &'a Router,
    places: &'a Arc<Semaphore>,
    draining: &'a watch::Receiver<bool>,
    /// Where they are counted.
    metrics: Option<&'a Metrics>,
}

/// A bound address, not yet accepting.
#[derive(Debug)]
pub struct Listener {
    tcp: TcpListener,
    tls: Option<Tls>,
}

/// Why an address cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Something else listens there.
    #[error("the address {0} is in use by another program")]
    InUse(SocketAddr),
    /// The system does not let us.
    #[error("the address {address} cannot be listened on")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Listener {
    /// Takes the address, so that nobody else can.
    ///
    /// # Errors
    /// See [`ServeError`].
    pub async fn bind(address: SocketAddr) -> Result<Self, ServeError> {
        match TcpListener::bind(address).await {
            Ok(tcp) => Ok(Self { tcp, tls: None }),
            Err(source) if source.kind() == std::io::ErrorKind::AddrInUse => {
                Err(ServeError::InUse(address))
            }
            Err(source) => Err(ServeError::Bind { address, source }),
        }
    }

    /// Takes over an address that somebody else has taken for us.
    ///
    /// # Errors
    /// When the system does not let it be waited on.
    pub fn take_over(tcp: std::net::TcpListener) -> std::io::Result<Self> {
        tcp.set_nonblocking(true)?;
        let tcp = TcpListener::from_std(tcp)?;
        Ok(Self { tcp, tls: None })
    }

    /// Meets people with a certificate.
    #[must_use]
    pub fn with_tls(self, tls: Option<Tls>) -> Self {
        Self { tls, ..self }
    }

    /// The address with the port that the system chose, if it was asked to.
    ///
    /// # Errors
    /// When the system has forgotten the socket.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Serves an operator's few connections until it is dropped; nothing is drained.
    pub async fn serve_admin(self, site: &Arc<Site>) {
        let places = Arc::new(Semaphore::new(ADMIN_CONNECTIONS));
        let (_drain, draining) = watch::channel(false);
        let router = admin::router(site);
        let accept = Accept {
            protocol: &Protocol::new(),
            router: &router,
            places: &places,
            draining: &draining,
            metrics: None,
        };
        self.accept(accept).await;
    }

    /// Accepts until `stop` is ready; then drains: not ready at once, accepting for the drain delay, and after it only what
    /// is in progress, for as long as the configuration allows.
    pub async fn serve(self, site: &Arc<Site>, router: Router, stop: impl Future<Output = ()>) {
        let edge = &site.app().config.edge;
        let most = descriptors::at_most(edge.max_connections);
        let places = Arc::new(Semaphore::new(most));
        let protocol = Protocol::new();
        // Sender: this function. Receivers: the connections, which end gracefully once it says so.
        let (drain, draining) = watch::channel(false);

        // In a scope of its own: while it waits for a peer, it holds a place that the drain below waits for.
        {
            let accepting = self.accept(Accept {
                protocol: &protocol,
                router: &router,
                places: &places,
                draining: &draining,
                metrics: Some(site.metrics()),
            });
            tokio::pin!(accepting);
            tokio::select! {
                () = &mut accepting => {}
                () = stop => {}
            }
            site.drain();
            tracing::info!("Draining: no longer ready.");
            let delay = tokio::time::sleep(edge.drain_delay);
            tokio::select! {
                () = &mut accepting => {}
                () = delay => {}
            }
        }
        // From here on the system refuses connections in our name.
        drop(self.tcp);
        drain.send_replace(true);
        let all = u32::try_from(most).unwrap_or(u32::MAX);
        let drained = tokio::time::timeout(edge.drain, places.acquire_many(all)).await;
        if drained.is_ok() {
            tracing::info!("All requests finished.");
        } else {
            tracing::warn!("Requests in progress were aborted.");
        }
    }

    /// Accepts for ever.
    async fn accept(&self, with: Accept<'_>) {
        loop {
            // Taken before accepting: a full house leaves the next peer in the system's own queue.
            let Ok(place) = Arc::clone(with.places).acquire_owned().await else {
                return;
            };
            let (stream, peer) = self.next().await;
            let counted = with.metrics.map(Metrics::connection);
            let (router, draining) = (with.router.clone(), with.draining.clone());
            let acceptor = self.tls.as_ref().map(Tls::acceptor);
            let protocol = with.protocol;
            let connection = protocol.serve(stream, acceptor, peer, router, draining);
            tokio::spawn(async move {
                connection.await;
                drop((place, counted));
            });
        }
    }

    async fn next(&self) -> (TcpStream, SocketAddr) {
        loop {
            match self.tcp.accept().await {
                Ok(accepted) => return accepted,
                Err(error) => {
                    tracing::warn!(%error, "A connection could not be accepted.");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }
}
