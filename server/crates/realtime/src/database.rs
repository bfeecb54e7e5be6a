//! A database: one tree of values, kept by [`waybill_storage`], and those who listen to parts of it.
//!
//! Of the tree only units are in memory that somebody listens to, so neither start nor memory grows with what nobody looks at.
//! Writes to one unit queue, and what a write tells listeners is in their outlets when it returns: before its answer.
//!
//! | Module | Noun |
//! |---|---|
//! | `turns` | who may work on a unit |
//! | `units` | what is in memory, and the index of listens by path |
//! | `difference` | what a listener is told of a change |
//! | `leaves` | values as rows of storage |
//! | [`write`](mod@write) | what is to be changed, by whom |
//!
//! Invariants: what a listener was told is what it would read now, or is about to be told; no write is answered before it is
//! on the disk.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use waybill_storage::{Clock, Storage, StorageError, Transaction, realtime};

use crate::bus::{Bus, Event};
use crate::key::Key;
use crate::path::Path;
use crate::query::Query;
use crate::rules::Rules;
use crate::value::Value;

mod difference;
mod leaves;
mod turns;
mod units;
pub mod write;

use turns::Turns;
use units::Units;
pub use units::{Listener, SocketId, Target};
pub use write::{Author, Change, NoOriginal, Original, Write, WriteError};

/// One database. Share it in an [`Arc`].
pub struct Database {
    namespace: String,
    storage: Storage,
    clock: Arc<dyn Clock>,
    rules: Arc<dyn Rules>,
    original: Arc<dyn Original>,
    bus: Arc<dyn Bus>,
    turns: Turns,
    units: Mutex<Units>,
}

/// What a database is made of.
pub struct Parts {
    /// Its name.
    pub namespace: String,
    /// Where it is kept.
    pub storage: Storage,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// What clients may do.
    pub rules: Arc<dyn Rules>,
    /// What it mirrors.
    pub original: Arc<dyn Original>,
    /// The way to other instances.
    pub bus: Arc<dyn Bus>,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database")
            .field("namespace", &self.namespace)
            .finish_non_exhaustive()
    }
}

impl Database {
    /// Opens it; nothing is read yet.
    pub fn new(parts: Parts) -> Self {
        Self {
            namespace: parts.namespace,
            storage: parts.storage,
            clock: parts.clock,
            rules: parts.rules,
            original: parts.original,
            bus: parts.bus,
            turns: Turns::default(),
            units: Mutex::default(),
        }
    }

    /// Its name.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// What clients may do.
    pub fn rules(&self) -> &dyn Rules {
        &*self.rules
    }

    /// Begins to tell `listener` of everything at the target. What is there now it is told before this returns, unless the
    /// client has it already: `known` is the hash of what it believes.
    pub async fn listen(
        &self,
        target: &Target,
        listener: &Listener,
        known: &str,
    ) -> Result<(), StorageError> {
        // Before anything is read, and before others wait for our turn.
        let interest = self.bus.attend(first_key(&target.path)).await;
        let _turn = self.turns.take([&target.path]).await;
        let unit = units::unit_of(&target.path);
        let load = async || {
            let value = self.load(self.storage.reader(), &unit).await?;
            Ok::<_, StorageError>((value, interest.clone()))
        };
        let loaded = if self.units().holds(&unit) {
            None
        } else {
            Some(load().await?)
        };
        let is_listening = self.units().listen(target, listener, known, loaded);
        if !is_listening {
            // The last listener of the unit left meanwhile.
            let loaded = Some(load().await?);
            self.units().listen(target, listener, known, loaded);
        }
        Ok(())
    }

    /// Stops telling a socket of the target.
    pub fn unlisten(&self, target: &Target, socket: SocketId) {
        self.units().unlisten(target, socket);
    }

    /// What is at `path` now, or what a query selects of it.
    pub async fn get(&self, path: &Path, query: Option<&Query>) -> Result<Value, StorageError> {
        let held = self.units().get(path);
        let value = match held {
            Some(value) => value,
            None => self.load(self.storage.reader(), path).await?,
        };
        Ok(match query {
            Some(query) => query.view(&value),
            None => value,
        })
    }

    /// Puts `value` at `path`, as part of a change of somebody else's. Once `tx` is committed, call [`Self::announce`].
    ///
    /// [`WriteError::Invalid`] when it is too deep or too long.
    pub async fn put(&self, tx: &Transaction, path: &Path, value: Value) -> Result<(), WriteError> {
        write::put(tx, &self.namespace, path, value).await
    }

    /// Tells listeners, here and at other instances, what was put at `path` meanwhile.
    pub async fn announce(&self, path: &Path) -> Result<(), StorageError> {
        self.bus.publish(self.written(path));
        self.read_again(path).await
    }

    /// Follows the other instances, until the bus is gone.
    pub async fn follow(&self) {
        let mut events = self.bus.subscribe();
        loop {
            let mut changes = Changes::default();
            match events.recv().await {
                Err(RecvError::Closed) => return,
                event => changes.add(&self.namespace, event),
            }
            // What waits is read once, however often it was written or missed.
            while let Some(event) = next_waiting(&mut events) {
                changes.add(&self.namespace, event);
            }
            if !changes.missed.is_empty() {
                // What is being read for a new listener is a unit once this returns.
                drop(self.turns.take([&Path::default()]).await);
            }
            let mut paths = changes.written;
            for path in changes.missed {
                paths.extend(self.units().concerned(&path));
            }
            for path in paths {
                if let Err(error) = self.read_again(&path).await {
                    tracing::warn!(error = %error, "A change from another instance could not be read.");
                }
            }
        }
    }

    /// Reads what is at `path` and tells those who listen what has changed.
    async fn read_again(&self, path: &Path) -> Result<(), StorageError> {
        let _turn = self.turns.take([path]).await;
        if !self.units().concerns_any(path) {
            return Ok(());
        }
        let value = self.load(self.storage.reader(), path).await?;
        self.units().apply(&[(path.clone(), value)]);
        Ok(())
    }

    fn written(&self, path: &Path) -> Event {
        Event::Written {
            namespace: self.namespace.clone(),
            path: path.to_string(),
        }
    }

    async fn load(
        &self,
        db: &dyn waybill_storage::Handle,
        path: &Path,
    ) -> Result<Value, StorageError> {
        let rows = realtime::subtree(db, &self.namespace, &path.to_string()).await?;
        Ok(leaves::value_of(&rows)?.at(path.keys()).clone())
    }

    /// Held for a moment, never while anything is waited for.
    fn units(&self) -> MutexGuard<'_, Units> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What others have told since it was looked at.
#[derive(Default)]
struct Changes {
    written: BTreeSet<Path>,
    /// Below these anything may have changed.
    missed: BTreeSet<Path>,
}

impl Changes {
    fn add(&mut self, namespace: &str, event: Result<Event, RecvError>) {
        match event {
            Ok(Event::Written {
                namespace: of,
                path,
            }) => {
                if of == namespace {
                    self.written.extend(path.parse::<Path>());
                }
            }
            Ok(Event::Missed { branch }) => {
                // What is no path is nowhere.
                let path = branch.unwrap_or_default().parse::<Path>();
                self.missed.extend(path);
            }
            Err(RecvError::Lagged(_)) => {
                self.missed.insert(Path::default());
            }
            Ok(Event::Replaced { .. }) | Err(RecvError::Closed) => {}
        }
    }
}

/// What is there to be received at once.
fn next_waiting(events: &mut Receiver<Event>) -> Option<Result<Event, RecvError>> {
    match events.try_recv() {
        Ok(event) => Some(Ok(event)),
        Err(TryRecvError::Lagged(count)) => Some(Err(RecvError::Lagged(count))),
        Err(TryRecvError::Empty | TryRecvError::Closed) => None,
    }
}

/// What the bus has a channel for.
fn first_key(path: &Path) -> Option<&str> {
    path.keys().first().map(Key::as_str)
}

#[cfg(test)]
mod tests;
