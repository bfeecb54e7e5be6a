//! The database at the start: waited for, since machines of a night's maintenance come back in any order.
//!
//! Invariant: only a server that is away is waited for. What no waiting mends, such as a wrong password, is told at once.

use std::error::Error;
use std::time::Duration;

use tokio::time::Instant;
use waybill_storage::{OpenError, Storage};

use crate::config::Config;

/// Between two tries.
const PAUSE: Duration = Duration::from_secs(1);

/// Tries until the database server is there or the time of the configuration is over; `error` is that of the first try.
///
/// # Errors
/// That of the last try, or one that waiting does not mend.
pub async fn await_storage(config: &Config, error: OpenError) -> Result<Storage, OpenError> {
    let end = Instant::now() + config.start_wait;
    let mut error = error;
    while error.is_away() && Instant::now() < end {
        let left = end.saturating_duration_since(Instant::now());
        tracing::warn!(
            error = &error as &(dyn Error + 'static),
            seconds_left = left.as_secs(),
            "The database does not answer. Trying again."
        );
        tokio::time::sleep(PAUSE.min(left)).await;
        match Storage::open_at(&config.data_dir, config.database.as_ref()).await {
            Ok(storage) => {
                tracing::info!("The database answers.");
                return Ok(storage);
            }
            Err(next) => error = next,
        }
    }
    Err(error)
}
