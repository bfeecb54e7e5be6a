//! What the services promise holds through an instance in front: requests that are made up from the contract, right ones and wrong
//! ones, of which none may be answered by a 5xx or by anything that the contract does not say.

#[path = "../../crates/trials/tests/schemathesis/run.rs"]
mod run;

use super::pair::Pair;
use crate::operations::reads::Reader;

/// Those whose requests are of every kind: lists and records, many at once, tables, files in one piece and in parts. All six would take
/// three times as long.
const TRIED: [&str; 2] = ["contact", "drive"];

#[tokio::test]
async fn the_contract_holds_through_the_instance_in_front() {
    waybill_workshop::needs!(Postgres, Schemathesis);
    let pair = Pair::start();
    let reader = Reader::sign_in(&pair.here, &pair.told).await;
    let report = run::made_up_requests(
        &format!("http://{}", pair.here),
        &TRIED,
        &reader.headers(),
        // What is made up at random is left to the suite of one server: this one has more to do for each request.
        &["--phases", "examples,coverage"],
    );
    println!("{report}");
    pair.end();
}
