//! The embedded identity provider: who somebody is, proved by a password, told by a signed token.
//!
//! It speaks Firebase Authentication's protocol, so that the unmodified `firebase` SDK works against it, and keeps its
//! accounts in [`waybill_storage`]. It knows accounts and tokens, and no product noun: which company an account belongs to
//! is a custom claim that somebody else sets.
//!
//! ```no_run
//! # use waybill_identity::{Post, RelyingParty};
//! # async fn example(
//! #     storage: waybill_storage::Storage,
//! #     clock: std::sync::Arc<dyn waybill_storage::Clock>,
//! #     sessions: std::sync::Arc<dyn RelyingParty>,
//! #     post: std::sync::Arc<dyn Post>,
//! # ) -> Result<(), waybill_identity::Error> {
//! use std::sync::Arc;
//! use waybill_identity::{Config, Provider, http};
//!
//! let provider = Arc::new(Provider::start(storage, clock, sessions, post, Config::default()).await?);
//! let router = http::router(Arc::clone(&provider)); // merge it into the server's own
//! let identity = provider.verify("eyJ…").await?; // an ID token that the browser presented
//! # Ok(())
//! # }
//! ```
//!
//! | Module | Noun |
//! |---|---|
//! | [`provider`] | [`Provider`]: sign-up, sign-in, refresh, profile, verification; all rules come together here |
//! | [`config`] | [`Config`]: project, limits, cost of hashing |
//! | [`email`], [`password`] | what is accepted, canonicalised once; hashing behind its own bounded queue |
//! | [`tokens`] | ID tokens: keys, issue, strict verification |
//! | [`external`] | [`Firebase`]: a project at Google in this provider's place |
//! | [`mail`] | [`Post`]: who takes mails, as the server hands it in |
//! | [`notice`] | [`notice::Notice`]: what the owner of an account is told, and from where it was done |
//! | [`relying_party`] | [`RelyingParty`]: whose sessions end with the sign-ins they rest on |
//! | [`http`] | Firebase's paths, bodies and errors; the only place that knows axum |
//!
//! Invariants: no answer, time or byte tells whether an address has an account at sign-in; every guess is counted before it
//! is evaluated; the mode and its own keys verify a token, never what the token says about itself.

pub mod config;
mod counting;
pub mod email;
pub mod error;
pub mod external;
mod fingerprint;
pub mod http;
pub mod mail;
pub mod notice;
pub mod password;
pub mod provider;
pub mod relying_party;
pub mod revocation;
mod strict_json;
pub mod tokens;
mod totp;

pub use config::Config;
pub use counting::network;
pub use error::Error;
pub use external::Firebase;
pub use mail::{Mail, Post};
pub use provider::{Identity, Provider};
pub use relying_party::{RelyingParty, SessionMark};
pub use tokens::renew_keys;
pub use waybill_storage::identity::{Account, Uid};
