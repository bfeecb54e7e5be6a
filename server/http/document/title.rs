//! The title of a page about a record: what the record is called, so that one tab can be told from another.
//!
//! Invariant: what the need did not answer, or answers with something else than a text, leaves the route's own title.

use serde_json::Value;

use crate::needs::Results;
use crate::routes::Match;

/// Key of the need that holds the record.
const RECORD: &str = "record";

/// What the record of this page is called, where its route says which member tells that.
pub(super) fn of_record(matched: &Match, results: &Results) -> Option<String> {
    let member = matched.leaf().named.as_deref()?;
    name_in(results.get(RECORD)?.get(), member)
}

fn name_in(body: &str, member: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let name = body.get("data")?.get(member)?.as_str()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_name_of_the_record_if_it_has_one() {
        let name = |body| name_in(body, "displayName");
        let atlas = Some("Atlas".to_owned());
        assert_eq!(name(r#"{"data":{"displayName":" Atlas "}}"#), atlas);
        assert_eq!(name(r#"{"data":{"displayName":""}}"#), None);
        assert_eq!(name(r#"{"data":{"displayName":{}}}"#), None);
        assert_eq!(name(r#"{"error":{"status":404}}"#), None);
        assert_eq!(name("null"), None);
    }
}
