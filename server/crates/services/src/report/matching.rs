//! Matching: whether a record, as a JSON object, is let through by a report's filter.
//!
//! Texts are compared folded, so case and diacritics do not matter; words and ids as they are. A day stands for the time from
//! its beginning to its end in the runner's zone: `le` of a day includes the whole day.
//!
//! Invariant: a field that says nothing fulfils `empty` and `ne` and nothing else.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _};
use serde_json::Value as Json;
use waybill_storage::folding::fold;

use super::dataset::{DatasetField, DatasetName, FieldKind};
use super::filter::{FilterOp, ReportCondition, ReportFilter};

/// When and where a report is run.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Now.
    pub now: Timestamp,
    /// The runner's zone.
    pub zone: TimeZone,
}

/// A filter whose fields are known and whose values were understood.
#[derive(Clone, Debug)]
pub enum Matcher {
    /// All parts let it through.
    All(Vec<Self>),
    /// One part does.
    Any(Vec<Self>),
    /// The part does not.
    Not(Box<Self>),
    /// The field compares so.
    Is(Test),
}

/// A field compared with values.
#[derive(Clone, Debug)]
pub struct Test {
    /// The field.
    pub field: &'static DatasetField,
    /// How it is compared.
    pub op: FilterOp,
    /// With what; nothing where the operator wants nothing.
    pub values: Vec<Value>,
}

/// What a field is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A folded text.
    Text(String),
    /// A word, or an id.
    Word(String),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A day.
    Day(Date),
    /// A moment, or the moments of a day.
    Span(Span),
}

/// Moments from one on and before another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first; none means that there is none.
    pub from: Option<Timestamp>,
    /// The first behind it.
    pub to: Option<Timestamp>,
}

impl Value {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }
}

impl Matcher {
    /// Understands a filter; the errors are the faults with their places below `place`.
    pub fn of(
        filter: &ReportFilter,
        dataset: DatasetName,
        moment: &Moment,
        place: &str,
        faults: &mut Vec<(String, String)>,
    ) -> Self {
        let mut parts = |name: &str, parts: &[ReportFilter]| {
            let parts = parts.iter().enumerate();
            parts
                .map(|(at, it)| {
                    Self::of(it, dataset, moment, &format!("{place}/{name}/{at}"), faults)
                })
                .collect()
        };
        match filter {
            ReportFilter::All { all } => Self::All(parts("all", all)),
            ReportFilter::Any { any } => Self::Any(parts("any", any)),
            ReportFilter::Not { not } => {
                let place = format!("{place}/not");
                Self::Not(Box::new(Self::of(not, dataset, moment, &place, faults)))
            }
            ReportFilter::Is(condition) => match test(condition, dataset, moment) {
                Ok(test) => Self::Is(test),
                Err((member, detail)) => {
                    faults.push((format!("{place}/{member}"), detail));
                    Self::Any(Vec::new())
                }
            },
        }
    }

    /// Whether the record is let through.
    pub fn lets_through(&self, record: &Json) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.lets_through(record)),
            Self::Any(parts) => parts.iter().any(|part| part.lets_through(record)),
            Self::Not(part) => !part.lets_through(record),
            Self::Is(test) => test.holds(record),
        }
    }

    /// Names of the fields that it looks at.
    pub fn fields(&self) -> Vec<&'static str> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::fields).collect(),
            Self::Not(part) => part.fields(),
            Self::Is(test) => vec![&test.field.name],
        }
    }

    /// The span outside which `field`, which always holds a moment, lies in no record that is let through.
    pub fn span(&self, field: &str) -> Span {
        let one = |test: &Test| match (&test.op, test.values.first()) {
            (FilterOp::Eq, Some(Value::Span(span))) => *span,
            (FilterOp::Lt, Some(Value::Span(span))) => Span {
                from: None,
                to: span.from,
            },
            (FilterOp::Le, Some(Value::Span(span))) => Span {
                from: None,
                to: span.to,
            },
            (FilterOp::Gt, Some(Value::Span(span))) => Span {
                from: span.to,
                to: None,
            },
            (FilterOp::Ge, Some(Value::Span(span))) => Span {
                from: span.from,
                to: None,
            },
            _ => Span::default(),
        };
        match self {
            Self::Is(test) if test.field.name == field => one(test),
            Self::All(parts) => parts.iter().fold(Span::default(), |all, part| {
                let Span { from, to } = part.span(field);
                Span {
                    from: all.from.max(from),
                    to: match (all.to, to) {
                        (Some(one), Some(other)) => Some(one.min(other)),
                        (one, other) => one.or(other),
                    },
                }
            }),
            Self::Is(_) | Self::Any(_) | Self::Not(_) => Span::default(),
        }
    }
}

/// The test that a condition means, or the member that is at fault and why.
fn test(
    condition: &ReportCondition,
    dataset: DatasetName,
    moment: &Moment,
) -> Result<Test, (&'static str, String)> {
    let unknown = || ("field", "Unknown field.".to_owned());
    let field = dataset.field(&condition.field).ok_or_else(unknown)?;
    let op = condition.op;
    if !field.ops.contains(&op) {
        let known: Vec<&str> = field.ops.iter().map(|op| op.as_str()).collect();
        return Err(("op", format!("This field supports: {}.", known.join(", "))));
    }
    let said: &[Json] = match (&condition.value, op) {
        (_, FilterOp::Empty | FilterOp::Filled) => &[],
        (Json::Array(values), FilterOp::In) if !values.is_empty() => values,
        (_, FilterOp::In) => return Err(("value", "Enter a list of values.".to_owned())),
        (value, _) => std::slice::from_ref(value),
    };
    let values = said
        .iter()
        .map(|value| understood(field, value, moment))
        .collect::<Result<_, String>>();
    let values = values.map_err(|detail| ("value", detail))?;
    Ok(Test { field, op, values })
}

fn understood(field: &DatasetField, value: &Json, moment: &Moment) -> Result<Value, String> {
    let text = value.as_str();
    let understood = match field.kind {
        FieldKind::Text => text.map(fold).map(Value::Text),
        FieldKind::List if field.words.is_empty() => text.map(fold).map(Value::Text),
        FieldKind::Choice | FieldKind::List => {
            let known = text.filter(|text| field.words.iter().any(|it| it == text));
            known.map(|text| Value::Word(text.to_owned()))
        }
        FieldKind::Id => text
            .and_then(|text| text.parse::<uuid::Uuid>().ok())
            .map(|id| Value::Word(id.to_string())),
        FieldKind::Number => value.as_f64().map(Value::Number),
        FieldKind::Flag => value.as_bool().map(Value::Flag),
        FieldKind::Day => text.and_then(|text| day(text, moment)).map(Value::Day),
        FieldKind::Moment => text.and_then(|text| span(text, moment)).map(Value::Span),
    };
    understood.ok_or_else(|| wanted(field))
}

fn wanted(field: &DatasetField) -> String {
    match field.kind {
        FieldKind::Choice | FieldKind::List if !field.words.is_empty() => {
            format!("Give one of: {}.", field.words.join(", "))
        }
        FieldKind::Text | FieldKind::List | FieldKind::Choice => "Enter text.".to_owned(),
        FieldKind::Id => "Enter an id.".to_owned(),
        FieldKind::Number => "Enter a number.".to_owned(),
        FieldKind::Flag => "Enter true or false.".to_owned(),
        FieldKind::Day => {
            "Enter a date, for example 2026-11-22, or days from today, for example -7d.".to_owned()
        }
        FieldKind::Moment => {
            "Enter a date and time, a date, for example 2026-11-22, or days from today, for example -7d.".to_owned()
        }
    }
}

/// A day, or so many days from today.
fn day(text: &str, moment: &Moment) -> Option<Date> {
    let Some(days) = text.strip_suffix('d') else {
        return text.parse().ok();
    };
    let days: i32 = days.strip_prefix('+').unwrap_or(days).parse().ok()?;
    let today = moment.now.to_zoned(moment.zone.clone()).date();
    (days.abs() <= 36_600)
        .then(|| today.checked_add(days.days()).ok())
        .flatten()
}

/// The moments that a text stands for.
fn span(text: &str, moment: &Moment) -> Option<Span> {
    if let Some(day) = day(text, moment) {
        let start = |day: Date| Some(day.to_zoned(moment.zone.clone()).ok()?.timestamp());
        return Some(Span {
            from: Some(start(day)?),
            to: start(day.tomorrow().ok()?),
        });
    }
    let at: Timestamp = text.parse().ok()?;
    Some(Span {
        from: Some(at),
        to: at.checked_add(SignedDuration::from_millis(1)).ok(),
    })
}

/// The values of a field in a record: one, or those of a list. What says nothing is left out.
pub fn values_of<'r>(record: &'r Json, path: &str) -> Vec<&'r Json> {
    let mut found = vec![record];
    for name in path.split('.') {
        found = found
            .into_iter()
            .flat_map(parts)
            .filter_map(|value| value.get(name))
            .collect();
    }
    let mut found: Vec<&Json> = found.into_iter().flat_map(parts).collect();
    found.retain(|value| !says_nothing(value));
    found
}

/// The parts of a list; of anything else, itself.
fn parts(value: &Json) -> &[Json] {
    match value {
        Json::Array(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

fn says_nothing(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Object(members) => members.is_empty(),
        Json::Array(_) | Json::Bool(_) | Json::Number(_) => false,
    }
}

impl Test {
    fn holds(&self, record: &Json) -> bool {
        let found = values_of(record, &self.field.name);
        match self.op {
            FilterOp::Empty => found.is_empty(),
            FilterOp::Filled => !found.is_empty(),
            FilterOp::Ne => !found.iter().any(|value| self.is_one(value)),
            FilterOp::Eq | FilterOp::In => found.iter().any(|value| self.is_one(value)),
            FilterOp::Has | FilterOp::Starts => found.iter().any(|value| self.has(value)),
            FilterOp::Lt | FilterOp::Le | FilterOp::Gt | FilterOp::Ge => {
                let first = self.values.first();
                found
                    .iter()
                    .any(|value| first.is_some_and(|wanted| self.is_beyond(value, wanted)))
            }
        }
    }

    fn is_one(&self, value: &Json) -> bool {
        let text = value.as_str();
        self.values.iter().any(|wanted| match wanted {
            Value::Text(wanted) => text.is_some_and(|text| fold(text) == *wanted),
            Value::Word(wanted) => text == Some(wanted),
            Value::Number(wanted) => value
                .as_f64()
                .is_some_and(|it| it.total_cmp(wanted).is_eq()),
            Value::Flag(wanted) => value.as_bool() == Some(*wanted),
            Value::Day(wanted) => text.and_then(|it| it.parse().ok()) == Some(*wanted),
            Value::Span(Span { from, to }) => timestamp(value)
                .is_some_and(|at| from.is_none_or(|it| it <= at) && to.is_none_or(|it| at < it)),
        })
    }

    fn has(&self, value: &Json) -> bool {
        let Some(text) = value.as_str().map(fold) else {
            return false;
        };
        self.values.iter().any(|wanted| match (wanted, self.op) {
            (Value::Text(wanted) | Value::Word(wanted), FilterOp::Starts) => {
                text.starts_with(wanted)
            }
            (Value::Text(wanted) | Value::Word(wanted), _) => text.contains(wanted),
            _ => false,
        })
    }

    fn is_beyond(&self, value: &Json, wanted: &Value) -> bool {
        let ordering = match wanted {
            Value::Number(wanted) => value.as_f64().map(|it| it.total_cmp(wanted)),
            Value::Day(wanted) => {
                let day = value.as_str().and_then(|it| it.parse::<Date>().ok());
                day.map(|day| day.cmp(wanted))
            }
            Value::Span(Span {
                from: Some(from),
                to: Some(to),
            }) => {
                let Some(at) = timestamp(value) else {
                    return false;
                };
                return match self.op {
                    FilterOp::Lt => at < *from,
                    FilterOp::Le => at < *to,
                    FilterOp::Gt => *to <= at,
                    _ => *from <= at,
                };
            }
            _ => None,
        };
        ordering.is_some_and(|ordering| match self.op {
            FilterOp::Lt => ordering.is_lt(),
            FilterOp::Le => ordering.is_le(),
            FilterOp::Gt => ordering.is_gt(),
            _ => ordering.is_ge(),
        })
    }
}

/// The moment that a value holds.
pub fn timestamp(value: &Json) -> Option<Timestamp> {
    value.as_str()?.parse().ok()
}
