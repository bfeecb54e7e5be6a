//! The services through their router, in process, against a real database; and, in `units`, their parts by themselves.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod access;
mod access_tokens;
mod actors;
mod app_admin;
mod archive;
mod as_of;
mod attention;
mod audit;
mod brief;
mod collections;
mod companies;
mod contacts;
mod contract;
mod database;
mod demo_data;
mod drive;
mod import_jobs;
mod issues;
mod lists;
mod locations;
mod mail;
mod matrix;
mod notifications;
mod operations;
mod paths;
mod ports;
mod problems;
mod proposals;
mod reference;
mod registration;
mod reports;
mod requests;
mod roles;
mod saved_views;
mod second_factor;
mod security_notices;
mod sessions;
mod sign_in;
mod slow_readers;
mod strangers;
mod support;
mod tenants;
mod units;
mod upgrades;
mod users;
mod viewing;
mod whole;
