//! Units of the operations of a collection.

mod listing;
