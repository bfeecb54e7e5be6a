//! Conditions of a list: values between bars, and moments.

use waybill_services::http::collection::listing::{bars, moment};

/// The most values of one condition.
const MAX_VALUES: usize = 200;

#[test]
fn bars_separate_and_escaped_bars_do_not() {
    assert_eq!(bars("a|b").unwrap(), ["a", "b"]);
    assert_eq!(bars(r"a\|b|c\d").unwrap(), ["a|b", r"c\d"]);
    assert_eq!(bars("").unwrap(), [""]);
    assert!(bars(&"|".repeat(MAX_VALUES)).is_err());
}

#[test]
fn a_day_is_the_moment_at_which_it_begins() {
    assert_eq!(
        moment("2026-11-22"),
        Some("2026-11-22T00:00:00Z".parse().unwrap())
    );
    assert_eq!(moment("soon"), None);
}
