//! Units of sessions.

mod device;
