//! Tallies: counts, sums, averages, the least and the greatest of what records say in a field.
//!
//! Invariant: whole numbers are summed up without loss; what says nothing is in no tally.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};

use jiff::civil::Date;
use serde_json::{Number, Value};
use waybill_storage::folding::fold;

use super::dataset::FieldKind;
use super::matching::timestamp;
use super::sketch::ReportAgg;

/// The place of a value in an order: what says nothing comes first.
#[derive(Clone, Debug, PartialEq)]
pub enum Rank {
    /// Nothing.
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A moment, in nanoseconds.
    Moment(i128),
    /// A day.
    Day(Date),
    /// A text: folded, and as it is where the folded ones are equal.
    Text(String, String),
}

impl Rank {
    /// The rank of a value of a field of this kind.
    pub fn of(kind: FieldKind, value: Option<&Value>) -> Self {
        let Some(value) = value else {
            return Self::Nothing;
        };
        let known = match kind {
            FieldKind::Moment => timestamp(value).map(|at| Self::Moment(at.as_nanosecond())),
            FieldKind::Day => {
                let day = value.as_str().and_then(|day| day.parse().ok());
                day.map(Self::Day)
            }
            _ => None,
        };
        known.unwrap_or_else(|| match value {
            Value::Null => Self::Nothing,
            Value::Bool(flag) => Self::Flag(*flag),
            Value::Number(number) => Self::Number(number.as_f64().unwrap_or_default()),
            Value::String(text) => Self::Text(fold(text), text.clone()),
            Value::Array(_) | Value::Object(_) => {
                let text = value.to_string();
                Self::Text(fold(&text), text)
            }
        })
    }

    fn place(&self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Flag(_) => 1,
            Self::Number(_) => 2,
            Self::Moment(_) => 3,
            Self::Day(_) => 4,
            Self::Text(..) => 5,
        }
    }
}

impl Eq for Rank {}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self, other) {
            (Self::Flag(one), Self::Flag(other)) => one.cmp(other),
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Moment(one), Self::Moment(other)) => one.cmp(other),
            (Self::Day(one), Self::Day(other)) => one.cmp(other),
            (Self::Text(one, exact), Self::Text(other, exact_other)) => {
                one.cmp(other).then_with(|| exact.cmp(exact_other))
            }
            _ => self.place().cmp(&other.place()),
        }
    }
}

/// What the values seen so far come to.
#[derive(Clone, Debug)]
pub enum Tally {
    /// How many.
    Count(i64),
    /// How many different ones, by their hashes.
    Distinct(HashSet<u128>),
    /// Their sum, and their number where the average is wanted.
    Sum {
        /// Of the whole numbers.
        whole: i128,
        /// Of the others; none while there is none.
        broken: Option<f64>,
        /// How many.
        count: i64,
        /// Whether the average is wanted.
        is_average: bool,
    },
    /// The least or the greatest.
    Extreme {
        /// It, with its rank.
        found: Option<(Rank, Value)>,
        /// Whether the greatest is wanted.
        is_greatest: bool,
    },
}

/// Hashes that nobody outside can foresee, 128 bits so that two different values never have the same one.
#[derive(Clone, Debug, Default)]
pub struct Hashes(RandomState, RandomState);

impl Hashes {
    fn of(&self, value: &Value) -> u128 {
        let text = value.to_string();
        let (high, low) = (self.0.hash_one(&text), self.1.hash_one(&text));
        (u128::from(high) << 64) | u128::from(low)
    }
}

impl Tally {
    /// The empty tally; none where nothing is summed up.
    pub fn new(agg: ReportAgg) -> Option<Self> {
        let sum = |is_average| Self::Sum {
            whole: 0,
            broken: None,
            count: 0,
            is_average,
        };
        let extreme = |is_greatest| Self::Extreme {
            found: None,
            is_greatest,
        };
        Some(match agg {
            ReportAgg::None => return None,
            ReportAgg::Count => Self::Count(0),
            ReportAgg::CountDistinct => Self::Distinct(HashSet::new()),
            ReportAgg::Sum => sum(false),
            ReportAgg::Avg => sum(true),
            ReportAgg::Min => extreme(false),
            ReportAgg::Max => extreme(true),
        })
    }

    /// Takes in what one record says; gives by how many bytes the tally grew.
    pub fn take(&mut self, kind: FieldKind, values: &[&Value], hashes: &Hashes) -> usize {
        match self {
            Self::Count(count) => {
                *count += i64::from(!values.is_empty());
                0
            }
            Self::Distinct(seen) => {
                let before = seen.len();
                seen.extend(values.iter().map(|value| hashes.of(value)));
                (seen.len() - before) * 2 * size_of::<u128>()
            }
            Self::Sum {
                whole,
                broken,
                count,
                ..
            } => {
                for value in values {
                    if let Some(number) = value.as_i64() {
                        *whole += i128::from(number);
                    } else if let Some(number) = value.as_f64() {
                        *broken = Some(broken.unwrap_or_default() + number);
                    } else {
                        continue;
                    }
                    *count += 1;
                }
                0
            }
            Self::Extreme { found, is_greatest } => {
                for value in values {
                    let rank = Rank::of(kind, Some(value));
                    let is_better = found.as_ref().is_none_or(|(best, _)| {
                        let ordering = rank.cmp(best);
                        if *is_greatest {
                            ordering.is_gt()
                        } else {
                            ordering.is_lt()
                        }
                    });
                    if is_better {
                        *found = Some((rank, (*value).clone()));
                    }
                }
                0
            }
        }
    }

    /// What it comes to; null where nothing was said.
    pub fn value(&self) -> Value {
        match self {
            Self::Count(count) => Value::from(*count),
            Self::Distinct(seen) => Value::from(seen.len()),
            Self::Sum { count: 0, .. } => Value::Null,
            Self::Sum {
                whole,
                broken: None,
                is_average: false,
                ..
            } if i64::try_from(*whole).is_ok() => Value::from(i64::try_from(*whole).unwrap_or(0)),
            Self::Sum {
                whole,
                broken,
                count,
                is_average,
            } => {
                let sum = as_f64(*whole) + broken.unwrap_or_default();
                let number = match is_average {
                    true => sum / as_f64((*count).into()),
                    false => sum,
                };
                Number::from_f64(number).map_or(Value::Null, Value::Number)
            }
            Self::Extreme { found, .. } => {
                let found = found.as_ref();
                found.map_or(Value::Null, |(_, value)| value.clone())
            }
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "what is beyond 2^53 is shown with the digits that a JSON number keeps"
)]
fn as_f64(number: i128) -> f64 {
    number as f64
}
