//! How values are shown to a reader.

use serde_json::{Value, json};
use waybill_services::mail::show::{Format, Reader};

#[expect(
    clippy::needless_pass_by_value,
    reason = "a table of tests reads better with values in it"
)]
#[track_caller]
fn check(language: &str, value: Value, format: Format, expected: &str) {
    let reader = Reader::new(language, "Europe/Amsterdam");
    let shown = reader.show(&value, format);
    assert_eq!(shown.as_deref().unwrap_or("none"), expected);
}

#[test]
fn moments_are_told_in_the_zone_and_the_language_of_the_reader() {
    let at = json!("2026-11-22T23:30:00Z");
    check(
        "en",
        at.clone(),
        Format::DateTime,
        "23 November 2026 00:30 CET",
    );
    check("en-US", at.clone(), Format::Date, "November 23, 2026");
    check("de-AT", at.clone(), Format::Date, "23.11.2026");
    check("xx", at, Format::Date, "2026-11-23");
}

#[test]
fn a_day_is_the_same_day_in_every_zone() {
    check("nl", json!("2026-11-22"), Format::Date, "22-11-2026");
    check("nl", json!("2026-11-22"), Format::Time, "none");
}

#[test]
fn money_keeps_the_decimals_of_its_currency() {
    let money = |amount: &str, currency: &str| json!({ "amount": amount, "currency": currency });
    check("en", money("1234", "JPY"), Format::Money, "1,234 JPY");
    check("de", money("1234.00", "HUF"), Format::Money, "1.234,00 HUF");
    check(
        "en",
        money("-1234567.000", "KWD"),
        Format::Money,
        "-1,234,567.000 KWD",
    );
    check("en", money("lots", "KWD"), Format::Money, "none");
}

#[test]
fn what_says_nothing_is_not_shown() {
    for value in [json!(null), json!(""), json!([]), json!({})] {
        check("en", value, Format::Text, "none");
    }
}
