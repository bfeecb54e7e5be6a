//! Which calls a replica of the database may answer: those that only read, from the first statement to the last byte of the answer.
//!
//! Invariant: who calls was found out before, from the database itself.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use crate::app::freshness::Reading;
use crate::http::middleware::framing::FromFront;

/// How a call reads; none where it is not up to it, or there is no replica.
pub(super) fn reading(request: &Request) -> Option<Reading> {
    // An instance in front does not say what the visitor has written.
    let is_of_front = request.extensions().get::<FromFront>().is_some();
    if is_of_front || !request.method().is_safe() {
        return None;
    }
    Reading::current().map(Reading::lagging)
}

/// Does the work with that reading.
pub(super) async fn read<F: Future>(reading: Option<&Reading>, work: F) -> F::Output {
    match reading {
        Some(reading) => reading.clone().scope(work).await,
        None => work.await,
    }
}

/// Has the content of the answer read like this too: of a long one, rows are read while it is sent.
pub(super) fn follow(response: Response, reading: Option<Reading>) -> Response {
    match reading {
        Some(reading) => response.map(|content| Body::new(Followed { content, reading })),
        None => response,
    }
}

struct Followed {
    content: Body,
    reading: Reading,
}

impl HttpBody for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let reading = self.reading.clone();
        reading.within(|| Pin::new(&mut self.content).poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}
