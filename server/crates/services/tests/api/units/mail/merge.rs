//! Merge fields: what takes their place.

use serde_json::{Value, json};
use waybill_services::mail::merge::{Part, Place, Values, parts};
use waybill_services::mail::show::Reader;

fn values(data: Value) -> Values {
    Values {
        data,
        reader: Reader::new("en", "UTC"),
    }
}

#[track_caller]
fn check(text: &str, place: Place, expected: &str) {
    let values = values(json!({
        "contact": { "name": "A <b> & \"c\"", "nick": "x\r\nBcc: all@x.example", "empty": "" },
        "brace": "{{contact.name}}", "expiresAt": "2026-11-22T10:00:00Z",
    }));
    assert_eq!(values.merge(text, place, &mut Vec::new()), expected);
}

#[test]
fn values_are_escaped_where_they_stand() {
    let text = "Dear {{ contact.name }}!";
    check(text, Place::Html, "Dear A &lt;b&gt; &amp; &quot;c&quot;!");
    check(text, Place::Text, "Dear A <b> & \"c\"!");
    check(
        "Re: {{contact.nick}}",
        Place::Header,
        "Re: x Bcc: all@x.example",
    );
}

#[test]
fn fallbacks_stand_in_for_what_is_empty_or_unknown() {
    check(
        "{{contact.empty|Sir or Madam}}",
        Place::Text,
        "Sir or Madam",
    );
    check("{{nobody.knows|}}.", Place::Text, ".");
}

#[test]
fn a_value_is_never_read_for_fields() {
    check("{{brace}}", Place::Text, "{{contact.name}}");
}

#[test]
fn moments_have_a_format() {
    check("{{expiresAt}}", Place::Text, "22 November 2026 10:00 UTC");
    check("{{expiresAt:date}}", Place::Text, "22 November 2026");
}

#[test]
fn what_is_missing_is_told_once() {
    let mut missing = Vec::new();
    let merged = values(json!({})).merge("{{a}}{{a}}{{b.c}}", Place::Text, &mut missing);
    assert_eq!(
        (merged.as_str(), missing),
        ("", vec!["a".to_owned(), "b.c".to_owned()])
    );
}

#[test]
fn braces_without_a_field_are_told_and_kept() {
    let broken = |text: &'static str| {
        parts(text)
            .into_iter()
            .any(|part| matches!(part, Part::Broken(_)))
    };
    for text in ["{{", "a {{b", "{{}}", "{{a b}}", "{{a..b}}", "{{a:pink}}"] {
        assert!(broken(text), "{text}");
        check(text, Place::Text, text);
    }
    assert!(!broken("{ {a} } }} {{a.b1_c:date|x}}"));
}
