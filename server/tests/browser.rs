//! Browser tests: a run of Playwright on some of the files in `client/e2e`, with what the environment says of their server.
//!
//! For two programs: `journeys`, which has the machine to itself, and `integration`, for what needs a service that its tests play.
//! Invariant: within a program one run is made at a time.

use crate::steps::{npm, run};
use crate::turn::turn;

#[path = "../crates/identity/tests/identity/emulator.rs"]
pub(crate) mod emulator;

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
    let emulator = emulator::Emulator::start().await;
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
