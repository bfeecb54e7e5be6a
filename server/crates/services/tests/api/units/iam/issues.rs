//! Units of issues.

mod status;
