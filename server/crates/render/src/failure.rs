//! A failure: why a request gets the client-rendered page in place of a server-rendered one.
//!
//! Invariant: [`Failure::reason`] is a closed set of words that carries nothing of the request, so that it may stand in a
//! header and name a metric.

/// Why there is no HTML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The queue was full, or no isolate became free within [`PoolConfig::queue_wait`](crate::PoolConfig::queue_wait).
    #[error("no isolate was available")]
    QueueFull,
    /// The render did not end within its deadline and was killed.
    #[error("the render did not end in time")]
    TimedOut,
    /// The render came close to the heap limit and was killed.
    #[error("the render exhausted its heap")]
    HeapExhausted,
    /// The bundle threw. The text is message and stack, cut to 4 kB: for the log, not for the page.
    #[error("the render threw: {0}")]
    Threw(String),
    /// The bundle returned the empty string: react-router's answer to a location it cannot draw.
    #[error("the render returned nothing")]
    Empty,
    /// The bundle returned something else, such as a promise.
    #[error("the render did not return a string")]
    NotAString,
    /// Input or output exceeded its cap.
    #[error("the input or the output of the render is too large")]
    TooLarge,
    /// Most of the last renders failed, so this one was not tried.
    #[error("too many renders fail")]
    BreakerOpen,
    /// The thread of the isolate did not come back after a kill and was given up.
    #[error("the isolate was lost")]
    Lost,
    /// The pool has been shut down.
    #[error("the pool is stopped")]
    Stopped,
}

impl Failure {
    /// All reasons, in the order of the variants.
    pub const REASONS: [&'static str; 10] = [
        "queue-full",
        "timed-out",
        "heap-exhausted",
        "threw",
        "empty",
        "not-a-string",
        "too-large",
        "breaker-open",
        "lost",
        "stopped",
    ];

    /// One word of [`Failure::REASONS`], for `Server-Timing` and metrics.
    pub fn reason(&self) -> &'static str {
        Self::REASONS[self.index()]
    }

    /// The place of this variant in [`Failure::REASONS`].
    pub(crate) fn index(&self) -> usize {
        match self {
            Self::QueueFull => 0,
            Self::TimedOut => 1,
            Self::HeapExhausted => 2,
            Self::Threw(_) => 3,
            Self::Empty => 4,
            Self::NotAString => 5,
            Self::TooLarge => 6,
            Self::BreakerOpen => 7,
            Self::Lost => 8,
            Self::Stopped => 9,
        }
    }
}
