//! Reference data that all companies share: time zones, and the seed of all lists that companies adapt.
//!
//! Invariant: a row without a company is a seed row, written by [`seed`] alone. A company sees its own rows, and each seed
//! row that it has no row of its own for under the same natural key.

pub mod place_names;
pub mod seed;
pub mod timezones;
pub mod upgrades;
pub mod usage;
