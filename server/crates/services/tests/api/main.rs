//! The services through their router, in process, against a real database.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod actors;
mod contract;
mod lists;
mod problems;
mod registration;
mod sign_in;
mod tenants;
