//! The database through its socket, as the SDK meets it: once with the real SDK, and by hand where no SDK would go.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

mod autobahn;
mod bus;
mod crash;
mod frames;
mod hostile;
mod presence;
mod redis;
mod rest;
mod sdk;
mod server;
mod servers;
mod wire;
