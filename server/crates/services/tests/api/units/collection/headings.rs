//! Headings: what they say is what the screens say, in every language.

use std::collections::HashMap;

use serde_json::Value;
use waybill_services::collection::Collection;
use waybill_services::collection::headings::{Heading, Holds};
use waybill_services::contact::contacts::Contacts;
use waybill_services::contact::tags::ContactTags;
use waybill_services::drive::file::Files;
use waybill_services::iam::groups::Groups;
use waybill_services::iam::issues::Issues;
use waybill_services::iam::roles::Roles;
use waybill_services::iam::users::Users;
use waybill_services::mail::messages::MailMessages;
use waybill_services::mail::templates::Templates;
use waybill_services::master::countries::Countries;
use waybill_services::master::currencies::Currencies;
use waybill_services::master::picklists::{PicklistGroups, PicklistValues};
use waybill_services::report::dataset::{audit, words};
use waybill_services::report::sketch::ReportSketches;

const SPANISH: &str = include_str!("../../../../../../../client/src/words/es.json");
const ARABIC: &str = include_str!("../../../../../../../client/src/words/ar.json");

/// Texts of the headings of a noun that the screens do not have.
fn unknown<C: Collection>(catalogue: &HashMap<String, Value>) -> Vec<&'static str> {
    unknown_of(C::HEADINGS, catalogue)
}

fn unknown_of(headings: &[Heading], catalogue: &HashMap<String, Value>) -> Vec<&'static str> {
    let texts = headings.iter().flat_map(|heading| {
        let words = match heading.holds {
            Holds::Words(words) | Holds::Picklist(_, words) => words,
            _ => &[],
        };
        [heading.label]
            .into_iter()
            .chain(words.iter().map(|(_, label)| *label))
    });
    texts.filter(|it| !catalogue.contains_key(*it)).collect()
}

#[test]
fn headings_are_texts_of_the_screens() {
    for catalogue in [SPANISH, ARABIC] {
        let catalogue = serde_json::from_str(catalogue).unwrap();
        let unknown = [
            unknown::<Contacts>(&catalogue),
            unknown::<ContactTags>(&catalogue),
            unknown::<Countries>(&catalogue),
            unknown::<Currencies>(&catalogue),
            unknown::<Files>(&catalogue),
            unknown::<Groups>(&catalogue),
            unknown::<Issues>(&catalogue),
            unknown::<MailMessages>(&catalogue),
            unknown::<PicklistGroups>(&catalogue),
            unknown::<PicklistValues>(&catalogue),
            unknown::<ReportSketches>(&catalogue),
            unknown::<Roles>(&catalogue),
            unknown::<Templates>(&catalogue),
            unknown::<Users>(&catalogue),
            unknown_of(audit::HEADINGS, &catalogue),
            words::CALLED
                .iter()
                .flat_map(|(_, words)| words.iter().map(|(_, label)| *label))
                .filter(|it| !catalogue.contains_key(*it))
                .collect(),
        ];
        // Languages are called by their own names, and two columns are on no screen.
        let expected = [
            "English",
            "Español",
            "العربية",
            "Tax number",
            "Standard code",
        ];
        let unknown: Vec<_> = unknown.concat();
        assert!(
            unknown.iter().all(|it| expected.contains(it)),
            "{unknown:?}"
        );
    }
}

/// Whether a column of this name is imported into this field.
fn is_recognised<C: Collection>(path: &str, name: &str) -> bool {
    let mut headings = C::HEADINGS.iter();
    headings.any(|it| it.path == path && (it.label == name || it.synonyms.contains(&name)))
}

/// What an earlier version exported comes back without a choice of columns.
#[test]
fn former_headings_are_recognised() {
    assert!(is_recognised::<Contacts>("displayName", "Shown as"));
    assert!(is_recognised::<Contacts>("roles", "Roles in a shipment"));
    assert!(is_recognised::<ContactTags>(
        "description",
        "What it is for"
    ));
    assert!(is_recognised::<ContactTags>("scope", "Seen by"));
    assert!(is_recognised::<ContactTags>("sortOrder", "Place in lists"));
    assert!(is_recognised::<PicklistGroups>(
        "description",
        "What it is for"
    ));
    assert!(is_recognised::<PicklistValues>("enabled", "Offered"));
    assert!(is_recognised::<Countries>("enabled", "Offered"));
    assert!(is_recognised::<Currencies>("enabled", "Offered"));
    assert!(is_recognised::<Currencies>(
        "cashRounding",
        "Smallest in cash"
    ));
}

#[test]
fn countries_have_names_in_every_language() {
    let names: HashMap<String, HashMap<String, String>> =
        serde_json::from_str(include_str!("../../../../src/master/country-names.json")).unwrap();
    let countries = include_str!("../../../../../storage/seed/countries.jsonl");
    for line in countries.lines() {
        let country: Value = serde_json::from_str(line).unwrap();
        let code = country["alpha2"].as_str().unwrap();
        assert!(
            ["es", "ar"].iter().all(|it| !names[*it][code].is_empty()),
            "{code}"
        );
    }
}
