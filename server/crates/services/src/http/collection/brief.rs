//! The brief form of a list: of each row the few members by which open pages offer and name it.
//!
//! Invariant: it depends on the company and the query alone and holds no secret, so that browsers may cache it.

use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value};
use waybill_storage::StorageError;

use super::listing::CollectionQuery;
use super::operations::Asked;
use crate::collection::{Collection, Shown};
use crate::error::ServiceError;
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
    cacheable(headers, &page.envelope(found, brief)?)
}

/// The members of the row that a page needs.
fn brief<C: Collection>(row: Shown<C>) -> Result<Map<String, Value>, ServiceError> {
    match serde_json::to_value(row) {
        Ok(Value::Object(mut members)) => {
            members.retain(|name, _| C::BRIEF.contains(&name.as_str()));
            Ok(members)
        }
        _ => Err(StorageError::Corrupt(C::NAME).into()),
    }
}
