//! Parts of a contact: the form of numbers and places.

use waybill_services::contact::parts::{is_e164, is_unlocode, without_spacing};

#[test]
fn numbers_are_e164() {
    for number in ["+31201234567", "+1234567"] {
        assert!(is_e164(number), "{number}");
    }
    for number in [
        "",
        "0201234567",
        "+0123456789",
        "+123456",
        "+1234567890123456",
        "+3120123456a",
    ] {
        assert!(!is_e164(number), "{number}");
    }
    assert_eq!(without_spacing("+31 (20) 123-45.67"), "+31201234567");
}

#[test]
fn places_are_unlocodes() {
    assert!(is_unlocode("NLRTM") && is_unlocode("USNY2"));
    assert!(!is_unlocode("NLRT1") && !is_unlocode("NLRT") && !is_unlocode("nlrtm"));
}
