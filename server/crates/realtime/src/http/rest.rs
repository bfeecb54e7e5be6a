//! REST: every path of the tree with `.json` behind it, for programs that read and write without a socket.
//!
//! `GET`, `PUT`, `PATCH`, `POST`, `DELETE` with Firebase's parameters, `ETag` and event stream. Invariant: the writer's key
//! makes a request the server's own; all others are judged by the same rules as a socket.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use http::header::{
    ACCEPT, ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use percent_encoding::percent_decode_str;
use serde_json::{Value as Json, json};
use subtle::ConstantTimeEq as _;

use super::{FETCH_SITE, enter};
use crate::database::{Author, Change, Write, WriteError};
use crate::frames::MAX_MESSAGE_BYTES;
use crate::identity::{Door, Refusal};
use crate::path::Path;
use crate::query::Query;
use crate::realtime::Realtime;
use crate::value::Value;

mod events;
mod parameters;
mod push_id;

use parameters::{Parameters, Print};

/// What Firebase calls the absence of a value.
const NO_ETAG: &str = "null_etag";

const METHODS: &str = "GET, HEAD, PUT, PATCH, POST, DELETE";

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
    const INVALID_TOKEN: Self = Self(StatusCode::UNAUTHORIZED, "Invalid token");
    const METHOD: Self = Self(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed");
    const STALE: Self = Self(StatusCode::PRECONDITION_FAILED, "Etag does not match");
    const TOO_LARGE: Self = Self(StatusCode::PAYLOAD_TOO_LARGE, "The data are too large");
    const UNAVAILABLE: Self = Self(
        StatusCode::SERVICE_UNAVAILABLE,
        "The service is unavailable",
    );
}

impl From<WriteError> for Refused {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Denied => Self::DENIED,
            WriteError::Stale => Self::STALE,
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
    parameters: Parameters,
    author: Author,
}

/// Answers a request for which [`is_addressed`] holds.
pub async fn answer(realtime: Arc<Realtime>, request: Request) -> Response {
    match decide(realtime, request).await {
        Ok(response) => response,
        Err(Refused(status, why)) => {
            let mut response = reply(status, &json!({ "error": why }), Print::Compact);
            if status == StatusCode::METHOD_NOT_ALLOWED {
                response
                    .headers_mut()
                    .insert(ALLOW, HeaderValue::from_static(METHODS));
            }
            response
        }
    }
}

async fn decide(realtime: Arc<Realtime>, request: Request) -> Result<Response, Refused> {
    let refused =
        |status: StatusCode| Refused(status, status.canonical_reason().unwrap_or("Refused"));
    let (_, door) = enter(&realtime, &request).map_err(refused)?;
    if is_of_another_site(request.headers()) {
        return Err(refused(StatusCode::FORBIDDEN));
    }
    let asked = read(&realtime, request.uri(), request.headers(), &door).await?;
    let method = request.method();
    if *method == Method::GET && wants_events(request.headers()) {
        let query = asked.parameters.query()?;
        return events::stream(realtime, asked.path, query, &asked.author).await;
    }
    if *method == Method::GET || *method == Method::HEAD {
        return show(&realtime, &asked, request.headers()).await;
    }
    write(&realtime, &asked, request).await
}

/// Pages of another site name no origin where they only read and do not see the answer.
fn is_of_another_site(headers: &HeaderMap) -> bool {
    headers
        .get(FETCH_SITE)
        .is_some_and(|it| it == "cross-site" || it == "same-site")
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|it| it.to_str().ok());
    let mut types = accepted.unwrap_or_default().split([',', ';']);
    types.any(|it| it.trim().eq_ignore_ascii_case("text/event-stream"))
}

async fn read(
    realtime: &Realtime,
    uri: &Uri,
    headers: &HeaderMap,
    door: &Door,
) -> Result<Asked, Refused> {
    let parameters = Parameters::of(uri);
    if parameters.text("ns") != Some(realtime.database().namespace()) {
        return Err(Refused(StatusCode::NOT_FOUND, "There is no such database"));
    }
    let path = uri.path().strip_suffix(".json").unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8();
    let path = path.ok().and_then(|it| it.parse().ok());
    let path = path.ok_or(Refused(StatusCode::BAD_REQUEST, "Invalid path"))?;
    let token = match bearer(headers)? {
        Some(token) => Some(token),
        None => parameters.text("auth").or(parameters.text("access_token")),
    };
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

/// The token of the `Authorization` header, with the word `Bearer` before it or without.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Refused> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let value = value.to_str().ok().filter(|_| values.next().is_none());
    let value = value.ok_or(Refused::INVALID_TOKEN)?;
    match value.split_once(' ') {
        None => Ok(Some(value)),
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token)),
        Some(_) => Err(Refused::INVALID_TOKEN),
    }
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
        Err(Refusal::Invalid) => Err(Refused::INVALID_TOKEN),
        Err(Refusal::Unavailable(error)) => {
            tracing::warn!(error, "A token could not be verified.");
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

async fn show(
    realtime: &Realtime,
    asked: &Asked,
    headers: &HeaderMap,
) -> Result<Response, Refused> {
    let parameters = &asked.parameters;
    let query = parameters.query()?;
    let value = value(realtime, asked, query.as_ref()).await?;
    // The whole value alone has one: a write under `If-Match` compares what is there.
    let is_whole = query.is_none() && !parameters.is_shallow();
    let etag = is_whole.then(|| etag(&value)).flatten();
    let is_known = etag.is_some() && headers.get(IF_NONE_MATCH) == etag.as_ref();
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let shown = match parameters.text("format") {
            _ if parameters.is_shallow() => shallow(&value),
            Some("export") => value.to_json(),
            _ => value.to_plain_json(),
        };
        reply(StatusCode::OK, &shown, parameters.print())
    };
    if let Some(etag) = etag {
        response.headers_mut().insert(ETAG, etag);
    }
    Ok(response)
}

/// What is there, if the author may read it.
async fn value(
    realtime: &Realtime,
    asked: &Asked,
    query: Option<&Query>,
) -> Result<Value, Refused> {
    require_readable(realtime, &asked.author, &asked.path)?;
    let value = realtime.database().get(&asked.path, query).await;
    value.map_err(|error| WriteError::Storage(error).into())
}

fn etag(value: &Value) -> Option<HeaderValue> {
    let hash = value.hash();
    let etag = if hash.is_empty() { NO_ETAG } else { &hash };
    HeaderValue::from_str(etag).ok()
}

/// The names of the children, without what is below them.
fn shallow(value: &Value) -> Json {
    if value.as_object().is_none() {
        return value.to_plain_json();
    }
    let names = value.children().map(|(key, _)| key.as_str().to_owned());
    names.map(|name| (name, json!(true))).collect()
}

async fn write(realtime: &Realtime, asked: &Asked, request: Request) -> Result<Response, Refused> {
    let method = request.method().clone();
    let expected = expected(&method, request.headers())?;
    let body = content(request.into_body()).await?;
    let data = || serde_json::from_slice::<Json>(&body).map_err(|_| Refused::INVALID);
    let put = |path: Path, data: Json| Write {
        changes: vec![(path, Change::Put(data))],
        expected,
    };
    let (write, shown) = match method {
        Method::PUT => {
            let data = data()?;
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
            let data = data()?;
            (merge(&asked.path, &data)?, data)
        }
        _ => return Err(Refused::METHOD),
    };
    if let Author::Client(who) = &asked.author {
        let rules = realtime.database().rules();
        let mut paths = write.changes.iter().map(|(path, _)| path);
        // There is no socket with which it would go.
        if paths.any(|path| rules.lasts_with_socket(who.as_deref(), path)) {
            return Err(Refused::DENIED);
        }
    }
    match realtime.database().write(&asked.author, write).await {
        Ok(()) => Ok(reply(StatusCode::OK, &shown, asked.parameters.print())),
        Err(WriteError::Stale) => stale(realtime, asked).await,
        Err(error) => Err(error.into()),
    }
}

/// All of a request's content. One that is too large is read no further.
async fn content(body: Body) -> Result<Vec<u8>, Refused> {
    const LATE: Refused = Refused(StatusCode::REQUEST_TIMEOUT, "The data did not arrive");

    let mut chunks = body.into_data_stream();
    let mut content = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| LATE)?;
        if MAX_MESSAGE_BYTES < content.len() + chunk.len() {
            return Err(Refused::TOO_LARGE);
        }
        content.extend_from_slice(&chunk);
    }
    Ok(content)
}

/// Firebase's clients try again from what is there now, so they are told, if they may read it.
async fn stale(realtime: &Realtime, asked: &Asked) -> Result<Response, Refused> {
    let value = value(realtime, asked, None).await;
    let value = value.map_err(|_| Refused::STALE)?;
    let mut response = reply(Refused::STALE.0, &value.to_plain_json(), Print::Compact);
    if let Some(etag) = etag(&value) {
        response.headers_mut().insert(ETAG, etag);
    }
    Ok(response)
}

/// The hash that `If-Match` names.
fn expected(method: &Method, headers: &HeaderMap) -> Result<Option<String>, Refused> {
    let Some(etag) = headers.get(IF_MATCH) else {
        return Ok(None);
    };
    if *method != Method::PUT && *method != Method::DELETE {
        return Err(Refused(
            StatusCode::BAD_REQUEST,
            "If-Match is for PUT and DELETE",
        ));
    }
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

fn reply(status: StatusCode, body: &Json, print: Print) -> Response {
    let mut response = match print {
        Print::Silent => StatusCode::NO_CONTENT.into_response(),
        Print::Compact => (status, axum::Json(body)).into_response(),
        Print::Pretty => {
            let json = HeaderValue::from_static("application/json");
            (status, [(CONTENT_TYPE, json)], format!("{body:#}\n")).into_response()
        }
    };
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
