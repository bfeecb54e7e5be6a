//! What is given away: every work of others with its terms, none under terms that nobody accepted, and one file that is the same
//! each time; and what runs it in containers.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

mod compose;
mod image;
mod kubernetes;
mod manifests;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use serde_json::Value;

use crate::start::waybill;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).unwrap();
    }
}

/// A program that can what the script asks of ours; ours is large.
fn stand_in(folder: &Path) -> PathBuf {
    let program = folder.join("program");
    let script = "#!/bin/sh\ncase $1 in --version) echo waybill 0.0.0;; *) echo \"$@\";; esac\n";
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    program
}

fn release(folder: &Path, program: &Path) -> PathBuf {
    let run = Command::new(root().join("packaging/release.sh"))
        .arg(folder)
        .env("WAYBILL_BIN", program)
        .env("SOURCE_DATE_EPOCH", "1790000000")
        .output()
        .unwrap();
    let complained = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{complained}");
    folder.join("waybill-0.0.0-linux-x86_64.tar.gz")
}

#[test]
fn a_release_holds_the_terms_of_everything_inside_and_is_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let program = stand_in(folder.path());
    let [first, second] = ["a", "b"].map(|name| release(&folder.path().join(name), &program));
    assert!(fs::read(&first).unwrap() == fs::read(second).unwrap());

    let unpacked = Command::new("tar")
        .args(["--extract", "--gzip", "--strip-components=1", "--file"])
        .arg(&first)
        .current_dir(folder.path())
        .status();
    assert!(unpacked.unwrap().success());
    let inside = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for name in [
        "waybill",
        "LICENSE",
        "docs/runbook.md",
        "docs/pictures/deployment.svg",
        "waybill.1",
        "systemd/waybill.service",
        "fail2ban/filter.d/waybill.conf",
        "fail2ban/jail.d/waybill.conf",
        "prometheus/alerts.yml",
        "grafana/waybill.json",
        "haproxy/waybill.cfg",
        "nginx/waybill.conf",
        "caddy/Caddyfile",
        "compose/compose.yaml",
        "compose/prepare.sh",
        "kubernetes/kustomization.yaml",
    ] {
        assert!(!inside(name).is_empty(), "{name}");
    }
    let terms = inside("THIRD-PARTY.txt");
    for work in [
        "V8 ",
        "tokio 1.",
        "react 19.",
        "firebase 12.",
        "sofia-sans 5.",
        "Noto Sans 2",
        "@zxcvbn-ts/language-common 4.",
    ] {
        assert!(terms.lines().any(|line| line.contains(work)), "{work}");
    }
    assert!(terms.to_uppercase().contains("SIL OPEN FONT LICENSE"));

    let parts: Value = serde_json::from_str(&inside("sbom.cdx.json")).unwrap();
    let parts = parts["components"].as_array().unwrap();
    let parts: BTreeSet<&str> = parts
        .iter()
        .map(|it| it["purl"].as_str().unwrap())
        .collect();
    assert!(400 < parts.len(), "{}", parts.len());
    // Of tests and tools alone.
    for stranger in ["pkg:cargo/proptest@", "pkg:cargo/rcgen@", "pkg:npm/vitest@"] {
        assert!(
            !parts.iter().any(|it| it.starts_with(stranger)),
            "{stranger}"
        );
    }
}

#[test]
fn everything_comes_from_the_registry() {
    let lock = read("Cargo.lock");
    let sources: BTreeSet<&str> = lock
        .lines()
        .filter_map(|line| line.strip_prefix("source = "))
        .collect();
    let registry = "\"registry+https://github.com/rust-lang/crates.io-index\"";
    assert_eq!(sources, BTreeSet::from([registry]));
}

#[test]
fn what_was_banned_is_in_no_build() {
    // TLS is rustls with aws-lc-rs, everywhere.
    const BANNED: [&str; 2] = ["openssl-sys", "native-tls"];
    let lock = read("Cargo.lock");
    for name in BANNED {
        assert!(!lock.contains(&format!("\nname = \"{name}\"\n")), "{name}");
    }
    // `rsa` has an unfixed timing flaw (RUSTSEC-2023-0071) for who has a private key. Passkeys are verified by public ones.
    let uses_rsa = |package: &&str| package.contains("\n \"rsa\",\n");
    let users: Vec<_> = lock.split("[[package]]\n").filter(uses_rsa).collect();
    let [user] = users[..] else {
        panic!("{users:?}")
    };
    assert!(user.starts_with("name = \"crypto-glue\"\n"), "{user}");
}

#[test]
fn accepted_terms_ask_for_no_source_code() {
    let script = read("packaging/licences.mjs");
    let list = script.split("ACCEPTED = new Set([").nth(1).unwrap();
    let words = list.split(']').next().unwrap().split('"');
    let mut words = words.skip(1).step_by(2);
    assert!(!words.any(|it| it.starts_with("GPL") || it.starts_with("AGPL")));
}

#[test]
fn every_line_of_the_sample_can_be_used() {
    let sample = include_str!("../../packaging/waybill.toml");
    let is_setting = |line: &&str| {
        let rest = line.strip_prefix('#').unwrap_or(line);
        rest.contains(" = ") || rest.starts_with('[')
    };
    let all: Vec<&str> = sample.lines().filter(is_setting).collect();
    let all: Vec<&str> = all
        .iter()
        .map(|line| line.trim_start_matches('#'))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    for (what, text) in [
        ("as it is", sample.to_owned()),
        ("with all", all.join("\n")),
    ] {
        let config = folder.path().join("waybill.toml");
        fs::write(&config, text).unwrap();
        let mut command = waybill(folder.path());
        let output = command
            .args(["--config", "waybill.toml", "check-config"])
            .output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{what}: {said}");
    }
}
