//! The route table: the manifest that the build made of `client/src/routes.tsx`, and the one matcher over it.
//!
//! A request's path is parsed once, into a [`Path`], and matched once, into a [`Match`]; guard, needs, document and metrics
//! all work on that match. There is no second route list and no second matcher: a property test compares this one with
//! react-router's `matchRoutes`, which the browser uses.

pub mod form;
mod manifest;
mod matched;
mod matcher;
mod path;
mod pattern;
mod percent;
mod query;
mod ranking;

pub use manifest::{Auth, Entry, Manifest, Route};
pub use matched::{Match, Params};
pub use matcher::{Matcher, MatcherError};
pub use path::{Path, PathError};
pub use pattern::PatternError;
pub use query::{Query, Value};
