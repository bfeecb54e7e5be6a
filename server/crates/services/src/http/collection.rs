//! The operations of a collection over HTTP, the same for every noun: where its list is, `GET` lists and `POST` creates;
//! below it stand `{id}`, which `PATCH` changes and `PUT` replaces, `{id}/restore`, `{id}/history`, `{id}/as-of`, `{id}/original`, `bulk`,
//! `batches/{id}/undo`, `import`, `import/columns` and `export`.
//!
//! Invariant: what a noun cannot do has no route, so the contract never promises it.

use axum::body::Bytes;
use axum::http::header::{CONTENT_TYPE, ETAG, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::openapi::path::{HttpMethod, Paths};
use waybill_storage::records::idempotency::request_hash;

use crate::collection::nouns::Of;
use crate::collection::write::{Created, IdempotencyKey};
use crate::collection::{Collection, Shown};
use crate::http::error::ApiError;
use crate::http::routes::{Handlers, Routes};
use crate::problem::FieldProblem;

mod brief;
mod contract;
mod handlers;
pub mod listing;
mod operations;
mod precondition;
pub(crate) mod tables;

use contract::Contract;
pub(crate) use contract::whole::Whole;
use operations::Operations;
pub(crate) use precondition::{IfMatch, etag, is_known};

/// Where a path names the company that a list is of.
const COMPANY: &str = "{id}";

/// Where the original of a record is.
const ORIGINAL: &str = "/{id}/original";

/// A body `{ data }`.
#[derive(Debug, Serialize)]
struct Data<T> {
    data: T,
}

/// All operations of the noun, with their contract.
pub(super) fn routes<C: Collection>() -> Routes {
    described(&Of::<C>::OPERATIONS, NounRoutes::of::<C>())
}

fn described(noun: &Operations, mut routes: NounRoutes) -> Routes {
    let (reads, contract) = (noun.reads, routes.contract);
    routes.add(HttpMethod::Get, "", handlers::list(reads));
    routes.add(HttpMethod::Get, "/{id}", handlers::get(reads));
    routes.add(HttpMethod::Get, "/{id}/history", handlers::history(reads));
    routes.add(HttpMethod::Get, "/{id}/as-of", handlers::as_of(reads));
    if let Some(noun) = noun.has_originals {
        routes.add(HttpMethod::Get, ORIGINAL, handlers::original(noun));
        let choose = handlers::choose_original(noun);
        routes.add(HttpMethod::Post, ORIGINAL, choose);
    }
    if let Some(creates) = noun.creates {
        let create = handlers::create(creates, noun.body_limit);
        routes.add(HttpMethod::Post, "", create);
    }
    if let Some(edits) = noun.edits {
        let change = handlers::change(edits, noun.body_limit);
        routes.add(HttpMethod::Patch, "/{id}", change);
        let replace = handlers::replace(edits, noun.body_limit, move || contract.whole());
        routes.add(HttpMethod::Put, "/{id}", replace);
    }
    if let Some(noun) = noun.deletes {
        routes.add(HttpMethod::Delete, "/{id}", handlers::remove(noun));
        routes.add(HttpMethod::Post, "/{id}/restore", handlers::restore(noun));
    }
    if let Some(changes) = noun.changes_many {
        let bulk = handlers::bulk(changes, noun.links);
        routes.add(HttpMethod::Post, "/bulk", bulk);
    }
    if let Some(noun) = noun.undoes {
        routes.add(HttpMethod::Post, "/batches/{id}/undo", handlers::undo(noun));
    }
    if let Some(noun) = noun.imports {
        routes.add(HttpMethod::Post, "/import", handlers::import(noun));
        let columns = handlers::import_columns(noun);
        routes.add(HttpMethod::Post, "/import/columns", columns);
    }
    if let Some(noun) = noun.exports {
        routes.add(HttpMethod::Get, "/export", handlers::export(noun));
    }
    routes.done
}

/// `GET {path}/paginate`: the same list, always by cursor.
pub(super) fn paginated<C: Collection>() -> Routes {
    let mut routes = NounRoutes::of::<C>();
    let handler = handlers::paginate(&Of::<C>::NOUN);
    routes.add(HttpMethod::Get, "/paginate", handler);
    routes.done
}

/// The same list at another path of the same service. An `{id}` in the path is that of the caller's own company.
pub(super) fn also_listed<C: Collection>(path: &'static str) -> Routes {
    let mut routes = NounRoutes::of::<C>();
    routes.list = path;
    let handler = match path.contains(COMPANY) {
        true => handlers::list_of_company(&Of::<C>::NOUN),
        false => handlers::list(&Of::<C>::NOUN),
    };
    routes.add(HttpMethod::Get, "", handler);
    routes.done
}

/// What the whole record of a noun has to hold, where a handler of its own replaces it.
pub(crate) fn whole<C: Collection>() -> Whole {
    Contract::of::<C>().whole()
}

struct NounRoutes {
    contract: Contract,
    list: &'static str,
    done: Routes,
}

impl NounRoutes {
    fn of<C: Collection>() -> Self {
        let contract = Contract::of::<C>();
        Self {
            contract,
            list: contract.path,
            done: Routes::new(),
        }
    }

    fn add(&mut self, method: HttpMethod, below: &'static str, handlers: Handlers) {
        let Self { contract, list, .. } = *self;
        let path = move || format!("{list}{below}");
        let routes = std::mem::take(&mut self.done);
        self.done = routes.at(&path(), handlers, move || {
            let (schemas, operation) = contract.operation(&method, list, below);
            let mut paths = Paths::new();
            paths.add_path_operation(path(), vec![method], operation);
            (schemas, paths, Handlers::new())
        });
    }
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

/// One record with its version.
pub(crate) fn one<C: Collection>(shown: Shown<C>) -> Response {
    let etag = [(ETAG, etag(shown.meta.version))];
    (etag, axum::Json(Data { data: shown })).into_response()
}

/// The same, or that nothing has changed where `If-None-Match` names the version.
pub(crate) fn one_unless_known<C: Collection>(headers: &HeaderMap, shown: Shown<C>) -> Response {
    let etag = etag(shown.meta.version);
    match is_known(headers, &etag) {
        true => (StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response(),
        false => one(shown),
    }
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
            detail: "Use 1 to 100 printable characters.".to_owned(),
        };
        return Err(crate::error::ServiceError::Invalid(vec![fault]).into());
    };
    Ok(Some(IdempotencyKey {
        key: key.to_owned(),
        request_hash: request_hash(C::PATH, body),
    }))
}
