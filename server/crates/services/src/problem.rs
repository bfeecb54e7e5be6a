//! Problem details, RFC 9457: the one shape of every failure on the wire.
//!
//! Invariant: a problem holds nothing that was not written for the person who reads it: no cause, no SQL, no path.

use serde::Serialize;
use utoipa::ToSchema;

/// `application/problem+json`, RFC 9457.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// What kind of problem it is; stable, relative to the origin.
    #[serde(rename = "type")]
    #[schema(example = "/problems/invalid")]
    pub kind: &'static str,
    /// The kind in words; the same for all problems of the kind.
    pub title: &'static str,
    /// The HTTP status.
    #[schema(value_type = u16)]
    pub status: u16,
    /// What happened here, for a person.
    pub detail: String,
    /// The request's id, to be named to the support.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub instance: Option<String>,
    /// All fields at fault; absent when the problem is none of the fields'.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldProblem>,
}

/// A field at fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldProblem {
    /// Where it is: a JSON pointer (RFC 6901) into the body, or `?name` for a query parameter.
    #[schema(example = "/companyName")]
    pub pointer: String,
    /// What is wrong with it, as a sentence beside the field.
    pub detail: String,
}

impl FieldProblem {
    /// A problem with the member `name` of the body.
    pub fn member(name: &str, detail: impl Into<String>) -> Self {
        // RFC 6901 section 3 escapes `~` and `/`.
        let escaped = name.replace('~', "~0").replace('/', "~1");
        Self {
            pointer: format!("/{escaped}"),
            detail: detail.into(),
        }
    }

    /// A problem with the query parameter `name`.
    pub fn parameter(name: &str, detail: impl Into<String>) -> Self {
        Self {
            pointer: format!("?{name}"),
            detail: detail.into(),
        }
    }
}
