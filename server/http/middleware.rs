//! What every request passes on its way in: one stack, in one order.
//!
//! Invariant: nothing below [`framing`] sees a request whose framing, host or header names are in doubt, and nothing
//! below [`address`] sees a path that means different things to different readers.

mod access;
pub mod address;
mod body;
mod cross_site;
mod drain_on_drop;
pub mod framing;
mod freshness;
mod observe;
mod panics;
pub mod request_id;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tower::ServiceBuilder;

use super::site::Site;

/// Puts the stack around a router.
pub fn around(router: Router, site: &Arc<Site>) -> Router {
    let stack = ServiceBuilder::new()
        // Outermost, so that every answer, also one of a layer below, names its request, is logged and protected.
        .layer(from_fn_with_state(Arc::clone(site), request_id::assign))
        .layer(from_fn_with_state(Arc::clone(site), access::tell))
        .layer(from_fn_with_state(Arc::clone(site), observe::answer))
        // Inside of them, so that the answer to a panic is an answer like others.
        .layer(panics::catch())
        // Before anything reads a header.
        .layer(from_fn_with_state(Arc::clone(site), framing::check))
        // Before anything reads the path; the router matched it already, but no handler has run.
        .layer(from_fn(address::normalise))
        // Needs the checked Host.
        .layer(cross_site::refuse(site))
        .layer(from_fn_with_state(Arc::clone(site), cross_site::own_origin))
        .layer(from_fn_with_state(Arc::clone(site), freshness::remember))
        // Last, for it is the only one that touches the content.
        .layer(from_fn(body::limit));
    router.layer(stack)
}
