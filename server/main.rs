//! The program, which is in the library: what `main` awaits would otherwise be compiled here once more.

use std::process::ExitCode;

fn main() -> ExitCode {
    waybill::program::main()
}
