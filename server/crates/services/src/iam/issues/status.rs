//! How far an issue is: new, triaged, in progress or waiting, resolved, closed; reopened from the last two.
//!
//! Invariant: the status moves along an arrow at a time; an issue that is resolved says how.

use super::Issue;
use crate::problem::FieldProblem;
use crate::validate::Faults;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// How far an issue is.
    IssueStatus {
        /// Reported.
        New = "new",
        /// Looked at, and to be done.
        Triaged = "triaged",
        /// Somebody works on it.
        InProgress = "inProgress",
        /// It waits for somebody else.
        Waiting = "waiting",
        /// It is done.
        Resolved = "resolved",
        /// Whoever reported it agrees.
        Closed = "closed",
        /// It was not done after all.
        Reopened = "reopened",
    }
}

impl IssueStatus {
    /// What it can move to.
    pub const fn next(self) -> &'static [Self] {
        match self {
            Self::New => &[Self::Triaged],
            Self::Triaged => &[Self::InProgress],
            Self::InProgress => &[Self::Waiting, Self::Resolved],
            Self::Waiting => &[Self::InProgress, Self::Resolved],
            Self::Resolved => &[Self::Closed, Self::Reopened],
            Self::Closed => &[Self::Reopened],
            Self::Reopened => &[Self::Triaged, Self::InProgress],
        }
    }

    /// Whether nothing is left to do.
    pub const fn is_done(self) -> bool {
        matches!(self, Self::Resolved | Self::Closed)
    }
}

/// Refuses jumps, and a resolution that is missing.
pub(super) fn check(before: Option<&Issue>, fields: &Issue, faults: &mut Faults) {
    let to = fields.status;
    match before.map(|it| it.status) {
        None if to != IssueStatus::New => {
            let detail = "An issue begins as new.";
            faults.add(FieldProblem::member("status", detail));
        }
        Some(from) if from != to && !from.next().contains(&to) => {
            faults.add(FieldProblem::member("status", jump(from, to)));
        }
        _ => {}
    }
    if to.is_done() && fields.resolution.is_empty() && fields.duplicate_of.is_none() {
        let detail = "Enter a resolution, or choose the issue that this one duplicates.";
        faults.add(FieldProblem::member("resolution", detail));
    }
}

/// Says that an issue cannot go from one status to the other at once, and where it can go.
pub fn jump(from: IssueStatus, to: IssueStatus) -> String {
    let next: Vec<&str> = from.next().iter().map(|it| it.as_str()).collect();
    format!(
        "An issue cannot change from {} to {}. It can change to {}.",
        from.as_str(),
        to.as_str(),
        next.join(" or ")
    )
}
