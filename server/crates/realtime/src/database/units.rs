//! Units: the parts of the tree that are in memory because somebody listens, and who listens where.
//!
//! A listen belongs to the unit of its path: its first three keys, or all of them when it has fewer. A change concerns the
//! unit of its path, those above, and, when it is above, those below; all others are not touched, however many there are.
//!
//! Invariant: a unit is here exactly as long as it has a listener, and holds what is committed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use uuid::Uuid;

use super::difference::{Difference, Pushes};
use crate::bus::Interest;
use crate::outlet::Outlet;
use crate::path::Path;
use crate::query::Query;
use crate::value::Value;

/// Keys of a unit's path: company, kind, person.
pub(super) const UNIT_DEPTH: usize = 3;

/// A socket, within this process.
pub type SocketId = Uuid;

/// What is listened to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Where.
    pub path: Path,
    /// Which children; none means everything.
    pub query: Option<Query>,
}

/// Who listens.
#[derive(Clone, Debug)]
pub struct Listener {
    /// The socket.
    pub socket: SocketId,
    /// Where its messages go.
    pub outlet: Outlet,
    /// How the client recognises messages about a query.
    pub tag: Option<u64>,
}

#[derive(Default)]
pub(super) struct Units(BTreeMap<Path, Unit>);

struct Unit {
    value: Value,
    /// Other instances are heard of as long as it is here.
    _interest: Interest,
    listens: HashMap<Target, HashMap<SocketId, Listener>>,
}

/// The unit that a path belongs to.
pub(super) fn unit_of(path: &Path) -> Path {
    path.prefix(UNIT_DEPTH)
}

impl Units {
    pub(super) fn holds(&self, unit: &Path) -> bool {
        self.0.contains_key(unit)
    }

    /// All units.
    #[cfg(test)]
    pub(super) fn held(&self) -> Vec<Path> {
        self.0.keys().cloned().collect()
    }

    /// What is at the path, if that is here.
    pub(super) fn get(&self, path: &Path) -> Option<Value> {
        let unit = unit_of(path);
        let keys = path.below(&unit)?;
        Some(self.0.get(&unit)?.value.at(keys).clone())
    }

    /// Whether a change at the path concerns a unit.
    pub(super) fn concerns_any(&self, path: &Path) -> bool {
        !self.concerned(path).is_empty()
    }

    /// Adds a listener and tells it what is there. False when the unit is neither here nor `loaded`.
    pub(super) fn listen(
        &mut self,
        target: &Target,
        listener: &Listener,
        known: &str,
        loaded: Option<(Value, Interest)>,
    ) -> bool {
        let path = unit_of(&target.path);
        let unit = match (self.0.contains_key(&path), loaded) {
            (false, None) => return false,
            (false, Some((value, interest))) => self.0.entry(path.clone()).or_insert(Unit {
                value,
                _interest: interest,
                listens: HashMap::new(),
            }),
            (true, _) => match self.0.get_mut(&path) {
                Some(unit) => unit,
                None => return false,
            },
        };
        let below = target.path.below(&path).unwrap_or_default();
        let value = target.view(unit.value.at(below));
        if known.is_empty() || value.hash() != known {
            let all = Difference::All(value);
            Pushes::new(&target.path, &all).send(listener);
        }
        let listeners = unit.listens.entry(target.clone()).or_default();
        listeners.insert(listener.socket, listener.clone());
        true
    }

    /// Removes a listener, and the unit with its last one.
    pub(super) fn unlisten(&mut self, target: &Target, socket: SocketId) {
        let path = unit_of(&target.path);
        let Some(unit) = self.0.get_mut(&path) else {
            return;
        };
        if let Some(listeners) = unit.listens.get_mut(target) {
            listeners.remove(&socket);
            if listeners.is_empty() {
                unit.listens.remove(target);
            }
        }
        if unit.listens.is_empty() {
            self.0.remove(&path);
        }
    }

    /// Takes committed changes over and tells those who listen: each one message for all of them.
    pub(super) fn apply(&mut self, changes: &[(Path, Value)]) {
        let concerned: BTreeSet<Path> = changes
            .iter()
            .flat_map(|(path, _)| self.concerned(path))
            .collect();
        for path in concerned {
            if let Some(unit) = self.0.get_mut(&path) {
                unit.apply(&path, changes);
            }
        }
    }

    /// The units that a change at the path concerns.
    pub(super) fn concerned(&self, path: &Path) -> Vec<Path> {
        let depth = path.keys().len();
        let above = (0..=UNIT_DEPTH.min(depth))
            .map(|count| path.prefix(count))
            .filter(|unit| self.0.contains_key(unit));
        let mut concerned: Vec<Path> = above.collect();
        if depth < UNIT_DEPTH {
            // Paths are ordered key by key, so what is within one stands behind it, together.
            let below = self.0.range(path.clone()..).map(|(unit, _)| unit);
            let below = below.take_while(|unit| unit.is_within(path));
            concerned.extend(below.filter(|unit| *unit != path).cloned());
        }
        concerned
    }
}

impl Unit {
    fn apply(&mut self, unit: &Path, changes: &[(Path, Value)]) {
        let before = self.value.clone();
        for (path, after) in changes {
            if let Some(keys) = path.below(unit) {
                self.value.put(keys, after.clone());
            } else if let Some(keys) = unit.below(path) {
                self.value = after.at(keys).clone();
            }
        }
        for (target, listeners) in &self.listens {
            let is_concerned = changes
                .iter()
                .any(|(path, _)| path.is_within(&target.path) || target.path.is_within(path));
            let below = target.path.below(unit).unwrap_or_default();
            let (before, after) = (before.at(below), self.value.at(below));
            // A leaf on the way may have gone, which concerns what was never below it.
            if !is_concerned || before.is_same(after) {
                continue;
            }
            let (before, after) = (target.view(before), target.view(after));
            if let Some(difference) = Difference::between(&before, &after) {
                let pushes = Pushes::new(&target.path, &difference);
                for listener in listeners.values() {
                    pushes.send(listener);
                }
            }
        }
    }
}

impl Target {
    fn view(&self, value: &Value) -> Value {
        match &self.query {
            Some(query) => query.view(value),
            None => value.clone(),
        }
    }
}

/// A message for many, built once.
pub(super) type Shared = Arc<str>;
