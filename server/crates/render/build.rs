//! Stops the build before anything is linked if the V8 library does not belong to the locked `v8` crate.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

const ARCHIVE: &str = "RUSTY_V8_ARCHIVE";

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed={ARCHIVE}");
    let variable = |name| env::var_os(name).unwrap_or_default();
    let archive = variable(ARCHIVE);
    if archive.is_empty() {
        // Then the v8 crate fetches the official library of its own version.
        println!("cargo::rerun-if-changed=build.rs");
        return ExitCode::SUCCESS;
    }
    // Asked for now: a target directory that checkouts share may hold the script of another one.
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("../../..");
    let (archive, target) = (archive.to_string_lossy(), variable("TARGET"));
    match waybill_v8_archive::check(&root, &archive, &target.to_string_lossy()) {
        Ok(inputs) => {
            for input in inputs {
                println!("cargo::rerun-if-changed={}", input.display());
            }
            ExitCode::SUCCESS
        }
        Err(mismatch) => {
            println!("cargo::error={mismatch}");
            ExitCode::FAILURE
        }
    }
}
