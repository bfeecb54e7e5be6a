//! Schemathesis: requests made up from the contract, right ones and wrong ones, of which none may be answered by a 5xx or by
//! anything that the contract does not say.
//!
//! It comes from `PyPI`; `.ci/run` installs it where this test looks for it. Nothing is downloaded here.

use std::path::PathBuf;
use std::process::Command;

use crate::{register, start};

/// Requests of each operation that are made up at random, besides those at the limits of its schema.
const EXAMPLES: &str = "4";

/// So that what failed once fails again.
const SEED: &str = "1";

#[tokio::test]
async fn the_server_answers_as_the_contract_says_whatever_it_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(&folder.path().join("data"), None);
    let origin = server.origin().unwrap();
    let bearer = register(&origin, "Fuzzed").await;
    let run = Command::new(program())
        .current_dir(folder.path())
        .env("SCHEMATHESIS_HOOKS", beside("hooks.py"))
        .arg("--config-file")
        .arg(beside("schemathesis.toml"))
        .args(["run", &format!("{origin}/openapi.json")])
        .args(["--header", &format!("Authorization: Bearer {bearer}")])
        .args(["--phases", "examples,coverage,fuzzing"])
        .args(["--max-examples", EXAMPLES, "--seed", SEED, "--workers", "2"])
        .args([
            "--generation-database",
            "none",
            "--continue-on-failure",
            "--no-color",
        ])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&run.stderr)
    );
    println!(
        "{}",
        said.lines().rev().take(9).collect::<Vec<_>>().join("\n")
    );
}

/// Schemathesis, which has to be installed.
fn program() -> PathBuf {
    let home = std::env::var_os("HOME").unwrap_or_default();
    let environment = PathBuf::from(home).join(".cache/waybill/schemathesis");
    let program = environment.join("bin/st");
    assert!(
        program.exists(),
        "this test needs Schemathesis: python3 -m venv {0} && {0}/bin/pip install -r {1}",
        environment.display(),
        beside("requirements.txt").display()
    );
    program
}

fn beside(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/schemathesis")
        .join(file)
}
