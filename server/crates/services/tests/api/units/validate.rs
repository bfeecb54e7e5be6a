//! Validation: texts and members of what is sent.

use serde_json::{Value, json};
use waybill_services::ServiceError;
use waybill_services::problem::FieldProblem;
use waybill_services::validate::{Draft, FromMembers, Members};

mod fields;

#[derive(Debug)]
struct Name(String);

impl FromMembers for Name {
    fn from_members(members: &mut Members) -> Self {
        Self(members.required_text("name", 5))
    }
}

fn read(body: Value) -> Draft<Name> {
    let Value::Object(object) = body else {
        panic!("{body} is no object")
    };
    Members::read(object)
}

#[track_caller]
fn check(name: &str, expected: Result<&str, &str>) {
    let Draft { value, faults } = read(json!({ "name": name }));
    match (faults.check(), expected) {
        (Ok(()), Ok(expected)) => assert_eq!(value.0, expected),
        (Err(ServiceError::Invalid(faults)), Err(detail)) => {
            assert_eq!(faults, [FieldProblem::member("name", detail)]);
        }
        (outcome, _) => panic!("{name:?} gave {outcome:?}, {value:?}"),
    }
}

#[test]
fn texts_are_trimmed_and_composed() {
    check("  Ann ", Ok("Ann"));
    check("Zoe\u{308}", Ok("Zo\u{eb}"));
}

#[test]
fn the_limit_counts_characters_not_bytes() {
    check("ÄÖÜßé", Ok("ÄÖÜßé"));
    check("ÄÖÜßéx", Err("Use at most 5 characters."));
}

#[test]
fn an_empty_text_is_missing() {
    check("", Err("This field is required."));
    check(" \u{a0}\t", Err("This field is required."));
}

#[test]
fn what_cannot_be_seen_is_refused() {
    for hostile in ["a\0b", "a\nb", "a\u{202e}b", "a\u{200b}b", "a\u{7f}b"] {
        check(hostile, Err("Remove invisible characters."));
    }
}

#[test]
fn unknown_members_and_wrong_types_are_named_together() {
    let draft = read(json!({ "name": 7, "isAdmin": true, "a/b": 1 }));
    let Err(ServiceError::Invalid(faults)) = draft.faults.check() else {
        panic!("it passed")
    };
    let pointers: Vec<&str> = faults.iter().map(|it| it.pointer.as_str()).collect();
    assert_eq!(pointers, ["/name", "/a~1b", "/isAdmin"]);
}
