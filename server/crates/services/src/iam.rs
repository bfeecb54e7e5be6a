//! IAM service: companies, their people, and what these may do.

pub mod company;
pub mod overview;
pub mod people;
pub mod products;
pub mod register;
pub mod role;
pub mod session_view;
pub mod sign_in;
pub mod user;
