//! A writer: somebody who changes records of their own over HTTP, and keeps book of what was acknowledged.
//!
//! Invariant: at most one write of a writer is in doubt. It is settled before the next one, by looking at all that it was to
//! change: either all of it was, or nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use rand::RngExt as _;
use rand::rngs::StdRng;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc;

const PATH: &str = "/contact/api/v1/contact-tags";

/// Rows of an import.
const IMPORTED: usize = 12;

/// A record as it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    name: String,
    description: String,
    is_binned: bool,
    pub(super) version: i64,
}

/// See the module.
pub(super) struct Writer {
    pub(super) bearer: String,
    /// Acknowledged writes of each kind.
    pub(super) acknowledged: BTreeMap<&'static str, usize>,
    /// Writes that no answer came to.
    pub(super) cut_off: usize,
    name: String,
    client: Client,
    random: StdRng,
    next: usize,
    records: BTreeMap<String, Kept>,
    /// Imports that can be undone: the batch and its records.
    imports: Vec<(String, Vec<String>)>,
    doubt: Option<Write>,
}

/// A write about to be sent.
#[derive(Clone, Debug)]
enum Write {
    /// One new record; its name is also its `Idempotency-Key`.
    Create { name: String },
    /// New records whose names begin so.
    Import { prefix: String },
    /// Records become something else, one alone or several in one batch.
    Change {
        way: Way,
        ids: Vec<String>,
        effect: Effect,
    },
}

#[derive(Clone, Debug)]
enum Way {
    Alone,
    Bulk,
    Undo(String),
}

#[derive(Clone, Debug)]
enum Effect {
    Described(String),
    Binned,
    Restored,
}

/// The connection broke before an answer came whole.
#[derive(Debug)]
pub(super) struct CutOff;

impl Kept {
    fn of(row: &Value) -> (String, Self) {
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let kept = Self {
            name: text("name"),
            description: text("description"),
            is_binned: !row["deletedAt"].is_null(),
            version: row["version"].as_i64().unwrap_or_else(|| panic!("{row}")),
        };
        (text("_id"), kept)
    }

    fn after(&self, effect: &Effect) -> Self {
        let mut after = self.clone();
        after.version += 1;
        match effect {
            Effect::Described(text) => after.description.clone_from(text),
            Effect::Binned => after.is_binned = true,
            Effect::Restored => after.is_binned = false,
        }
        after
    }
}

impl Writer {
    pub(super) fn new(name: &str, bearer: &str, random: StdRng) -> Self {
        let kinds = ["create", "import", "alone", "bulk", "undo"];
        Self {
            bearer: bearer.to_owned(),
            acknowledged: kinds.map(|kind| (kind, 0)).into(),
            cut_off: 0,
            name: name.to_owned(),
            client: Client::new(),
            random,
            next: 0,
            records: BTreeMap::new(),
            imports: Vec::new(),
            doubt: None,
        }
    }

    pub(super) fn kept(self) -> BTreeMap<String, Kept> {
        self.records
    }

    /// `told` hears of acknowledged writes, as far as it listens.
    pub(super) async fn write_until_cut_off(&mut self, origin: &str, told: &mpsc::Sender<()>) {
        if self.settle(origin).await.is_err() {
            return;
        }
        loop {
            let write = self.choose();
            match self.send(origin, &write).await {
                Ok(Some(answer)) => {
                    self.note(&write, &answer);
                    // Whoever counts may have stopped listening.
                    let _told = told.try_send(());
                    *self.acknowledged.entry(write.kind()).or_default() += 1;
                }
                // The database was too busy to begin.
                Ok(None) => tokio::time::sleep(Duration::from_millis(20)).await,
                Err(CutOff) => {
                    self.cut_off += 1;
                    self.doubt = Some(write);
                    return;
                }
            }
        }
    }

    /// Finds out what became of the write that no answer came to.
    pub(super) async fn settle(&mut self, origin: &str) -> Result<(), CutOff> {
        let Some(write) = self.doubt.clone() else {
            return Ok(());
        };
        match &write {
            // The key makes one record of two requests.
            Write::Create { .. } => {
                let answer = loop {
                    if let Some(answer) = self.send(origin, &write).await? {
                        break answer;
                    }
                };
                self.note(&write, &answer);
            }
            Write::Import { prefix } => {
                let path = format!("{PATH}?search={prefix}&limit=200");
                let (_, found) = self.ask(origin, Method::GET, &path, None).await?;
                let rows: Vec<_> = found["data"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(Kept::of)
                    .collect();
                let count = rows.len();
                assert!(
                    count == 0 || count == IMPORTED,
                    "{count} of {IMPORTED} were imported"
                );
                self.records.extend(rows);
            }
            Write::Change { ids, effect, .. } => {
                let mut changed = 0;
                let mut seen = BTreeMap::new();
                for id in ids {
                    let path = format!("{PATH}/{id}");
                    let (status, found) = self.ask(origin, Method::GET, &path, None).await?;
                    assert_eq!(status, StatusCode::OK, "{id} was acknowledged: {found}");
                    let (_, now) = Kept::of(&found["data"]);
                    let before = &self.records[id];
                    if now == before.after(effect) {
                        changed += 1;
                    } else {
                        assert_eq!(now, *before, "{write:?}");
                    }
                    seen.insert(id.clone(), now);
                }
                assert!(
                    changed == 0 || changed == ids.len(),
                    "{changed} changed of {write:?}"
                );
                self.records.extend(seen);
            }
        }
        self.doubt = None;
        Ok(())
    }

    fn choose(&mut self) -> Write {
        self.next += 1;
        let name = format!("{}n{}", self.name, self.next);
        // An import can be undone as long as nothing was done to its records since, so not much later.
        if let Some((batch, ids)) = self.imports.pop()
            && ids.iter().all(|id| self.records[id].version == 1)
            && self.random.random_bool(0.5)
        {
            let (way, effect) = (Way::Undo(batch), Effect::Binned);
            return Write::Change { way, ids, effect };
        }
        let dice = self.random.random_range(0..100);
        if dice < 25 || self.records.len() < 5 {
            return Write::Create { name };
        }
        if dice < 33 {
            return Write::Import { prefix: name };
        }
        // One record decides what is done, and all that are where it is may come along.
        let at = self.random.random_range(0..self.records.len());
        let (first, kept) = self.records.iter().nth(at).unwrap();
        let is_binned = kept.is_binned;
        let effect = match (is_binned, dice % 3) {
            (true, _) => Effect::Restored,
            (false, 0) => Effect::Binned,
            (false, _) => Effect::Described(name),
        };
        if dice < 80 {
            return Write::Change {
                way: Way::Alone,
                ids: vec![first.clone()],
                effect,
            };
        }
        let alike = self
            .records
            .iter()
            .skip(at)
            .filter(|(_, it)| it.is_binned == is_binned);
        let ids = alike.take(10).map(|(id, _)| id.clone()).collect();
        Write::Change {
            way: Way::Bulk,
            ids,
            effect,
        }
    }

    /// The answer; none when the server had no time.
    async fn send(&self, origin: &str, write: &Write) -> Result<Option<Value>, CutOff> {
        let (status, answer) = match write {
            Write::Create { name } => {
                let body = json!({ "name": name, "description": name }).to_string();
                let headers = [
                    ("content-type", "application/json"),
                    ("idempotency-key", name),
                ];
                self.request(origin, Method::POST, PATH, &headers, body)
                    .await?
            }
            Write::Import { prefix } => {
                let rows: Vec<String> = (0..IMPORTED)
                    .map(|n| format!("{prefix} {n},{prefix}\n"))
                    .collect();
                let rows = rows.concat();
                let path = format!("{PATH}/import?dryRun=false&mode=insert");
                let headers = [("content-type", "text/csv")];
                let body = format!("name,description\n{rows}");
                self.request(origin, Method::POST, &path, &headers, body)
                    .await?
            }
            Write::Change {
                way: Way::Undo(batch),
                ..
            } => {
                let path = format!("{PATH}/batches/{batch}/undo");
                self.request(origin, Method::POST, &path, &[], String::new())
                    .await?
            }
            Write::Change {
                way: Way::Bulk,
                ids,
                effect,
            } => {
                let path = format!("{PATH}/bulk");
                let (action, changes) = match effect {
                    Effect::Described(text) => ("edit", json!({ "description": text })),
                    Effect::Binned => ("delete", json!({})),
                    Effect::Restored => ("restore", json!({})),
                };
                let body = json!({ "action": action, "ids": ids, "changes": changes });
                self.ask(origin, Method::POST, &path, Some(body)).await?
            }
            Write::Change {
                way: Way::Alone,
                ids,
                effect,
            } => {
                let path = format!("{PATH}/{}", ids[0]);
                let version = format!("\"{}\"", self.records[&ids[0]].version);
                let json = ("content-type", "application/json");
                let headers = [("if-match", version.as_str()), json];
                let (method, path, body) = match effect {
                    Effect::Described(text) => (
                        Method::PATCH,
                        path,
                        json!({ "description": text }).to_string(),
                    ),
                    Effect::Binned => (Method::DELETE, path, String::new()),
                    Effect::Restored => (Method::POST, format!("{path}/restore"), String::new()),
                };
                self.request(origin, method, &path, &headers, body).await?
            }
        };
        if status == StatusCode::SERVICE_UNAVAILABLE {
            return Ok(None);
        }
        assert!(status.is_success(), "{status} {answer}: {write:?}");
        Ok(Some(answer))
    }

    /// Enters an acknowledged write.
    fn note(&mut self, write: &Write, answer: &Value) {
        let data = &answer["data"];
        match write {
            Write::Create { .. } => self.records.extend([Kept::of(data)]),
            Write::Import { prefix } => {
                let rows = data["rows"].as_array().unwrap();
                let ids: Vec<String> = rows
                    .iter()
                    .map(|row| {
                        assert_eq!(row["outcome"], "new", "{row}");
                        row["_id"].as_str().unwrap().to_owned()
                    })
                    .collect();
                for (n, id) in ids.iter().enumerate() {
                    let name = format!("{prefix} {n}");
                    let description = prefix.clone();
                    let kept = Kept {
                        name,
                        description,
                        is_binned: false,
                        version: 1,
                    };
                    self.records.insert(id.clone(), kept);
                }
                let batch = data["batchId"].as_str().unwrap().to_owned();
                self.imports.push((batch, ids));
            }
            Write::Change { ids, effect, way } => {
                if !matches!(way, Way::Alone) {
                    for row in data["rows"].as_array().unwrap() {
                        assert_eq!(row["outcome"], "done", "{write:?}");
                    }
                }
                for id in ids {
                    let after = self.records[id].after(effect);
                    self.records.insert(id.clone(), after);
                }
            }
        }
    }

    async fn ask(
        &self,
        origin: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<(StatusCode, Value), CutOff> {
        let body = body.map(|it| it.to_string()).unwrap_or_default();
        let headers = [("content-type", "application/json")];
        self.request(origin, method, path, &headers, body).await
    }

    async fn request(
        &self,
        origin: &str,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<(StatusCode, Value), CutOff> {
        let mut request = self.client.request(method, format!("{origin}{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.bearer_auth(&self.bearer).body(body);
        let response = request.send().await.map_err(|_| CutOff)?;
        let status = response.status();
        let text = response.text().await.map_err(|_| CutOff)?;
        Ok((status, serde_json::from_str(&text).unwrap_or_default()))
    }
}

impl Write {
    fn kind(&self) -> &'static str {
        match self {
            Self::Create { .. } => "create",
            Self::Import { .. } => "import",
            Self::Change {
                way: Way::Alone, ..
            } => "alone",
            Self::Change { way: Way::Bulk, .. } => "bulk",
            Self::Change {
                way: Way::Undo(_), ..
            } => "undo",
        }
    }
}

/// Every record of the company, those in its bin too.
pub(super) async fn all(client: &crate::client::Client) -> BTreeMap<String, Kept> {
    let mut all = BTreeMap::new();
    for bin in ["false", "true"] {
        let rows = client.list(&format!("{PATH}?bin={bin}&limit=200")).await;
        all.extend(rows.iter().map(Kept::of));
    }
    all
}
