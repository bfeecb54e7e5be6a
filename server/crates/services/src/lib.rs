//! Services: the business rules of a freight company's staff, and their HTTP API `/{service}/api/v1`.
//!
//! | Module | Noun |
//! |---|---|
//! | [`services`] | [`Services`]: everything they work on |
//! | [`caller`] | [`Caller`]: on whose behalf a request is answered, and the one place where rights are checked |
//! | [`permissions`] | resources, actions, scopes, and what implies what |
//! | [`iam`] | registration, sign-in, companies, users, roles |
//! | [`master`] | countries, currencies, time zones, picklists |
//! | [`log`] | audit |
//! | [`http`] | routes, extractors, problem details, the OpenAPI document |
//! | [`seams`] | what the server hands in: identity verifier and sessions |
//! | [`validate`], [`problem`], [`error`], [`vocabulary`], `zones` | what the rules are written with |
//!
//! **Adding an endpoint:** the rule beside its noun (`iam/people.rs`) begins with [`Caller::require`]; the handler in
//! [`http`] extracts, calls the rule and answers; `UPDATE_OPENAPI=1 cargo test -p waybill-services` writes the contract anew.
//!
//! Invariants: axum is named in [`http`] alone; this crate knows neither V8 nor the identity provider; every rule over
//! company data takes a [`Caller`] and asks for a right by its name.

pub mod caller;
pub mod error;
pub mod http;
pub mod iam;
pub mod log;
pub mod master;
pub mod permissions;
pub mod problem;
pub mod seams;
pub mod services;
pub mod validate;
pub mod vocabulary;
mod zones;

pub use caller::{Caller, SignInMethod};
pub use error::ServiceError;
pub use iam::session_view::SessionView;
pub use seams::{
    Identity, IdentityError, IdentityVerifier, SessionError, SessionUser, Sessions, Started,
};
pub use services::{Services, Settings};
