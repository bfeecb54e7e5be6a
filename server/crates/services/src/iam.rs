//! IAM service: companies, their people, and what these may do.

pub(crate) mod access;
pub mod adoption;
pub mod app_admin;
pub mod attention;
pub mod companies;
pub mod company;
pub mod elsewhere;
pub mod groups;
pub mod issues;
pub mod lock_out;
pub mod offices;
pub mod overview;
pub mod products;
pub mod register;
pub mod reset_password;
pub mod reused_token;
pub(crate) mod rights;
pub mod role;
pub mod roles;
pub mod saved_views;
pub mod second_factor;
pub mod session_view;
pub mod sessions;
pub mod sign_in;
pub mod user;
pub mod users;
