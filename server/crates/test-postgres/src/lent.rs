//! The databases that were lent to a thread; a test has a thread of its own.
//!
//! Invariant: when the thread ends, they go, whoever is still connected: of a run with thousands of tests, the disk holds what
//! those of the moment store.

use std::cell::RefCell;

use crate::cluster;

/// Remembers that this thread has the database.
pub(crate) fn lend(name: &str) {
    LENT.with_borrow_mut(|lent| lent.0.push(name.to_owned()));
}

thread_local! {
    static LENT: RefCell<Lent> = const { RefCell::new(Lent(Vec::new())) };
}

/// Names of databases.
struct Lent(Vec<String>);

impl Drop for Lent {
    fn drop(&mut self) {
        for name in &self.0 {
            cluster().drop_database(name);
        }
    }
}
