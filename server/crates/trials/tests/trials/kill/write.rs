//! A write: what is sent, and what has to be there once it is acknowledged.
//!
//! Invariant: a write says beforehand what it makes, so that what is found after a kill can be told from half of it.

use reqwest::Method;
use serde_json::{Value, json};

use super::files::{Content, Upload};
use super::line::{CutOff, Line, Reply};
use super::nouns::{FILE, FILES, Kept, NOUNS, Noun, Table};

/// What is written: of each noun, each sort of write that there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) noun: &'static Noun,
    pub(super) sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    Create,
    Edit,
    Bin,
    Restore,
    BulkEdit,
    BulkBin,
    BulkRestore,
    Import,
    Undo,
    /// A file of one request.
    Content,
    /// A file of several parts.
    Parts,
    /// Another version of a file.
    Replace,
}

impl Kind {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let of_records = NOUNS.iter().flat_map(|noun| {
            let mut sorts = vec![Sort::Create, Sort::Edit, Sort::Bin, Sort::Restore];
            if noun.is_bulk {
                sorts.extend([Sort::BulkEdit, Sort::BulkBin, Sort::BulkRestore, Sort::Undo]);
            }
            if noun.is_imported {
                sorts.push(Sort::Import);
            }
            sorts.into_iter().map(move |sort| Self { noun, sort })
        });
        let of_files = [
            Sort::Content,
            Sort::Parts,
            Sort::Replace,
            Sort::Edit,
            Sort::Bin,
            Sort::Restore,
        ];
        of_records.chain(of_files.map(|sort| Self { noun: &FILE, sort }))
    }

    fn key(self) -> (&'static str, Sort) {
        (self.noun.kind, self.sort)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Kind {}

impl PartialOrd for Kind {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kind {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.noun.kind, self.sort)
    }
}

/// A write about to be sent.
#[derive(Clone, Debug)]
pub(super) enum Write {
    /// One new record; its name is also its `Idempotency-Key`.
    Create {
        noun: &'static Noun,
        name: String,
        body: Value,
    },
    /// New records whose names begin so.
    Import {
        noun: &'static Noun,
        prefix: String,
        table: Table,
    },
    /// A new file.
    Content { name: String, content: Content },
    /// A new file, part by part.
    Parts(Upload),
    /// Records become something else, one alone or several in one batch.
    Change {
        noun: &'static Noun,
        way: Way,
        after: Vec<(String, Kept)>,
    },
}

#[derive(Clone, Debug)]
pub(super) enum Way {
    Alone(Deed),
    Bulk(Deed),
    /// What this batch did is taken back.
    Undo(String),
    /// A file gets another version.
    Content(Content),
}

/// How many records a deed is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    One,
    Many,
}

#[derive(Clone, Debug)]
pub(super) enum Deed {
    Note(String),
    Bin,
    Restore,
}

impl Write {
    /// A deed done to these records as they are.
    pub(super) fn deed(
        noun: &'static Noun,
        reach: Reach,
        deed: Deed,
        chosen: Vec<(String, Kept)>,
    ) -> Self {
        let after = chosen.into_iter().map(|(id, kept)| {
            let after = kept.after(|it| match &deed {
                Deed::Note(text) => {
                    it.fields.insert(noun.note.to_owned(), json!(text));
                }
                Deed::Bin => it.is_binned = true,
                Deed::Restore => it.is_binned = false,
            });
            (id, after)
        });
        Self::Change {
            noun,
            after: after.collect(),
            way: match reach {
                Reach::One => Way::Alone(deed),
                Reach::Many => Way::Bulk(deed),
            },
        }
    }

    /// Another version of a file.
    pub(super) fn replace((id, kept): (String, Kept), word: &str) -> Self {
        let content = Content::small(word);
        let after = kept.after(|it| it.fields.extend(FILE.shown(&content.described())));
        Self::Change {
            noun: &FILE,
            way: Way::Content(content),
            after: vec![(id, after)],
        }
    }

    pub(super) fn kind(&self) -> Kind {
        let (noun, sort) = match self {
            Self::Create { noun, .. } => (*noun, Sort::Create),
            Self::Import { noun, .. } => (*noun, Sort::Import),
            Self::Content { .. } => (&FILE, Sort::Content),
            Self::Parts(_) => (&FILE, Sort::Parts),
            Self::Change { noun, way, .. } => {
                let sort = match way {
                    Way::Alone(Deed::Note(_)) => Sort::Edit,
                    Way::Alone(Deed::Bin) => Sort::Bin,
                    Way::Alone(Deed::Restore) => Sort::Restore,
                    Way::Bulk(Deed::Note(_)) => Sort::BulkEdit,
                    Way::Bulk(Deed::Bin) => Sort::BulkBin,
                    Way::Bulk(Deed::Restore) => Sort::BulkRestore,
                    Way::Undo(_) => Sort::Undo,
                    Way::Content(_) => Sort::Replace,
                };
                (*noun, sort)
            }
        };
        Kind { noun, sort }
    }

    /// The answer; none when the server had no time.
    pub(super) async fn send(
        &mut self,
        line: &Line,
        origin: &str,
    ) -> Result<Option<Value>, CutOff> {
        let reply = match self {
            Self::Parts(upload) => return upload.go_on(line, origin).await,
            Self::Create { noun, name, body } => {
                let headers = [JSON, ("idempotency-key", name.as_str())];
                let body = body.to_string();
                line.send(origin, Method::POST, noun.path, &headers, body)
                    .await?
            }
            Self::Import { noun, table, .. } => {
                let path = format!("{}/import?dryRun=false&mode=insert", noun.path);
                let headers = [("content-type", "text/csv")];
                let body = table.csv.clone();
                line.send(origin, Method::POST, &path, &headers, body)
                    .await?
            }
            Self::Content { name, content } => {
                let path = format!("{FILES}/content?name={name}.txt");
                line.send(origin, Method::POST, &path, &[BYTES], content.bytes())
                    .await?
            }
            Self::Change { noun, way, after } => changed(line, origin, noun, way, after).await?,
        };
        Ok(reply.success(self))
    }
}

const JSON: (&str, &str) = ("content-type", "application/json");
const BYTES: (&str, &str) = ("content-type", "application/octet-stream");

async fn changed(
    line: &Line,
    origin: &str,
    noun: &Noun,
    way: &Way,
    after: &[(String, Kept)],
) -> Result<Reply, CutOff> {
    let path = noun.path;
    let ids: Vec<&str> = after.iter().map(|(id, _)| id.as_str()).collect();
    let one = format!("{path}/{}", ids[0]);
    // A write makes one version of what was read.
    let version = format!("\"{}\"", after[0].1.version - 1);
    let of_version = ("if-match", version.as_str());
    let send = |method, path: String, body: String| async move {
        line.send(origin, method, &path, &[JSON, of_version], body)
            .await
    };
    match way {
        Way::Alone(Deed::Note(text)) => {
            let body = json!({ noun.note: text }).to_string();
            send(Method::PATCH, one, body).await
        }
        Way::Alone(Deed::Bin) => send(Method::DELETE, one, String::new()).await,
        Way::Alone(Deed::Restore) => {
            send(Method::POST, format!("{one}/restore"), String::new()).await
        }
        Way::Bulk(deed) => {
            let (action, changes) = match deed {
                Deed::Note(text) => ("edit", json!({ noun.note: text })),
                Deed::Bin => ("delete", json!({})),
                Deed::Restore => ("restore", json!({})),
            };
            let body = json!({ "action": action, "ids": ids, "changes": changes });
            line.post(origin, &format!("{path}/bulk"), &body).await
        }
        Way::Undo(batch) => {
            let path = format!("{path}/batches/{batch}/undo");
            line.send(origin, Method::POST, &path, &[], "").await
        }
        Way::Content(content) => {
            let path = format!("{one}/content");
            let headers = [BYTES, of_version];
            line.send(origin, Method::PUT, &path, &headers, content.bytes())
                .await
        }
    }
}
