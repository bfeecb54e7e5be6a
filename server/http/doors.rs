//! Doors: how many requests of a class are in work at once, and which classes wait while memory is short.
//!
//! Invariant: nobody waits at a door. Who finds it closed is told at once to come back, or gets the page that the browser draws.

use std::sync::atomic::{AtomicUsize, Ordering};

use waybill_services::http::slash;

use super::weight::Weight;
use crate::config::Edge;
use crate::memory::Pressure;

/// What keeps people signed in, and lets them go.
const OF_SESSIONS: [&str; 2] = ["/iam/api/v1/auth/token-refresh", "/iam/api/v1/auth/logout"];

/// Requests that compete with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Pages that are fetched for and drawn here.
    Documents,
    /// Calls to the services.
    Calls,
    /// The calls among them that keep people signed in: in the same places, whatever the memory.
    Sessions,
    /// Imports, exports and uploads.
    HeavyCalls,
    /// New accounts of people. The company that one begins is a call: who got through the door comes to the end.
    SignUps,
}

impl Class {
    /// Of a call to a service.
    pub(super) fn of(path: &str, weight: Weight) -> Self {
        let path = slash::trimmed(path);
        if weight.is_heavy {
            Self::HeavyCalls
        } else if OF_SESSIONS.contains(&path) {
            Self::Sessions
        } else {
            Self::Calls
        }
    }

    /// Under which it is counted.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Calls | Self::Sessions => "calls",
            Self::HeavyCalls => "heavy_calls",
            Self::SignUps => "sign_ups",
        }
    }

    /// How many of it, and of those that share its places, there may be.
    fn most(self, edge: &Edge) -> usize {
        match self {
            Self::Documents => edge.documents_at_once,
            Self::Calls | Self::Sessions => edge.calls_at_once,
            Self::HeavyCalls => edge.heavy_calls_at_once,
            Self::SignUps => edge.sign_ups_at_once,
        }
    }

    /// From which pressure on it waits; none if it never does.
    fn waits_at(self) -> Option<Pressure> {
        match self {
            Self::Documents | Self::HeavyCalls | Self::SignUps => Some(Pressure::Tight),
            Self::Calls => Some(Pressure::Short),
            Self::Sessions => None,
        }
    }
}

/// All doors. How wide they are is asked each time, for that may change.
#[derive(Debug, Default)]
pub(super) struct Doors {
    documents: AtomicUsize,
    calls: AtomicUsize,
    heavy_calls: AtomicUsize,
    sign_ups: AtomicUsize,
}

/// A place, until it is dropped.
#[derive(Debug)]
#[must_use = "a place that is dropped is free"]
pub(super) struct Turn<'a>(&'a AtomicUsize);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Doors {
    /// A place, if there is one at this pressure. It is taken until it is dropped.
    pub(super) fn enter(&self, class: Class, pressure: Pressure, edge: &Edge) -> Option<Turn<'_>> {
        if class.waits_at().is_some_and(|it| it <= pressure) {
            return None;
        }
        let (in_work, most) = (self.in_work_of(class), class.most(edge));
        let one_more = |it| (it < most).then_some(it + 1);
        in_work
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more)
            .ok()?;
        Some(Turn(in_work))
    }

    pub(super) fn in_work(&self) -> [(&'static str, usize); 4] {
        let classes = [
            Class::Documents,
            Class::Calls,
            Class::HeavyCalls,
            Class::SignUps,
        ];
        let count = |class| self.in_work_of(class).load(Ordering::Relaxed);
        classes.map(|class| (class.name(), count(class)))
    }

    fn in_work_of(&self, class: Class) -> &AtomicUsize {
        match class {
            Class::Documents => &self.documents,
            Class::Calls | Class::Sessions => &self.calls,
            Class::HeavyCalls => &self.heavy_calls,
            Class::SignUps => &self.sign_ups,
        }
    }
}

#[cfg(test)]
mod tests {
    use http::Method;

    use super::*;
    use crate::config::{Config, arguments::Options};

    fn of(method: &Method, path: &str) -> Class {
        Class::of(path, Weight::of(method, path))
    }

    #[test]
    fn calls_compete_with_their_like() {
        for (method, path, class) in [
            (Method::POST, "/iam/api/v1/auth", Class::Calls),
            (Method::POST, "/iam/api/v1/auth/logout/", Class::Sessions),
            (Method::POST, "/iam/api/v1/auth/login", Class::Calls),
            (Method::POST, "/iam/api/v1/auth/logout", Class::Sessions),
            (
                Method::GET,
                "/iam/api/v1/auth/token-refresh",
                Class::Sessions,
            ),
            (
                Method::GET,
                "/contact/api/v1/contacts/export",
                Class::HeavyCalls,
            ),
            (Method::GET, "/contact/api/v1/contacts", Class::Calls),
        ] {
            assert_eq!(of(&method, path), class, "{method} {path}");
        }
    }

    #[test]
    fn what_takes_much_waits_first_and_what_keeps_people_signed_in_never() {
        let edge = Config::load(&Options::default()).unwrap().edge;
        let doors = Doors::default();
        let open = |pressure| {
            [
                Class::Documents,
                Class::HeavyCalls,
                Class::SignUps,
                Class::Calls,
                Class::Sessions,
            ]
            .map(|class| doors.enter(class, pressure, &edge).is_some())
        };
        assert_eq!(open(Pressure::None), [true; 5]);
        assert_eq!(open(Pressure::Tight), [false, false, false, true, true]);
        assert_eq!(open(Pressure::Short), [false, false, false, false, true]);
    }

    #[test]
    fn a_place_is_taken_until_it_is_dropped() {
        let mut edge = Config::load(&Options::default()).unwrap().edge;
        edge.sign_ups_at_once = 1;
        let doors = Doors::default();
        let enter = |edge: &Edge| doors.enter(Class::SignUps, Pressure::None, edge);
        let turn = enter(&edge);
        assert!(turn.is_some());
        assert!(enter(&edge).is_none());
        assert!(doors.in_work().contains(&("sign_ups", 1)));
        drop(turn);
        assert!(enter(&edge).is_some());
    }

    #[test]
    fn a_door_is_as_wide_as_is_said_now() {
        let mut edge = Config::load(&Options::default()).unwrap().edge;
        let doors = Doors::default();
        edge.calls_at_once = 2;
        let enter = |edge: &Edge| doors.enter(Class::Calls, Pressure::None, edge);
        let (one, two) = (enter(&edge), enter(&edge));
        edge.calls_at_once = 3;
        let three = enter(&edge);
        assert!(one.is_some() && two.is_some() && three.is_some());
        edge.calls_at_once = 1;
        drop((one, two));
        assert!(enter(&edge).is_none());
        drop(three);
        assert!(enter(&edge).is_some());
    }
}
