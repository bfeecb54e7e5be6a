//! Units of the reference data.

mod currencies;
mod locations;
mod ports;
mod seed;
