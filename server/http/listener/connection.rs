//! One connection: HTTP/1.1 or HTTP/2, as the peer begins to speak.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::progress::{Progress, Told};
use super::write_timeout::WriteTimeout;

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

/// Time without a request or an answer taken, after which an HTTP/2 connection is told to end; half of it later it is gone.
const IDLE: Duration = Duration::from_mins(1);

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
            let progress = Arc::new(Progress::default());
            let stream = WriteTimeout::new(stream, Arc::clone(&progress));
            let spoken = Spoken {
                peer,
                router,
                progress,
            };
            let Some(acceptor) = acceptor else {
                return protocol.speak(stream, spoken, draining).await;
            };
            match tokio::time::timeout(HEADERS, acceptor.accept(stream)).await {
                Ok(Ok(stream)) => protocol.speak(stream, spoken, draining).await,
                Ok(Err(error)) => tracing::debug!(%error, "A TLS handshake failed."),
                Err(_) => tracing::debug!("A TLS handshake timed out."),
            }
        }
    }

    /// The requests of a connection on which bytes can be exchanged.
    fn speak(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        spoken: Spoken,
        mut draining: watch::Receiver<bool>,
    ) -> impl Future<Output = ()> + Send + 'static {
        let Self(builder) = self;
        async move {
            let progress = Arc::clone(&spoken.progress);
            let service = service_fn(move |request| spoken.clone().answer(request));
            let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
            let mut connection = pin!(connection);
            let mut first_request = pin!(tokio::time::sleep(HEADERS));
            let mut is_waiting = true;
            let mut idle = pin!(tokio::time::sleep(IDLE));
            let mut last = progress.mark();
            let mut is_ending = *draining.borrow();
            if is_ending {
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
                        if progress.is_silent() {
                            return;
                        }
                    }
                    () = &mut idle => {
                        if progress.has_unread() {
                            tracing::debug!("A connection whose peer lets an answer lie was ended.");
                            return;
                        }
                        let now = progress.mark();
                        let wait = if !progress.is_http2() || progress.is_ours() || now != last {
                            IDLE
                        } else if is_ending {
                            tracing::debug!("A connection whose peer takes nothing was ended.");
                            return;
                        } else {
                            is_ending = true;
                            connection.as_mut().graceful_shutdown();
                            IDLE / 2
                        };
                        last = now;
                        idle.as_mut().reset(Instant::now() + wait);
                    }
                    changed = draining.changed(), if !is_ending => {
                        is_ending = true;
                        if changed.is_ok() {
                            connection.as_mut().graceful_shutdown();
                        }
                    }
                }
            }
        }
    }
}

/// Who speaks, and who answers.
#[derive(Clone)]
struct Spoken {
    peer: SocketAddr,
    router: Router,
    progress: Arc<Progress>,
}

impl Spoken {
    async fn answer(self, mut request: Request<Incoming>) -> Result<Response<Told>, Infallible> {
        let Self {
            peer,
            router,
            progress,
        } = self;
        let _ours = progress.begin(request.version());
        request.extensions_mut().insert(ConnectInfo(peer));
        let response = router.oneshot(request).await?;
        Ok(response.map(|body| Told::new(body, &progress)))
    }
}

#[cfg(test)]
mod tests;
