//! Placeholders: `{".sv": …}` in a written value, which the server replaces at the moment of writing.
//!
//! Invariant: they are filled in once per write, so everybody sees the same; what is stored holds none.

use jiff::Timestamp;
use serde_json::{Map, Value as Json};

use super::{NoValue, Scalar, Value};
use crate::key::Key;

const PLACEHOLDER: &str = ".sv";

/// The JSON with every placeholder replaced: `"timestamp"` by milliseconds since 1970, `{"increment": n}` by n more than the
/// number in `before` at the same place. An error for a placeholder of another kind.
pub fn fill_in(json: Json, before: &Value, now: Timestamp) -> Result<Json, NoValue> {
    match json {
        Json::Object(members) => match members.get(PLACEHOLDER) {
            Some(wanted) if members.len() == 1 => value_of(wanted, before, now),
            Some(_) => Err(NoValue),
            None => {
                let mut filled = Map::with_capacity(members.len());
                for (name, member) in members {
                    let member = fill_in(member, below(before, &name), now)?;
                    filled.insert(name, member);
                }
                Ok(Json::Object(filled))
            }
        },
        Json::Array(items) => {
            let items = items.into_iter().enumerate();
            let filled =
                items.map(|(index, item)| fill_in(item, below(before, &index.to_string()), now));
            Ok(Json::Array(filled.collect::<Result<_, _>>()?))
        }
        scalar => Ok(scalar),
    }
}

/// `.value` of a leaf with a priority is the leaf itself.
fn below<'v>(before: &'v Value, name: &str) -> &'v Value {
    match Key::try_from(name) {
        Ok(key) => before.at(&[key]),
        Err(_) => before,
    }
}

fn value_of(wanted: &Json, before: &Value, now: Timestamp) -> Result<Json, NoValue> {
    if wanted.as_str() == Some("timestamp") {
        return Ok(Json::from(now.as_millisecond()));
    }
    let by = wanted
        .get("increment")
        .and_then(Json::as_f64)
        .ok_or(NoValue)?;
    let sum = match before.as_leaf() {
        Some(Scalar::Number(old)) => old + by,
        _ => by,
    };
    if sum.is_finite() {
        Ok(Scalar::Number(sum).to_json())
    } else {
        Err(NoValue)
    }
}
