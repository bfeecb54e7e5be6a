//! Metrics: what is counted while the program runs, told in the text form that Prometheus reads.
//!
//! Invariant: a label is a word of a closed set or a route's template, never a value of a request; and there is an upper bound of
//! series besides ([`MOST_ROUTES`]). Nothing here is global: two servers in one process share nothing.

mod observation;
mod plain;
mod process;

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

pub use self::observation::{JobUse, MemoryUse, Observation, PoolUse, UpstreamUse, Waiting};
pub use self::plain::plain;
pub use self::process::{Process, resident_bytes};

/// Series by route at most; what comes after them counts as [`OTHER`]. All together there are less than 2,000.
pub const MOST_ROUTES: usize = 1_200;

/// The route of requests beyond [`MOST_ROUTES`], and the method that is none of HTTP's own.
const OTHER: &str = "other";

/// What the names of all metrics begin with, but for those that every program tells of its process.
const PREFIX: &str = "waybill";

/// Upper bounds of the durations, in seconds: from an asset in memory to a call's deadline.
const SECONDS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 25.0,
];

/// What is counted of one running server.
pub struct Metrics {
    registry: Registry,
    requests: Family<Requested, Counter>,
    routes: AtomicUsize,
    durations: Family<[(&'static str, &'static str); 1], Histogram>,
    shed: Family<[(&'static str, &'static str); 1], Counter>,
    in_work: Family<[(&'static str, &'static str); 1], Gauge>,
    connections: Gauge,
    last: Arc<Last>,
}

/// A request that was answered.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    /// Its method.
    pub method: &'a str,
    /// The template of the route that answered it.
    pub route: &'a str,
    /// What kind of request it was, a word of a closed set.
    pub kind: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// How long it took, to the head of the answer.
    pub took: Duration,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Requested {
    method: &'static str,
    route: String,
    status: &'static str,
}

/// What was observed last, told with the next reading.
#[derive(Debug, Default)]
struct Last(Mutex<Option<Observation>>);

/// The part of it that every program tells under the same names.
#[derive(Debug)]
struct LastOfProcess(Arc<Last>);

impl Last {
    fn observed(&self) -> MutexGuard<'_, Option<Observation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Collector for Last {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        match &*self.observed() {
            Some(observation) => observation.encode(encoder),
            None => Ok(()),
        }
    }
}

impl Collector for LastOfProcess {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        match &*self.0.observed() {
            Some(observation) => observation.encode_process(encoder),
            None => Ok(()),
        }
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let mut all = Registry::default();
        let registry = all.sub_registry_with_prefix(PREFIX);
        let requests = Family::default();
        let durations = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> _);
        let shed = Family::default();
        let in_work = Family::default();
        let connections = Gauge::default();
        registry.register(
            "http_requests",
            "Requests answered, by route and status class",
            Family::clone(&requests),
        );
        registry.register(
            "http_request_duration_seconds",
            "Time to the head of the answer, by kind of request",
            Family::clone(&durations),
        );
        registry.register(
            "http_requests_shed",
            "Requests sent away because too many of their class were in work, or memory was short",
            Family::clone(&shed),
        );
        registry.register(
            "http_requests_in_work",
            "Requests in work now, by class",
            Family::clone(&in_work),
        );
        registry.register(
            "http_connections",
            "Connections that are open now",
            Gauge::clone(&connections),
        );
        let last = Arc::new(Last::default());
        registry.register_collector(Box::new(Arc::clone(&last)));
        all.register_collector(Box::new(LastOfProcess(Arc::clone(&last))));
        Self {
            registry: all,
            requests,
            routes: AtomicUsize::new(0),
            durations,
            shed,
            in_work,
            connections,
            last,
        }
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Metrics {
    /// Counts an answer.
    pub fn answered(&self, answered: Answered<'_>) {
        let took = answered.took.as_secs_f64();
        self.durations
            .get_or_create(&[("kind", answered.kind)])
            .observe(took);
        let mut requested = Requested {
            method: method(answered.method),
            route: answered.route.to_owned(),
            status: class(answered.status),
        };
        if self.requests.get(&requested).is_none()
            && MOST_ROUTES <= self.routes.fetch_add(1, Ordering::Relaxed)
        {
            OTHER.clone_into(&mut requested.route);
        }
        self.requests.get_or_create(&requested).inc();
    }

    /// Counts a request that was sent away, by the name of the door that was closed.
    pub fn shed(&self, class: &'static str) {
        self.shed.get_or_create(&[("class", class)]).inc();
    }

    /// Notes a connection, which is open until what this gives is dropped.
    pub fn connection(&self) -> Connection {
        self.connections.inc();
        Connection(self.connections.clone())
    }

    /// How many connections are open.
    pub fn connections(&self) -> i64 {
        self.connections.get()
    }

    /// Everything as text, with what was observed this moment, and how much is in work by class.
    pub fn tell(&self, observation: Observation, in_work: &[(&'static str, usize)]) -> String {
        for (class, count) in in_work {
            let count = i64::try_from(*count).unwrap_or(i64::MAX);
            self.in_work.get_or_create(&[("class", *class)]).set(count);
        }
        *self.last.observed() = Some(observation);
        let mut text = String::with_capacity(32 * 1024);
        // A String takes every write.
        if encode(&mut text, &self.registry).is_err() {
            tracing::error!("Metrics could not be written.");
        }
        text
    }
}

/// An open connection, as far as it is counted.
#[derive(Debug)]
pub struct Connection(Gauge);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.dec();
    }
}

fn method(method: &str) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    KNOWN.into_iter().find(|it| *it == method).unwrap_or(OTHER)
}

fn class(status: u16) -> &'static str {
    match status {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered<'a>(method: &'a str, route: &'a str, status: u16) -> Answered<'a> {
        Answered {
            method,
            route,
            kind: "read",
            status,
            took: Duration::from_millis(3),
        }
    }

    fn told(metrics: &Metrics) -> String {
        metrics.tell(Observation::default(), &[("calls", 2)])
    }

    #[test]
    fn answers_are_told_by_route_class_and_duration() {
        let metrics = Metrics::default();
        metrics.answered(answered("GET", "/iam/api/v1/users/{id}", 204));
        metrics.answered(answered("GET", "/iam/api/v1/users/{id}", 200));
        metrics.answered(answered("BREW", "/login", 405));
        metrics.shed("documents");
        let text = told(&metrics);
        for line in [
            "waybill_http_requests_total{method=\"GET\",route=\"/iam/api/v1/users/{id}\",status=\"2xx\"} 2",
            "waybill_http_requests_total{method=\"other\",route=\"/login\",status=\"4xx\"} 1",
            "waybill_http_request_duration_seconds_bucket{le=\"0.005\",kind=\"read\"} 3",
            "waybill_http_requests_shed_total{class=\"documents\"} 1",
            "waybill_http_requests_in_work{class=\"calls\"} 2",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} in {text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
    }

    #[test]
    fn there_are_less_than_two_thousand_series_whatever_is_asked_for() {
        let metrics = Metrics::default();
        for number in 0..5_000 {
            metrics.answered(answered("GET", &format!("/{number}"), 200));
        }
        let text = told(&metrics);
        let series = text.lines().filter(|line| !line.starts_with('#')).count();
        assert!(series < 2_000, "{series}");
        assert!(text.contains("route=\"other\",status=\"2xx\"} 3800"));
    }

    #[test]
    fn a_connection_counts_until_it_is_gone() {
        let metrics = Metrics::default();
        let first = metrics.connection();
        let second = metrics.connection();
        assert_eq!(metrics.connections(), 2);
        drop(first);
        drop(second);
        assert_eq!(metrics.connections(), 0);
    }
}
