//! Telephone numbers, by the cases that the screens are tested with as well.

use std::collections::HashMap;

use serde_json::Value;
use waybill_services::phone::international;

#[test]
fn numbers_are_read_as_on_the_screens() {
    let cases: Vec<Value> = serde_json::from_str(include_str!(
        "../../../../../../client/src/lib/phone-cases.json"
    ))
    .unwrap();
    for case in &cases {
        let text = |name: &str| case[name].as_str().unwrap();
        let number = international(text("text"), text("country"));
        assert_eq!(number.as_deref(), case["number"].as_str(), "{case}");
    }
}

#[test]
fn calling_codes_are_those_of_the_countries() {
    let plans: HashMap<String, String> = serde_json::from_str(include_str!(
        "../../../../../../client/src/lib/phone-plans.json"
    ))
    .unwrap();
    let countries = include_str!("../../../../storage/seed/countries.jsonl");
    let mut known = 0;
    for line in countries.lines() {
        let country: Value = serde_json::from_str(line).unwrap();
        let (alpha2, code) = (&country["alpha2"], country["dialCode"].as_str());
        let plan = plans.get(alpha2.as_str().unwrap());
        let own = plan.and_then(|it| it.split(' ').next());
        let named = code.map(|it| it.trim_start_matches('+').split('-').next().unwrap());
        assert_eq!(own, named, "{alpha2}");
        known += usize::from(own.is_some());
    }
    assert_eq!(known, plans.len());
}
