//! What is told of requests and refused sign-ins: lines that web servers' tools read, and by which `packaging/fail2ban` bans an
//! address, but never one that a visitor only writes about.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use reqwest::redirect::Policy;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use waybill_workshop::Tool;

use crate::ready::ready;
use crate::start::terminate;

const AGENT: &str = "tool \"of\" somebody";

struct Server {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    origin: String,
    log: PathBuf,
}

impl Server {
    fn start(folder: &Path, flags: &[&str]) -> Self {
        let log = folder.join("log");
        let mut command = ready(folder);
        command.args(["--listen", "127.0.0.1:0"]);
        command.args(flags).stdout(Stdio::piped());
        let mut child = command.stderr(File::create(&log).unwrap()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let told = lines.next().unwrap().unwrap();
        let origin = told.split(' ').find(|it| it.starts_with("http://"));
        Self {
            origin: origin.unwrap().to_owned(),
            child,
            lines,
            log,
        }
    }

    fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }

    async fn ask(&self, method: Method, path: &str) -> (StatusCode, usize) {
        let client = Client::builder().user_agent(AGENT);
        let client = client.redirect(Policy::none()).build().unwrap();
        let request = client.request(method, format!("{}{path}", self.origin));
        let answer = request.send().await.unwrap();
        (answer.status(), answer.bytes().await.unwrap().len())
    }

    async fn guess(&self) {
        let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
        let body = json!({ "email": "ann@example.test", "password": "a guess at it", "returnSecureToken": true });
        let client = Client::builder().user_agent(AGENT).build().unwrap();
        let guess = client.post(format!("{}{path}", self.origin));
        let answer = guess.json(&body).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    }

    /// Ends it, and gives the lines that were not read.
    fn end(mut self) -> Vec<String> {
        terminate(&self.child);
        let rest = self.lines.by_ref().map(Result::unwrap).collect();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        rest
    }
}

impl Drop for Server {
    /// Also when the test fails, so that no server is left behind.
    fn drop(&mut self) {
        drop(self.child.kill().and_then(|()| self.child.wait()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_request_is_a_line_in_the_combined_format_without_its_query() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &["--log-access", "clf"]);
    let (status, length) = server.ask(Method::GET, "/login?fbtkn=a-secret").await;
    assert_eq!(status, StatusCode::OK);
    let line = server.line();
    let (head, rest) = line.split_once(" - - [").unwrap();
    assert_eq!(head, "127.0.0.1");
    let (time, rest) = rest.split_once("] ").unwrap();
    jiff::fmt::strtime::parse("%d/%b/%Y:%H:%M:%S %z", time).unwrap();
    let told = format!(r#""GET /login HTTP/1.1" 200 {length} "-" "tool \x22of\x22 somebody""#);
    assert_eq!(rest, told);

    let (status, length) = server.ask(Method::HEAD, "/login").await;
    assert_eq!((status, length), (StatusCode::OK, 0));
    assert!(server.line().contains(r#""HEAD /login HTTP/1.1" 200 0 "#));
    server.ask(Method::GET, "/nowhere/%22%0A").await;
    let rest = server.end();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert!(
        rest[0].contains(r#""GET /nowhere/%22%0A HTTP/1.1" 303 "#),
        "{rest:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn json_line_has_the_id_of_the_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &["--log-access", "json"]);
    let answer = reqwest::get(format!("{}/healthz", server.origin))
        .await
        .unwrap();
    let id = answer.headers()["x-request-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let line: Value = serde_json::from_str(&server.line()).unwrap();
    assert_eq!(line["request"], id);
    assert_eq!(line["path"], "/healthz");
    assert_eq!(line["status"], 200);
    assert_eq!(line["address"], "127.0.0.1");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_setting_standard_output_has_no_line_of_a_request() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    server.ask(Method::GET, "/login").await;
    assert_eq!(server.end(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn fail2ban_finds_refused_sign_ins_and_no_text_of_a_visitor() {
    waybill_workshop::needs!(Fail2banRegex);
    for format in ["pretty", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server::start(
            folder.path(),
            &[
                "--log-format",
                format,
                "--log-access",
                format_of_access(format),
                "--log",
                "info,waybill::http=debug",
            ],
        );
        for _ in 0..3 {
            server.guess().await;
        }
        let access: Vec<String> = (0..3).map(|_| server.line()).collect();
        let log = fs::read_to_string(&server.log).unwrap();
        assert!(
            !log.contains("a guess at it") && !log.contains("ann@example.test"),
            "{log}"
        );
        assert!(!log.contains('\u{1b}'), "{log}");
        let genuine: Vec<&str> = log
            .lines()
            .filter(|line| line.contains("Sign-in refused."))
            .collect();
        assert_eq!(genuine.len(), 3, "{log}");

        let journal = |line: &str| format!("Nov 26 13:54:09 host waybill[12]: {line}");
        let as_in_the_journal: Vec<String> = genuine.iter().map(|line| journal(line)).collect();
        assert_eq!(banned(folder.path(), &log), 3);
        assert_eq!(banned(folder.path(), &as_in_the_journal.join("\n")), 3);

        // Of visitors: a whole line as their user agent, in an access line and escaped within another one.
        let [first, ..] = genuine[..] else {
            unreachable!()
        };
        let agent = access[0].replace("tool", first);
        assert!(agent.contains(first), "{agent}");
        let within = json!({ "timestamp": "2026-11-26T13:54:09Z", "level": "INFO", "message": first, "path": first });
        let forged = [
            journal(&agent),
            agent,
            within.to_string(),
            format!("x {first}"),
        ];
        assert_eq!(banned(folder.path(), &forged.join("\n")), 0, "{forged:?}");
    }
}

fn format_of_access(format: &str) -> &str {
    match format {
        "json" => "json",
        _ => "clf",
    }
}

/// How many of the lines the filter takes for a refused sign-in.
fn banned(folder: &Path, lines: &str) -> usize {
    let file = folder.join("lines");
    // What has no end of line yet is not read.
    fs::write(&file, format!("{}\n", lines.trim_end())).unwrap();
    let program = waybill_workshop::path(Tool::Fail2banRegex);
    let modules = program.with_file_name("../lib/python3/dist-packages");
    let filter =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/fail2ban/filter.d/waybill.conf");
    let run = Command::new(&program)
        .env("PYTHONPATH", modules)
        .args([&file, &filter])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stdout);
    let complained = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{told}{complained}");
    let count = told
        .lines()
        .find_map(|line| line.strip_prefix("Lines: ")?.split(", ").nth(2));
    let count = count.and_then(|it| it.strip_suffix(" matched"));
    assert!(count.is_some(), "{told}");
    count.unwrap().parse().unwrap()
}
