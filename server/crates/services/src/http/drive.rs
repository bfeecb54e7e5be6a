//! Files: uploads part by part, small contents in one request, downloads, and removal for good.
//!
//! **Uploading.** `POST …/uploads` announces name and size and answers with the upload; `PATCH …/uploads/{id}` sends the
//! next part at `Upload-Offset`; after a break, `HEAD` or `GET …/uploads/{id}` tells the offset that was reached;
//! `POST …/uploads/{id}/complete` makes the file. A part that broke off counts for nothing.
//!
//! Invariant: bytes that people uploaded are never sent as something that a browser runs.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::header::{CONTENT_TYPE, ETAG, LOCATION};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::collection::{Collection as _, Shown};
use crate::drive::content::SMALL_BYTES;
use crate::drive::file::{DocType, FileVisibility, Files};
use crate::drive::subject::FileSubject;
use crate::drive::upload::{PART_BYTES, Upload, Uploads};
use crate::http::collection::IfMatch;
use crate::http::error::{ApiError, no_content};
use crate::http::failures::Guarded;
use crate::http::json::{JsonObject, unreadable};
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub mod download;

/// Where the next part begins, as in tus (<https://tus.io/protocols/resumable-upload>).
const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");

/// The media type of a part, as in tus.
const PART: &str = "application/offset+octet-stream";

/// The media type of a small content.
pub(super) const BYTES: &str = "application/octet-stream";

const UPLOADS: &str = "/drive/api/v1/filesystem/file/uploads";

pub(super) fn routes() -> Routes {
    // These take more than JSON.
    let of_bytes = Routes::new()
        .routes(routes!(get_upload, receive_part, abandon_upload))
        .routes(routes!(create_small_file))
        .routes(routes!(replace_content))
        .merge(download::routes())
        .body_limit(PART_BYTES.max(SMALL_BYTES));
    Routes::new()
        .routes(routes!(begin_upload))
        .routes(routes!(complete_upload))
        .routes(routes!(destroy_file))
        .merge(of_bytes)
}

/// What is announced of a content.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `begin_upload` reads")]
struct NewUpload {
    /// The name of the new file, unique in its folder. Left out with `fileId`, as are all members but size and sha256.
    #[schema(
        min_length = 1,
        max_length = 200,
        example = "HBL-2026-001.txt",
        required = false
    )]
    name: String,
    /// Bytes of the content.
    #[schema(minimum = 0, maximum = 52_428_800, example = 21)]
    size: i64,
    /// SHA-256 of the content in hexadecimal digits, by which it is checked.
    #[schema(min_length = 64, max_length = 64, required = false)]
    sha256: String,
    /// The file that gets a new version; without it, a new file comes of the upload.
    file_id: Option<Uuid>,
    /// The folder of the new file; none is the top.
    folder_id: Option<Uuid>,
    /// What kind of document it is.
    #[schema(required = false)]
    doc_type: DocType,
    /// What it is about, in words.
    #[schema(max_length = 500, required = false)]
    description: String,
    /// Words by which it is found.
    #[schema(max_items = 20, required = false)]
    tags: Vec<String>,
    /// What it is about.
    subject: Option<FileSubject>,
    /// Who sees it.
    #[schema(required = false)]
    visibility: FileVisibility,
}

/// An upload.
#[derive(Debug, Serialize, ToSchema)]
struct UploadResponse {
    data: Upload,
}

impl UploadResponse {
    fn respond(status: StatusCode, data: Upload) -> Response {
        let headers = [
            (UPLOAD_OFFSET, data.offset.to_string()),
            (LOCATION, format!("{UPLOADS}/{}", data.id)),
        ];
        (status, headers, JsonBody(Self { data })).into_response()
    }
}

/// Announces a content that is sent in parts.
#[utoipa::path(
    post,
    path = "/drive/api/v1/filesystem/file/uploads",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:create"))),
    request_body = NewUpload,
    responses(
        (status = 201, description = "The upload, of which nothing is there yet", body = UploadResponse,
            headers(("Upload-Offset" = i64), ("Location" = String))),
        (status = 400, description = "The body is no JSON object", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "There is no such file", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "No room, or not possible now", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Fields at fault", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn begin_upload(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let upload = services.begin_upload(&caller, object, &source).await?;
    Ok(UploadResponse::respond(StatusCode::CREATED, upload))
}

/// How far an upload is.
#[utoipa::path(
    get,
    path = "/drive/api/v1/filesystem/file/uploads/{id}",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:create"))),
    params(("id" = Uuid, Path)),
    responses(
        (status = 200, description = "The upload", body = UploadResponse, headers(("Upload-Offset" = i64), ("Location" = String))),
        (status = 404, description = "There is no such upload, or it has ended", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn get_upload(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Uploads>>,
) -> Result<Response, ApiError> {
    let upload = services.upload(&caller, id).await?;
    Ok(UploadResponse::respond(StatusCode::OK, upload))
}

/// Sends the next part of an upload.
#[utoipa::path(
    patch,
    path = "/drive/api/v1/filesystem/file/uploads/{id}",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:create"))),
    params(("id" = Uuid, Path), ("Upload-Offset" = i64, Header, description = "The offset at which the part begins", example = 0)),
    request_body(content = String, content_type = "application/offset+octet-stream", description = "256 KiB to 4 MiB; the last part may have less"),
    responses(
        (status = 204, description = "The part is there", headers(("Upload-Offset" = i64))),
        (status = 400, description = "The part broke off, or Upload-Offset is missing", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "There is no such upload, or it has ended", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "The upload is at another offset, or the part does not fit", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The part is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body has another media type", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn receive_part(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Uploads>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    require_type(&headers, PART)?;
    let offset = headers.get(UPLOAD_OFFSET).and_then(|it| it.to_str().ok());
    let offset = offset
        .and_then(|it| it.parse().ok())
        .ok_or(ApiError::Malformed("Upload-Offset is missing."))?;
    let body = body.map_err(unreadable)?;
    let reached = services.receive_part(&caller, id, offset, body).await?;
    Ok(no_content([(UPLOAD_OFFSET, reached.into())]))
}

/// Gives an upload up.
#[utoipa::path(
    delete,
    path = "/drive/api/v1/filesystem/file/uploads/{id}",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:create"))),
    params(("id" = Uuid, Path)),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "There is no such upload, or it has ended", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn abandon_upload(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Uploads>>,
) -> Result<Response, ApiError> {
    services.abandon_upload(&caller, id).await?;
    Ok(no_content([]))
}

/// Makes a file, or a new version of one, of an upload that is there as a whole. Sent again, it gives the same file.
#[utoipa::path(
    post,
    path = "/drive/api/v1/filesystem/file/uploads/{id}/complete",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:create"))),
    params(("id" = Uuid, Path)),
    responses(
        (status = 200, description = "The file", body = ref("#/components/schemas/FileResponse"), headers(("ETag" = String))),
        (status = 404, description = "There is no such upload, or it has ended", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "Parts are missing, or there is no room", body = Problem, content_type = "application/problem+json"),
        (status = 412, description = "The file was changed at the same time", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Hash, type or name are at fault", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn complete_upload(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Uploads>>,
) -> Result<Response, ApiError> {
    let file = services.complete_upload(&caller, id, &source).await?;
    Ok(one(StatusCode::OK, file))
}

/// The fields of a small file, which stand in the query because the content is the body.
#[derive(Debug)]
struct SmallFile(Map<String, Value>);

impl FromParameters for SmallFile {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let mut draft = Map::new();
        for (name, text) in [
            ("name", parameters.text("name", 1000)),
            ("folderId", parameters.filled_text("folderId", 36)),
            ("docType", parameters.filled_text("docType", 40)),
            ("description", parameters.text("description", 1000)),
            ("visibility", parameters.filled_text("visibility", 20)),
        ] {
            draft.extend(text.map(|it| (name.to_owned(), Value::String(it))));
        }
        Self(draft)
    }
}

/// Makes a file of a small content.
#[utoipa::path(
    post,
    path = "/drive/api/v1/filesystem/file/content",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:create"))),
    params(
        ("name" = String, Query, description = "Its name", example = "Stowage plan.txt"),
        ("folderId" = Option<Uuid>, Query, description = "The folder; none is the top"),
        ("docType" = Option<DocType>, Query, description = "What kind of document it is"),
        ("description" = Option<String>, Query, description = "What it is about"),
        ("visibility" = Option<FileVisibility>, Query, description = "Who sees it"),
    ),
    request_body(content = String, content_type = "application/octet-stream", description = "At most 4 MiB"),
    responses(
        (status = 201, description = "The file", body = ref("#/components/schemas/FileResponse"), headers(("ETag" = String), ("Location" = String))),
        (status = 400, description = "The body broke off", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "There is no room", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The content is too large for one request", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body has another media type", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Parameters or type are at fault", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn create_small_file(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Query(SmallFile(draft)): Query<SmallFile>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    require_type(&headers, BYTES)?;
    let body = body.map_err(unreadable)?;
    let file = services
        .create_small_file(&caller, draft, body, &source)
        .await?;
    let location = [(LOCATION, format!("{}/{}", Files::PATH, file.id))];
    Ok((location, one(StatusCode::CREATED, file)).into_response())
}

/// Makes a small content the latest version of a file.
#[utoipa::path(
    put,
    path = "/drive/api/v1/filesystem/file/{id}/content",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:edit"))),
    params(("id" = Uuid, Path), ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *")),
    request_body(content = String, content_type = "application/octet-stream", description = "At most 4 MiB"),
    responses(
        (status = 200, description = "The file", body = ref("#/components/schemas/FileResponse"), headers(("ETag" = String))),
        (status = 400, description = "The body broke off", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "There is no such file", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is in the bin, or there is no room", body = Problem, content_type = "application/problem+json"),
        (status = 412, description = "Somebody else has changed it meanwhile", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The content is too large for one request", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body has another media type", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "The content is not what the name says", body = Problem, content_type = "application/problem+json"),
        (status = 428, description = "If-Match is missing: send a version or *", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn replace_content(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Files>>,
    IfMatch(expected): IfMatch,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    require_type(&headers, BYTES)?;
    let body = body.map_err(unreadable)?;
    let file = services
        .replace_small_content(&caller, id, expected, body, &source)
        .await?;
    Ok(one(StatusCode::OK, file))
}

/// Removes a file or an empty folder from the bin for good.
#[utoipa::path(
    post,
    path = "/drive/api/v1/filesystem/file/{id}/destroy",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:destroy"))),
    params(("id" = Uuid, Path), ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *")),
    responses(
        (status = 204, description = "It is gone, with all its versions"),
        (status = 404, description = "There is no such file", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is not in the bin, or in use", body = Problem, content_type = "application/problem+json"),
        (status = 412, description = "Somebody else has changed it meanwhile", body = Problem, content_type = "application/problem+json"),
        (status = 428, description = "If-Match is missing: send a version or *", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
async fn destroy_file(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Files>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    services
        .destroy_file(&caller, id, expected, &source)
        .await?;
    Ok(no_content([]))
}

/// One file with its version.
fn one(status: StatusCode, file: Shown<Files>) -> Response {
    #[derive(Serialize)]
    struct Data {
        data: Shown<Files>,
    }
    let etag = [(ETAG, format!("\"{}\"", file.meta.version))];
    (status, etag, JsonBody(Data { data: file })).into_response()
}

pub(super) fn require_type(headers: &HeaderMap, wanted: &str) -> Result<(), ApiError> {
    let essence = headers
        .get(CONTENT_TYPE)
        .and_then(|it| it.to_str().ok())
        .and_then(|it| it.split(';').next());
    if !essence.is_some_and(|it| it.trim().eq_ignore_ascii_case(wanted)) {
        return Err(ApiError::NotBytes);
    }
    Ok(())
}
