//! What a company holds: the form of its site and its carrier code.

use waybill_services::iam::companies::fields::{is_scac, is_web};

#[test]
fn sites_are_https_and_carry_no_password() {
    assert!(is_web("https://lines.example/about"));
    for wrong in [
        "http://lines.example",
        "javascript:alert(1)",
        "lines.example",
        "https://u:p@lines.example",
    ] {
        assert!(!is_web(wrong), "{wrong}");
    }
}

#[test]
fn carrier_codes_are_two_to_four_capitals() {
    assert!(is_scac("MAEU") && is_scac("AB"));
    assert!(!is_scac("A") && !is_scac("MAEUX") && !is_scac("MA1") && !is_scac("maeu"));
}
