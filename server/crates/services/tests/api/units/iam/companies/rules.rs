//! What a company must meet: the pattern of its postal code.

use waybill_services::iam::companies::rules::fits;

#[test]
fn a_pattern_is_about_the_whole_code_and_never_blocks() {
    assert!(fits("[0-9]{4} ?[A-Z]{2}", "3089 JH"));
    assert!(!fits("[0-9]{4}", "30890"));
    assert!(!fits("^[0-9]{4}$", "x3089"));
    assert!(fits("(", "anything"));
}
