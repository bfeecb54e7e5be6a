//! Roles: the form of their codes, and what a change adds.

use waybill_services::iam::roles::{added, is_code};
use waybill_services::permissions::{Action, Grants, Resource, Scope};

#[test]
fn codes_are_small_letters_digits_and_bars() {
    for code in ["night-shift", "a", "7_eleven"] {
        assert!(is_code(code), "{code}");
    }
    for code in ["", "-a", "A", "a b", "ä"] {
        assert!(!is_code(code), "{code}");
    }
}

#[test]
fn only_what_is_new_or_reaches_further_was_added() {
    let grants = |scope| {
        let mut grants = Grants::new();
        grants.allow(Resource::Contact, Action::Edit, scope);
        grants
    };
    let (own, company) = (grants(Scope::Own), grants(Scope::Company));
    assert_eq!(added(&own, Some(&company)), Grants::new());
    assert_eq!(added(&company, Some(&own)), company);
    assert_eq!(added(&own, None), own);
}
