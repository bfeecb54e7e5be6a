//! Units of companies and their people.

mod companies;
mod issues;
mod role;
mod roles;
mod sessions;
