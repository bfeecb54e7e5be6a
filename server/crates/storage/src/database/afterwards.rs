//! Afterwards: what is to be done once a transaction is durable.
//!
//! Invariant: each task is done once, in the order in which they were given, and none of a transaction that was undone.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Task = Box<dyn FnOnce() + Send>;

/// Tasks that wait. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Afterwards(Arc<Mutex<Vec<Task>>>);

impl Afterwards {
    /// Puts a task at the end.
    pub(super) fn add(&self, task: Task) {
        self.tasks().push(task);
    }

    /// Puts the tasks of `other` at the end.
    pub(super) fn take_over(&self, other: &Self) {
        let tasks = other.taken();
        self.tasks().extend(tasks);
    }

    /// Does them.
    pub(super) fn begin(&self) {
        for task in self.taken() {
            task();
        }
    }

    fn taken(&self) -> Vec<Task> {
        std::mem::take(&mut *self.tasks())
    }

    fn tasks(&self) -> MutexGuard<'_, Vec<Task>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Afterwards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Afterwards")
            .field(&self.tasks().len())
            .finish()
    }
}
