//! Drive: folders and files, uploads in parts, downloads, versions, the bin, and what happens when the store fails.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, Answer};

mod failures;
mod folders;
mod reading;
mod s3;
mod subjects;
mod uploads;

const FILES: &str = "/drive/api/v1/filesystem/file";

pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01";

/// Text of that many bytes, no part of which is like another.
fn text(bytes: usize) -> Vec<u8> {
    let lines = (0..).flat_map(|line: u32| format!("line {line:>9}\n").into_bytes());
    lines.take(bytes).collect()
}

/// Makes a file in one request.
async fn small(actor: &Actor, query: &str, content: &[u8]) -> Answer {
    let path = format!("{FILES}/content?{query}");
    let headers = [("content-type", "application/octet-stream")];
    actor
        .send_with(Method::POST, &path, &headers, content.to_vec())
        .await
}

/// Makes a file in one request; gives its id.
pub(crate) async fn file(actor: &Actor, query: &str, content: &[u8]) -> String {
    id(&small(actor, query, content).await.data(StatusCode::CREATED))
}

async fn folder(actor: &Actor, name: &str, within: Option<&str>) -> Answer {
    let body = json!({ "name": name, "isFolder": true, "folderId": within });
    actor.post(FILES, body).await
}

async fn begin(actor: &Actor, body: Value) -> Answer {
    actor.post(&format!("{FILES}/uploads"), body).await
}

/// Begins an upload of a text; gives its path.
async fn begin_text(actor: &Actor, name: &str, bytes: usize) -> String {
    let upload = begin(actor, json!({ "name": name, "size": bytes })).await;
    upload.header("location").to_owned()
}

async fn part(actor: &Actor, upload: &str, offset: usize, content: impl Into<Body>) -> Answer {
    let offset = offset.to_string();
    let headers = [
        ("content-type", "application/offset+octet-stream"),
        ("upload-offset", offset.as_str()),
    ];
    actor
        .send_with(Method::PATCH, upload, &headers, content)
        .await
}

async fn complete(actor: &Actor, upload: &str) -> Answer {
    actor.post(&format!("{upload}/complete"), json!({})).await
}

/// The bytes of a file.
async fn content(actor: &Actor, id: &str) -> Answer {
    actor.get(&format!("{FILES}/{id}/content")).await
}

fn id(record: &Value) -> String {
    record["_id"].as_str().unwrap().to_owned()
}

/// Makes a content the latest version of a file.
async fn replace(actor: &Actor, id: &str, etag: &str, content: &[u8]) -> Answer {
    let headers = [
        ("content-type", "application/octet-stream"),
        ("if-match", etag),
    ];
    let path = format!("{FILES}/{id}/content");
    actor
        .send_with(Method::PUT, &path, &headers, content.to_vec())
        .await
}

async fn destroy(actor: &Actor, id: &str) -> StatusCode {
    let path = format!("{FILES}/{id}/destroy");
    let answer = actor
        .send_with(Method::POST, &path, &[("if-match", "*")], "")
        .await;
    answer.status
}
