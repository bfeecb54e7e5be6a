//! The checks of the other tools, run from `cargo test` so that it is the only command.
//!
//! Each step is one test, so that the name of the failed test says which step failed. The steps are heavy: they take
//! turns, and never run beside each other. The browser tests are a program of their own: `journeys`.

use std::path::Path;
use std::process::Command;

use crate::steps::{npm, run, turn};

#[test]
fn rust_code_is_formatted() {
    let _turn = turn();
    run(cargo().args(["fmt", "--all", "--check"]));
}

#[test]
fn clippy_has_no_complaint() {
    let _turn = turn();
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
    let _turn = turn();
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
fn typescript_passes_type_check_lints_and_format() {
    let _turn = turn();
    run(npm().args(["run", "check"]));
}

#[test]
fn typescript_unit_tests_pass() {
    let _turn = turn();
    run(npm().args(["run", "test"]));
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
