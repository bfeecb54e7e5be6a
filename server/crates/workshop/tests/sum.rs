//! Says what the run left out. cargo starts it after all other test programs, as the name of its package is the last.

use std::io::Write as _;

fn main() {
    if let Some(sum) = waybill_workshop::sum() {
        // Nobody reading is no reason to fail.
        drop(std::io::stderr().write_all(sum.as_bytes()));
    }
}
