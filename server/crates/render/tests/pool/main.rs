//! The crate from outside: a pool over a small bundle that renders faults on demand.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot be set up should stop"
)]

mod breaker;
mod faults;
mod isolation;
mod memory;
mod queue;
mod realm;
mod site;
mod snapshot;
mod source;
