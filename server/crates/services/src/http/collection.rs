//! The operations of a collection over HTTP, the same for every noun: where its list is, `GET` lists and `POST` creates;
//! below it stand `{id}`, `{id}/restore`, `{id}/history`, `bulk`, `batches/{id}/undo`, `import` and `export`.
//!
//! Invariant: what a noun cannot do has no route, so the contract never promises it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CONTENT_TYPE, ETAG, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, patch, post};
use serde::Serialize;
use utoipa::openapi::path::{HttpMethod, Paths};
use utoipa_axum::router::OpenApiRouter;
use waybill_storage::records::Id;
use waybill_storage::records::batches::BatchId;
use waybill_storage::records::idempotency::request_hash;

use crate::caller::Caller;
use crate::collection::bulk::{BulkResult, MAX_ROWS};
use crate::collection::write::{Created, IdempotencyKey};
use crate::collection::{Collection, Shown};
use crate::http::error::{ApiError, no_content};
use crate::http::json::JsonObject;
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::log::audit::AuditEntry;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;

mod contract;
pub(crate) mod listing;
mod precondition;
pub(crate) mod tables;

pub(crate) use listing::CollectionQuery;
use listing::CursorQuery;
pub(crate) use precondition::{IfMatch, etag};

/// A body `{ data }`.
#[derive(Debug, Serialize)]
struct Data<T> {
    data: T,
}

/// All operations of the noun, with their contract.
pub(crate) fn routes<C: Collection>() -> OpenApiRouter<Arc<Services>> {
    let mut routes = Routes::<C>::new();
    let limit = DefaultBodyLimit::max(C::BODY_LIMIT);
    routes.add(HttpMethod::Get, "", get(list::<C>));
    routes.add(HttpMethod::Get, "/{id}", get(get_one::<C>));
    routes.add(HttpMethod::Get, "/{id}/history", get(history::<C>));
    if C::ABILITIES.create {
        routes.add(HttpMethod::Post, "", post(create::<C>).layer(limit));
    }
    if C::ABILITIES.edit {
        routes.add(HttpMethod::Patch, "/{id}", patch(change::<C>).layer(limit));
    }
    if C::ABILITIES.delete {
        routes.add(HttpMethod::Delete, "/{id}", delete(remove::<C>));
        routes.add(HttpMethod::Post, "/{id}/restore", post(restore::<C>));
    }
    if C::ABILITIES.bulk {
        routes.add(HttpMethod::Post, "/bulk", post(bulk::<C>));
    }
    if C::ABILITIES.bulk || C::ABILITIES.import {
        routes.add(HttpMethod::Post, "/batches/{id}/undo", post(undo::<C>));
    }
    if C::ABILITIES.import {
        routes.add(HttpMethod::Post, "/import", tables::import_route::<C>());
    }
    if C::ABILITIES.export {
        routes.add(HttpMethod::Get, "/export", get(tables::export::<C>));
    }
    routes.done
}

/// `GET {path}/paginate`: the same list, always by cursor.
pub(crate) fn paginated<C: Collection>() -> OpenApiRouter<Arc<Services>> {
    let mut routes = Routes::<C>::new();
    routes.add(HttpMethod::Get, "/paginate", get(paginate::<C>));
    routes.done
}

/// The same list at another path of the same service.
pub(crate) fn also_listed<C: Collection>(path: &'static str) -> OpenApiRouter<Arc<Services>> {
    let mut routes = Routes::<C> {
        list: path,
        ..Routes::new()
    };
    routes.add(HttpMethod::Get, "", get(list::<C>));
    routes.done
}

struct Routes<C> {
    list: &'static str,
    done: OpenApiRouter<Arc<Services>>,
    noun: std::marker::PhantomData<C>,
}

impl<C: Collection> Routes<C> {
    fn new() -> Self {
        Self {
            list: C::PATH,
            done: OpenApiRouter::new(),
            noun: std::marker::PhantomData,
        }
    }

    fn add(&mut self, method: HttpMethod, below: &str, handler: MethodRouter<Arc<Services>>) {
        let (schemas, operation) = contract::operation::<C>(&method, self.list, below);
        let mut paths = Paths::new();
        let path = format!("{}{below}", self.list);
        paths.add_path_operation(path, vec![method], operation);
        let routes = std::mem::take(&mut self.done);
        // The specification names lists both ways, with a final slash and without.
        let slashed = below.is_empty().then(|| handler.clone());
        self.done = routes.routes((schemas, paths, handler));
        if let Some(handler) = slashed {
            let routes = std::mem::take(&mut self.done);
            self.done = routes.route(&format!("{}/", self.list), handler);
        }
    }
}

async fn list<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<CollectionQuery<C>>,
) -> Result<Response, ApiError> {
    let (listing, page) = query.into_listing();
    let found = services.list::<C>(&caller, listing).await?;
    Ok(page.envelope(found)?.into_response())
}

async fn paginate<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(CursorQuery(query)): Query<CursorQuery<C>>,
) -> Result<Response, ApiError> {
    let (listing, page) = query.into_listing();
    let found = services.list::<C>(&caller, listing).await?;
    Ok(page.envelope(found)?.into_response())
}

async fn get_one<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<Id<C>>,
) -> Result<Response, ApiError> {
    let shown = services.get(&caller, id).await?;
    if precondition::is_known(&headers, shown.meta.version) {
        let etag = [(ETAG, etag(shown.meta.version))];
        return Ok((StatusCode::NOT_MODIFIED, etag).into_response());
    }
    Ok(one(shown))
}

async fn history<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<C>>,
) -> Result<axum::Json<Data<Vec<AuditEntry>>>, ApiError> {
    let data = services.history(&caller, id).await?;
    Ok(axum::Json(Data { data }))
}

async fn create<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    headers: HeaderMap,
    JsonObject { object, bytes }: JsonObject,
) -> Result<Response, ApiError> {
    let key = idempotency_key::<C>(&headers, &bytes)?;
    let created = services.create::<C>(&caller, object, &source, key).await?;
    Ok(was_created::<C>(created))
}

/// What was created, and where it is.
pub(crate) fn was_created<C: Collection>(Created { id, body, version }: Created) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json".to_owned()),
        (ETAG, etag(version)),
        (LOCATION, format!("{}/{id}", C::PATH)),
    ];
    (StatusCode::CREATED, headers, body).into_response()
}

async fn change<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<C>>,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let shown = services
        .change(&caller, id, expected, object, &source)
        .await?;
    Ok(one(shown))
}

async fn remove<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<C>>,
    IfMatch(expected): IfMatch,
    Query(Removal { replacement }): Query<Removal<C>>,
) -> Result<Response, ApiError> {
    services
        .delete(&caller, id, expected, replacement, &source)
        .await?;
    Ok(no_content([]))
}

/// What a delete says besides which record.
struct Removal<C> {
    replacement: Option<Id<C>>,
}

impl<C: Collection> FromParameters for Removal<C> {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let text = C::REPLACEMENT.and_then(|name| parameters.text(name, 36));
        let replacement = text.as_deref().and_then(|text| text.parse().ok());
        if let (Some(name), Some(_), None) = (C::REPLACEMENT, text, replacement) {
            parameters.fault(name, "This is no id.");
        }
        Self { replacement }
    }
}

async fn restore<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<C>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    Ok(one(services
        .restore(&caller, id, expected, &source)
        .await?))
}

async fn bulk<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    JsonObject { object, .. }: JsonObject,
) -> Result<axum::Json<Data<BulkResult>>, ApiError> {
    let mut members = crate::validate::Members::new(object);
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
    let data = services
        .bulk::<C>(&caller, action, ids, changes, &source)
        .await?;
    Ok(axum::Json(Data { data }))
}

async fn undo<C: Collection>(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<BatchId>,
) -> Result<axum::Json<Data<BulkResult>>, ApiError> {
    let data = services.undo::<C>(&caller, id, &source).await?;
    Ok(axum::Json(Data { data }))
}

/// One record with its version.
pub(crate) fn one<C: Collection>(shown: Shown<C>) -> Response {
    let etag = [(ETAG, etag(shown.meta.version))];
    (etag, axum::Json(Data { data: shown })).into_response()
}

/// The `Idempotency-Key` of a create: 1 to 100 printable characters.
pub(crate) fn idempotency_key<C: Collection>(
    headers: &HeaderMap,
    body: &Bytes,
) -> Result<Option<IdempotencyKey>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .filter(|key| (1..=100).contains(&key.len()));
    let Some(key) = key else {
        let fault = FieldProblem {
            pointer: "Idempotency-Key".to_owned(),
            detail: "Please use 1 to 100 printable characters.".to_owned(),
        };
        return Err(crate::error::ServiceError::Invalid(vec![fault]).into());
    };
    Ok(Some(IdempotencyKey {
        key: key.to_owned(),
        request_hash: request_hash(C::PATH, body),
    }))
}
