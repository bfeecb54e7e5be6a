//! The mails of the program: their texts are whole in every language.

use serde_json::json;
use waybill_services::Language;
use waybill_services::mail::merge::{Place, Values};
use waybill_services::mail::sanitise;
use waybill_services::mail::show::Reader;
use waybill_services::mail::system::{SystemTemplate, built_in};
use waybill_services::mail::templates::seed;

#[test]
fn every_text_has_all_its_values_and_survives_cleaning() {
    let data = json!({
        "company": { "name": "Lines" }, "sender": { "name": "Ann" }, "user": {}, "title": "t", "body": "b",
        "code": "123456", "link": "https://waybill.example/x?a=1&b=2", "expiresAt": "2026-11-22T10:00:00Z",
        "rows": 12, "madeAt": "2026-11-22T10:00:00Z",
    });
    for template in SystemTemplate::ALL {
        for (language, words) in built_in(*template).languages {
            let html = words.html();
            assert_eq!(sanitise::template(&html), html, "{template:?} {language}");
            let reader = Reader::new(language, "UTC");
            let values = Values {
                data: data.clone(),
                reader,
            };
            let mut missing = Vec::new();
            let merged = values.merge(&html, Place::Html, &mut missing);
            values.merge(words.subject, Place::Header, &mut missing);
            assert_eq!(missing, [""; 0], "{template:?} {language}");
            assert_eq!(sanitise::mail(&merged), merged, "{template:?} {language}");
        }
    }
}

#[test]
fn every_text_is_there_in_every_language() {
    let ours: Vec<&str> = Language::ALL.iter().map(|it| it.as_str()).collect();
    for template in SystemTemplate::ALL {
        let written = built_in(*template).languages.iter();
        let written: Vec<&str> = written.map(|(language, _)| *language).collect();
        assert_eq!(written, ours, "{template:?}");
    }
}

#[test]
fn a_language_without_a_text_is_answered_in_english() {
    let invite = seed::template(SystemTemplate::Invite);
    assert_eq!(invite.text_in("es-MX").unwrap().0, "es");
    assert_eq!(invite.text_in("ja").unwrap().0, "en");
}
