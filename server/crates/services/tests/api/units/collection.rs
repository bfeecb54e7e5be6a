//! Units of what can be done to records of any noun.

mod cells;
mod changes;
mod nouns;
mod headings;
mod table;
