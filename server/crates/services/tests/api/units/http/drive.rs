//! Units of the drive's operations.

mod download;
