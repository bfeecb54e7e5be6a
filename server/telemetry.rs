//! Telemetry: where log lines go, and which of them are counted.
//!
//! Invariant: a log line never holds a token, a cookie, a header dump or a mail address; callers pass ids.

pub mod access;
pub mod events;
pub mod said;
pub mod traces;

use std::error::Error;
use std::io::{self, IsTerminal as _};

use tracing_subscriber::filter::Directive;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer as _, fmt, reload};

use self::traces::Exporter;
use crate::config::{Log, LogFormat, Traces};

/// Libraries that say at `debug` what they read: of a mail, the links in it, which open accounts. And spans
/// that are made for traces: a line has one of its own.
const TALKATIVE: [&str; 3] = ["html5ever", "html2text", traces::PART];

/// That they are not heard, whatever the filter asks for.
fn quiet() -> impl Iterator<Item = Directive> {
    let directives = TALKATIVE.iter().map(|library| format!("{library}=warn"));
    directives.filter_map(|directive| directive.parse().ok())
}

/// The telemetry of the process.
pub struct Telemetry {
    /// Says which lines are wanted.
    pub filter: Filter,
    /// Tells the collector of traces until it is dropped.
    pub exporter: Option<Exporter>,
}

type Replace = dyn Fn(EnvFilter) -> Result<(), reload::Error> + Send + Sync;

/// The filter of the log, which may be replaced.
pub struct Filter(Box<Replace>);

impl Filter {
    /// Has the log hold what another filter asks for, from now on.
    pub fn replace(&self, filter: &str) {
        if let Err(error) = (self.0)(parse(filter)) {
            tracing::error!(%error, "The log filter could not be replaced.");
        }
    }
}

fn parse(filter: &str) -> EnvFilter {
    let filter = EnvFilter::builder().parse_lossy(filter);
    quiet().fold(filter, EnvFilter::add_directive)
}

/// Sends events of this process to standard error from now on, and traces to the collector.
///
/// To be called before there is a runtime.
///
/// # Errors
/// When the process already has a subscriber, or there is no client for the collector.
pub fn start(
    log: &Log,
    traces: Option<&Traces>,
) -> Result<Telemetry, Box<dyn Error + Send + Sync>> {
    said::set_format(log.format);
    let exporter = traces.map(Exporter::new).transpose()?;
    let (filter, handle) = reload::Layer::new(parse(&log.filter));
    // The filter is the log's alone: an event counts whether or not its line is wanted.
    let registry = tracing_subscriber::registry()
        .with(exporter.as_ref().map(Exporter::layer))
        .with(events::counting());
    // A line that cannot be written is lost, for complaining would go the same way, and `eprintln!` panics there.
    match log.format {
        LogFormat::Pretty => registry
            .with(
                fmt::layer()
                    .compact()
                    // Colours are for people; a file, the journal and what reads them have none.
                    .with_ansi(io::stderr().is_terminal())
                    .log_internal_errors(false)
                    .with_writer(io::stderr)
                    .with_filter(filter),
            )
            .try_init()?,
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
            .try_init()?,
    }
    let filter = Filter(Box::new(move |filter| handle.reload(filter)));
    Ok(Telemetry { filter, exporter })
}
