//! The event stream of a path (`Accept: text/event-stream`): what a listener on a socket is told, as server-sent events.
//!
//! Invariant: a stream is a socket as far as limits, revocation and slow readers go.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use futures_util::stream;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use serde_json::{Value as Json, json};

use super::{Refused, require_readable};
use crate::database::{Author, Listener, Target, WriteError};
use crate::outlet::{Closing, Inlet, Next, Outlet};
use crate::path::Path;
use crate::query::Query;
use crate::realtime::{Place, Realtime};

/// Proxies let go of what is silent for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

struct Stream {
    inlet: Inlet,
    target: Target,
    place: Place,
    expires_in: Option<tokio::time::Instant>,
    is_over: bool,
}

impl Drop for Stream {
    fn drop(&mut self) {
        let database = self.place.realtime().database();
        database.unlisten(&self.target, self.place.id());
    }
}

pub(super) async fn stream(
    realtime: Arc<Realtime>,
    path: Path,
    query: Option<Query>,
    author: &Author,
) -> Result<Response, Refused> {
    require_readable(&realtime, author, &path)?;
    const FULL: Refused = Refused(StatusCode::SERVICE_UNAVAILABLE, "Too many streams");
    let (outlet, inlet) = Outlet::new();
    let place = realtime
        .enter(outlet.clone(), None)
        .await
        .map_err(|_| FULL)?;
    let mut expires_in = None;
    if let Author::Client(who) = author {
        place.note(who.as_ref()).map_err(|_| FULL)?;
        expires_in = who.as_ref().and_then(|who| {
            let life = who.expires_at.duration_since(realtime.clock.now());
            let life = Duration::try_from(life).unwrap_or_default();
            tokio::time::Instant::now().checked_add(life)
        });
    }
    let target = Target { path, query };
    let listener = Listener {
        socket: place.id(),
        outlet,
        tag: None,
    };
    let listening = realtime.database().listen(&target, &listener, "").await;
    listening.map_err(|error| Refused::from(WriteError::Storage(error)))?;
    let stream = Stream {
        inlet,
        target,
        place,
        expires_in,
        is_over: false,
    };
    let events = stream::unfold(stream, async |mut stream| {
        let event = stream.next().await?;
        Some((Ok::<_, Infallible>(event), stream))
    });
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

impl Stream {
    async fn next(&mut self) -> Option<String> {
        if self.is_over {
            return None;
        }
        let far = tokio::time::Instant::now() + KEEP_ALIVE;
        tokio::select! {
            next = self.inlet.next() => match next {
                Next::Message(message) => event(&message),
                Next::Close(Closing::Revoked) => Some(self.revoked()),
                Next::Close(_) => None,
            },
            () = tokio::time::sleep_until(self.expires_in.unwrap_or(far).min(far)) => {
                match self.expires_in {
                    Some(end) if end <= tokio::time::Instant::now() => Some(self.revoked()),
                    _ => Some("event: keep-alive\ndata: null\n\n".to_owned()),
                }
            }
        }
    }

    /// The last event.
    fn revoked(&mut self) -> String {
        self.is_over = true;
        "event: auth_revoked\ndata: \"Auth token is expired\"\n\n".to_owned()
    }
}

fn event(message: &str) -> Option<String> {
    let message: Json = serde_json::from_str(message).ok()?;
    let name = if message["d"]["a"] == "m" {
        "patch"
    } else {
        "put"
    };
    let data = json!({ "path": "/", "data": message["d"]["b"]["d"] });
    Some(format!("event: {name}\ndata: {data}\n\n"))
}
