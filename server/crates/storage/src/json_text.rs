//! JSON kept in a text column: lists and objects that are read and written as a whole and never searched.
//!
//! Invariant: what cannot be read back is reported as a damaged row, never replaced by an empty value.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StorageError;

/// The text of `value`. The types that are stored have string keys and finite numbers, so this fails on none of them.
pub(crate) fn write<T: Serialize + ?Sized>(
    value: &T,
    what: &'static str,
) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|_| StorageError::Corrupt(what))
}

/// The value of `text`, which `what` names in the error.
pub(crate) fn read<T: DeserializeOwned>(text: &str, what: &'static str) -> Result<T, StorageError> {
    serde_json::from_str(text).map_err(|_| StorageError::Corrupt(what))
}
