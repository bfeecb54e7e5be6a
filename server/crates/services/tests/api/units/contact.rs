//! Units of contacts.

mod names;
mod parts;
