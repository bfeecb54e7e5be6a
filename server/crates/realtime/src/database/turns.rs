//! Turns: who works on a unit waits until nobody else does.
//!
//! Invariant: whoever holds a turn reads and writes its paths alone, within this process; between processes the lock of storage
//! does the same for writes.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use tokio::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::units::{UNIT_DEPTH, unit_of};
use crate::path::Path;

/// Two units share one now and then, which costs them time and nothing else.
const COUNT: usize = 64;

pub(super) struct Turns {
    all: RwLock<()>,
    units: Vec<Mutex<()>>,
}

/// A turn, until it is dropped.
#[expect(dead_code, reason = "guards are there to be dropped")]
pub(super) enum Turn<'t> {
    Unit(RwLockReadGuard<'t, ()>, MutexGuard<'t, ()>),
    All(RwLockWriteGuard<'t, ()>),
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            all: RwLock::default(),
            units: (0..COUNT).map(|_| Mutex::default()).collect(),
        }
    }
}

impl Turns {
    /// Waits for the turn to work at these paths: on one unit, or on everything when they lie in several or above one.
    pub(super) async fn take<'p>(&self, paths: impl IntoIterator<Item = &'p Path>) -> Turn<'_> {
        match self.one_of(paths) {
            Some(unit) => {
                let all = self.all.read().await;
                Turn::Unit(all, unit.lock().await)
            }
            None => Turn::All(self.all.write().await),
        }
    }

    fn one_of<'p>(&self, paths: impl IntoIterator<Item = &'p Path>) -> Option<&Mutex<()>> {
        let mut common = None;
        for path in paths {
            if path.keys().len() < UNIT_DEPTH {
                return None;
            }
            let unit = unit_of(path);
            if common.get_or_insert_with(|| unit.clone()) != &unit {
                return None;
            }
        }
        let mut hasher = DefaultHasher::new();
        common?.hash(&mut hasher);
        let index = hasher.finish() % u64::try_from(COUNT).ok()?;
        self.units.get(usize::try_from(index).ok()?)
    }
}
