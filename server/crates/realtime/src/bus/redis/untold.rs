//! What may not have arrived: the branches of events that could not be sent, or were sent to a Redis that may have been the wrong one.
//!
//! Redis confirms an event that it takes, but after a failover that may have been the server that nobody listens to any more. So
//! what was sent within the last minute is told again as missed when the connection was lost.
//!
//! Invariant: it is bounded; when there are too many branches, everything may have changed.

use std::collections::HashSet;

use super::super::Event;

/// Branches that are remembered one by one.
const MOST: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Untold {
    failed: Branches,
    /// Of this half minute, and of the one before.
    sent: [Branches; 2],
}

#[derive(Debug, Default)]
struct Branches {
    some: HashSet<String>,
    is_everything: bool,
}

impl Untold {
    /// Nobody was told of this.
    pub(super) fn failed(&mut self, event: &Event) {
        self.failed.add(event);
    }

    /// Redis has taken it.
    pub(super) fn sent(&mut self, event: &Event) {
        self.sent[0].add(event);
    }

    /// Half a minute is over.
    pub(super) fn age(&mut self) {
        self.sent[1] = std::mem::take(&mut self.sent[0]);
    }

    /// The connection was lost.
    pub(super) fn doubt(&mut self) {
        for sent in std::mem::take(&mut self.sent) {
            self.failed.extend(sent);
        }
    }

    /// What is to be told next, and is forgotten here.
    pub(super) fn next(&mut self) -> Option<Event> {
        if self.failed.is_everything {
            self.failed = Branches::default();
            return Some(Event::Missed { branch: None });
        }
        let next = self.failed.some.iter().next()?.clone();
        self.failed.some.remove(&next);
        Some(Event::Missed { branch: Some(next) })
    }
}

impl Branches {
    fn add(&mut self, event: &Event) {
        // A peer that is back waits for its dead socket, but not for long: to be told later is of no use.
        if matches!(event, Event::Replaced { .. }) || self.is_everything {
            return;
        }
        match event.branch() {
            Some(branch) if self.some.contains(branch) => {}
            Some(branch) if self.some.len() < MOST => {
                self.some.insert(branch.to_owned());
            }
            Some(_) | None => self.fill(),
        }
    }

    fn extend(&mut self, other: Self) {
        self.some.extend(other.some);
        if other.is_everything || MOST < self.some.len() {
            self.fill();
        }
    }

    fn fill(&mut self) {
        self.some.clear();
        self.is_everything = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(branch: usize) -> Event {
        Event::Written {
            namespace: "demo".to_owned(),
            path: format!("co{branch}/ctr/n"),
        }
    }

    fn all(untold: &mut Untold) -> Vec<Option<String>> {
        let events = std::iter::from_fn(|| untold.next());
        let branches = events.map(|it| it.branch().map(str::to_owned));
        let mut branches: Vec<_> = branches.collect();
        branches.sort();
        branches
    }

    #[test]
    fn failed_branches_are_told_once() {
        let mut untold = Untold::default();
        for branch in [1, 2, 1] {
            untold.failed(&written(branch));
        }
        untold.failed(&Event::Replaced {
            socket: "s".to_owned(),
        });
        assert_eq!(
            all(&mut untold),
            ["co1", "co2"].map(|it| Some(it.to_owned()))
        );
        assert_eq!(all(&mut untold), []);
    }

    #[test]
    fn sent_branches_are_told_after_a_break() {
        let mut untold = Untold::default();
        untold.sent(&written(1));
        untold.age();
        untold.sent(&written(2));
        untold.age();
        untold.sent(&written(3));
        assert_eq!(all(&mut untold), []);
        untold.doubt();
        assert_eq!(
            all(&mut untold),
            ["co2", "co3"].map(|it| Some(it.to_owned()))
        );
        untold.doubt();
        assert_eq!(all(&mut untold), []);
    }

    #[test]
    fn too_many_branches_are_everything() {
        let mut untold = Untold::default();
        for branch in 0..=MOST {
            untold.failed(&written(branch));
        }
        untold.failed(&written(0));
        assert_eq!(all(&mut untold), [None]);
        assert_eq!(all(&mut untold), []);
    }
}
