//! Events: things worth an operator's look, counted when they are told, whatever the filter of the log lets through.
//!
//! Whoever tells of one writes `event = "…"` into its log line; it needs no other way to be counted.
//!
//! An event is told at `info` or above. Invariant: the words are a closed set, [`EVENTS`]; a word that is not in it is counted nowhere, and a test finds it.

use std::sync::atomic::{AtomicU64, Ordering};

use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{FilterFn, LevelFilter};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// The word in the log, and the name of its counter.
pub const EVENTS: [(&str, &str); 11] = [
    ("redirect_rejected", "redirect_rejected"),
    ("csrf_rejected", "csrf_rejected"),
    ("csp_report", "csp_reports"),
    ("browser_fault", "browser_faults"),
    ("foreign_origin", "socket_origin_rejected"),
    ("cookie_ambiguous", "cookie_ambiguous"),
    ("token_reused", "token_reused"),
    ("refresh_token_reused", "refresh_token_reused"),
    ("sign_in_refused", "sign_in_refused"),
    ("memory_tight", "memory_tight"),
    ("memory_short", "memory_short"),
];

/// Like the subscriber that it serves, it belongs to the process.
static COUNTS: [AtomicU64; EVENTS.len()] = [const { AtomicU64::new(0) }; EVENTS.len()];

/// The name of each counter and how often it has happened since the process started.
pub fn counts() -> Vec<(&'static str, u64)> {
    let counts = COUNTS.iter().map(|it| it.load(Ordering::Relaxed));
    EVENTS.iter().map(|(_, name)| *name).zip(counts).collect()
}

/// The layer that counts. It sees no line without `event`.
pub(super) fn counting<S>() -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let filter = FilterFn::new(is_event as fn(&Metadata<'_>) -> bool);
    // Without the hint, libraries would ask for each of their debug lines whether it is one.
    Counting.with_filter(filter.with_max_level_hint(LevelFilter::INFO))
}

fn is_event(metadata: &Metadata<'_>) -> bool {
    metadata.is_event() && metadata.fields().field("event").is_some()
}

struct Counting;

impl<S: Subscriber> Layer<S> for Counting {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        event.record(&mut Word);
    }
}

struct Word;

impl Visit for Word {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() != "event" {
            return;
        }
        if let Some(at) = EVENTS.iter().position(|(word, _)| *word == value) {
            COUNTS[at].fetch_add(1, Ordering::Relaxed);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::EnvFilter;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    fn count(name: &str) -> u64 {
        let counts = counts();
        counts.iter().find(|it| it.0 == name).unwrap().1
    }

    #[test]
    fn an_event_counts_also_where_the_log_is_off() {
        let log = tracing_subscriber::fmt::layer().with_filter(EnvFilter::new("off"));
        let subscriber = tracing_subscriber::registry().with(log).with(counting());
        let before = count("csp_reports");
        tracing::subscriber::with_default(subscriber, || {
            tracing::warn!(event = "csp_report", "One.");
            tracing::warn!(event = "of no set", "None.");
            tracing::warn!("None either: csp_report.");
        });
        assert_eq!(count("csp_reports"), before + 1);
    }
}
