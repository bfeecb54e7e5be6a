//! The base: the snapshot under all isolates of the process, or none.
//!
//! V8 keeps the immutable part of a snapshot once per process and lets every later isolate point into it, unchecked. An
//! isolate from another snapshot would point at other objects and sooner or later end the process. Invariant: the first
//! isolate decides; one that would need another base is refused.

use std::sync::OnceLock;

use crate::pool::config::Source;
use crate::script::ScriptError;

static BASE: OnceLock<Option<&'static [u8]>> = OnceLock::new();

/// Makes `blob` the base, if the process has none yet.
pub(crate) fn adopt(blob: &'static [u8]) -> Result<(), ScriptError> {
    match BASE.get_or_init(|| Some(blob)) {
        Some(base) if *base == blob => Ok(()),
        _ => Err(ScriptError::OtherBase),
    }
}

/// The snapshot that an isolate for `source` starts from. A script is evaluated on top of the base, in which another
/// bundle may already live.
pub(crate) fn under(source: &Source) -> Result<Option<&'static [u8]>, ScriptError> {
    match source {
        Source::Snapshot(blob) => adopt(blob).map(|()| Some(*blob)),
        Source::Script(_) => Ok(under_script()),
    }
}

/// The snapshot that a script is evaluated on.
pub(crate) fn under_script() -> Option<&'static [u8]> {
    *BASE.get_or_init(|| None)
}
