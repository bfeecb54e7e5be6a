//! The handlers of the operations: one for each, whatever the noun is. They take from a request what takes no noun.
//!
//! Invariant: who asks is known before anything else of the request is looked at.

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing;
use serde::Serialize;
use uuid::Uuid;

use super::operations::{
    Asked, Bulk, Change, ChangesMany, Creates, Deletes, Edits, Exports, HasOriginals, Imports,
    Reads, Undoes,
};
use super::tables::{ColumnsQuery, IMPORT_LIMIT};
use super::{Data, IfMatch, Whole};
use crate::caller::Caller;
use crate::collection::bulk::{Changes, MAX_ROWS};
use crate::collection::import::ImportOptions;
use crate::collection::import::job::TableFile;
use crate::collection::original::OriginalChoice;
use crate::collection::table::{TableFormat, TableRow, rows};
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::http::json::{JsonObject, unreadable};
use crate::http::path::Path;
use crate::http::query::{Query, Unread};
use crate::http::routes::Handlers;
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

impl FromRequestParts<Arc<Services>> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        services: &Arc<Services>,
    ) -> Result<Self, ApiError> {
        Ok(Self {
            caller: Caller::from_request_parts(parts, services).await?,
            services: Arc::clone(services),
        })
    }
}

impl FromRequestParts<Arc<Services>> for Change {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        services: &Arc<Services>,
    ) -> Result<Self, ApiError> {
        let asked = Asked::from_request_parts(parts, services).await?;
        let Ok(source) = Source::from_request_parts(parts, services).await;
        let Path(id) = Path::from_request_parts(parts, services).await?;
        let IfMatch(expected) = IfMatch::from_request_parts(parts, services).await?;
        Ok(Self {
            asked,
            source,
            id,
            expected,
        })
    }
}

impl<T: Serialize> IntoResponse for Data<T> {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

pub(super) fn list(noun: &'static dyn Reads) -> Handlers {
    routing::get(move |asked: Asked, headers: HeaderMap, query: Unread| {
        noun.list(asked, headers, query)
    })
}

/// The list of the company that the path names, which is the caller's own.
pub(super) fn list_of_company(noun: &'static dyn Reads) -> Handlers {
    routing::get(
        move |asked: Asked, Path(company): Path<Uuid>, headers: HeaderMap, query: Unread| async move {
            if company != asked.caller.company_id().as_uuid() {
                return Err(ServiceError::NotFound.into());
            }
            noun.list(asked, headers, query).await
        },
    )
}

pub(super) fn paginate(noun: &'static dyn Reads) -> Handlers {
    routing::get(move |asked: Asked, query: Unread| noun.paginate(asked, query))
}

pub(super) fn get(noun: &'static dyn Reads) -> Handlers {
    routing::get(
        move |asked: Asked, headers: HeaderMap, Path(id): Path<Uuid>| noun.get(asked, headers, id),
    )
}

pub(super) fn history(noun: &'static dyn Reads) -> Handlers {
    routing::get(move |asked: Asked, Path(id): Path<Uuid>| noun.history(asked, id))
}

pub(super) fn as_of(noun: &'static dyn Reads) -> Handlers {
    routing::get(move |asked: Asked, Path(id): Path<Uuid>, query: Unread| {
        noun.as_of(asked, id, query)
    })
}

pub(super) fn original(noun: &'static dyn HasOriginals) -> Handlers {
    routing::get(move |asked: Asked, Path(id): Path<Uuid>| noun.original(asked, id))
}

pub(super) fn choose_original(noun: &'static dyn HasOriginals) -> Handlers {
    routing::post(
        move |change: Change, JsonObject { object, .. }: JsonObject| async move {
            let mut members = Members::new(object);
            let mut choice = None;
            members.optional_word("choice", &mut choice);
            members.ensure("choice", choice.is_some(), "This field is required.");
            members.finish().check()?;
            // Without one the body was refused.
            let choice = choice.unwrap_or(OriginalChoice::Keep);
            noun.choose_original(change, choice).await
        },
    )
}

pub(super) fn create(noun: &'static dyn Creates, body_limit: usize) -> Handlers {
    routing::post(
        move |asked: Asked, source: Source, headers: HeaderMap, body: JsonObject| {
            noun.create(asked, source, headers, body)
        },
    )
    .layer(DefaultBodyLimit::max(body_limit))
}

pub(super) fn change(noun: &'static dyn Edits, body_limit: usize) -> Handlers {
    routing::patch(move |change: Change, body: JsonObject| noun.change(change, body))
        .layer(DefaultBodyLimit::max(body_limit))
}

/// The same as a change of all fields.
pub(super) fn replace(
    noun: &'static dyn Edits,
    body_limit: usize,
    whole: impl FnOnce() -> Whole + Send + 'static,
) -> Handlers {
    let whole = Arc::new(LazyLock::new(whole));
    routing::put(
        move |change: Change, JsonObject { object, bytes }: JsonObject| {
            let whole = Arc::clone(&whole);
            async move {
                let object = whole.changes(object)?;
                noun.change(change, JsonObject { object, bytes }).await
            }
        },
    )
    .layer(DefaultBodyLimit::max(body_limit))
}

pub(super) fn remove(noun: &'static dyn Deletes) -> Handlers {
    routing::delete(move |change: Change, query: Unread| noun.remove(change, query))
}

pub(super) fn restore(noun: &'static dyn Deletes) -> Handlers {
    routing::post(move |change: Change| noun.restore(change))
}

pub(super) fn bulk(noun: &'static dyn ChangesMany, links: &'static [&'static str]) -> Handlers {
    routing::post(
        move |asked: Asked, source: Source, body: JsonObject| async move {
            let bulk = Bulk::read(body, links)?;
            noun.bulk(asked, source, bulk).await
        },
    )
}

/// The most ids that a bulk change adds to a list, or removes from it.
const MAX_NAMED: usize = 20;

impl Bulk {
    /// `links` are the fields that name other records.
    fn read(JsonObject { object, .. }: JsonObject, links: &[&str]) -> Result<Self, ApiError> {
        let mut members = Members::new(object);
        let mut action = None;
        let mut ids = Vec::new();
        let mut changes = Changes::default();
        members.optional_word("action", &mut action);
        members.ids("ids", MAX_ROWS, &mut ids);
        members.map("changes", 256 * 1024, &mut changes.fields);
        for (name, lists) in [("add", &mut changes.add), ("remove", &mut changes.remove)] {
            members.object(name, |members| {
                for field in links {
                    let mut ids = Vec::new();
                    if members.has(field) {
                        members.ids(field, MAX_NAMED, &mut ids);
                        lists.insert((*field).to_owned(), ids);
                    }
                }
            });
        }
        members.ensure("ids", !ids.is_empty(), "Name at least one record.");
        members.ensure("action", action.is_some(), "This field is required.");
        members.finish().check()?;
        let Some(action) = action else {
            return Err(ApiError::Malformed("The action is missing."));
        };
        Ok(Self {
            action,
            ids,
            changes,
        })
    }
}

pub(super) fn undo(noun: &'static dyn Undoes) -> Handlers {
    routing::post(move |asked: Asked, source: Source, Path(id)| noun.undo(asked, source, id))
}

/// It takes larger bodies than other operations.
pub(super) fn import(noun: &'static dyn Imports) -> Handlers {
    routing::post(
        move |asked: Asked,
              source: Source,
              Query(options): Query<ImportOptions>,
              headers: HeaderMap,
              body: Result<Bytes, BytesRejection>| async move {
            let table = table(&headers, body).await?;
            noun.import(asked, source, options, table).await
        },
    )
    .layer(DefaultBodyLimit::max(IMPORT_LIMIT))
}

/// What the columns of a table are about, before it is imported.
pub(super) fn import_columns(noun: &'static dyn Imports) -> Handlers {
    routing::post(
        move |asked: Asked,
              Query(query): Query<ColumnsQuery>,
              headers: HeaderMap,
              body: Result<Bytes, BytesRejection>| async move {
            let (rows, _) = table(&headers, body).await?;
            noun.import_columns(asked, query, rows).await
        },
    )
    .layer(DefaultBodyLimit::max(IMPORT_LIMIT))
}

/// The rows of the table in a body, and the file that it came in.
async fn table(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(Vec<TableRow>, TableFile), ApiError> {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let format = TableFormat::of(media_type).ok_or(ApiError::NotTable)?;
    let bytes = body.map_err(unreadable)?;
    // Reading a large table takes long enough to keep other requests waiting.
    let read = bytes.clone();
    let rows = tokio::task::spawn_blocking(move || rows(format, &read))
        .await
        .map_err(|_| ApiError::Malformed("The table could not be read."))?
        .map_err(|fault| ServiceError::Invalid(vec![fault]))?;
    Ok((rows, TableFile { format, bytes }))
}

pub(super) fn export(noun: &'static dyn Exports) -> Handlers {
    routing::get(move |asked: Asked, source: Source, query: Unread| {
        noun.export(asked, source, query)
    })
}
