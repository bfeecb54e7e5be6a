//! Contents of files: sent at once or part by part, and read again.
//!
//! Invariant: a part that was acknowledged is there, and so are the bytes of every version that was.

use std::fmt::Write as _;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::line::{CutOff, Line};
use super::nouns::FILES;

/// Bytes of a part at least.
const PART: usize = 256 * 1024;

/// The content of a file with this name: all that is known of it is its length and this word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    word: String,
    times: usize,
}

/// An upload that its writer goes on with.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    name: String,
    content: Content,
    /// None until it was begun.
    id: Option<String>,
    /// How far it was acknowledged.
    reached: usize,
}

impl Content {
    /// A small content.
    pub(super) fn small(word: &str) -> Self {
        let word = format!("{word}\n");
        Self { word, times: 40 }
    }

    /// A content of more than one part.
    fn large(word: &str) -> Self {
        let word = format!("{word}\n");
        let times = PART * 5 / 4 / word.len();
        Self { word, times }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        self.word.repeat(self.times).into_bytes()
    }

    /// What the file says of it.
    pub(super) fn described(&self) -> Value {
        let bytes = self.bytes();
        json!({ "size": bytes.len(), "sha256": hash(&bytes) })
    }
}

impl Upload {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: format!("{name}.txt"),
            content: Content::large(name),
            id: None,
            reached: 0,
        }
    }

    /// Goes on from where the server is; gives the file. None when the server had no time.
    pub(super) async fn go_on(
        &mut self,
        line: &Line,
        origin: &str,
    ) -> Result<Option<Value>, CutOff> {
        let bytes = self.content.bytes();
        let id = if let Some(id) = &self.id {
            id.clone()
        } else {
            let mut body = self.content.described();
            body["name"] = json!(self.name);
            let uploads = format!("{FILES}/uploads");
            let answer = line.post(origin, &uploads, &body).await?;
            let Some(begun) = answer.success(&body) else {
                return Ok(None);
            };
            let id = begun["data"]["_id"].as_str().unwrap().to_owned();
            self.id = Some(id.clone());
            id
        };
        let path = format!("{FILES}/uploads/{id}");
        let Some(found) = line.get(origin, &path).await?.success(&path) else {
            return Ok(None);
        };
        let mut offset = usize::try_from(found["data"]["offset"].as_u64().unwrap()).unwrap();
        assert!(self.reached <= offset, "a part was lost: {found}");
        while offset < bytes.len() {
            let end = bytes.len().min(offset + PART);
            let at = offset.to_string();
            let headers = [
                ("content-type", "application/offset+octet-stream"),
                ("upload-offset", at.as_str()),
            ];
            let part = bytes[offset..end].to_vec();
            let sent = line
                .send(origin, Method::PATCH, &path, &headers, part)
                .await?;
            if sent.success(&path).is_none() {
                return Ok(None);
            }
            (offset, self.reached) = (end, end);
        }
        let path = format!("{path}/complete");
        let done = line.send(origin, Method::POST, &path, &[], "").await?;
        Ok(done.success(&path))
    }

    /// What the file has to say.
    pub(super) fn file(&self) -> Value {
        let mut file = self.content.described();
        file["name"] = json!(self.name);
        file
    }
}

/// Passes when the bytes of a file are those that its record tells of.
pub(super) async fn is_whole(
    line: &Line,
    origin: &str,
    id: &str,
    record: &serde_json::Map<String, Value>,
) -> Result<(), CutOff> {
    let reply = line.get(origin, &format!("{FILES}/{id}/content")).await?;
    assert_eq!(reply.status, StatusCode::OK, "the bytes of {record:?}");
    let found = json!({ "size": reply.bytes.len(), "sha256": hash(&reply.bytes) });
    assert_eq!(found["sha256"], record["sha256"], "the bytes of {record:?}");
    assert_eq!(found["size"], record["size"], "the bytes of {record:?}");
    Ok(())
}

fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _written = write!(text, "{byte:02x}");
        text
    })
}
