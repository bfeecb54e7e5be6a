//! Units of the search for places.

mod vocabulary;
