//! Report service: saved reports over the company's data, run with the rights of whoever runs them.
//!
//! | Module | What |
//! |---|---|
//! | [`sketch`] | a saved report: [`ReportSketch`](sketch::ReportSketch) and the rules for it |
//! | [`filter`] | its filter as a tree, read and kept |
//! | [`check`] | whether it fits its dataset, field by field |
//! | [`dataset`] | what can be reported on: fields, and records a batch at a time |
//! | [`matching`] | which records the filter lets through |
//! | [`tally`] | sums, averages, counts |
//! | [`outcome`] | rows, groups and totals out of records |
//! | [`run`] | run, preview, and the deadline |
//! | [`latest`] | what a report last gave to each of its readers |
//! | [`export`] | the rows as a table |
//! | [`sharing`] | share and clone |
//!
//! Invariant: a report shows nothing that its runner could not list; memory is bounded whatever the dataset holds.

pub mod check;
pub mod dataset;
pub mod export;
pub mod filter;
mod headings;
pub mod latest;
pub mod matching;
pub mod outcome;
pub mod run;
pub mod sharing;
pub mod sketch;
pub mod tally;
