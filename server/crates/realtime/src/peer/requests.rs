//! Requests of a peer, as they are read; and what a peer leaves to be done when it goes.
//!
//! Invariant: what was read names valid paths alone; what names others is denied, like a path that is somebody else's.

use serde_json::Value as Json;

use super::Answer;
use crate::database::{Change, Target, Write};
use crate::path::Path;
use crate::query::Query;

/// What a peer asks for.
#[derive(Debug)]
pub(super) enum Request {
    Auth(String),
    Unauth,
    Listen(Wanted),
    Unlisten(Target),
    Get(Target),
    Write(Write),
    /// To be done when the socket is gone.
    AtEnd(Path, Write),
    /// Not to be done, at this path and below.
    Cancel(Path),
    /// Statistics, app check: nothing is done with them.
    Nothing,
}

/// A listen.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) target: Target,
    pub(super) tag: Option<u64>,
    /// Hash of what the client has already.
    pub(super) known: String,
}

const PRIORITY: &str = ".priority";

impl Request {
    /// Reads one; an error is its answer.
    pub(super) fn of_json(content: &Json) -> Result<Self, Answer> {
        let body = content.get("b").unwrap_or(&Json::Null);
        let text = |name: &str| body.get(name).and_then(Json::as_str);
        let data = || body.get("d").cloned().unwrap_or(Json::Null);
        match content.get("a").and_then(Json::as_str).unwrap_or_default() {
            "auth" => Ok(Self::Auth(text("cred").unwrap_or_default().to_owned())),
            // For credentials of the database's own kind, which there are none of.
            "gauth" => Err(Answer::refused("invalid_token", "Invalid token")),
            "unauth" => Ok(Self::Unauth),
            "q" => Ok(Self::Listen(Wanted {
                target: target(body)?,
                tag: body.get("t").and_then(Json::as_u64),
                known: text("h").unwrap_or_default().to_owned(),
            })),
            "n" => Ok(Self::Unlisten(target(body)?)),
            "g" => Ok(Self::Get(target(body)?)),
            "p" => {
                let (path, change) = put(body, data())?;
                Ok(Self::Write(Write {
                    changes: vec![(path, change)],
                    expected: text("h").map(str::to_owned),
                }))
            }
            "m" => Ok(Self::Write(merge(&path(body)?, data())?)),
            "o" => {
                let (path, change) = put(body, data())?;
                let write = Write {
                    changes: vec![(path.clone(), change)],
                    expected: None,
                };
                Ok(Self::AtEnd(path, write))
            }
            "om" => {
                let path = path(body)?;
                let write = merge(&path, data())?;
                Ok(Self::AtEnd(path, write))
            }
            "oc" => Ok(Self::Cancel(path(body)?)),
            "s" | "appcheck" | "unappeck" => Ok(Self::Nothing),
            _ => Err(Answer::refused("invalid_action", "There is no such action")),
        }
    }
}

fn path(body: &Json) -> Result<Path, Answer> {
    let text = body.get("p").and_then(Json::as_str).unwrap_or("/");
    text.parse().map_err(|_| Answer::denied())
}

fn target(body: &Json) -> Result<Target, Answer> {
    let query = match body.get("q") {
        None | Some(Json::Null) => None,
        Some(wire) => Query::of_json(wire)
            .map_err(|_| Answer::refused("invalid_query", "The query is not valid"))?,
    };
    let path = path(body)?;
    Ok(Target { path, query })
}

fn put(body: &Json, data: Json) -> Result<(Path, Change), Answer> {
    let text = body.get("p").and_then(Json::as_str).unwrap_or("/");
    let (text, change) = one(text, data);
    let path = text.parse().map_err(|_| Answer::denied())?;
    Ok((path, change))
}

/// A path may end in `.priority`.
fn one(path: &str, data: Json) -> (&str, Change) {
    match path.strip_suffix(PRIORITY) {
        Some(owner) if owner.is_empty() || owner.ends_with('/') => {
            (owner, Change::Prioritise(data))
        }
        _ => (path, Change::Put(data)),
    }
}

fn merge(at: &Path, data: Json) -> Result<Write, Answer> {
    let Json::Object(members) = data else {
        return Err(Answer::refused("invalid_data", "The data are not valid"));
    };
    let change = |(below, data): (String, Json)| {
        let (below, change) = one(&below, data);
        let below: Path = below.parse().map_err(|_| Answer::denied())?;
        let path = at.join(below.keys()).map_err(|_| Answer::denied())?;
        Ok((path, change))
    };
    Ok(Write {
        changes: members
            .into_iter()
            .map(change)
            .collect::<Result<_, Answer>>()?,
        expected: None,
    })
}

/// What is to be done when a socket is gone, in the order in which it was asked for.
#[derive(Debug, Default)]
pub(super) struct AtEnd(Vec<(Path, Write)>);

impl AtEnd {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a write. One that replaces everything at its path replaces what was to be done there.
    pub(super) fn add(&mut self, at: Path, write: Write) {
        let replaces = matches!(&*write.changes, [(path, Change::Put(_))] if *path == at);
        if replaces {
            self.cancel(&at);
        }
        self.0.push((at, write));
    }

    /// Takes out what was to be done at a path and below.
    pub(super) fn cancel(&mut self, at: &Path) {
        for (_, write) in &mut self.0 {
            write.changes.retain(|(path, _)| !path.is_within(at));
        }
        self.0.retain(|(_, write)| !write.changes.is_empty());
    }

    pub(super) fn into_writes(self) -> impl Iterator<Item = Write> {
        self.0.into_iter().map(|(_, write)| write)
    }
}
