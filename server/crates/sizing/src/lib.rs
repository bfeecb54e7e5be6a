//! Sizing: how many people so many instances hold, and what they then need from PostgreSQL and Redis.
//!
//! A discrete-event simulation of an hour in which everybody works. What each piece of work costs was measured on the real
//! program, see [`Costs`]; how often people do it is an assumption, see [`Habits`]; nothing else is put in but what
//! [`Cluster`] names. `cargo run -p waybill-sizing` prints the tables of `docs/sizing.md`.
//!
//! | Where | What |
//! |---|---|
//! | [`costs`] | what was measured |
//! | [`cluster`] | how much of everything there is |
//! | [`simulation`] | requests on their way through it |
//! | [`limit`] | the most people it holds |
//! | [`report`] | the tables |
//!
//! Invariant: the same costs, cluster and people give the same answer, to the last bit, on every machine.

pub mod cluster;
pub mod costs;
pub mod limit;
pub mod report;
pub mod simulation;
mod station;

pub use cluster::{Cluster, Habits};
pub use costs::Costs;
