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
//! | [`last_run`] | when it was last run, and how that went |
//! | [`latest`] | what a report last gave to each of its readers |
//! | [`export`] | the rows as a table |
//! | [`sharing`] | share and clone |
//! | [`schedule`] | when it is mailed, to whom, and as what |
//! | [`deliveries`] | mailing it: the job, and what came of it |
//! | [`files`] | a result as the file that is mailed |
//!
//! Invariant: a report shows nothing that its runner could not list; memory is bounded whatever the dataset holds.

pub mod check;
pub mod dataset;
pub mod deliveries;
pub mod export;
pub mod files;
pub mod filter;
mod headings;
pub mod last_run;
pub mod latest;
pub mod matching;
pub mod outcome;
pub mod run;
pub mod schedule;
pub mod sharing;
pub mod sketch;
pub mod tally;
