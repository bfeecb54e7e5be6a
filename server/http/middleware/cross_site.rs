//! State changes that another site caused: refused by fetch metadata and origin (hostile inputs H27).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::Method;
use http::header::ORIGIN;
use tower_http::csrf::{CsrfLayer, ProtectionError};

use super::framing::Host;
use crate::http::problem::Problem;
use crate::http::site::Site;
use crate::http::unsubscribe;

type Answer = fn(ProtectionError) -> Response;

/// Refuses requests other than GET, HEAD and OPTIONS unless they come from this site's own pages or from no page at all.
pub(super) fn refuse(site: &Site) -> CsrfLayer<Answer> {
    let mut layer = CsrfLayer::new();
    if let Some(origin) = &site.app().config().public_origin {
        // Behind a proxy the Host may be another; the origin is what browsers see.
        match layer.clone().add_trusted_origin(origin.as_str()) {
            Ok(trusting) => layer = trusting,
            Err(error) => tracing::warn!(%error, "The public origin cannot be matched."),
        }
    }
    // Mail programs call it, some of them from pages of their own. It reads no cookie: the address is the authority.
    layer
        .with_insecure_bypass(|_, uri| uri.path() == unsubscribe::PATH)
        .with_rejection_response(answer as Answer)
}

/// Refuses changes that a page of another origin asks for, where there is a public origin: a page of the same host by plain http is
/// one, for anybody on the way may have written it. From this very machine a page of the host that was asked counts too.
pub(super) async fn own_origin(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let is_safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if let Some(public) = &site.app().config().public_origin
        && !is_safe
        && request.uri().path() != unsubscribe::PATH
        && let Some(origin) = request.headers().get(ORIGIN)
        && origin.as_bytes() != public.as_str().as_bytes()
        && !is_of_this_machine(origin.as_bytes(), request.extensions().get())
    {
        tracing::info!(
            event = "csrf_rejected",
            kind = "origin",
            "A cross-site request was rejected."
        );
        return Problem::FOREIGN_ORIGIN.into_response();
    }
    next.run(request).await
}

fn is_of_this_machine(origin: &[u8], host: Option<&Host>) -> bool {
    host.is_some_and(|host| {
        let asked = host.authority().as_bytes();
        host.is_local() && origin.strip_prefix(b"http://") == Some(asked)
    })
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn answer(error: ProtectionError) -> Response {
    tracing::info!(event = "csrf_rejected", kind = ?error.kind(), "A cross-site request was rejected.");
    Problem::FOREIGN_ORIGIN.into_response()
}
