//! Requests made from the contract: for each operation one that succeeds for whoever may send it.
//!
//! Invariant: records in a request are made for it in the company of its owner, by the examples of the contract.

use std::collections::HashMap;
use std::sync::Mutex;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, Answer, TestApp};
use crate::operations::{Content, Operation, creation};

mod bodies;
mod records;

use crate::sessions::SESSIONS;
use bodies::{body, merge};
use records::{
    FILES, IMPORT_JOBS, SUPPRESSIONS, TOKENS_OF_USER, access_token, caused, first, invited,
    own_company, photo, session, small_file, upload, version, whole,
};
pub(crate) use records::{TIMEZONES, picture};

/// A request that is ready to be sent.
#[derive(Clone, Debug)]
pub(crate) struct Ready {
    pub(crate) method: Method,
    pub(crate) path: String,
    headers: Vec<(&'static str, String)>,
    body: Option<Content>,
    /// Ids of its company's own that it names.
    pub(crate) ids: Vec<String>,
    /// Ids of records that were made for it, named or not.
    pub(crate) made: Vec<String>,
}

/// Where a request is made: `owner` makes the records, `doer` is who will send it.
pub(crate) struct Place<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) owner: &'a Actor,
    pub(crate) doer: &'a Actor,
    pub(crate) supply: Supply,
}

/// Which records requests are about.
pub(crate) enum Supply {
    /// Each has records of its own.
    Fresh,
    /// All share one of each kind, whose texts hold this word.
    Shared {
        word: &'static str,
        made: Mutex<HashMap<String, Made>>,
    },
}

impl Supply {
    pub(crate) fn shared(word: &'static str) -> Self {
        Self::Shared {
            word,
            made: Mutex::default(),
        }
    }
}

/// A record that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) id: String,
    etag: String,
}

impl Ready {
    /// A request to this operation. The error says what the contract lacks.
    pub(crate) async fn make(operation: &Operation, place: &Place<'_>) -> Result<Self, String> {
        let mut ready = Self {
            method: operation.method.clone(),
            path: String::new(),
            headers: Vec::new(),
            body: None,
            ids: Vec::new(),
            made: Vec::new(),
        };
        let mut etag = "*".to_owned();
        let mut template = String::new();
        for segment in operation.path.split('/').skip(1) {
            if segment == "{n}" {
                ready.path = format!("{}/{}", ready.path, version(place, &ready.path).await?);
                // Publishing made another version of the record.
                "*".clone_into(&mut etag);
            } else if segment.starts_with('{') {
                let made = match operation.path.strip_prefix(FILES) {
                    Some("/{id}/content") => small_file(place).await?,
                    Some(below) if below.starts_with("/uploads/") => upload(place, below).await?,
                    _ if operation.path.starts_with(SESSIONS) => session(place).await,
                    _ if operation.path.ends_with("/resend") => invited(place, &ready.path).await?,
                    _ => place.record(&template, &ready.path).await?,
                };
                etag = made.etag;
                ready.ids.push(made.id.clone());
                ready.path = format!("{}/{}", ready.path, made.id);
            } else {
                ready.path = format!("{}/{segment}", ready.path);
            }
            template = format!("{template}/{segment}");
        }
        ready.made.clone_from(&ready.ids);
        let is_creation = operation.method == Method::POST && operation.below().is_empty();
        if let Some(list) = operation.collection()
            && ready.ids.is_empty()
            && !is_creation
            && is_made(list)
        {
            ready.made.push(place.record(list, list).await?.id);
        }
        let from_bin = matches!(operation.below(), "/{id}/restore" | "/{id}/destroy");
        if from_bin && matches!(place.supply, Supply::Fresh) {
            let (record, _) = ready.path.rsplit_once('/').unwrap();
            place.delete(record).await?;
            "*".clone_into(&mut etag);
        }
        if operation.path == "/iam/api/v1/users/{id}/reactivate"
            && let Some(id) = ready.ids.first()
        {
            let user = place.app.signed_in(id.parse().unwrap());
            place.app.set_status(&user, "suspended").await;
        }
        if operation.path == "/iam/api/v1/users/{id}/photo" && operation.method == Method::GET {
            photo(place, &ready.path).await?;
        }
        for (name, example) in operation.required("header") {
            let value = if name == "If-Match" {
                etag.clone()
            } else {
                example
            };
            ready.headers.push((name, value));
        }
        let query = operation.required("query");
        if !query.is_empty() {
            let mut written = url::form_urlencoded::Serializer::new(String::new());
            written.extend_pairs(query);
            ready.path = format!("{}?{}", ready.path, written.finish());
        }
        ready.body = match operation.below() {
            _ if operation.takes_whole_record() => Some(whole(place, &ready.path).await?),
            "/{id}/merge" => Some(merge(operation, place, &ready).await?),
            _ => body(operation, &mut ready.ids, &ready.made)?,
        };
        Ok(ready)
    }

    /// The same request about other records.
    pub(crate) fn about(&self, others: &[String]) -> Self {
        let mut ready = self.clone();
        for (own, other) in self.ids.iter().zip(others) {
            ready.path = ready.path.replace(own, other);
            if let Some(content) = &mut ready.body {
                content.text = content.text.replace(own, other);
            }
        }
        ready.ids = others.to_vec();
        ready
    }

    /// The same request with one more parameter.
    pub(crate) fn asking(&self, parameter: &str, value: &str) -> Self {
        let mut written = url::form_urlencoded::Serializer::new(String::new());
        written.append_pair(parameter, value);
        let separator = if self.path.contains('?') { '&' } else { '?' };
        Self {
            path: format!("{}{separator}{}", self.path, written.finish()),
            ..self.clone()
        }
    }

    /// The same request with this value at a place of its body, which is made where it is missing.
    pub(crate) fn with(&self, pointer: &str, value: &Value) -> Self {
        let mut ready = self.clone();
        if let Some(content) = &mut ready.body {
            let mut body: Value = serde_json::from_str(&content.text).unwrap_or_default();
            let mut place = &mut body;
            for step in pointer.split('/').skip(1) {
                place = match step {
                    "0" => {
                        if place.as_array().is_none_or(Vec::is_empty) {
                            *place = json!([{}]);
                        }
                        &mut place[0]
                    }
                    name => {
                        if !place.is_object() {
                            *place = json!({});
                        }
                        &mut place[name]
                    }
                };
            }
            *place = value.clone();
            content.text = body.to_string();
        }
        ready
    }

    /// The same request whatever version stands there.
    pub(crate) fn of_any_version(&self) -> Self {
        let mut ready = self.clone();
        let conditions = ready
            .headers
            .iter_mut()
            .filter(|(name, _)| *name == "If-Match");
        conditions.for_each(|(_, value)| "*".clone_into(value));
        ready
    }

    /// The same request with another table as its body.
    pub(crate) fn with_table(&self, text: String) -> Self {
        let mut ready = self.clone();
        ready.body = Some(Content {
            media_type: "text/csv".to_owned(),
            text,
        });
        ready
    }

    /// Whether its path names a record.
    pub(crate) fn names_record_in_path(&self) -> bool {
        self.ids.iter().any(|id| self.path.contains(id))
    }

    pub(crate) async fn sent_by(&self, actor: &Actor) -> Answer {
        let headers = self
            .headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()));
        let mut headers: Vec<(&str, &str)> = headers.collect();
        let mut bytes = Vec::new();
        if let Some(content) = &self.body {
            headers.push(("content-type", &content.media_type));
            // An address is one user's in the whole installation.
            let unique = format!("{}@example.com", uuid::Uuid::now_v7());
            let text = content.text.replace("grace.hopper@example.com", &unique);
            bytes = match self.path.ends_with("/photo") {
                true => picture(),
                false => text.into_bytes(),
            };
        }
        actor
            .send_with(self.method.clone(), &self.path, &headers, bytes)
            .await
    }
}

impl Place<'_> {
    /// The record that stands below the path `template`, which is `path` in this request.
    async fn record(&self, template: &str, path: &str) -> Result<Made, String> {
        let Supply::Shared { made, .. } = &self.supply else {
            return self.make(template, path).await;
        };
        if let Some(made) = made.lock().unwrap().get(template) {
            return Ok(made.clone());
        }
        let new = self.make(template, path).await?;
        made.lock()
            .unwrap()
            .insert(template.to_owned(), new.clone());
        Ok(new)
    }

    async fn make(&self, template: &str, path: &str) -> Result<Made, String> {
        if let Some(list) = template.strip_suffix("/batches") {
            return self.batch(list).await;
        }
        if template == USERS {
            // Somebody without any right, whom everybody with the right for it may change.
            let colleague = self.app.colleague_with(self.owner, &[]).await;
            return Ok(Made {
                id: colleague.id().to_string(),
                etag: "*".to_owned(),
            });
        }
        match template {
            IMPORT_JOBS | SUPPRESSIONS => return caused(self, template).await,
            TIMEZONES => return first(self, template).await,
            TOKENS_OF_USER => return access_token(self, path).await,
            COMPANIES | APP_ADMIN => return own_company(self).await,
            _ => {}
        }
        let (template, path) = match template {
            MESSAGES => (SEND, SEND),
            _ => (template, path),
        };
        let Some(creation) = creation(template) else {
            return Err(format!(
                "{template} has no POST: say in tests/api/requests.rs how a record of it is made"
            ));
        };
        let Some(example) = creation.example() else {
            return Err(format!("{creation} has no example of its body"));
        };
        // Whoever wrote a comment may change it.
        let author = match template.ends_with("/comments") {
            true => self.doer,
            false => self.owner,
        };
        let mut answer = match self.supply {
            Supply::Fresh => author.post(path, example).await,
            Supply::Shared { word, .. } => marked(author, &creation, path, example, word).await,
        };
        if answer.status != creation.success() {
            return Err(format!(
                "the example of {creation} is not valid: {}",
                answer.text
            ));
        }
        if template == REPORTS {
            // A report is its owner's until it is shared, and others are to call the operation.
            let id = id_of(&answer)?;
            let headers = [("content-type", "application/json"), ("if-match", "*")];
            let all = json!({ "visibility": "company" }).to_string();
            answer = author
                .send_with(Method::POST, &format!("{path}/{id}/share"), &headers, all)
                .await;
        }
        let id = id_of(&answer)?;
        let etag = answer.headers.get("etag").and_then(|it| it.to_str().ok());
        Ok(Made {
            id,
            etag: etag.unwrap_or("*").to_owned(),
        })
    }

    /// A batch that moved a record to the bin, by whoever will undo it.
    async fn batch(&self, list: &str) -> Result<Made, String> {
        let record = Box::pin(self.make(list, list)).await?;
        let body = json!({ "action": "delete", "ids": [record.id] });
        let answer = self.doer.post(&format!("{list}/bulk"), body).await;
        match answer.json()["data"]["batchId"].as_str() {
            Some(id) => Ok(Made {
                id: id.to_owned(),
                etag: "*".to_owned(),
            }),
            None => Err(format!("POST {list}/bulk made no batch: {}", answer.text)),
        }
    }

    async fn delete(&self, path: &str) -> Result<(), String> {
        let answer = self.owner.delete(path, "*").await;
        match answer.status {
            StatusCode::NO_CONTENT => Ok(()),
            _ => Err(format!("DELETE {path} before its restore: {answer:?}")),
        }
    }
}

/// Posts the example with this word in each of its texts that may hold it.
async fn marked(
    owner: &Actor,
    creation: &Operation,
    path: &str,
    example: Value,
    word: &str,
) -> Answer {
    let free = creation.free_texts();
    let mut body = example.clone();
    for (name, value) in body.as_object_mut().into_iter().flatten() {
        if let Value::String(text) = value
            && free.contains(&name.as_str())
        {
            *text = format!("{text} {word}");
        }
    }
    let answer = owner.post(path, body.clone()).await;
    if answer.status != StatusCode::UNPROCESSABLE_ENTITY {
        return answer;
    }
    // What is more than a text goes back to the example.
    for pointer in answer.faults() {
        let name = pointer.split('/').nth(1).unwrap_or_default();
        body[name] = example[name].clone();
    }
    owner.post(path, body).await
}

/// Whether records of this list can be made for a test.
fn is_made(list: &str) -> bool {
    list == USERS || list == MESSAGES || creation(list).is_some()
}

const APP_ADMIN: &str = "/iam/api/v1/app-admin";
const COMPANIES: &str = "/iam/api/v1/companies";
const USERS: &str = "/iam/api/v1/users";
const REPORTS: &str = "/report/api/v1/reportSketch";
const SEND: &str = "/mail/api/v1/send";
// They are made by sending.
const MESSAGES: &str = "/mail/api/v1/messages";

fn id_of(answer: &Answer) -> Result<String, String> {
    let id = answer.json()["data"]["_id"].as_str().map(str::to_owned);
    id.ok_or_else(|| format!("nothing was made: {answer:?}"))
}
