//! The handlers of the operations: one for each, whatever the noun is. They take from a request what takes no noun.
//!
//! Invariant: who asks is known before anything else of the request is looked at.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use serde::Serialize;
use uuid::Uuid;

use super::operations::{Asked, Bulk, Change, Operations};
use super::tables::IMPORT_LIMIT;
use super::{Data, IfMatch};
use crate::caller::Caller;
use crate::collection::bulk::MAX_ROWS;
use crate::collection::import::ImportOptions;
use crate::collection::import::job::TableFile;
use crate::collection::table::{Table, TableFormat};
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::http::json::{JsonObject, unreadable};
use crate::http::path::Path;
use crate::http::query::{Query, Unread};
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

type Noun = &'static dyn Operations;
type Handler = MethodRouter<Arc<Services>>;
type Server = State<Arc<Services>>;

impl<T: Serialize> IntoResponse for Data<T> {
    fn into_response(self) -> Response {
        axum::Json(self).into_response()
    }
}

pub(super) fn list(noun: Noun) -> Handler {
    routing::get(
        move |State(services): Server, caller: Caller, query: Unread| {
            noun.list(Asked { services, caller }, query)
        },
    )
}

pub(super) fn paginate(noun: Noun) -> Handler {
    routing::get(
        move |State(services): Server, caller: Caller, query: Unread| {
            noun.paginate(Asked { services, caller }, query)
        },
    )
}

pub(super) fn get(noun: Noun) -> Handler {
    routing::get(
        move |State(services): Server, caller: Caller, headers: HeaderMap, Path(id): Path<Uuid>| {
            noun.get(Asked { services, caller }, headers, id)
        },
    )
}

pub(super) fn history(noun: Noun) -> Handler {
    routing::get(
        move |State(services): Server, caller: Caller, Path(id): Path<Uuid>| {
            noun.history(Asked { services, caller }, id)
        },
    )
}

pub(super) fn create(noun: Noun) -> Handler {
    routing::post(
        move |State(services): Server,
              caller: Caller,
              source: Source,
              headers: HeaderMap,
              body: JsonObject| {
            noun.create(Asked { services, caller }, source, headers, body)
        },
    )
    .layer(DefaultBodyLimit::max(noun.body_limit()))
}

pub(super) fn change(noun: Noun) -> Handler {
    routing::patch(
        move |State(services): Server,
              caller: Caller,
              source: Source,
              Path(id): Path<Uuid>,
              IfMatch(expected): IfMatch,
              body: JsonObject| {
            let asked = Asked { services, caller };
            noun.change(
                Change {
                    asked,
                    source,
                    id,
                    expected,
                },
                body,
            )
        },
    )
    .layer(DefaultBodyLimit::max(noun.body_limit()))
}

pub(super) fn remove(noun: Noun) -> Handler {
    routing::delete(
        move |State(services): Server,
              caller: Caller,
              source: Source,
              Path(id): Path<Uuid>,
              IfMatch(expected): IfMatch,
              query: Unread| {
            let asked = Asked { services, caller };
            noun.remove(
                Change {
                    asked,
                    source,
                    id,
                    expected,
                },
                query,
            )
        },
    )
}

pub(super) fn restore(noun: Noun) -> Handler {
    routing::post(
        move |State(services): Server,
              caller: Caller,
              source: Source,
              Path(id): Path<Uuid>,
              IfMatch(expected): IfMatch| {
            let asked = Asked { services, caller };
            noun.restore(Change {
                asked,
                source,
                id,
                expected,
            })
        },
    )
}

pub(super) fn bulk(noun: Noun) -> Handler {
    routing::post(
        move |State(services): Server, caller: Caller, source: Source, body: JsonObject| async move {
            let bulk = Bulk::read(body)?;
            noun.bulk(Asked { services, caller }, source, bulk).await
        },
    )
}

impl Bulk {
    fn read(JsonObject { object, .. }: JsonObject) -> Result<Self, ApiError> {
        let mut members = Members::new(object);
        let mut action = None;
        let mut ids = Vec::new();
        let mut changes = serde_json::Map::new();
        members.optional_word("action", &mut action);
        members.ids("ids", MAX_ROWS, &mut ids);
        members.map("changes", 256 * 1024, &mut changes);
        members.ensure("ids", !ids.is_empty(), "Please name at least one record.");
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

pub(super) fn undo(noun: Noun) -> Handler {
    routing::post(
        move |State(services): Server, caller: Caller, source: Source, Path(id)| {
            noun.undo(Asked { services, caller }, source, id)
        },
    )
}

/// It takes larger bodies than other operations.
pub(super) fn import(noun: Noun) -> Handler {
    routing::post(
        move |State(services): Server,
              caller: Caller,
              source: Source,
              Query(options): Query<ImportOptions>,
              headers: HeaderMap,
              body: Result<Bytes, BytesRejection>| async move {
            let table = table(&headers, body).await?;
            noun.import(Asked { services, caller }, source, options, table)
                .await
        },
    )
    .layer(DefaultBodyLimit::max(IMPORT_LIMIT))
}

/// The table in a body, and the file that it came in.
async fn table(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(Table, TableFile), ApiError> {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let format = TableFormat::of(media_type).ok_or(ApiError::NotTable)?;
    let bytes = body.map_err(unreadable)?;
    // Reading a large table takes long enough to keep other requests waiting.
    let read = bytes.clone();
    let table = tokio::task::spawn_blocking(move || Table::read(format, &read))
        .await
        .map_err(|_| ApiError::Malformed("The table could not be read."))?
        .map_err(|fault| ServiceError::Invalid(vec![fault]))?;
    Ok((table, TableFile { format, bytes }))
}

pub(super) fn export(noun: Noun) -> Handler {
    routing::get(
        move |State(services): Server, caller: Caller, source: Source, query: Unread| {
            noun.export(Asked { services, caller }, source, query)
        },
    )
}
