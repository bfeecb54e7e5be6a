//! A scalar: what a leaf or a priority holds. Null is none: it is the absence of one.
//!
//! Invariant: numbers are IEEE doubles as in JavaScript, and finite.

use std::cmp::Ordering;
use std::sync::Arc;

use serde_json::{Number, Value as Json};

use crate::key::by_code_unit;

/// A boolean, a number or a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// `true` or `false`.
    Bool(bool),
    /// A finite double.
    Number(f64),
    /// A text.
    Text(Arc<str>),
}

impl Scalar {
    /// Reads one; none for null, arrays and objects.
    pub fn of_json(json: &Json) -> Option<Self> {
        match json {
            Json::Bool(it) => Some(Self::Bool(*it)),
            Json::Number(it) => it.as_f64().filter(|it| it.is_finite()).map(Self::Number),
            Json::String(it) => Some(Self::Text(it.as_str().into())),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        }
    }

    /// As JSON; whole numbers without a fraction.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Bool(it) => Json::Bool(*it),
            Self::Number(it) => number(*it),
            Self::Text(it) => Json::String((**it).to_owned()),
        }
    }

    /// Booleans, then numbers, then texts; each kind in its own order.
    pub fn order(&self, other: &Self) -> Ordering {
        let kind = |it: &Self| match it {
            Self::Bool(_) => 0,
            Self::Number(_) => 1,
            Self::Text(_) => 2,
        };
        match (self, other) {
            (Self::Bool(left), Self::Bool(right)) => left.cmp(right),
            // -0 and 0 are equal here, as in JavaScript.
            (Self::Number(left), Self::Number(right)) => {
                left.partial_cmp(right).unwrap_or(Ordering::Equal)
            }
            (Self::Text(left), Self::Text(right)) => by_code_unit(left, right),
            _ => kind(self).cmp(&kind(other)),
        }
    }
}

/// Doubles from here on have no exact neighbour among integers.
const EXACT: f64 = 9_007_199_254_740_992.0;

fn number(value: f64) -> Json {
    let is_whole = value.fract() == 0.0 && value.abs() < EXACT;
    let is_negative_zero = value == 0.0 && value.is_sign_negative();
    if is_whole && !is_negative_zero {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be whole and exact just above"
        )]
        return Json::from(value as i64);
    }
    Number::from_f64(value).map_or(Json::Null, Json::Number)
}
