//! Units: single types and functions of the crate, each asked by itself, without a server; the tree is that of `src`.
//!
//! Invariant: a test here names only what is public, so that the crate is compiled once, for its users and its tests alike.

mod archive;
mod collection;
mod contact;
mod drive;
mod http;
mod iam;
mod languages;
mod mail;
mod master;
mod permissions;
mod phone;
mod report;
mod validate;
mod working_time;
