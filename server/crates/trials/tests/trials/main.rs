//! The services as a process of their own, in trouble.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on should stop; what a trial did is worth reading"
)]

mod client;
mod kill;
mod schemathesis;

use std::path::Path;

use waybill_trials::child::Server;

#[test]
fn all_of_it_on_postgres_too() {
    waybill_test_postgres::run_again(&[]);
}

/// The server of this crate, over a data directory.
fn start(directory: &Path, database: Option<&str>) -> Server {
    let program = Path::new(env!("CARGO_BIN_EXE_waybill-trial-server"));
    Server::start(program, directory, database).unwrap()
}

/// Registers a company of this name, and gives the session token of its administrator.
async fn register(origin: &str, company: &str) -> String {
    let answer = reqwest::Client::new()
        .post(format!("{origin}/iam/api/v1/auth"))
        .bearer_auth(format!("id:{}", company.to_lowercase()))
        .json(&serde_json::json!({
            "firstName": "Ann", "lastName": "Trial", "companyName": company, "operatingCountry": "NL",
        }))
        .send()
        .await
        .unwrap();
    let registered: serde_json::Value =
        serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    let jwt = registered["data"]["jwt"].as_str();
    jwt.unwrap_or_else(|| panic!("{registered}")).to_owned()
}
