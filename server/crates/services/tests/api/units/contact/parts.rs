//! Parts of a contact: the form of places.

use waybill_services::contact::parts::is_unlocode;

#[test]
fn places_are_unlocodes() {
    assert!(is_unlocode("NLRTM") && is_unlocode("USNY2"));
    assert!(!is_unlocode("NLRT1") && !is_unlocode("NLRT") && !is_unlocode("nlrtm"));
}
