//! REST: every path of the tree with `.json` behind it, for servers that write without a socket.
//!
//! `GET`, `PUT`, `PATCH`, `POST`, `DELETE` with Firebase's parameters, `ETag` and event stream. Invariant: whoever shows the
//! writer's key is the server itself; everybody else is judged by the same rules as a socket.

use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use http::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, ETAG, IF_MATCH};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value as Json, json};
use subtle::ConstantTimeEq as _;

use super::enter;
use crate::database::{Author, Change, Write, WriteError};
use crate::frames::MAX_MESSAGE_BYTES;
use crate::identity::{Door, Refusal};
use crate::path::Path;
use crate::query::Query;
use crate::realtime::Realtime;
use crate::value::{Scalar, Value};

mod events;
mod push_id;

/// What Firebase calls the absence of a value.
const NO_ETAG: &str = "null_etag";

/// Whether a request is about the database: its path ends in `.json`, and it names a database as every client does that is not
/// on a host of Firebase's.
pub fn is_addressed(uri: &Uri) -> bool {
    let names_database = |query: &str| query.split('&').any(|it| it.starts_with("ns="));
    uri.path().strip_suffix(".json").is_some() && uri.query().is_some_and(names_database)
}

/// A refusal, as Firebase words it.
struct Refused(StatusCode, &'static str);

impl Refused {
    const DENIED: Self = Self(StatusCode::UNAUTHORIZED, "Permission denied");
    const INVALID: Self = Self(StatusCode::BAD_REQUEST, "Invalid data");
    const UNAVAILABLE: Self = Self(
        StatusCode::SERVICE_UNAVAILABLE,
        "The service is unavailable",
    );
}

impl From<WriteError> for Refused {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Denied => Self::DENIED,
            WriteError::Stale => Self(StatusCode::PRECONDITION_FAILED, "Etag does not match"),
            WriteError::Invalid => Self::INVALID,
            WriteError::Storage(error) => {
                tracing::warn!(error = %error, "The realtime database cannot reach its storage.");
                Self::UNAVAILABLE
            }
        }
    }
}

/// A request, read.
struct Asked {
    path: Path,
    parameters: Map<String, Json>,
    author: Author,
}

/// Answers a request for which [`is_addressed`] holds.
pub async fn answer(realtime: Arc<Realtime>, request: Request) -> Response {
    match decide(realtime, request).await {
        Ok(response) => response,
        Err(Refused(status, why)) => reply(status, &json!({ "error": why })),
    }
}

async fn decide(realtime: Arc<Realtime>, request: Request) -> Result<Response, Refused> {
    let (_, door) = enter(&realtime, &request)
        .map_err(|status| Refused(status, status.canonical_reason().unwrap_or("Refused")))?;
    let (parts, body) = request.into_parts();
    let asked = read(&realtime, &parts.uri, &parts.headers, &door).await?;
    if parts.method == Method::GET {
        let is_stream = parts
            .headers
            .get(ACCEPT)
            .is_some_and(|it| it == "text/event-stream");
        return if is_stream {
            events::stream(
                realtime,
                asked.path,
                query(&asked.parameters)?,
                &asked.author,
            )
            .await
        } else {
            show(&realtime, &asked).await
        };
    }
    let body = to_bytes(body, MAX_MESSAGE_BYTES)
        .await
        .map_err(|_| Refused(StatusCode::PAYLOAD_TOO_LARGE, "The data are too large"))?;
    let data = || serde_json::from_slice(&body).map_err(|_| Refused::INVALID);
    let expected = expected(&parts.headers)?;
    let put = |path: Path, data: Json| Write {
        changes: vec![(path, Change::Put(data))],
        expected,
    };
    let (write, shown) = match parts.method {
        Method::PUT => {
            let data: Json = data()?;
            (put(asked.path.clone(), data.clone()), data)
        }
        Method::DELETE => (put(asked.path.clone(), Json::Null), Json::Null),
        Method::POST => {
            let name = push_id::generate(realtime.clock.now());
            let key = crate::key::Key::try_from(name.as_str()).map_err(|_| Refused::INVALID)?;
            let path = asked.path.join(&[key]).map_err(|_| Refused::INVALID)?;
            (put(path, data()?), json!({ "name": name }))
        }
        Method::PATCH => {
            let data: Json = data()?;
            (merge(&asked.path, &data)?, data)
        }
        _ => {
            return Err(Refused(
                StatusCode::METHOD_NOT_ALLOWED,
                "Method not allowed",
            ));
        }
    };
    realtime.database().write(&asked.author, write).await?;
    if is_silent(&asked.parameters) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(reply(StatusCode::OK, &shown))
}

async fn read(
    realtime: &Realtime,
    uri: &Uri,
    headers: &HeaderMap,
    door: &Door,
) -> Result<Asked, Refused> {
    let mut parameters = Map::new();
    for pair in uri.query().unwrap_or_default().split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = percent_decode_str(value).decode_utf8_lossy();
        parameters.insert(name.to_owned(), Json::from(value.into_owned()));
    }
    let text = |name: &str| parameters.get(name).and_then(Json::as_str);
    if text("ns") != Some(realtime.database().namespace()) {
        return Err(Refused(StatusCode::NOT_FOUND, "There is no such database"));
    }
    let path = uri.path().strip_suffix(".json").unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8();
    let path = path.ok().and_then(|it| it.parse().ok());
    let path = path.ok_or(Refused(StatusCode::BAD_REQUEST, "Invalid path"))?;
    let bearer = headers
        .get(AUTHORIZATION)
        .and_then(|it| it.to_str().ok())
        .and_then(|it| it.strip_prefix("Bearer "));
    let token = bearer
        .or_else(|| text("auth"))
        .or_else(|| text("access_token"));
    let author = match token {
        None => Author::Client(None),
        Some(token) => author(realtime, token, door).await?,
    };
    Ok(Asked {
        path,
        parameters,
        author,
    })
}

async fn author(realtime: &Realtime, token: &str, door: &Door) -> Result<Author, Refused> {
    let key = realtime.config.writer_key.as_deref();
    // A page has no business with the key.
    if !door.is_browser && key.is_some_and(|key| bool::from(key.as_bytes().ct_eq(token.as_bytes())))
    {
        return Ok(Author::Server);
    }
    match realtime.verifier.verify(token, door).await {
        Ok(who) if realtime.clock.now() < who.expires_at => Ok(Author::Client(Some(Arc::new(who)))),
        Ok(_) | Err(Refusal::Expired) => {
            Err(Refused(StatusCode::UNAUTHORIZED, "Auth token is expired"))
        }
        Err(Refusal::Invalid) => Err(Refused(StatusCode::UNAUTHORIZED, "Invalid token")),
        Err(Refusal::Unavailable(error)) => {
            tracing::warn!(error, "A token cannot be checked.");
            Err(Refused::UNAVAILABLE)
        }
    }
}

/// Whether the author may read everything there.
fn require_readable(realtime: &Realtime, author: &Author, path: &Path) -> Result<(), Refused> {
    let may_read = match author {
        Author::Server => true,
        Author::Client(who) => realtime.database().rules().may_read(who.as_deref(), path),
    };
    if may_read {
        Ok(())
    } else {
        Err(Refused::DENIED)
    }
}

async fn show(realtime: &Realtime, asked: &Asked) -> Result<Response, Refused> {
    require_readable(realtime, &asked.author, &asked.path)?;
    let query = query(&asked.parameters)?;
    let value = realtime.database().get(&asked.path, query.as_ref()).await;
    let value = value.map_err(|error| Refused::from(WriteError::Storage(error)))?;
    if is_silent(&asked.parameters) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let is_shallow = asked.parameters.get("shallow") == Some(&json!("true"));
    let shown = match asked.parameters.get("format").and_then(Json::as_str) {
        _ if is_shallow => shallow(&value),
        Some("export") => value.to_json(),
        _ => value.to_plain_json(),
    };
    let mut response = reply(StatusCode::OK, &shown);
    let hash = value.hash();
    let etag = if hash.is_empty() { NO_ETAG } else { &hash };
    if let Ok(etag) = HeaderValue::from_str(etag) {
        response.headers_mut().insert(ETAG, etag);
    }
    Ok(response)
}

fn shallow(value: &Value) -> Json {
    if value.as_object().is_none() {
        return value.to_plain_json();
    }
    let keys = value.children().map(|(key, child)| {
        let shown = child.as_leaf().map_or(json!(true), Scalar::to_json);
        (key.as_str().to_owned(), shown)
    });
    keys.collect()
}

/// The hash that `If-Match` names.
fn expected(headers: &HeaderMap) -> Result<Option<String>, Refused> {
    let Some(etag) = headers.get(IF_MATCH) else {
        return Ok(None);
    };
    let etag = etag.to_str().map_err(|_| Refused::INVALID)?;
    let etag = etag.trim_matches('"');
    Ok(Some(if etag == NO_ETAG { "" } else { etag }.to_owned()))
}

fn merge(at: &Path, data: &Json) -> Result<Write, Refused> {
    let members = data.as_object().ok_or(Refused::INVALID)?;
    let change = |(below, data): (&String, &Json)| {
        let below: Path = below.parse().map_err(|_| Refused::INVALID)?;
        let path = at.join(below.keys()).map_err(|_| Refused::INVALID)?;
        Ok((path, Change::Put(data.clone())))
    };
    Ok(Write {
        changes: members.iter().map(change).collect::<Result<_, Refused>>()?,
        expected: None,
    })
}

/// The query that the parameters say, each of them JSON.
fn query(parameters: &Map<String, Json>) -> Result<Option<Query>, Refused> {
    const INVALID: Refused = Refused(StatusCode::BAD_REQUEST, "The query is not valid");

    let value = |name: &str| match parameters.get(name).and_then(Json::as_str) {
        None => Ok(None),
        Some(text) => serde_json::from_str::<Json>(text)
            .map(Some)
            .map_err(|_| INVALID),
    };
    let mut wire = Map::new();
    let mut put = |name: &str, value: Option<Json>| {
        if let Some(value) = value {
            wire.insert(name.to_owned(), value);
        }
    };
    put("i", value("orderBy")?);
    for (name, sort, inclusive, is_inclusive) in [
        ("startAt", "sp", "sin", true),
        ("startAfter", "sp", "sin", false),
        ("endAt", "ep", "ein", true),
        ("endBefore", "ep", "ein", false),
    ] {
        if let Some(value) = value(name)? {
            put(sort, Some(value));
            put(inclusive, Some(json!(is_inclusive)));
            match name {
                "startAfter" => put("sn", Some(json!("[MAX_NAME]"))),
                "endBefore" => put("en", Some(json!("[MIN_NAME]"))),
                _ => {}
            }
        }
    }
    if let Some(value) = value("equalTo")? {
        put("sp", Some(value.clone()));
        put("ep", Some(value));
    }
    for (name, from) in [("limitToFirst", "l"), ("limitToLast", "r")] {
        if let Some(count) = value(name)? {
            put("l", Some(count));
            put("vf", Some(json!(from)));
        }
    }
    Query::of_json(&Json::Object(wire)).map_err(|_| INVALID)
}

fn is_silent(parameters: &Map<String, Json>) -> bool {
    parameters.get("print") == Some(&json!("silent"))
}

fn reply(status: StatusCode, body: &Json) -> Response {
    let mut response = (status, axum::Json(body)).into_response();
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
