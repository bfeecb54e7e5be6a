//! Each tool that can be had is the one it is taken for.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::process::Command;

use waybill_workshop::{Tool, needs, path};

#[track_caller]
fn assert_says(command: &mut Command, word: &str) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains(word), "{said}");
}

#[test]
fn chromium() {
    needs!(Chromium);
    assert_says(Command::new(path(Tool::Chromium)).arg("--version"), "Chrom");
}

#[test]
fn firebase_tools() {
    needs!(FirebaseTools);
    let emulator = "node_modules/firebase-tools/lib/emulator/auth";
    assert!(path(Tool::FirebaseTools).join(emulator).exists());
}

#[test]
fn haproxy() {
    needs!(HaProxy);
    assert_says(Command::new(path(Tool::HaProxy)).arg("-v"), "HAProxy");
}

#[test]
fn postgres() {
    needs!(Postgres);
    let program = path(Tool::Postgres).join("postgres");
    assert_says(Command::new(program).arg("--version"), "PostgreSQL");
}

#[test]
fn redis() {
    needs!(Redis);
    assert_says(Command::new(path(Tool::Redis)).arg("--version"), "Redis");
}

#[test]
fn schemathesis() {
    needs!(Schemathesis);
    let mut program = Command::new(path(Tool::Schemathesis));
    assert_says(program.arg("--version"), "st, version");
}

#[test]
fn systemd_analyze() {
    needs!(SystemdAnalyze);
    let mut program = Command::new(path(Tool::SystemdAnalyze));
    assert_says(program.arg("--version"), "systemd");
}

#[test]
fn manifest_schemas() {
    needs!(ManifestSchemas);
    let modules =
        "import compose_spec, kubernetes_validate; print(kubernetes_validate.latest_version())";
    assert_says(
        Command::new(path(Tool::ManifestSchemas)).args(["-c", modules]),
        "1.",
    );
}

#[test]
fn podman() {
    needs!(Podman);
    assert_says(Command::new(path(Tool::Podman)).arg("--version"), "podman");
}
