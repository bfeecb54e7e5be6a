//! Nouns: their list is that of the contract.

use waybill_services::collection::nouns::ALL;
use waybill_services::http::openapi;

#[test]
fn every_collection_of_the_contract_is_a_noun() {
    let document = openapi();
    let said = document.paths.paths.keys();
    let mut said: Vec<&str> = said
        .filter_map(|path| path.strip_suffix("/{id}/history"))
        .collect();
    let mut known: Vec<&str> = ALL.iter().map(|noun| noun.path()).collect();
    said.sort_unstable();
    known.sort_unstable();
    assert_eq!(said, known);
}
