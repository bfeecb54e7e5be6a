//! The realtime database of one process, with all its sockets.
//!
//! Invariant: a socket is counted from before its greeting until what it left behind is done.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{broadcast, watch};
use waybill_storage::{Clock, StorageError};

use crate::bus::{Bus, Event, Instance};
use crate::config::Config;
use crate::database::{Database, SocketId};
use crate::identity::{Identity, Verifier};
use crate::outlet::{Closing, Outlet};
use crate::path::Path;

/// How long a peer that is back waits for what its dead socket left to be done.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a realtime database is made of.
pub struct Parts {
    /// The tree.
    pub database: Arc<Database>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Tells who holds a token.
    pub verifier: Arc<dyn Verifier>,
    /// The way to other instances, which is the database's too.
    pub bus: Arc<dyn Bus>,
}

/// One database and its sockets.
pub struct Realtime {
    pub(crate) config: Config,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) verifier: Arc<dyn Verifier>,
    database: Arc<Database>,
    bus: Arc<dyn Bus>,
    sockets: Mutex<Sockets>,
}

#[derive(Default)]
struct Sockets {
    by_id: HashMap<SocketId, Socket>,
    per_user: HashMap<String, usize>,
    /// Sum of the counts.
    known: usize,
    is_draining: bool,
}

struct Socket {
    outlet: Outlet,
    who: Option<Arc<Identity>>,
    /// Closed when the socket is over.
    ended: watch::Receiver<()>,
}

/// A socket's place, until it is dropped.
pub struct Place {
    realtime: Arc<Realtime>,
    id: SocketId,
    _ended: watch::Sender<()>,
}

/// There are too many sockets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many sockets")]
pub struct TooMany;

impl std::fmt::Debug for Realtime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Realtime")
            .field("database", &self.database)
            .finish_non_exhaustive()
    }
}

impl Realtime {
    /// Opens it; nothing is read yet.
    pub fn new(parts: Parts, config: Config) -> Arc<Self> {
        Arc::new(Self {
            config,
            clock: parts.clock,
            verifier: parts.verifier,
            database: parts.database,
            bus: parts.bus,
            sockets: Mutex::default(),
        })
    }

    /// The database itself, for the server's own reading and writing.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Follows the other instances, for as long as the process lives.
    pub async fn follow(&self) {
        tokio::join!(self.database.follow(), self.follow_sockets());
    }

    async fn follow_sockets(&self) {
        let mut events = self.bus.subscribe();
        loop {
            match events.recv().await {
                Ok(Event::Replaced { socket }) => {
                    if let Ok(socket) = socket.parse() {
                        drop(self.close_old(socket));
                    }
                }
                Ok(Event::Written { .. } | Event::Missed { .. })
                | Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    /// Tells those who listen what was put at `path` in a transaction that is committed.
    pub async fn announce(&self, path: &Path) -> Result<(), StorageError> {
        self.database.announce(path).await
    }

    /// Ends what rests on these sessions of the application: their sockets are told and closed.
    pub fn end_sessions(&self, ended: impl Fn(&str) -> bool) {
        for socket in self.sockets().by_id.values() {
            let session = socket.who.as_ref().and_then(|it| it.session.as_deref());
            if session.is_some_and(&ended) {
                socket.outlet.close(Closing::Revoked);
            }
        }
    }

    /// What the sockets rest on that are like this, each once.
    pub fn sessions(&self, is_like: impl Fn(&str) -> bool) -> HashSet<String> {
        let sockets = self.sockets();
        let sessions = sockets.by_id.values().filter_map(|socket| {
            let session = socket.who.as_ref()?.session.as_deref()?;
            is_like(session).then(|| session.to_owned())
        });
        sessions.collect()
    }

    /// Whether anybody is here whose session may end.
    pub fn has_sockets(&self) -> bool {
        !self.sockets().by_id.is_empty()
    }

    /// How many sockets are here.
    pub fn socket_count(&self) -> usize {
        self.sockets().by_id.len()
    }

    /// Whether other instances are heard; none where there are none to hear.
    pub fn hears_others(&self) -> Option<bool> {
        self.bus.is_up()
    }

    /// Events between instances since the start: `sent` to the others, `received` from them, `missed` while they could not be heard;
    /// none where there are none to hear.
    pub fn events(&self) -> Option<[(&'static str, u64); 3]> {
        self.bus.counts()
    }

    /// Takes no more sockets, and closes those that are here: the server is going down.
    pub fn drain(&self) {
        let mut sockets = self.sockets();
        sockets.is_draining = true;
        for socket in sockets.by_id.values() {
            socket.outlet.close(Closing::Away);
        }
    }

    /// Gives a new socket its place. The one that its peer had before, `last`, is closed, and what that left to be done is done.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        outlet: Outlet,
        last: Option<&str>,
    ) -> Result<Place, TooMany> {
        let here = self.bus.instance();
        // What names no socket is none of ours, and none of the others.
        let last: Option<SocketId> = last.and_then(|it| it.parse().ok());
        if let Some(last) = last {
            if Instance::of(last).is_some_and(|it| it != here) {
                self.bus.publish(Event::Replaced {
                    socket: last.to_string(),
                });
            }
            if let Some(mut ended) = self.close_old(last) {
                // An error says that it is over, which is what is waited for.
                drop(tokio::time::timeout(PATIENCE, ended.changed()).await);
            }
        }
        let id = here.socket();
        let (ending, ended) = watch::channel(());
        let mut sockets = self.sockets();
        let known = sockets.known;
        let is_full = self.config.sockets <= sockets.by_id.len()
            || self.config.anonymous_sockets <= sockets.by_id.len() - known;
        if sockets.is_draining || is_full {
            return Err(TooMany);
        }
        let who = None;
        sockets.by_id.insert(id, Socket { outlet, who, ended });
        Ok(Place {
            realtime: Arc::clone(self),
            id,
            _ended: ending,
        })
    }

    fn close_old(&self, socket: SocketId) -> Option<watch::Receiver<()>> {
        let sockets = self.sockets();
        let old = sockets.by_id.get(&socket)?;
        old.outlet.close(Closing::Replaced);
        Some(old.ended.clone())
    }

    fn sockets(&self) -> MutexGuard<'_, Sockets> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    pub(crate) fn id(&self) -> SocketId {
        self.id
    }

    pub(crate) fn realtime(&self) -> &Arc<Realtime> {
        &self.realtime
    }

    /// Notes who is at the other end now.
    pub(crate) fn note(&self, who: Option<&Arc<Identity>>) -> Result<(), TooMany> {
        let mut sockets = self.realtime.sockets();
        let most = self.realtime.config.sockets_per_user;
        sockets.forget_who(self.id);
        if let Some(who) = who {
            let count = sockets.per_user.entry(who.uid.clone()).or_default();
            if most <= *count {
                return Err(TooMany);
            }
            *count += 1;
            sockets.known += 1;
            if let Some(socket) = sockets.by_id.get_mut(&self.id) {
                socket.who = Some(Arc::clone(who));
            }
        }
        Ok(())
    }
}

impl Sockets {
    fn forget_who(&mut self, id: SocketId) {
        let was = self.by_id.get_mut(&id).and_then(|it| it.who.take());
        if let Some(was) = was
            && let Some(count) = self.per_user.get_mut(&was.uid)
        {
            *count -= 1;
            self.known -= 1;
            if *count == 0 {
                self.per_user.remove(&was.uid);
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = self.realtime.sockets();
        sockets.forget_who(self.id);
        sockets.by_id.remove(&self.id);
    }
}
