//! What an IAM service on another machine answers, in whatever shape a company's own gives what specification sections 7 and 8 name.
//!
//! Invariant: the specification's words decide, not where in an answer they stand.

use serde_json::{Map, Value};

/// Specification section 8: what the refusal of a suspended account says.
pub const SUSPENDED: &str = "Account was suspended";

/// The object that an answer is about: what `data` holds, or the first of the list there; the answer itself where it has no
/// `data`.
///
/// # Errors
/// When the content is no JSON.
pub fn data_of(content: &[u8]) -> serde_json::Result<Option<Map<String, Value>>> {
    let mut answer: Value = serde_json::from_slice(content)?;
    let data = match answer.get_mut("data") {
        Some(data) => data.take(),
        None => answer,
    };
    Ok(match data {
        Value::Object(data) => Some(data),
        Value::Array(list) => list.into_iter().find_map(|it| match it {
            Value::Object(data) => Some(data),
            _ => None,
        }),
        _ => None,
    })
}

/// Whether a refusal says that the account was suspended: as a text, in a member, or anywhere else.
pub fn says_suspended(content: &[u8]) -> bool {
    // In JSON these letters stand as they are.
    String::from_utf8_lossy(content).contains(SUSPENDED)
}
