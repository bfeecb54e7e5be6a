//! What the program says itself: that it serves, and why it does not. In the form of the log, so that whoever reads both streams as one
//! journal reads one form.
//!
//! Invariant: with JSON lines asked for, each line of a server is a JSON object, also that of a panic.

use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use serde::Serialize;
use tracing::Level;

use crate::config::LogFormat;

/// Like the streams that it is about, it belongs to the process.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// In which form lines are said from now on.
pub fn set_format(format: LogFormat) {
    let is_json = format == LogFormat::Json;
    if !IS_JSON.swap(is_json, Ordering::Relaxed) && is_json {
        std::panic::set_hook(Box::new(|panic| {
            let place = panic.location().map(ToString::to_string);
            tracing::error!(
                place,
                panic = panic.payload_as_str().unwrap_or("no message"),
                "A thread panicked."
            );
        }));
    }
}

#[derive(Serialize)]
struct Line<'a> {
    timestamp: Timestamp,
    level: &'a str,
    message: &'a str,
    target: &'a str,
}

/// The line with this text, without its end.
pub fn line(level: Level, text: &str) -> String {
    let text = text.trim_end();
    if !IS_JSON.load(Ordering::Relaxed) {
        return text.to_owned();
    }
    let line = Line {
        timestamp: Timestamp::now(),
        level: level.as_str(),
        message: text,
        target: "waybill",
    };
    serde_json::to_string(&line).unwrap_or_default()
}
