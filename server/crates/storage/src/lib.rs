//! Storage: everything that outlives a process lies in one database, SQLite or PostgreSQL, reached through this crate alone.
//!
//! | Module | Noun |
//! |---|---|
//! | [`database`] | [`Storage`], [`Reader`], [`Snapshot`], [`Transaction`]: the open database, and how it is read and written |
//! | [`migrations`] | the schema, one file per topic, forward only |
//! | [`ids`] | typed identifiers; [`CompanyId`] is the tenant boundary |
//! | [`clock`] | the time as it is handed in, and how it is stored |
//! | [`error`] | [`StorageError`], [`OpenError`] |
//! | [`answer`] | [`Answer`]: what the database gives in time |
//! | [`identity`] | accounts, refresh tokens, signing keys, attempt counters, action codes |
//! | [`companies`], [`offices`], [`users`], [`roles`] | the tenant and its people |
//! | [`mod@reference`] | countries, currencies, time zones, picklists, and the seed they begin with |
//! | [`records`] | rows that differ in their fields alone: one repository for contacts, groups, issues and their like |
//! | [`realtime`] | the leaves of the realtime database |
//! | [`latency`] | how long statements take |
//! | [`outbox`] | mails that wait to be handed on |
//! | [`notifications`] | what users are told of |
//! | [`inbox_writes`] | whose notifications are to be written into a realtime database elsewhere |
//! | [`contents`] | which stored bytes are which version of which file |
//! | [`access_tokens`] | what programs bring in place of a session |
//! | [`second_factors`] | codes that were mailed to somebody who is about to sign in |
//! | [`audit`] | what was done, append-only and chained |
//! | [`report_runs`] | when saved reports were last run |
//! | [`report_schedules`] | when saved reports are next mailed, and to whom each was |
//! | [`listing`], [`folding`], [`hashing`] | one page of rows; the form of a text that is searched and sorted; SHA-256 |
//! | [`searching`] | the forms in which a text is found in any script, and the order of what was found |
//!
//! **How a repository looks.** A module per noun holds its SeaORM entity (private) and its functions. A function that reads
//! takes `db: &dyn Handle` ([`Reader`], [`Snapshot`] or [`Transaction`]); a function that writes takes `tx: &Transaction`, so
//! a write outside a transaction does not compile. A function over company data takes a [`CompanyId`] next, and is called
//! within [`Storage::read`] or [`Storage::begin_for`] of that company; [`Storage::reader`] and [`Storage::begin`] are for what
//! is about no company or about several. The time is an argument.
//!
//! ```no_run
//! # async fn example(storage: &waybill_storage::Storage, company: waybill_storage::CompanyId)
//! # -> Result<(), waybill_storage::StorageError> {
//! let tx = storage.begin_for(company).await?; // nobody else writes this company's data; dropped, it rolls back
//! // waybill_storage::…::insert(&tx, company, …).await?;
//! tx.commit().await?; // durable when this returns
//! # Ok(())
//! # }
//! ```
//!
//! Invariants: a committed write survives the loss of power; a [`CompanyId`] exists only because a row was loaded or written
//! here; both databases give the same rows in the same order; this crate knows nothing of HTTP, tokens or screens.

pub mod access_tokens;
pub mod adoptions;
pub mod answer;
pub mod audit;
mod claims;
pub mod clock;
pub mod companies;
pub mod contents;
pub mod database;
pub mod error;
pub mod folding;
pub mod hashing;
pub mod identity;
pub mod ids;
pub mod inbox_writes;
mod json_text;
pub mod latency;
pub mod listing;
pub mod login_sessions;
pub mod mail_suppressions;
pub mod migrations;
pub mod notifications;
pub mod offices;
pub mod outbox;
pub mod realtime;
pub mod records;
pub mod reference;
pub mod report_runs;
pub mod report_schedules;
pub mod rights_stamp;
pub mod roles;
pub mod searching;
pub mod second_factors;
pub mod session_keys;
pub mod support_grants;
#[cfg(test)]
mod testing;
pub mod users;
pub mod viewings;

pub use answer::Answer;
pub use clock::Clock;
pub use database::{
    DatabaseUrl, DatabaseUrlError, Handle, PoolUse, Reader, Reading, Snapshot, Storage, Transaction,
};
pub use error::{OpenError, StorageError};
pub use ids::{CompanyId, UserId};
pub use login_sessions::{LoginSession, LoginSessionId};
