//! What a port holds: the form of its codes, names, phone and site.

use waybill_services::master::ports::fields::{ascii, compact, is_web};

#[test]
fn codes_are_compared_without_what_stands_between_their_parts() {
    for (text, expected) in [("nl rtm", "NLRTM"), ("NL-RTM", "NLRTM"), (" ams ", "AMS")] {
        assert_eq!(compact(text), expected);
    }
}

#[test]
fn names_have_a_form_in_ascii() {
    for (name, expected) in [
        ("Tórshavn", "Torshavn"),
        ("Łódź", "Lodz"),
        ("Ærøskøbing", "AEroskobing"),
        ("Côte d’Ivoire", "Cote d'Ivoire"),
        ("東京 Tokyo", "Tokyo"),
    ] {
        assert_eq!(ascii(name), expected);
    }
}

#[test]
fn sites_are_https() {
    assert!(
        is_web("https://port.example/x")
            && !is_web("http://port.example")
            && !is_web("javascript:1")
    );
}
