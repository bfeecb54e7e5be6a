//! Panics: a fault of ours costs one request and no more.

use std::any::Any;

use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;

use crate::http::problem::Problem;

type Answer = fn(Box<dyn Any + Send>) -> Response;

/// Answers 500 in place of a panic. What it said is in the log, by the panic hook, and nowhere else.
pub(super) fn catch() -> CatchPanicLayer<Answer> {
    CatchPanicLayer::custom(answer as Answer)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the layer hands the payload over"
)]
fn answer(payload: Box<dyn Any + Send>) -> Response {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    tracing::error!(panic = text, "A request panicked.");
    Problem::INTERNAL.into_response()
}
