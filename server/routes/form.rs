//! The form of a page as the build describes it, by which the server reads what a browser sends without script.
//!
//! Invariant: the description is derived from the fields that the page draws (`client/src/records/plain.ts`); there is no second list.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The form of a kind of record.
#[derive(Clone, Debug, Deserialize)]
pub struct Form {
    /// Path of the list at the services: a new record is posted there.
    pub service: String,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A field of a form, or of an item in a list.
#[derive(Clone, Debug, Deserialize)]
pub struct Field {
    /// Path of its value: `address.city`.
    pub name: String,
    /// The control that changes it.
    #[serde(flatten)]
    pub kind: Kind,
}

/// The control of a field, which says what its value is on the wire.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// A line of text.
    Text {
        /// A code, in upper case.
        #[serde(default)]
        code: bool,
        /// The value of an empty text.
        #[serde(default)]
        empty: Value,
    },
    /// Lines of text.
    Long,
    /// A number or null.
    Number,
    /// A box to tick.
    Flag,
    /// One of a closed set.
    Choice {
        /// The value of no choice.
        #[serde(default)]
        empty: Value,
    },
    /// Some of a closed set.
    Choices,
    /// A date or null.
    Day,
    /// Another record, by its id or code.
    Lookup {
        /// The list in which a typed text is searched for.
        source: Option<Source>,
        /// The value of no record.
        #[serde(default)]
        empty: Value,
    },
    /// Several other records.
    Lookups {
        /// The list in which a typed text is searched for.
        source: Option<Source>,
    },
    /// Several short texts.
    Texts {
        /// How many there may be.
        max: usize,
    },
    /// Items with fields of their own.
    List {
        /// How many there may be.
        max: usize,
        /// The fields of each.
        of: Vec<Field>,
        /// A blank item.
        blank: Map<String, Value>,
    },
    /// A control that needs script; the value stays as it is.
    Custom,
}

/// A list in which a record is searched for.
#[derive(Clone, Debug, Deserialize)]
pub struct Source {
    /// Path and query, to which `&search=` and the text are added.
    pub path: String,
    /// Member of a row that is stored.
    pub value: String,
    /// Member of a row that is its label.
    pub label: String,
}
