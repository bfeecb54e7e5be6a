//! The filter of a report: conditions joined by `all`, `any` and `not`, as it is sent and kept.
//!
//! Invariant: a filter that was read is at most [`MAX_DEPTH`] groups deep and holds at most [`MAX_CONDITIONS`] conditions.

use std::cell::Cell;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::validate::Members;
use crate::vocabulary::wire_enum;

/// How deep groups may lie in each other.
pub const MAX_DEPTH: usize = 5;

/// How many conditions a filter may hold.
pub const MAX_CONDITIONS: usize = 50;

wire_enum! {
    /// How a field is compared.
    FilterOp {
        /// Equal; of a list, one of its parts is.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Less, or earlier.
        Lt = "lt",
        /// Less or equal, or not later.
        Le = "le",
        /// Greater, or later.
        Gt = "gt",
        /// Greater or equal, or not earlier.
        Ge = "ge",
        /// Equal to one of the values.
        In = "in",
        /// The text occurs in it.
        Has = "has",
        /// It begins with the text.
        Starts = "starts",
        /// It says nothing.
        Empty = "empty",
        /// It says something.
        Filled = "filled",
    }
}

/// Which records a report is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(no_recursion)]
pub enum ReportFilter {
    /// Those that all parts let through.
    All {
        /// The parts.
        all: Vec<Self>,
    },
    /// Those that one of the parts lets through.
    Any {
        /// The parts.
        any: Vec<Self>,
    },
    /// Those that the part does not let through.
    Not {
        /// The part.
        not: Box<Self>,
    },
    /// Those whose field compares so.
    Is(ReportCondition),
}

/// A field compared with a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportCondition {
    /// Name of the field.
    #[schema(max_length = 100)]
    pub field: String,
    /// How it is compared.
    pub op: FilterOp,
    /// With what: a text, a number, true or false, a moment, a day, days from today such as `-7d`; a list of them for `in`.
    #[serde(default)]
    pub value: Value,
}

/// Takes the member `filters` in. `null`, or an object without members, is no filter.
pub(super) fn read(members: &mut Members, field: &mut Option<ReportFilter>) {
    let conditions = Cell::new(0);
    members.object("filters", |members| {
        *field = node(members, 1, &conditions);
    });
}

fn node(members: &mut Members, depth: usize, conditions: &Cell<usize>) -> Option<ReportFilter> {
    for group in ["all", "any", "not"] {
        if members.has(group) {
            if MAX_DEPTH < depth {
                let detail = format!("Nest groups at most {MAX_DEPTH} deep.");
                members.fault(group, detail);
                return None;
            }
            return inner(members, group, depth + 1, conditions);
        }
    }
    let mut condition = ReportCondition {
        field: String::new(),
        op: FilterOp::Eq,
        value: Value::Null,
    };
    // An empty object as a whole is no filter; as a part of one it lacks its field.
    if depth == 1 && !["field", "op", "value"].iter().any(|it| members.has(it)) {
        return None;
    }
    conditions.set(conditions.get() + 1);
    if conditions.get() == MAX_CONDITIONS + 1 {
        let detail = format!("Use at most {MAX_CONDITIONS} conditions.");
        members.fault("field", detail);
    }
    members.filled_text("field", 100, &mut condition.field);
    members.word("op", &mut condition.op);
    members.json("value", 10_000, &mut condition.value);
    Some(ReportFilter::Is(condition))
}

fn inner(
    members: &mut Members,
    group: &str,
    depth: usize,
    conditions: &Cell<usize>,
) -> Option<ReportFilter> {
    if group == "not" {
        let mut part = None;
        members.object("not", |members| part = node(members, depth, conditions));
        return part.map(|part| ReportFilter::Not {
            not: Box::new(part),
        });
    }
    let mut parts = Vec::new();
    members.objects(group, MAX_CONDITIONS, &mut parts, |members| {
        node(members, depth, conditions)
    });
    let parts: Vec<ReportFilter> = parts.into_iter().flatten().collect();
    members.ensure(group, !parts.is_empty(), "Add at least one condition.");
    Some(match group {
        "all" => ReportFilter::All { all: parts },
        _ => ReportFilter::Any { any: parts },
    })
}
