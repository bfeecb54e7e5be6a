//! The brief form of a list: of each row the few members by which open pages offer and name it.
//!
//! Invariant: it depends on the company and the query alone and holds no secret, so that browsers may cache it.

use axum::http::HeaderMap;
use axum::response::Response;

use super::listing::CollectionQuery;
use super::operations::Asked;
use crate::collection::Collection;
use crate::http::cacheable::cacheable;
use crate::http::error::ApiError;

pub(super) async fn listed<C: Collection>(
    asked: &Asked,
    headers: &HeaderMap,
    query: CollectionQuery,
) -> Result<Response, ApiError> {
    let CollectionQuery { listing, page, .. } = query;
    let found = asked
        .services
        .list_brief::<C>(&asked.caller, listing)
        .await?;
    Ok(cacheable(headers, page.envelope(found)?))
}
