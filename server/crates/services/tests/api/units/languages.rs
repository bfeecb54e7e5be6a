//! Languages: which one a tag is of.

use waybill_services::Language;

#[test]
fn a_tag_is_of_its_primary_language() {
    for (tag, language) in [
        ("es", Some(Language::Spanish)),
        ("es-MX", Some(Language::Spanish)),
        ("AR-eg", Some(Language::Arabic)),
        ("en-Latn-GB", Some(Language::English)),
        ("de", None),
        ("esp", None),
        ("", None),
    ] {
        assert_eq!(Language::of(tag), language, "{tag}");
    }
}
