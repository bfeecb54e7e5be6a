//! Services: the business rules of a freight company's staff, and their HTTP API `/{service}/api/v1`.
//!
//! | Module | Noun |
//! |---|---|
//! | [`services`] | [`Services`]: everything they work on |
//! | [`caller`] | [`Caller`]: on whose behalf a request is answered, and the one place where rights are checked |
//! | [`permissions`] | resources, actions, scopes, and what implies what |
//! | [`collection`] | what can be done to the records of a noun, written once for all nouns |
//! | [`iam`] | registration, sign-in, companies, offices, users, roles, groups |
//! | [`master`] | countries, currencies, time zones, picklists |
//! | [`contact`] | contact tags |
//! | [`mail`] | templates, messages, and the way out of the house |
//! | [`drive`] | files and folders, their contents, and the store of these |
//! | [`log`] | audit |
//! | [`report`] | saved reports |
//! | [`archive`] | everything that a company has, as one file |
//! | [`http`] | routes, extractors, problem details, the OpenAPI document |
//! | [`demo_data`] | a company for a demonstration, rows for a benchmark |
//! | [`source`] | where a request comes from, for the audit trail |
//! | [`seams`] | what the server hands in: identity verifier and sessions |
//! | [`working_time`] | when people are at work, by clock and country |
//! | [`validate`], [`problem`], [`error`], [`vocabulary`], [`phone`], `zones` | what the rules are written with |
//!
//! **Adding a noun:** see [`collection`].
//!
//! **Adding an endpoint:** the rule beside its noun (`iam/overview.rs`) begins with [`Caller::require`]; the handler in
//! [`http`] extracts, calls the rule and answers; `UPDATE_OPENAPI=1 cargo test -p waybill-services` writes the contract anew.
//!
//! Invariants: axum is named in [`http`] alone; this crate knows neither V8 nor the identity provider; every rule over
//! company data takes a [`Caller`] and asks for a right by its name.

pub mod archive;
pub mod caller;
pub mod collection;
pub mod contact;
pub mod demo_data;
pub mod drive;
pub mod error;
pub mod http;
pub mod iam;
pub mod languages;
pub mod log;
pub mod mail;
pub mod master;
pub mod notifications;
pub mod permissions;
pub mod phone;
pub mod problem;
pub mod report;
pub mod seams;
pub mod services;
pub mod source;
pub mod validate;
pub mod vocabulary;
pub mod working_time;
mod zones;

pub use caller::{Caller, Program, SignInMethod};
pub use error::ServiceError;
pub use iam::second_factor::{Admitted, OwedFactor, SignedIn};
pub use iam::session_view::SessionView;
pub use languages::Language;
pub use seams::{
    Identity, IdentityError, IdentityVerifier, Inbox, PasswordResets, ResetError, SessionError,
    SessionUser, Sessions, Started,
};
pub use services::{CallerSession, Reloadable, Services, Settings};
