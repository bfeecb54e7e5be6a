//! Units of the reference data.

mod conventions;
mod currencies;
mod holidays;
mod locations;
mod ports;
mod seed;
