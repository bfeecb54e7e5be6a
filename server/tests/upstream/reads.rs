//! Everything that the contract lets somebody read, through an instance in front and at the one that has the services.

use super::SERVICES;
use super::pair::Pair;
use crate::operations::reads::Reader;

/// How many are compared.
const READS: usize = 500;

#[tokio::test]
async fn answers_through_the_instance_in_front_are_those_of_the_one_behind() {
    waybill_workshop::needs!(Postgres);
    let pair = Pair::start();
    let mut reader = Reader::sign_in(&pair.here, &pair.told).await;
    let through = reader.read(READS).await;
    for service in SERVICES {
        let of_service = format!("/{service}/");
        assert!(
            through.keys().any(|path| path.starts_with(&of_service)),
            "{service}"
        );
    }
    // The same session, as both are on one database.
    reader.ask_at(&pair.there);
    reader.assert_same(&through).await;
    pair.end();
}
