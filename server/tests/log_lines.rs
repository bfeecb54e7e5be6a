//! The lines of a server whose log is JSON: each is an object, also those that are not of the log, and none is about a probe.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::start::{terminate, waybill};

/// All lines of a run, of both streams.
fn lines(folder: &Path) -> Vec<Value> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let all = read("out") + &read("err");
    all.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| unreachable!("{line}")))
        .collect()
}

/// Waits for a line that the server says.
async fn until_said(folder: &Path, what: &str) -> String {
    loop {
        let said = fs::read_to_string(folder.join("out")).unwrap();
        if let Some(line) = said.lines().find(|line| line.contains(what)) {
            return line.to_owned();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn each_line_is_an_object_and_probes_have_none() {
    let folder = tempfile::tempdir().unwrap();
    let stream = |name: &str| File::create(folder.path().join(name)).unwrap();
    let mut server = waybill(folder.path())
        .args(["--demo", "--listen", "127.0.0.1:0", "--log-format", "json"])
        .args(["--log", "info,waybill::http::middleware::observe=debug"])
        .stdout(stream("out"))
        .stderr(Stdio::from(stream("err")))
        .spawn()
        .unwrap();
    let started: Value =
        serde_json::from_str(&until_said(folder.path(), "Waybill serves").await).unwrap();
    until_said(folder.path(), "password").await;
    let message = started["message"].as_str().unwrap();
    let origin = message.split(' ').nth(2).unwrap();
    let fault =
        json!({ "message": "\"quoted\"\nsecond line", "route": "contacts", "stack": "\u{1b}[31m" });
    let client = reqwest::Client::new();
    for path in ["/readyz", "/healthz", "/no/such\u{141}/page"] {
        client.get(format!("{origin}{path}")).send().await.unwrap();
    }
    let told = client.post(format!("{origin}/fault-report"));
    told.json(&fault).send().await.unwrap();
    terminate(&server);
    assert_eq!(server.wait().unwrap().code(), Some(0));

    let lines = lines(folder.path());
    let reported = lines.iter().find(|it| it["event"] == "browser_fault");
    let reported = reported.unwrap();
    assert_eq!(reported["route"], fault["route"]);
    assert_eq!(reported["stack"], fault["stack"]);
    assert_eq!(reported["fault"], fault["message"]);
    assert_eq!(reported["message"], "A page reported an error.");
    let paths: Vec<&str> = lines.iter().filter_map(|it| it["path"].as_str()).collect();
    assert!(paths.contains(&"/no/such%C5%81/page"), "{paths:?}");
    let said_at_info = lines.iter().filter(|it| it["level"] != "DEBUG");
    for line in said_at_info {
        let path = line["path"].as_str().unwrap_or_default();
        assert!(!["/readyz", "/healthz"].contains(&path), "{line}");
    }
}

#[test]
fn a_start_that_fails_says_why_in_the_same_form() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("waybill-data"), "a file").unwrap();
    let output = waybill(folder.path())
        .args(["--listen", "127.0.0.1:0", "--log-format", "json"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let line: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(line["level"], "ERROR");
    let message = line["message"].as_str().unwrap();
    assert!(message.contains("waybill-data"), "{message}");
}
