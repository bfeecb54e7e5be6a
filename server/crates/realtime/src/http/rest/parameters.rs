//! Parameters: what the query of a request says, beside the path.
//!
//! Invariant: the first value of a parameter counts, as at the socket.

use std::collections::HashMap;

use http::{StatusCode, Uri};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value as Json, json};

use super::Refused;
use crate::query::Query;

/// What selects children; each is an error without `orderBy`.
const SELECTION: [&str; 7] = [
    "startAt",
    "startAfter",
    "endAt",
    "endBefore",
    "equalTo",
    "limitToFirst",
    "limitToLast",
];

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Print {
    Compact,
    Pretty,
    /// Without content.
    Silent,
}

/// Parameters by name.
pub(super) struct Parameters(HashMap<String, String>);

impl Parameters {
    pub(super) fn of(uri: &Uri) -> Self {
        let mut values = HashMap::new();
        for pair in uri.query().unwrap_or_default().split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = value.replace('+', " ");
            let value = percent_decode_str(&value).decode_utf8_lossy().into_owned();
            values.entry(name.to_owned()).or_insert(value);
        }
        Self(values)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub(super) fn print(&self) -> Print {
        match self.text("print") {
            Some("pretty") => Print::Pretty,
            Some("silent") => Print::Silent,
            _ => Print::Compact,
        }
    }

    pub(super) fn is_shallow(&self) -> bool {
        self.text("shallow") == Some("true")
    }

    /// The query that they say, each of them JSON.
    pub(super) fn query(&self) -> Result<Option<Query>, Refused> {
        const INVALID: Refused = Refused(StatusCode::BAD_REQUEST, "The query is not valid");

        let selects = SELECTION.iter().any(|name| self.text(name).is_some());
        let Some(index) = self.json("orderBy")? else {
            return match selects {
                true => Err(Refused(
                    StatusCode::BAD_REQUEST,
                    "orderBy must be defined when other query parameters are defined",
                )),
                false => Ok(None),
            };
        };
        if self.is_shallow() {
            return Err(Refused(
                StatusCode::BAD_REQUEST,
                "A shallow read takes no query",
            ));
        }
        let mut wire = Map::new();
        let mut put = |name: &str, value: Json| drop(wire.insert(name.to_owned(), value));
        put("i", index_of(index));
        for (name, sort, inclusive, is_inclusive) in [
            ("startAt", "sp", "sin", true),
            ("startAfter", "sp", "sin", false),
            ("endAt", "ep", "ein", true),
            ("endBefore", "ep", "ein", false),
        ] {
            if let Some(value) = self.json(name)? {
                put(sort, value);
                put(inclusive, json!(is_inclusive));
                match name {
                    "startAfter" => put("sn", json!("[MAX_NAME]")),
                    "endBefore" => put("en", json!("[MIN_NAME]")),
                    _ => {}
                }
            }
        }
        if let Some(value) = self.json("equalTo")? {
            put("sp", value.clone());
            put("ep", value);
        }
        for (name, from) in [("limitToFirst", "l"), ("limitToLast", "r")] {
            if let Some(count) = self.json(name)? {
                put("l", count);
                put("vf", json!(from));
            }
        }
        Query::of_json(&Json::Object(wire)).map_err(|_| INVALID)
    }

    fn json(&self, name: &str) -> Result<Option<Json>, Refused> {
        const NO_JSON: Refused = Refused(
            StatusCode::BAD_REQUEST,
            "The parameters of a query must be JSON",
        );

        let parsed = self.text(name).map(serde_json::from_str);
        parsed.transpose().map_err(|_| NO_JSON)
    }
}

/// REST writes `$key` where the socket's protocol writes `.key`.
fn index_of(index: Json) -> Json {
    match index.as_str() {
        Some("$key") => json!(".key"),
        Some("$value") => json!(".value"),
        Some("$priority") => json!(".priority"),
        _ => index,
    }
}
