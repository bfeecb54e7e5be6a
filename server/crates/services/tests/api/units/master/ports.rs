//! Units of ports.

mod fields;
