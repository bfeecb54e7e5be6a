//! How long each phase of a document took, for the `Server-Timing` header.

use std::fmt::Write;
use std::time::{Duration, Instant};

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::telemetry::traces;

/// A phase of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Session,
    Guard,
    Needs,
    Queue,
    Render,
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Guard => "guard",
            Self::Needs => "needs",
            Self::Queue => "queue",
            Self::Render => "render",
        }
    }
}

/// A running document.
#[derive(Debug)]
pub(super) struct Timing {
    start: Instant,
    phase_start: Instant,
    phases: Vec<(Phase, Duration)>,
    fallback: Option<&'static str>,
}

impl Timing {
    pub(super) fn start() -> Self {
        let start = Instant::now();
        Self {
            start,
            phase_start: start,
            phases: Vec::with_capacity(5),
            fallback: None,
        }
    }

    /// The phase that began with the end of the last one is over.
    pub(super) fn ends(&mut self, phase: Phase) {
        let now = Instant::now();
        self.phases.push((phase, now - self.phase_start));
        self.phase_start = now;
    }

    /// A phase that was measured elsewhere.
    pub(super) fn took(&mut self, phase: Phase, duration: Duration) {
        self.phases.push((phase, duration));
        self.phase_start = Instant::now();
    }

    /// The client draws the page, and why; a word of a closed set.
    pub(super) fn falls_back(&mut self, reason: &'static str) {
        self.fallback = Some(reason);
    }

    pub(super) fn write(&self, headers: &mut HeaderMap) {
        let millis = |it: Duration| it.as_secs_f64() * 1000.0;
        let mut text = String::with_capacity(160);
        for (phase, duration) in &self.phases {
            traces::took(phase.name(), *duration);
            let (name, millis) = (phase.name(), millis(*duration));
            // A String takes every write.
            let _ = write!(text, "{name};dur={millis:.2}, ");
        }
        let _ = write!(text, "total;dur={:.2}", millis(self.start.elapsed()));
        if let Some(reason) = self.fallback {
            let _ = write!(text, ", fallback;desc=\"{reason}\"");
        }
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.insert(HeaderName::from_static("server-timing"), value);
        }
    }
}
