//! The progress of an HTTP/2 connection: what tells one that is at work from one whose peer takes nothing.
//!
//! A peer that opens no window keeps its answers in memory, and one that only answers pings keeps its place; neither is seen by
//! the deadline of a write. Invariant: while a request or a part of an answer is still to come from us, the connection is at work.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use http::Version;
use hyper::body::{Frame, SizeHint};

/// Bytes that count as an answer taken: more than the pings and acknowledgements of a minute.
const TAKEN: u64 = 1_024;

/// What a connection has done, shared by its parts.
#[derive(Debug, Default)]
pub(super) struct Progress {
    begun: AtomicU64,
    is_http2: AtomicBool,
    written: AtomicU64,
    /// Requests and answers that wait for us.
    ours: AtomicUsize,
}

impl Progress {
    /// A request has come; it waits for us until the guard is dropped.
    pub(super) fn begin(self: &Arc<Self>, version: Version) -> Ours {
        self.begun.fetch_add(1, Ordering::Relaxed);
        if version == Version::HTTP_2 {
            self.is_http2.store(true, Ordering::Relaxed);
        }
        Ours::of(self)
    }

    /// Whether no request has come.
    pub(super) fn is_silent(&self) -> bool {
        self.begun.load(Ordering::Relaxed) == 0
    }

    /// Whether requests come by HTTP/2, whose connections hyper never ends for being idle.
    pub(super) fn is_http2(&self) -> bool {
        self.is_http2.load(Ordering::Relaxed)
    }

    /// So many bytes went to the peer.
    pub(super) fn wrote(&self, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.written.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether something waits for us.
    pub(super) fn is_ours(&self) -> bool {
        0 < self.ours.load(Ordering::Relaxed)
    }

    /// A mark that is another one after a request came or something was taken.
    pub(super) fn mark(&self) -> (u64, u64) {
        let written = self.written.load(Ordering::Relaxed);
        (self.begun.load(Ordering::Relaxed), written / TAKEN)
    }
}

/// Something that waits for us, until it is dropped.
#[derive(Debug)]
pub(super) struct Ours(Arc<Progress>);

impl Ours {
    fn of(progress: &Arc<Progress>) -> Self {
        progress.ours.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(progress))
    }
}

impl Drop for Ours {
    fn drop(&mut self) {
        self.0.ours.fetch_sub(1, Ordering::Relaxed);
    }
}

/// An answer that tells whether its next part is still to come.
pub(super) struct Told {
    body: Body,
    progress: Arc<Progress>,
    ours: Option<Ours>,
}

impl Told {
    pub(super) fn new(body: Body, progress: &Arc<Progress>) -> Self {
        Self {
            body,
            progress: Arc::clone(progress),
            ours: None,
        }
    }
}

impl HttpBody for Told {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        let frame = Pin::new(&mut this.body).poll_frame(context);
        match frame {
            Poll::Pending if this.ours.is_none() => this.ours = Some(Ours::of(&this.progress)),
            Poll::Pending => {}
            Poll::Ready(_) => this.ours = None,
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
