//! Headings of issues: what reports call their fields and their words.
//!
//! Invariant: they say what the screens say.

use crate::collection::headings::{Heading, Holds};

pub(super) const HEADINGS: &[Heading] = &[
    Heading::new("number", "Number"),
    Heading::new("title", "Title"),
    Heading::new("description", "Description"),
    Heading::new("type", "Kind").holding(Holds::Words(&[
        ("bug", "Something is broken"),
        ("dataError", "Wrong data"),
        ("access", "Access"),
        ("request", "Feature request"),
        ("question", "Question"),
    ])),
    Heading::new("severity", "Severity").holding(Holds::Words(&[
        ("low", "Low"),
        ("medium", "Medium"),
        ("high", "High"),
        ("critical", "Critical"),
    ])),
    Heading::new("priority", "Priority").holding(Holds::Words(&[
        ("low", "Low"),
        ("normal", "Normal"),
        ("high", "High"),
        ("urgent", "Urgent"),
    ])),
    Heading::new("status", "Status").holding(Holds::Words(&[
        ("new", "New"),
        ("triaged", "Triaged"),
        ("inProgress", "In progress"),
        ("waiting", "Waiting"),
        ("resolved", "Resolved"),
        ("closed", "Closed"),
        ("reopened", "Reopened"),
    ])),
    Heading::new("reporterName", "Reported by"),
    Heading::new("assigneeName", "Assigned to"),
    Heading::new("dueAt", "Due").holding(Holds::Moment),
    Heading::new("createdAt", "Reported").holding(Holds::Moment),
    Heading::new("labels", "Labels"),
    Heading::new("route", "Page"),
    Heading::new("errorId", "Error ID"),
    Heading::new("browser", "Browser"),
    Heading::new("resolution", "Resolution"),
    Heading::new("commentCount", "Comments"),
];
