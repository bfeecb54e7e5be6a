//! A reload by SIGHUP: what takes effect, what waits for the next start, and a configuration that cannot be used.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use tempfile::TempDir;

use crate::ready::ready;
use crate::start::Serving;
use crate::support::TestApp;

/// How long what is waited for may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server with a configuration file and a log.
struct Server {
    folder: TempDir,
    serving: Serving,
}

impl Server {
    fn start(toml: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("waybill.toml"), toml).unwrap();
        let log = File::create(folder.path().join("log")).unwrap();
        let mut command = ready(folder.path());
        command.args(["--config", "waybill.toml"]).stderr(log);
        Self {
            serving: Serving::start_with_log(&mut command),
            folder,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Gives the server another configuration file, and waits until the log says this of it.
    async fn reload(&self, toml: &str, said: &str) -> String {
        let before = self.log().matches(said).count();
        fs::write(self.path("waybill.toml"), toml).unwrap();
        self.serving.hang_up();
        until(async || self.log().matches(said).count() != before).await;
        let log = self.log();
        let line = log.lines().rfind(|line| line.contains(said));
        line.unwrap().to_owned()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap()
    }

    async fn status(&self, path: &str) -> StatusCode {
        let answer = reqwest::get(format!("{}{path}", self.serving.origin)).await;
        answer.unwrap().status()
    }

    /// A connection on which a request was answered, and the answer's first line.
    fn connection(&self) -> (TcpStream, String) {
        let address = self.serving.origin.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        (stream, String::from_utf8_lossy(&answer).into_owned())
    }

    /// Waits until a second connection is answered so while there is a first.
    async fn until_second(&self, status: &str) {
        until(async || {
            let (_first, _) = self.connection();
            let (_second, answer) = self.connection();
            answer.ends_with(status)
        })
        .await;
    }

    /// Waits until this is answered so.
    async fn until_status(&self, path: &str, status: u16) {
        until(async || self.status(path).await == status).await;
    }
}

/// Waits until it is so.
async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const RELOADED: &str = "Configuration reloaded";

#[tokio::test]
async fn filter_limits_and_more_take_effect() {
    let server = Server::start("[log]\nfilter = \"error\"");
    let contact = "/.well-known/security.txt";
    assert_eq!(server.status(contact).await, 404);
    server.until_second("200").await;
    assert!(server.log().is_empty(), "{}", server.log());

    let line = server
        .reload(
            "[log]\nfilter = \"warn,waybill=info,waybill::http::middleware::observe=debug\"\n\
         [edge]\nmax_connections = 1\n[security]\ncontact = \"mailto:security@lines.example\"",
            RELOADED,
        )
        .await;
    let names = "edge.max_connections, log.filter, security.contact";
    assert!(line.contains(names), "{line}");
    server.until_second("503").await;
    server.until_status(contact, 200).await;
    until(async || {
        server.status("/login").await;
        server.log().contains("Request finished.")
    })
    .await;

    let calls = "/contact/api/v1/contacts";
    let toml = "[edge]\nmax_memory = \"64MiB\"\nmax_connections = 2000";
    let line = server.reload(toml, RELOADED).await;
    assert!(line.contains("edge.max_memory"), "{line}");
    server.until_status(calls, 503).await;
    assert_eq!(server.status(contact).await, 404);
    server.until_second("200").await;
    server.reload("", RELOADED).await;
    server.until_status(calls, 401).await;
}

#[tokio::test]
async fn a_file_that_cannot_be_used_changes_nothing() {
    let toml = "[security]\ncontact = \"mailto:security@lines.example\"\n";
    let server = Server::start(toml);
    for (wrong, at_fault) in [
        ("[edge]\nmax_conections = 5", "edge.max_connections"),
        ("[edge]\nmax_connections = 0", "edge.max_connections"),
        ("[log]\nfilter = \"a=b=c\"", "log.filter"),
        (
            "[tls]\ncertificate = \"none.pem\"\nkey = \"none.pem\"",
            "tls.key",
        ),
        ("nonsense", "line 1"),
    ] {
        let line = server.reload(wrong, "was not reloaded").await;
        assert!(line.contains(at_fault), "{line}");
        assert!(line.contains("ERROR"), "{line}");
        assert_eq!(server.status("/.well-known/security.txt").await, 200);
    }
    server
        .reload(&format!("{toml}[edge]\nmax_connections = 5"), RELOADED)
        .await;
}

#[tokio::test]
async fn what_waits_for_the_next_start_is_named() {
    let server = Server::start("");
    let toml = "data_dir = \"elsewhere\"\n[render]\nisolates = 2\n[edge]\ncalls_at_once = 5";
    let line = server.reload(toml, "take effect at the next start").await;
    assert!(line.contains("WARN"), "{line}");
    assert!(line.contains("data_dir, render.isolates"), "{line}");
    let log = server.log();
    let reloaded = log.lines().find(|it| it.contains(RELOADED)).unwrap();
    assert!(reloaded.contains("edge.calls_at_once"), "{reloaded}");
    assert!(!reloaded.contains("data_dir"), "{reloaded}");
    assert!(!server.path("elsewhere").exists());
    assert_eq!(server.status("/readyz").await, 200);
}

#[tokio::test]
async fn keys_and_quotas_reach_the_services() {
    let app = TestApp::with("[keys]\ngoogle_map = \"first\"").await;
    let ada = app.user().await;
    let key = async || {
        let answer = ada.call("/iam/api/v1/auth/fetch-google-map-key").await;
        answer.text().to_owned()
    };
    assert!(key().await.contains("first"));
    app.reload("[keys]\ngoogle_map = \"second\"\n[edge]\ncalls_at_once = 7");
    assert!(key().await.contains("second"));
    assert_eq!(app.app.config().edge.calls_at_once, 7);
}
