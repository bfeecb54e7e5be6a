//! What Prometheus reads: figures that its own tool finds no fault with, and rules that fire for what they are about.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use waybill_workshop::Tool;

use crate::support::TestApp;

/// Where the rules are, from the root of the project.
const RULES: &str = "packaging/prometheus";

fn promtool(words: &[&str]) -> Command {
    let mut command = Command::new(waybill_workshop::path(Tool::Promtool));
    command
        .args(words)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(RULES));
    command
}

/// Runs it to its end with this input; gives what it said.
#[track_caller]
fn passes(command: &mut Command, input: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    assert!(output.status.success(), "{said}");
    said
}

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    std::fs::read_to_string(path).unwrap()
}

/// The names in a text that begin as those of our metrics do.
fn metrics_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
    let metrics = words.filter(|word| word.starts_with("waybill_"));
    metrics.collect()
}

#[tokio::test]
async fn promtool_finds_no_fault_with_the_figures() {
    waybill_workshop::needs!(Promtool);
    let app = TestApp::new().await;
    let admin = app.listen_admin().await;
    app.user().await.open("/contacts").await;
    let client = reqwest::Client::new();
    let ask = async |accept: &str| {
        let asked = client.get(format!("http://{admin}/metrics"));
        asked.header(ACCEPT, accept).send().await.unwrap()
    };
    let plain = ask("text/plain;version=0.0.4").await;
    let kind = plain.headers()[CONTENT_TYPE].to_str().unwrap().to_owned();
    assert!(kind.starts_with("text/plain"), "{kind}");
    let said = passes(
        &mut promtool(&["check", "metrics"]),
        &plain.text().await.unwrap(),
    );
    assert_eq!(said, "");

    // What Prometheus itself sends names both.
    let both =
        ask("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5").await;
    let kind = both.headers()[CONTENT_TYPE].to_str().unwrap().to_owned();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    assert!(both.text().await.unwrap().ends_with("# EOF\n"));
}

#[test]
fn alerts_fire_for_what_they_are_about() {
    waybill_workshop::needs!(Promtool);
    passes(&mut promtool(&["check", "rules", "alerts.yml"]), "");
    passes(&mut promtool(&["test", "rules", "alerts.test.yml"]), "");
}

#[test]
fn alerts_and_their_metrics_are_in_the_runbook_and_tested() {
    let rules = read(&format!("{RULES}/alerts.yml"));
    let tests = read(&format!("{RULES}/alerts.test.yml"));
    let runbook = read("docs/runbook.md");
    let alerts: Vec<&str> = rules
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "))
        .collect();
    assert!(15 <= alerts.len(), "{alerts:?}");
    for alert in alerts {
        assert!(
            runbook.contains(&format!("| `{alert}` |")),
            "{alert} in the runbook"
        );
        assert!(
            rules.contains(&format!("runbook: \"Alerts, {alert}\"")),
            "{alert}"
        );
        assert!(
            tests.contains(&format!("alertname=\"{alert}\"}}', value: 1")),
            "{alert} in the tests"
        );
    }
    let documented = metrics_in(&runbook);
    for metric in metrics_in(&rules) {
        assert!(documented.contains(metric), "{metric}");
    }
}
