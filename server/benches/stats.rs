//! Times and rates of repeated work: percentiles within a run, median and spread over runs.

use std::time::Duration;

/// Latencies of one run and how long the run took.
pub(crate) struct Run {
    pub(crate) latencies: Vec<Duration>,
    pub(crate) took: Duration,
}

impl Run {
    /// Completed per second.
    pub(crate) fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.took.as_secs_f64()
    }

    /// The latency that `share` (0 to 1) of the work stays within, in milliseconds.
    pub(crate) fn percentile(&mut self, share: f64) -> f64 {
        self.latencies.sort_unstable();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index between 0 and the length"
        )]
        let at = ((self.latencies.len() - 1) as f64 * share).round() as usize;
        self.latencies[at].as_secs_f64() * 1_000.0
    }
}

/// `median (lowest to highest)` of the same figure over several runs.
pub(crate) fn spread(mut values: Vec<f64>, digits: usize) -> String {
    values.sort_by(f64::total_cmp);
    let (low, high) = (values[0], values[values.len() - 1]);
    format!(
        "{:.digits$} ({low:.digits$} to {high:.digits$})",
        median(&values)
    )
}

/// The middle one of sorted or unsorted `values`.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
