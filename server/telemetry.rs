//! Telemetry: where log lines go, and which of them are counted.
//!
//! Invariant: a log line never holds a token, a cookie, a header dump or a mail address; callers pass ids.

pub mod events;

use std::io;

use tracing_subscriber::filter::Directive;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::config::{Log, LogFormat};

/// Libraries that say at `debug` what they read: of a mail, the links in it, which open accounts.
const TALKATIVE: [&str; 2] = ["html5ever", "html2text"];

/// That they are not heard, whatever the filter asks for.
fn quiet() -> impl Iterator<Item = Directive> {
    let directives = TALKATIVE.iter().map(|library| format!("{library}=warn"));
    directives.filter_map(|directive| directive.parse().ok())
}

/// Sends events of this process to standard error from now on.
///
/// # Errors
/// When the process already has a subscriber.
pub fn start(log: &Log) -> Result<(), TryInitError> {
    let filter = EnvFilter::builder().parse_lossy(&log.filter);
    let filter = quiet().fold(filter, EnvFilter::add_directive);
    // The filter is the log's alone: an event counts whether or not its line is wanted.
    let registry = tracing_subscriber::registry().with(events::counting());
    // A line that cannot be written is lost, for complaining would go the same way, and `eprintln!` panics there.
    match log.format {
        LogFormat::Pretty => registry
            .with(
                fmt::layer()
                    .compact()
                    .log_internal_errors(false)
                    .with_writer(io::stderr)
                    .with_filter(filter),
            )
            .try_init(),
        LogFormat::Json => registry
            .with(
                fmt::layer()
                    .json()
                    .flatten_event(true)
                    .with_current_span(true)
                    .with_span_list(false)
                    .log_internal_errors(false)
                    .with_writer(io::stderr)
                    .with_filter(filter),
            )
            .try_init(),
    }
}
