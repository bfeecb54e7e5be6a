//! Steps: what other tools check, each a program that is run in the root of the project.
//!
//! Invariant: a step that fails is reported with the output of its tool.

#![expect(
    clippy::panic,
    clippy::print_stderr,
    reason = "that output is what a developer reads"
)]

use std::path::Path;
use std::process::{Command, Stdio};

/// npm in the root package; `node_modules` is there, since the build script ran `npm ci`.
pub(crate) fn npm() -> Command {
    Command::new("npm")
}

/// Runs `command` in the root of the project and fails unless it succeeds: with what it printed, but for the lines of
/// tests that passed, as a report of hundreds of these is cut off where it names the one that failed.
#[track_caller]
pub(crate) fn run(command: &mut Command) {
    let output = command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{command:?} did not start: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?} failed ({}):\n{}\n{stderr}",
        output.status,
        without_passed(&stdout)
    );
    eprintln!("{stdout}");
}

fn without_passed(report: &str) -> String {
    let others = report
        .lines()
        .filter(|line| !line.trim_start().starts_with('✓'));
    others.collect::<Vec<_>>().join("\n")
}
