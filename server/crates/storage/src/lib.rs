//! Storage: everything that outlives a process lies in one SQLite database, reached through this crate alone.
//!
//! | Module | Noun |
//! |---|---|
//! | [`database`] | [`Storage`], [`Reader`], [`Transaction`]: the open database, one writer and several readers |
//! | [`migrations`] | the schema, one file per topic, forward only |
//! | [`ids`] | typed identifiers; [`CompanyId`] is the tenant boundary |
//! | [`clock`] | the time as it is handed in, and how it is stored |
//! | [`error`] | [`StorageError`], [`OpenError`] |
//! | [`identity`] | accounts, refresh tokens, signing keys, attempt counters, action codes |
//! | [`companies`], [`offices`], [`users`], [`roles`] | the tenant and its people |
//! | [`mod@reference`] | countries, currencies, time zones, picklists, and the seed they begin with |
//! | [`audit`] | what was done, append-only and chained |
//! | [`listing`], [`folding`] | one page of rows; the form of a text that is searched and sorted |
//!
//! **How a repository looks.** A module per noun holds its SeaORM entity (private) and its functions. A function that reads
//! takes `db: &impl Handle` ([`Reader`] or [`Transaction`]); a function that writes takes `tx: &Transaction`, so a write
//! outside a transaction does not compile. A function over company data takes a [`CompanyId`] next. The time is an argument.
//!
//! ```no_run
//! # async fn example(storage: &waybill_storage::Storage) -> Result<(), waybill_storage::StorageError> {
//! let tx = storage.begin().await?; // BEGIN IMMEDIATE; dropped without commit, it rolls back
//! // waybill_storage::…::insert(&tx, …).await?;
//! tx.commit().await?; // durable when this returns
//! # Ok(())
//! # }
//! ```
//!
//! Invariants: a committed write survives the loss of power (`synchronous=FULL`); a [`CompanyId`] exists only because a row
//! was loaded or written here; this crate knows nothing of HTTP, tokens or screens.

pub mod audit;
pub mod clock;
pub mod companies;
pub mod database;
pub mod error;
pub mod folding;
mod hashing;
pub mod identity;
pub mod ids;
mod json_text;
pub mod listing;
pub mod login_sessions;
pub mod migrations;
pub mod offices;
pub mod reference;
pub mod roles;
pub mod session_keys;
pub mod users;

pub use clock::Clock;
pub use database::{Handle, Reader, Storage, Transaction};
pub use error::{OpenError, StorageError};
pub use ids::{CompanyId, UserId};
pub use login_sessions::{LoginSession, LoginSessionId};
