//! Settings of the isolates.

use std::time::Duration;

use super::arguments::Options;
use super::file::RenderTable;
use super::{ConfigError, within};

/// How much is rendered at once, and for how long.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// Isolates, each with its own thread; `None` means one per core.
    pub isolates: Option<usize>,
    /// Renders that may wait for an isolate; `None` leaves it to the pool.
    pub queue: Option<usize>,
    /// How long one render may take before it is ended. Default 250 ms.
    pub deadline: Duration,
}

impl Rendering {
    pub(super) fn merge(options: &Options, file: &RenderTable) -> Result<Self, ConfigError> {
        let isolates = options.isolates.or(file.isolates);
        let deadline_ms = options.render_deadline_ms.or(file.deadline_ms);
        Ok(Self {
            isolates: count("render.isolates", isolates, 1..=256, "1 to 256")?,
            queue: count("render.queue", file.queue, 1..=10_000, "1 to 10000")?,
            deadline: Duration::from_millis(within(
                "render.deadline_ms",
                deadline_ms.unwrap_or(250),
                10..=10_000,
                "10 to 10000 milliseconds",
            )?),
        })
    }
}

fn count(
    key: &'static str,
    value: Option<u64>,
    range: std::ops::RangeInclusive<u64>,
    limits: &'static str,
) -> Result<Option<usize>, ConfigError> {
    let Some(value) = value else { return Ok(None) };
    let value = within(key, value, range, limits)?;
    Ok(usize::try_from(value).ok())
}
