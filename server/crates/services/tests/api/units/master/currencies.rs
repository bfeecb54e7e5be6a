//! Currencies: the form of amounts.

use waybill_services::master::currencies::{decimal, is_multiple};

#[test]
fn cash_is_rounded_to_minor_units() {
    for (amount, exponent, expected) in [
        ("0.05", 2, true),
        ("0.050", 2, true),
        ("0.005", 2, false),
        ("5", 0, true),
    ] {
        assert_eq!(is_multiple(amount, exponent), expected, "{amount}");
    }
    assert!(decimal("0.05").is_ok());
    for wrong in ["0", "0.00", ".5", "5.", "-1", "1e3", "x"] {
        assert!(decimal(wrong).is_err(), "{wrong}");
    }
}
