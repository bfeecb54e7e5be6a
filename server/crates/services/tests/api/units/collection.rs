//! Units of what can be done to records of any noun.

mod cells;
mod changes;
mod headings;
mod json_rows;
mod nouns;
mod plain;
mod replay;
mod table;
