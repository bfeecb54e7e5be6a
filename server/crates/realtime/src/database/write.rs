//! A write: what is to be changed, by whom, and under which condition.
//!
//! Invariant: all of it is done or nothing; nothing is told to anybody before it is on the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value as Json;
use waybill_storage::realtime::{self, Leaf};
use waybill_storage::{StorageError, Transaction};

use super::Database;
use super::leaves::{priority_path, rows_of, value_of};
use crate::identity::Identity;
use crate::path::{MAX_DEPTH, Path};
use crate::value::{NoValue, Scalar, Value, fill_in, priority_of_json};

/// Paths of storage fit the indices of both databases.
const MAX_ROW_PATH: usize = 2048 + ".priority".len();

/// Who writes.
#[derive(Clone, Debug)]
pub enum Author {
    /// Somebody at the other end of a socket, judged by the rules.
    Client(Option<Arc<Identity>>),
    /// The server itself.
    Server,
}

/// What is to be changed.
#[derive(Clone, Debug)]
pub struct Write {
    /// Where and how; one path is not within another.
    pub changes: Vec<(Path, Change)>,
    /// What the writer believes to be at the only path, as its hash.
    pub expected: Option<String>,
}

/// A change at a path, as JSON, in which placeholders may stand.
#[derive(Clone, Debug)]
pub enum Change {
    /// Replace what is there.
    Put(Json),
    /// Replace its priority.
    Prioritise(Json),
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The rules do not allow it.
    #[error("the rules deny the write")]
    Denied,
    /// Something else is there than the writer believes.
    #[error("the stored value has another hash")]
    Stale,
    /// It is no value, or too deep or too long, or its paths overlap.
    #[error("the write is not valid")]
    Invalid,
    /// Storage failed.
    #[error("the write was not stored")]
    Storage(#[from] StorageError),
}

impl From<NoValue> for WriteError {
    fn from(_: NoValue) -> Self {
        Self::Invalid
    }
}

/// What the database mirrors, if anything: it learns of a client's change before that is done.
#[async_trait]
pub trait Original: Send + Sync {
    /// Does the same to what is mirrored, in the same transaction.
    async fn follow(
        &self,
        tx: &Transaction,
        path: &Path,
        after: &Value,
    ) -> Result<(), StorageError>;
}

/// For a database that mirrors nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoOriginal;

#[async_trait]
impl Original for NoOriginal {
    async fn follow(&self, _: &Transaction, _: &Path, _: &Value) -> Result<(), StorageError> {
        Ok(())
    }
}

/// Some rows around a path, as a tree.
struct Surroundings {
    tree: Value,
    /// Above the path; they may have to go with what they order.
    priorities: Vec<String>,
}

impl Database {
    /// Writes. When it returns, the write is on the disk, and what listeners are to learn is in their outlets.
    pub async fn write(&self, author: &Author, write: Write) -> Result<(), WriteError> {
        if overlap(&write.changes) {
            return Err(WriteError::Invalid);
        }
        // Before anything is looked up, so that a denial takes the same time whatever is there.
        if let Author::Client(who) = author
            && !write
                .changes
                .iter()
                .all(|(path, _)| self.rules.may_write_at(who.as_deref(), path))
        {
            return Err(WriteError::Denied);
        }
        let _turn = self
            .turns
            .take(write.changes.iter().map(|(path, _)| path))
            .await;
        let tx = self.storage.begin().await?;
        lock(
            &tx,
            &self.namespace,
            write.changes.iter().map(|(path, _)| path),
        )
        .await?;
        let mut done = Vec::with_capacity(write.changes.len());
        for (path, change) in write.changes {
            let around = read_around(&tx, &self.namespace, &path).await?;
            let before = around.tree.at(path.keys()).clone();
            if write
                .expected
                .as_ref()
                .is_some_and(|it| *it != before.hash())
            {
                return Err(WriteError::Stale);
            }
            let after = change.apply(&before, self.clock.now())?;
            if let Author::Client(who) = author {
                if !self.rules.may_write(who.as_deref(), &path, &before, &after) {
                    return Err(WriteError::Denied);
                }
                self.original.follow(&tx, &path, &after).await?;
            }
            if before != after {
                store(&tx, &self.namespace, &path, around, after.clone()).await?;
                done.push((path, after));
            }
        }
        if done.is_empty() {
            return Ok(());
        }
        tx.commit().await?;
        self.units().apply(&done);
        for (path, _) in &done {
            self.bus.publish(self.written(path));
        }
        Ok(())
    }
}

impl Change {
    /// Whether nothing is there after it.
    pub(crate) fn is_removal(&self) -> bool {
        matches!(self, Self::Put(Json::Null))
    }

    fn apply(self, before: &Value, now: jiff::Timestamp) -> Result<Value, WriteError> {
        match self {
            Self::Put(json) => Ok(Value::of_json(&fill_in(json, before, now)?)?),
            Self::Prioritise(json) => {
                let json = fill_in(json, &Value::EMPTY, now)?;
                let priority: Option<Scalar> = priority_of_json(&json)?;
                Ok(before.clone().with_priority(priority))
            }
        }
    }
}

/// Whether one path is within another.
fn overlap(changes: &[(Path, Change)]) -> bool {
    let mut paths: Vec<&Path> = changes.iter().map(|(path, _)| path).collect();
    paths.sort();
    let mut neighbours = paths.iter().zip(paths.iter().skip(1));
    neighbours.any(|(above, below)| below.is_within(above))
}

/// Waits until no other process writes at the first keys of these paths.
async fn lock<'p>(
    tx: &Transaction,
    namespace: &str,
    paths: impl Iterator<Item = &'p Path>,
) -> Result<(), StorageError> {
    let first = |path: &'p Path| path.keys().first().map_or("", |key| key.as_str());
    // In one order everywhere, so that no two wait for each other.
    let keys: BTreeSet<&str> = paths.map(first).collect();
    for key in keys {
        realtime::lock(tx, namespace, key).await?;
    }
    Ok(())
}

/// Puts a value there, in the caller's transaction.
pub(super) async fn put(
    tx: &Transaction,
    namespace: &str,
    path: &Path,
    value: Value,
) -> Result<(), WriteError> {
    lock(tx, namespace, std::iter::once(path)).await?;
    let around = read_around(tx, namespace, path).await?;
    store(tx, namespace, path, around, value).await
}

/// What is at the path and below, and the leaves on the way there.
async fn read_around(
    tx: &Transaction,
    namespace: &str,
    path: &Path,
) -> Result<Surroundings, StorageError> {
    let above: Vec<String> = (0..path.keys().len())
        .map(|count| path.prefix(count).to_string())
        .collect();
    let mut asked: Vec<String> = above.iter().map(|it| priority_path(it)).collect();
    asked.extend(above);
    let on_the_way = realtime::at(tx, namespace, &asked).await?;
    let (priorities, leaves): (Vec<Leaf>, Vec<Leaf>) = on_the_way
        .into_iter()
        .partition(|it| it.path.ends_with(".priority"));
    let mut rows = realtime::subtree(tx, namespace, &path.to_string()).await?;
    rows.extend(leaves);
    Ok(Surroundings {
        tree: value_of(&rows)?,
        priorities: priorities.into_iter().map(|it| it.path).collect(),
    })
}

/// Writes the rows that differ.
async fn store(
    tx: &Transaction,
    namespace: &str,
    path: &Path,
    around: Surroundings,
    value: Value,
) -> Result<(), WriteError> {
    if MAX_DEPTH < path.keys().len() + value.depth() {
        return Err(WriteError::Invalid);
    }
    let is_removal = value.is_empty();
    let before = rows_of(&around.tree);
    let mut tree = around.tree;
    tree.put(path.keys(), value);
    let after = rows_of(&tree);
    if after.keys().any(|it| MAX_ROW_PATH < it.len()) {
        return Err(WriteError::Invalid);
    }
    let missing = |from: &BTreeMap<String, String>, path: &str| !from.contains_key(path);
    let gone: Vec<String> = before
        .keys()
        .filter(|it| missing(&after, it))
        .cloned()
        .collect();
    let changed: Vec<Leaf> = after
        .into_iter()
        .filter(|(path, value)| before.get(path) != Some(value))
        .map(|(path, value)| Leaf { path, value })
        .collect();
    realtime::delete(tx, namespace, &gone).await?;
    realtime::put(tx, namespace, &changed).await?;
    if is_removal {
        for priority in around.priorities {
            let owner = priority.trim_end_matches(".priority").trim_end_matches('/');
            if !realtime::exists(tx, namespace, owner).await? {
                realtime::delete(tx, namespace, std::slice::from_ref(&priority)).await?;
            }
        }
    }
    Ok(())
}
