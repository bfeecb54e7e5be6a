//! Headings of saved reports: what the columns of their list are called in tables.
//!
//! Invariant: they say what the screen says.

use crate::collection::headings::{Heading, Holds};

pub(super) const HEADINGS: &[Heading] = &[
    Heading::new("name", "Name"),
    Heading::new("dataset", "Data").holding(Holds::Words(&[
        ("contacts", "Contacts"),
        ("ports", "Ports"),
        ("audit", "Audit history"),
        ("issues", "Issues"),
        ("files", "Files"),
        ("users", "Users"),
        ("mail", "Mail"),
    ])),
    Heading::new("chart.type", "Chart").holding(Holds::Words(&[
        ("none", "No chart"),
        ("bar", "Bars"),
        ("line", "Line"),
        ("pie", "Pie"),
    ])),
    Heading::new("visibility", "Visible to").holding(Holds::Words(&[
        ("private", "Only me"),
        ("roles", "People with certain roles"),
        ("company", "Everyone in the company"),
    ])),
    Heading::new("lastRun.at", "Last run").holding(Holds::Moment),
    Heading::new("lastRun.rows", "Rows"),
];
