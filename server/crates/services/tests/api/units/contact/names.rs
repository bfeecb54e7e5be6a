//! Names: how two of them are compared, and how one becomes a part of an address.

use waybill_services::contact::names::{slug, words};

#[test]
fn two_spellings_of_one_name_have_the_same_words() {
    for (one, other) in [
        ("Müller Spedition GmbH", "spedition muller"),
        ("O'Neil, Ann", "Ann ONeil"),
        ("A.P. Møller B.V.", "Moller AP"),
        ("The Company Ltd.", "Company, The Ltd"),
    ] {
        assert_eq!(words(one), words(other), "{one} and {other}");
    }
    assert_ne!(words("Ann Smith"), words("Ann Smyth"));
    assert_eq!(words("!?"), "");
}

#[test]
fn slugs_are_parts_of_addresses() {
    assert_eq!(slug(" Key Accounts / Zürich "), "key-accounts-zurich");
    assert_eq!(slug("!"), "");
}
