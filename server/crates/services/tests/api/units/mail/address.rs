//! Mail addresses: their one form.

use waybill_services::mail::address::parse;

#[test]
fn an_address_has_one_form() {
    for (text, parsed) in [
        ("Joan@Shipper.EXAMPLE", "Joan@shipper.example"),
        ("joan@käse.example", "joan@xn--kse-qla.example"),
        ("o'neil+docs@a-b.example", "o'neil+docs@a-b.example"),
    ] {
        assert_eq!(parse(text).as_deref(), Ok(parsed));
    }
}

#[test]
fn what_is_no_mailbox_is_refused() {
    let long_local = format!("{}@x.example", "a".repeat(65));
    let long = format!("a@{}x.example", "abcdefghi.".repeat(25));
    for text in [
        "",
        "joan",
        "@x.example",
        "joan@",
        "joan@localhost",
        "joan@x..example",
        "joan@-x.example",
        ".joan@x.example",
        "jo an@x.example",
        "joan@x.example\r\nBcc: all@x.example",
        "joan@evil.example@x.example",
        "jöan@x.example",
        "joan@[127.0.0.1]",
        &long_local,
        &long,
    ] {
        assert!(parse(text).is_err(), "{text:?}");
    }
}
