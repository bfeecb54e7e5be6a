//! The checks of the other tools, run from `cargo test` so that it is the only command.
//!
//! Each step is one test, so that the name of the failed test says which step failed. The steps are heavy: they take
//! turns, and never run beside each other.

#![expect(
    clippy::panic,
    clippy::print_stderr,
    reason = "a failed step is reported with the output of its tool"
)]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::firebase::emulator::Emulator;

/// One heavy step at a time: two cores are few for a browser, a server and a compiler at once.
static TURN: Mutex<()> = Mutex::new(());

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

#[test]
fn browser_tests_pass() {
    waybill_workshop::needs!(Chromium);
    let is_plain_http = Elsewhere::PlainHttp.has_its_turn();
    if is_plain_http {
        run_browser_tests(&[], &[("WAYBILL_E2E_HOST", "elsewhere.test")]);
    }
    // Both would double the time of a run.
    if !is_plain_http || waybill_test_extent::is_full() {
        run_browser_tests(&[], &[]);
    }
}

/// Another place where the browser tests run. Only one of them does at the usual extent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Elsewhere {
    Emulator,
    UsersApart,
    Upstream,
    Balanced,
    /// All of them, at a host that browsers do not trust.
    PlainHttp,
}

impl Elsewhere {
    const COUNT: usize = 5;

    /// Whether the tests run there in this run; says so where they do not.
    pub(crate) fn has_its_turn(self) -> bool {
        let has = waybill_test_extent::takes(self as usize, Self::COUNT);
        if !has {
            // Past the harness, which keeps what tests print.
            let reason = format!("Not in this run: {self:?}. WAYBILL_TEST_EXTENT=full runs all.\n");
            drop(std::io::stderr().write_all(reason.as_bytes()));
        }
        has
    }
}

/// Runs the browser tests in the files of these names, or in all of them, with more in their environment.
pub(crate) fn run_browser_tests(names: &[&str], env: &[(&str, &str)]) {
    let _turn = turn();
    let files = names.iter().map(|name| format!("/{name}.e2e.ts"));
    let browser = waybill_workshop::path(waybill_workshop::Tool::Chromium);
    run(npm()
        .args(["run", "e2e", "--"])
        .args(files)
        .env("WAYBILL_BIN", env!("CARGO_BIN_EXE_waybill"))
        .env("WAYBILL_CHROMIUM", browser)
        .env("PATH", waybill_workshop::with_system_folders())
        .envs(env.iter().copied()));
}

/// The same with people's accounts at an Auth emulator.
pub(crate) async fn run_browser_tests_at_emulator(
    names: &'static [&'static str],
    env: Vec<(&'static str, String)>,
) {
    let emulator = Emulator::start().await;
    let run = move || {
        let mut variables = vec![("WAYBILL_E2E_AUTH_EMULATOR", emulator.origin.as_str())];
        variables.extend(env.iter().map(|(name, value)| (*name, value.as_str())));
        run_browser_tests(names, &variables);
    };
    if let Err(error) = tokio::task::spawn_blocking(run).await {
        // With the report of the run, as it was made there.
        std::panic::resume_unwind(error.into_panic());
    }
}

/// Waits until no other heavy step runs; none begins while this is held.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
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

/// npm in the root package; `node_modules` is there, since the build script ran `npm ci`.
fn npm() -> Command {
    Command::new("npm")
}

/// Runs `command` in the root of the project and fails unless it succeeds: with what it printed, but for the lines of
/// tests that passed, as a report of hundreds of these is cut off where it names the one that failed.
#[track_caller]
fn run(command: &mut Command) {
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
    let told = report
        .lines()
        .filter(|line| !line.trim_start().starts_with('✓'));
    told.collect::<Vec<_>>().join("\n")
}
