//! Tells the access log of each request, when the last byte of its answer has left or its client has gone.
//!
//! Invariant: without an access log the answer is not touched.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::USER_AGENT;
use hyper::body::{Frame, SizeHint};
use jiff::Timestamp;

use super::request_id;
use crate::http::client_address;
use crate::http::site::Site;
use crate::telemetry::access::{self, Access};

/// Lets the request through and follows its answer.
pub(super) async fn tell(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    if !access::is_on() {
        return next.run(request).await;
    }
    let start = Instant::now();
    let agent = request.headers().get(USER_AGENT);
    let mut access = Access {
        at: Timestamp::now(),
        address: client_address::of(&request, &site.app().config().edge)
            .map(|it| it.to_canonical()),
        method: request.method().clone(),
        path: request.uri().path().to_owned(),
        version: request.version(),
        agent: agent.map(|it| String::from_utf8_lossy(it.as_bytes()).into_owned()),
        request: request_id::current(),
        status: http::StatusCode::OK,
        bytes: 0,
        took: start.elapsed(),
    };
    let response = next.run(request).await;
    access.status = response.status();
    response.map(|content| {
        Body::new(Followed {
            content,
            access,
            start,
        })
    })
}

/// The content of an answer, which tells when it ends.
struct Followed {
    content: Body,
    access: Access,
    start: Instant,
}

impl HttpBody for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.content).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            self.access.bytes += data.len() as u64;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.access.took = self.start.elapsed();
        access::tell(&self.access);
    }
}
