//! Picklists: groups, and the values that fields offer (domain reference, section 4).
//!
//! | Module | What |
//! |---|---|
//! | `groups` | the picklists |
//! | `values` | their values |
//! | `labels` | what a company calls them |
//! | `actions` | merging values, and putting them in order |
//! | `usage` | how many records hold a value |
//!
//! Invariant: a value belongs to the group whose code it names; its own code is unique there. Neither code changes.

mod actions;
mod groups;
mod labels;
mod usage;
mod values;

pub use groups::{PicklistGroup, PicklistGroups, PicklistSort};
pub use usage::ValueMore;
pub use values::{PicklistValue, PicklistValues, StandardCode};

pub(crate) use groups::load as load_groups;
pub(crate) use labels::{labels, own_labels};
pub(super) use usage::counted_as;
pub(crate) use values::load as load_values;
