//! Prints the tables of `docs/sizing.md`; of other costs, when the file is named.

#![expect(
    clippy::print_stdout,
    reason = "the tables are what this program is for"
)]

use std::error::Error;

use waybill_sizing::{Costs, costs, report};

fn main() -> Result<(), Box<dyn Error>> {
    let costs = match std::env::args_os().nth(1) {
        Some(file) => Costs::parse(&std::fs::read_to_string(file)?)?,
        None => Costs::parse(costs::MEASURED)?,
    };
    print!("{}", report::markdown(&costs));
    Ok(())
}
