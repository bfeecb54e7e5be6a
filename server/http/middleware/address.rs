//! The address of a request, normalised once; guard, needs and assets all go by it (hostile inputs H16, H17).

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::problem::Problem;
use crate::routes::{Path, Query};

/// Path and query of a request.
#[derive(Clone, Debug)]
pub struct Address {
    /// The normalised path.
    pub path: Path,
    /// The query.
    pub query: Query,
}

impl Address {
    /// Path and search, as the page sees them.
    pub fn url(&self) -> String {
        format!("{}{}", self.path, self.query.search())
    }
}

/// Refuses paths that readers could disagree about, and puts the [`Address`] into the request.
pub async fn normalise(mut request: Request, next: Next) -> Response {
    let path = match Path::parse(request.uri().path()) {
        Ok(path) => path,
        Err(error) if error.status() == 404 => return Problem::NOT_FOUND.into_response(),
        Err(_) => return Problem::BAD_ADDRESS.into_response(),
    };
    let query = Query::parse(request.uri().query().unwrap_or_default());
    request.extensions_mut().insert(Address { path, query });
    next.run(request).await
}
