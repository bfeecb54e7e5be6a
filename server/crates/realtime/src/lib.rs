//! The embedded realtime database: values in a tree, pushed to whoever listens as soon as they change.
//!
//! It speaks the protocol of Firebase's Realtime Database, so that the unmodified `firebase` SDK works against it, and keeps its
//! leaves in [`waybill_storage`]. It knows paths and values, and no product noun: who somebody is, where their records lie and
//! what these mirror is handed in.
//!
//! ```no_run
//! # use waybill_realtime::{Config, Parts, Realtime, http};
//! # fn example(parts: Parts) {
//! use std::sync::Arc;
//!
//! let realtime = Realtime::new(parts, Config::default());
//! let router = http::router(Arc::clone(&realtime)); // merge it into the server's own
//! # }
//! ```
//!
//! | Module | Noun |
//! |---|---|
//! | [`key`], [`path`], [`value`], [`query`] | what is where, in which order, and which part of it |
//! | [`rules`] | who may read and write where: pure functions |
//! | [`database`] | the tree, its listeners, and how it is written |
//! | [`bus`] | how instances tell each other |
//! | [`identity`] | who is at the other end, and who says so |
//! | [`mod@realtime`] | [`Realtime`]: one database and all its sockets |
//! | [`peer`] | one socket's requests, without the socket |
//! | [`frames`], [`outlet`] | messages in pieces; messages that wait |
//! | [`http`] | `/.ws` and `….json`; the only place that knows axum |
//!
//! Invariants: nothing a client sends panics or is believed; no write is answered before it is on the disk, and its listeners
//! are told before its writer is answered; what waits for a slow peer is bounded.

pub mod bus;
pub mod config;
pub mod database;
pub mod frames;
pub mod http;
pub mod identity;
pub mod key;
pub mod outlet;
pub mod path;
pub mod peer;
pub mod query;
pub mod realtime;
pub mod rules;
pub mod value;

pub use config::Config;
pub use database::{Author, Change, Database, Original, Write, WriteError};
pub use identity::{Door, Identity, Refusal, Verifier};
pub use path::Path;
pub use realtime::{Parts, Realtime};
pub use value::Value;
