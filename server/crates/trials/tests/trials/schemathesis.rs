//! Requests made up from the contract, right ones and wrong ones, of which none may be answered by a 5xx or by anything that the
//! contract does not say.

#[path = "../schemathesis/run.rs"]
mod run;

use crate::{register, start};

/// Requests of each operation that are made up at random, besides those at the limits of its schema.
const EXAMPLES: &str = "4";

#[tokio::test]
async fn the_server_answers_as_the_contract_says_whatever_it_is_asked() {
    waybill_workshop::needs!(Schemathesis);
    let folder = tempfile::tempdir().unwrap();
    let database = waybill_test_postgres::database_if_wanted();
    let mut server = start(&folder.path().join("data"), database.as_deref());
    let origin = server.origin().unwrap();
    let bearer = register(&origin, "Fuzzed").await;
    let phases = "examples,coverage,fuzzing";
    println!(
        "{}",
        run::made_up_requests(
            &origin,
            &[],
            &[format!("Authorization: Bearer {bearer}")],
            &["--phases", phases, "--max-examples", EXAMPLES],
        )
    );
}
