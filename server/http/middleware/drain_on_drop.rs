//! What is left of a request's content when its answer does not wait for it, as most refusals do not.
//!
//! Invariant: content within the limits is taken off the connection for a while, though nobody wants it. A connection that closes with
//! content in it is reset, and whoever is still sending gets an error in place of the answer (RFC 9112, section 9.6).

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt as _;
use hyper::body::{Frame, SizeHint};
use tokio::runtime::Handle;
use tokio::time::timeout;

/// How long the rest is waited for.
const LONGEST: Duration = Duration::from_secs(5);

/// Content whose rest is read and thrown away when it is dropped before its end.
pub(super) struct DrainOnDrop {
    content: Body,
    is_over: bool,
}

impl DrainOnDrop {
    pub(super) fn of(content: Body) -> Self {
        Self {
            content,
            is_over: false,
        }
    }
}

impl HttpBody for DrainOnDrop {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.content).poll_frame(context));
        self.is_over = !matches!(frame, Some(Ok(_)));
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}

impl Drop for DrainOnDrop {
    fn drop(&mut self) {
        if self.is_over || self.content.is_end_stream() {
            return;
        }
        let mut rest = std::mem::take(&mut self.content);
        let read = async move { while let Some(Ok(_)) = rest.frame().await {} };
        // Without a runtime the connection is gone already.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(timeout(LONGEST, read));
        }
    }
}
