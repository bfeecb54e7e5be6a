//! Runs the TypeScript programs of `server/tests/node/`: they answer in bulk what the browser's code says of a case.
//!
//! A program reads one JSON value from its standard input and writes one; esbuild bundles it first, so it may import what
//! the client imports.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test whose preparation fails should stop"
)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{fs, thread};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Gives the program's answer to `input`.
pub(crate) fn ask<A: DeserializeOwned>(program: &str, input: &impl Serialize) -> A {
    let bundle = bundle(program);
    let mut node = Command::new("node")
        .arg(&bundle)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("this test needs Node.js, `node`, in the PATH: {error}"));
    let question = serde_json::to_vec(input).unwrap();
    let mut stdin = node.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(&question));
    let output = node.wait_with_output().unwrap();
    check(program, &output);
    writer.join().unwrap().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

fn bundle(program: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let outfile = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(program)
        .with_extension("mjs");
    let output = Command::new(esbuild(root))
        .arg(root.join("server/tests/node").join(program))
        .args([
            "--bundle",
            "--platform=node",
            "--format=esm",
            "--log-level=warning",
        ])
        .args([
            "--target=node20",
            "--define:process.env.NODE_ENV=\"production\"",
        ])
        .arg(format!("--outfile={}", outfile.display()))
        .output()
        .unwrap();
    check(program, &output);
    outfile
}

/// The package's own binary, for the platform npm has installed it for.
fn esbuild(root: &Path) -> PathBuf {
    let platforms = root.join("node_modules/@esbuild");
    fs::read_dir(&platforms)
        .unwrap_or_else(|error| {
            panic!("this test needs `npm ci`: {}: {error}", platforms.display())
        })
        .map(|it| it.unwrap().path().join("bin/esbuild"))
        .find(|it| it.exists())
        .unwrap_or_else(|| {
            panic!(
                "this test needs `npm ci`: no esbuild in {}",
                platforms.display()
            )
        })
}

#[track_caller]
fn check(program: &str, output: &Output) {
    assert!(
        output.status.success(),
        "{program}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}
