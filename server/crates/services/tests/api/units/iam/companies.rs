//! Units of a company's own profile.

mod fields;
mod rules;
