//! The checks of the other tools, run from `cargo test` so that it is the only command; a program of their own, as a compiler
//! takes the machine from whatever is beside it.
//!
//! Each step is one test, so that the name of the failed test says which step failed. They begin in the order of their names, as many at once
//! as there are cores: unit tests of the client, of which a step of cargo takes no part, beside the first of cargo's, which wait for one another.
//! Invariant: this program never refers to the server's library, so it links no V8.

use std::path::Path;
use std::process::Command;

#[path = "../steps.rs"]
mod steps;

use steps::{npm, run};

#[test]
fn client_unit_tests_pass() {
    run(npm().args(["run", "test"]));
}

#[test]
fn clippy_has_no_complaint() {
    run(cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]));
}

#[test]
fn documentation_builds_without_warnings() {
    run(cargo()
        .args([
            "doc",
            "--workspace",
            "--no-deps",
            "--document-private-items",
        ])
        .env("RUSTDOCFLAGS", "-D warnings"));
}

#[test]
fn rust_code_is_formatted() {
    run(cargo().args(["fmt", "--all", "--check"]));
}

#[test]
fn typescript_passes_type_check_lints_and_format() {
    run(npm().args(["run", "check"]));
}

fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    // Set by `.cargo/config.toml` for this process: handed on, it would look like the user's own choice, and the nested
    // cargo would build V8's crate again.
    if let Some(archive) = std::env::var_os("RUSTY_V8_ARCHIVE")
        && Path::new(&archive).starts_with(env!("CARGO_MANIFEST_DIR"))
    {
        command.env_remove("RUSTY_V8_ARCHIVE");
    }
    command
}
