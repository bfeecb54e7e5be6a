//! Services on other machines: what passes, what stays behind, and what a sick one costs.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

mod contract;
mod fake;
mod iam;
mod instances;
mod own_iam;
mod pair;
mod passing;
mod reads;
mod refusing;
mod sick;
mod streaming;

use std::net::SocketAddr;

use crate::support::TestApp;

/// Those that an instance in front may leave to another; `iam` has tests of its own.
const SERVICES: [&str; 6] = ["master", "drive", "log", "mail", "report", "contact"];

/// A server whose contacts are at `address`, with more of a file in front.
async fn contacts_at(address: SocketAddr, more: &str) -> TestApp {
    let services = format!("[upstream.services]\ncontact = \"http://{address}\"\n");
    TestApp::with(&format!("{more}\n{services}")).await
}
