//! Nouns: their list is that of the contract.

use waybill_services::collection::nouns::ALL;
use waybill_services::http::openapi;
use waybill_services::iam::app_admin::PATH;

#[test]
fn every_collection_of_the_contract_is_a_noun() {
    let document = openapi();
    let said = document.paths.paths.keys();
    let mut said: Vec<&str> = said
        .filter_map(|path| path.strip_suffix("/{id}/history"))
        .collect();
    let mut known: Vec<&str> = ALL.iter().map(|noun| noun.path()).collect();
    // The contracts of all companies have histories too, and are no collection.
    known.push(PATH);
    said.sort_unstable();
    known.sort_unstable();
    assert_eq!(said, known);
}
