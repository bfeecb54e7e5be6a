//! Doors: how many requests of a class are in work at once, and which classes wait while memory is short.
//!
//! Invariant: nobody waits at a door. Who finds it closed is told at once to come back, or gets the page that the browser draws.

use tokio::sync::{Semaphore, SemaphorePermit};
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

    /// From which pressure on it waits; none if it never does.
    fn waits_at(self) -> Option<Pressure> {
        match self {
            Self::Documents | Self::HeavyCalls | Self::SignUps => Some(Pressure::Tight),
            Self::Calls => Some(Pressure::Short),
            Self::Sessions => None,
        }
    }
}

/// All doors.
#[derive(Debug)]
pub(super) struct Doors {
    documents: Door,
    calls: Door,
    heavy_calls: Door,
    sign_ups: Door,
}

#[derive(Debug)]
struct Door {
    most: usize,
    places: Semaphore,
}

impl Door {
    fn new(most: usize) -> Self {
        let places = Semaphore::new(most);
        Self { most, places }
    }

    fn in_work(&self) -> usize {
        self.most - self.places.available_permits()
    }
}

impl Doors {
    pub(super) fn new(edge: &Edge) -> Self {
        Self {
            documents: Door::new(edge.documents_at_once),
            calls: Door::new(edge.calls_at_once),
            heavy_calls: Door::new(edge.heavy_calls_at_once),
            sign_ups: Door::new(edge.sign_ups_at_once),
        }
    }

    /// A place, if there is one at this pressure. It is taken until it is dropped.
    pub(super) fn enter(&self, class: Class, pressure: Pressure) -> Option<SemaphorePermit<'_>> {
        if class.waits_at().is_some_and(|it| it <= pressure) {
            return None;
        }
        self.door(class).places.try_acquire().ok()
    }

    pub(super) fn in_work(&self) -> [(&'static str, usize); 4] {
        let classes = [
            Class::Documents,
            Class::Calls,
            Class::HeavyCalls,
            Class::SignUps,
        ];
        classes.map(|class| (class.name(), self.door(class).in_work()))
    }

    fn door(&self, class: Class) -> &Door {
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
        let doors = Doors::new(&edge);
        let open = |pressure| {
            [
                Class::Documents,
                Class::HeavyCalls,
                Class::SignUps,
                Class::Calls,
                Class::Sessions,
            ]
            .map(|class| doors.enter(class, pressure).is_some())
        };
        assert_eq!(open(Pressure::None), [true; 5]);
        assert_eq!(open(Pressure::Tight), [false, false, false, true, true]);
        assert_eq!(open(Pressure::Short), [false, false, false, false, true]);
    }

    #[test]
    fn a_place_is_taken_until_it_is_dropped() {
        let mut edge = Config::load(&Options::default()).unwrap().edge;
        edge.sign_ups_at_once = 1;
        let doors = Doors::new(&edge);
        let turn = doors.enter(Class::SignUps, Pressure::None);
        assert!(turn.is_some());
        assert!(doors.enter(Class::SignUps, Pressure::None).is_none());
        assert!(doors.in_work().contains(&("sign_ups", 1)));
        drop(turn);
        assert!(doors.enter(Class::SignUps, Pressure::None).is_some());
    }
}
