//! The turn of a heavy step: a browser, or servers under load, whose times a test asserts.
//!
//! Invariant: within a program one heavy step runs at a time, the one that has the [`turn`].

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits until no other heavy step runs; none begins while this is held. Two cores are few for a browser, a server and a compiler
/// at once.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
