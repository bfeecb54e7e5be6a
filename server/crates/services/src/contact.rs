//! Contact: the people and organisations that a company deals with, and the tags by which they are sorted.

pub mod contacts;
pub mod duplicates;
mod headings;
pub mod merge;
mod named;
pub mod names;
pub mod parts;
pub mod related;
mod rules;
pub mod tags;
