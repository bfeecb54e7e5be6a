//! Units of reports.

mod dataset;
mod tally;
