//! Units of the drive.

mod kinds;
mod picture;
