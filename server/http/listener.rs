//! The listener: connections, what each may cost, and how they end.
//!
//! `axum::serve` has neither a limit of connections nor a deadline for headers nor one for its shutdown; this has. Invariant:
//! a peer that sends no request within the time for headers has no connection, whichever protocol it began to speak.

mod connection;
mod descriptors;
mod places;
mod progress;
mod tls;
mod write_timeout;

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONNECTION};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use self::connection::Protocol;
use self::places::{Place, Places};
pub use self::tls::{Certificate, Tls, TlsError};
use super::admin;
use super::error_page::{self, Audience};
use super::probes;
use super::site::Site;
use crate::config::Edge;
use crate::metrics::Metrics;

/// Pause after the system refused to hand over a connection, as when it has no descriptors left.
const BREATH: Duration = Duration::from_millis(100);

/// Connections of an operator: a few machines that read figures, and a browser.
const ADMIN_CONNECTIONS: usize = 32;

/// Connections before anything can be served: probes, and visitors who are told so.
const WAITING: usize = 256;

/// Connections at once that are told that there is no place, and the time in which they are.
const TURNED_AWAY: usize = 64;
const TOLD_WITHIN: Duration = Duration::from_secs(5);

/// Whose machines have a share of the places, and how many there are.
enum Limits<'a> {
    /// As the program was started.
    Started(&'a Edge),
    /// As they are when a connection comes.
    Current(&'a Site),
}

/// How connections are accepted.
struct Accept<'a> {
    protocol: &'a Protocol,
    router: &'a Router,
    limits: Limits<'a>,
    places: &'a Arc<Places>,
    draining: &'a watch::Receiver<bool>,
    /// Where they are counted.
    metrics: Option<&'a Metrics>,
}

impl Accept<'_> {
    fn place(&self, peer: IpAddr) -> Option<Place> {
        match self.limits {
            Limits::Started(edge) => self.places.take(peer, edge),
            Limits::Current(site) => self.places.take(peer, &site.app().config().edge),
        }
    }
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

    /// Says that nothing can be served yet until `task` is done, and that the process lives; then these connections end.
    pub async fn meanwhile<T>(&self, edge: &Edge, task: impl Future<Output = T>) -> T {
        let router = Router::new()
            .route(probes::ALIVE, get(probes::alive))
            .fallback(full);
        let (protocol, places) = (Protocol::new(), Places::fixed(WAITING));
        let (drain, draining) = watch::channel(false);
        let accepting = self.accept(Accept {
            protocol: &protocol,
            router: &router,
            limits: Limits::Started(edge),
            places: &places,
            draining: &draining,
            metrics: None,
        });
        let done = tokio::select! {
            never = accepting => match never {},
            done = task => done,
        };
        drain.send_replace(true);
        done
    }

    /// Serves an operator's few connections until it is dropped; nothing is drained.
    pub async fn serve_admin(self, site: &Arc<Site>) {
        let places = Places::fixed(ADMIN_CONNECTIONS);
        let (_drain, draining) = watch::channel(false);
        let router = admin::router(site);
        let accept = Accept {
            protocol: &Protocol::new(),
            router: &router,
            limits: Limits::Current(site),
            places: &places,
            draining: &draining,
            metrics: None,
        };
        self.accept(accept).await;
    }

    /// Accepts until `stop` is ready; then drains: not ready at once, accepting for the drain delay, and after it only what
    /// is in progress, for as long as the configuration allows.
    pub async fn serve(self, site: &Arc<Site>, router: Router, stop: impl Future<Output = ()>) {
        let places = Places::configured();
        let protocol = Protocol::new();
        // Sender: this function. Receivers: the connections, which end gracefully once it says so.
        let (drain, draining) = watch::channel(false);

        // In a scope of its own, since it holds the socket that is closed below.
        {
            let accepting = self.accept(Accept {
                protocol: &protocol,
                router: &router,
                limits: Limits::Current(site),
                places: &places,
                draining: &draining,
                metrics: Some(site.metrics()),
            });
            tokio::pin!(accepting);
            tokio::select! {
                never = &mut accepting => match never {},
                () = stop => {}
            }
            site.drain();
            tracing::info!("Draining: no longer ready.");
            let delay = tokio::time::sleep(site.app().config().edge.drain_delay);
            tokio::select! {
                never = &mut accepting => match never {},
                () = delay => {}
            }
        }
        // From here on the system refuses connections in our name.
        drop(self.tcp);
        drain.send_replace(true);
        let patience = site.app().config().edge.drain;
        let drained = tokio::time::timeout(patience, places.all_free()).await;
        if drained.is_ok() {
            tracing::info!("All requests finished.");
        } else {
            tracing::warn!("Requests in progress were aborted.");
        }
    }

    /// Accepts for ever. Whoever finds no place is told so at once, as far as there are places for telling.
    async fn accept(&self, with: Accept<'_>) -> Infallible {
        let full = Router::new().fallback(full);
        let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
        loop {
            let (stream, peer) = self.next().await;
            let acceptor = self.tls.as_ref().map(Tls::acceptor);
            let serve = |router| {
                let draining = with.draining.clone();
                with.protocol
                    .serve(stream, acceptor, peer, router, draining)
            };
            if let Some(place) = with.place(peer.ip()) {
                let counted = with.metrics.map(Metrics::connection);
                let connection = serve(with.router.clone());
                tokio::spawn(async move {
                    connection.await;
                    drop((place, counted));
                });
                continue;
            }
            if let Some(metrics) = with.metrics {
                metrics.shed("connections");
            }
            if let Ok(turn) = Arc::clone(&turned_away).try_acquire_owned() {
                let connection = tokio::time::timeout(TOLD_WITHIN, serve(full.clone()));
                tokio::spawn(async move {
                    connection.await.ok();
                    drop(turn);
                });
            }
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

/// The answer where there is no place.
async fn full(request: Request) -> impl IntoResponse {
    let answer = error_page::answer(Audience::of(&request));
    ([(CONNECTION, "close"), (CACHE_CONTROL, "no-store")], answer)
}
