//! Running other programs, and telling whoever waits for them.

use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::process::{Command, Stdio};

/// Prints a line past the test harness, which keeps what tests print.
pub(crate) fn say(line: &str) {
    // In one write, so that the lines of several tests do not mix. Nobody reading is no reason to fail.
    drop(io::stderr().write_all(format!("{line}\n").as_bytes()));
}

/// Runs it to its end; otherwise says which words it ended with.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program} did not start ({error})"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rfind(|line| !line.trim().is_empty());
    Err(format!(
        "{program} failed ({})",
        last.unwrap_or("without a word").trim()
    ))
}

/// Whether this process is root's.
pub(crate) fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0)
}
