//! Time zones by name, from the tz database inside the program, so that every machine computes the same.

use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use waybill_storage::StorageError;

/// The rules of the zone of this name. [`StorageError::Corrupt`] when there is none, for names are checked before they are
/// stored.
pub(crate) fn get(name: &str) -> Result<TimeZone, StorageError> {
    // A table of constants, decoded once; it holds nothing of any request.
    static BUNDLED: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
    BUNDLED
        .get(name)
        .map_err(|_| StorageError::Corrupt("time zone"))
}
