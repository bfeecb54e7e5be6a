//! What Prometheus reads: figures that its own tool finds no fault with, and rules that fire for what they are about.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::Value;
use url::Url;
use waybill::data_dir::{self, Done};
use waybill_workshop::Tool;

use crate::awaited::free_port;
use crate::support::TestApp;

/// The dashboard for Grafana.
const DASHBOARD: &str = "packaging/grafana/waybill.json";

/// How long Prometheus may take for what the panels ask: a few readings, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

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

/// A Prometheus that reads an instance each second, until it is dropped.
struct Prometheus {
    child: Child,
    origin: String,
    _folder: tempfile::TempDir,
}

impl Prometheus {
    fn start(of: SocketAddr) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = format!(
            "scrape_configs:\n  - job_name: waybill\n    scrape_interval: 1s\n    \
             static_configs: [{{ targets: [\"{of}\"] }}]\n"
        );
        std::fs::write(folder.path().join("prometheus.yml"), config).unwrap();
        let address = free_port();
        let child = Command::new(waybill_workshop::path(Tool::Prometheus))
            .args(["--config.file=prometheus.yml", "--storage.tsdb.path=data"])
            .arg(format!("--web.listen-address={address}"))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self {
            child,
            origin: format!("http://{address}"),
            _folder: folder,
        }
    }

    /// Whether the expression gives at least one value.
    async fn knows(&self, expression: &str) -> bool {
        let address = format!("{}/api/v1/query", self.origin);
        let address = Url::parse_with_params(&address, [("query", expression)]).unwrap();
        let Ok(answer) = reqwest::get(address).await else {
            return false;
        };
        let answer: Value = answer.json().await.unwrap_or_default();
        assert_ne!(answer["errorType"], "bad_data", "{expression}: {answer}");
        let found = answer["data"]["result"].as_array();
        found.is_some_and(|it| !it.is_empty())
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }
}

#[tokio::test]
async fn each_panel_of_the_dashboard_has_data() {
    waybill_workshop::needs!(Prometheus);
    let app = TestApp::new().await;
    let admin = app.listen_admin().await;
    let ada = app.user().await;
    let done = Done {
        at: Timestamp::now(),
        bytes: 1,
    };
    let jobs = app.app.begin_jobs();
    waybill::memory::note_allocated(1);
    data_dir::note_backup(&app.app.config().data_dir, done);
    data_dir::note_drill(&app.app.config().data_dir, done);
    let prometheus = Prometheus::start(admin);
    let dashboard: Value = serde_json::from_str(&read(DASHBOARD)).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().cloned().unwrap_or_default());
    let mut waiting: Vec<String> = targets
        .map(|target| {
            target["expr"]
                .as_str()
                .unwrap()
                .replace("$__rate_interval", "10s")
        })
        .map(|expression| expression.replace("$instance", ".*"))
        .collect();
    assert!(20 <= waiting.len(), "{waiting:?}");
    let begun = Instant::now();
    while !waiting.is_empty() {
        assert!(begun.elapsed() < PATIENCE, "no data for {waiting:#?}");
        ada.open("/contacts?page=1").await;
        let refreshed = ada.call("/iam/api/v1/auth/token-refresh").await;
        assert_eq!(refreshed.status(), 200);
        let mut still = Vec::new();
        for expression in waiting {
            if !prometheus.knows(&expression).await {
                still.push(expression);
            }
        }
        waiting = still;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    jobs.end().await;
}
