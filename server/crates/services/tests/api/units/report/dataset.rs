//! Units of what a report can be about.

mod schema;
