//! The services through their router, in process, against a real database.

mod actors;
mod contract;
mod lists;
mod problems;
mod registration;
mod sign_in;
mod tenants;
