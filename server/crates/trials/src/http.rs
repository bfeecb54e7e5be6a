//! The router of the services, with the caller of each request put beside it as the server's gateway does.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::{Router, serve};
use tokio::net::TcpListener;
use waybill_services::Services;
use waybill_services::http::credentials::token_in;
use waybill_services::http::{ApiError, router};

use crate::seams::user_of;

/// Answers on the listener, for as long as the process lives.
pub async fn answer(listener: TcpListener, services: Arc<Services>) -> std::io::Result<()> {
    let layer = from_fn_with_state(Arc::clone(&services), with_caller);
    let router: Router = router(services).layer(layer);
    serve(listener, router).await
}

async fn with_caller(
    State(services): State<Arc<Services>>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(user_id) = token_in(request.headers()).and_then(user_of) {
        match services.caller(user_id).await {
            Ok(caller) => {
                request.extensions_mut().insert(caller);
            }
            Err(error) => return ApiError::from(error).into_response(),
        }
    }
    next.run(request).await
}
