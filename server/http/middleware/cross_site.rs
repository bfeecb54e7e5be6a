//! State changes that another site caused: refused by fetch metadata and origin (hostile inputs H27).

use axum::response::{IntoResponse, Response};
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::http::problem::Problem;
use crate::http::site::Site;

type Answer = fn(ProtectionError) -> Response;

/// Refuses requests other than GET, HEAD and OPTIONS unless they come from this site's own pages or from no page at all.
pub(super) fn refuse(site: &Site) -> CsrfLayer<Answer> {
    let mut layer = CsrfLayer::new();
    if let Some(origin) = &site.app().config.public_origin {
        // Behind a proxy the Host may be another; the origin is what browsers see.
        match layer.clone().add_trusted_origin(origin.as_str()) {
            Ok(trusting) => layer = trusting,
            Err(error) => tracing::warn!(%error, "The public origin cannot be matched."),
        }
    }
    layer.with_rejection_response(answer as Answer)
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn answer(error: ProtectionError) -> Response {
    tracing::info!(event = "csrf_rejected", kind = ?error.kind(), "A cross-site request was rejected.");
    Problem::FOREIGN_ORIGIN.into_response()
}
