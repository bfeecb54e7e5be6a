//! One connection: HTTP/1.1 or HTTP/2, as the peer begins to speak.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::impatient::Impatient;

/// Time for all headers of a request, and for a kept connection to send the next one.
const HEADERS: Duration = Duration::from_secs(10);

/// Most headers of a request.
const MAX_HEADERS: usize = 100;

/// Most bytes of them.
const MAX_HEADER_BYTES: usize = 64 * 1024;

/// Requests at once on one HTTP/2 connection.
const MAX_STREAMS: u32 = 128;

/// An HTTP/2 peer that does not answer a ping is gone.
const PING_EVERY: Duration = Duration::from_secs(30);

/// How connections are served.
#[derive(Clone)]
pub(super) struct Protocol(auto::Builder<TokioExecutor>);

impl Protocol {
    pub(super) fn new() -> Self {
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .max_headers(MAX_HEADERS)
            .max_buf_size(MAX_HEADER_BYTES);
        builder
            .http2()
            .timer(TokioTimer::new())
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(u32::try_from(MAX_HEADER_BYTES).unwrap_or(u32::MAX))
            .keep_alive_interval(PING_EVERY)
            .keep_alive_timeout(HEADERS);
        Self(builder)
    }

    /// Serves until the peer leaves, goes silent, or a drain lets go of it; behind TLS where there is an acceptor.
    pub(super) fn serve(
        &self,
        stream: TcpStream,
        acceptor: Option<TlsAcceptor>,
        peer: SocketAddr,
        router: Router,
        draining: watch::Receiver<bool>,
    ) -> impl Future<Output = ()> + Send + 'static {
        let protocol = self.clone();
        async move {
            // Answers are written whole; waiting to fill a packet only delays them.
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "TCP_NODELAY could not be set on a connection.");
            }
            let stream = Impatient::new(stream);
            let Some(acceptor) = acceptor else {
                return protocol.speak(stream, peer, router, draining).await;
            };
            match tokio::time::timeout(HEADERS, acceptor.accept(stream)).await {
                Ok(Ok(stream)) => protocol.speak(stream, peer, router, draining).await,
                Ok(Err(error)) => tracing::debug!(%error, "A TLS handshake failed."),
                Err(_) => tracing::debug!("A TLS handshake timed out."),
            }
        }
    }

    /// The requests of a connection on which bytes can be exchanged.
    fn speak(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        peer: SocketAddr,
        router: Router,
        mut draining: watch::Receiver<bool>,
    ) -> impl Future<Output = ()> + Send + 'static {
        let Self(builder) = self;
        async move {
            let stream = TokioIo::new(stream);
            let spoken = Arc::new(AtomicBool::new(false));
            let service = {
                let spoken = Arc::clone(&spoken);
                service_fn(move |mut request: Request<Incoming>| {
                    spoken.store(true, Ordering::Relaxed);
                    request.extensions_mut().insert(ConnectInfo(peer));
                    router.clone().oneshot(request)
                })
            };
            let connection = builder.serve_connection_with_upgrades(stream, service);
            let mut connection = pin!(connection);
            let mut first_request = pin!(tokio::time::sleep(HEADERS));
            let mut is_waiting = true;
            let mut is_draining = *draining.borrow();
            if is_draining {
                connection.as_mut().graceful_shutdown();
            }
            loop {
                tokio::select! {
                    ended = connection.as_mut() => {
                        if let Err(error) = ended {
                            tracing::debug!(%error, "A connection failed.");
                        }
                        return;
                    }
                    // hyper's own timer does not run while the protocol is unknown, nor for HTTP/2.
                    () = &mut first_request, if is_waiting => {
                        is_waiting = false;
                        if !spoken.load(Ordering::Relaxed) {
                            return;
                        }
                    }
                    changed = draining.changed(), if !is_draining => {
                        is_draining = true;
                        if changed.is_ok() {
                            connection.as_mut().graceful_shutdown();
                        }
                    }
                }
            }
        }
    }
}
