//! Problem details, RFC 9457: the one shape of every failure on the wire.
//!
//! Invariant: a problem holds nothing that was not written for the person who reads it: no cause, no SQL, no path.

use jiff::Timestamp;
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
    /// The right that is missing, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "contact:edit")]
    pub permission: Option<String>,
    /// Names of up to three people of the company who have that right and can give it to others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "grantedBy")]
    #[schema(required = false)]
    pub granted_by: Vec<String>,
    /// What stands there now, where somebody else changed it meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub current: Option<Current>,
    /// Where it is used, where that keeps it from being deleted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub uses: Vec<UseOfRecord>,
}

/// The version that stands there now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Current {
    /// The version, as in `ETag`.
    pub version: i32,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    /// Name of who wrote it; none for the system.
    #[schema(required)]
    pub updated_by: Option<String>,
}

/// How often a record is used by records of a kind in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UseOfRecord {
    /// Kind of the records that use it.
    #[schema(example = "contact")]
    pub kind: String,
    /// The field in which they name it.
    #[schema(example = "tags")]
    pub field: String,
    /// How many do.
    pub count: i64,
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
        Self::at("", name, detail)
    }

    /// A problem with the member `name` of the object at `place`, a JSON pointer.
    pub fn at(place: &str, name: &str, detail: impl Into<String>) -> Self {
        // RFC 6901 section 3 escapes `~` and `/`.
        let escaped = name.replace('~', "~0").replace('/', "~1");
        Self {
            pointer: format!("{place}/{escaped}"),
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
