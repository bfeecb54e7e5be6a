//! TLS by the program itself: both protocols, certificates that change, keys that others may read.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Empty};
use hyper::Request;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::health::asked;
use crate::ready::ready;
use crate::start::{assert_refused, hang_up, terminate, waybill};

/// Makes a certificate for `localhost` and puts it where the program looks for it.
fn issue(folder: &Path) -> CertificateDer<'static> {
    issue_until(folder, 2099)
}

/// The same, until this year begins.
fn issue_until(folder: &Path, year: i32) -> CertificateDer<'static> {
    let signing_key = rcgen::KeyPair::generate().unwrap();
    let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_after = rcgen::date_time_ymd(year, 1, 1);
    let made = params.self_signed(&signing_key).unwrap();
    fs::write(folder.join("certificate.pem"), made.pem()).unwrap();
    let key = folder.join("key.pem");
    fs::write(&key, signing_key.serialize_pem()).unwrap();
    fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    made.der().clone()
}

fn command(folder: &Path) -> Command {
    with_certificate(ready(folder))
}

fn with_certificate(mut command: Command) -> Command {
    command.args([
        "--tls-certificate",
        "certificate.pem",
        "--tls-key",
        "key.pem",
    ]);
    command.args(["--listen", "127.0.0.1:0"]);
    command
}

struct Server {
    child: Child,
    address: String,
    /// Where it tells about itself.
    admin: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        Self::start_by(command(folder))
    }

    fn start_by(mut command: Command) -> Self {
        command.args(["--admin-listen", "127.0.0.1:0"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let line = BufReader::new(child.stdout.take().unwrap()).lines().next();
        let line = line.unwrap().unwrap();
        let after = |scheme| line.split(' ').find_map(|it| it.strip_prefix(scheme));
        Self {
            address: after("https://").unwrap().to_owned(),
            admin: after("http://").unwrap().trim_end_matches('.').to_owned(),
            child,
        }
    }

    /// The state, as it is told to people or to Prometheus.
    async fn told(&self, path: &str) -> String {
        let answer = reqwest::get(format!("http://{}{path}", self.admin)).await;
        answer.unwrap().text().await.unwrap()
    }

    /// A connection that trusts this certificate and offers these protocols.
    async fn connect(
        &self,
        trusted: &CertificateDer<'static>,
        protocols: &[&str],
    ) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(trusted.clone()).unwrap();
        let provider = Arc::new(aws_lc_rs::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|it| it.as_bytes().to_vec()).collect();
        let tcp = TcpStream::connect(&self.address).await?;
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(config))
            .connect(name, tcp)
            .await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }
}

fn negotiated(stream: &TlsStream<TcpStream>) -> Option<&[u8]> {
    stream.get_ref().1.alpn_protocol()
}

fn request(uri: &str) -> Request<Empty<Bytes>> {
    let request = Request::get(uri).header("host", "localhost");
    request.body(Empty::new()).unwrap()
}

#[test]
fn health_is_asked_over_tls_where_it_is_served() {
    let folder = tempfile::tempdir().unwrap();
    issue(folder.path());
    let server = Server::start(folder.path());
    let address = server.address.replace("localhost", "127.0.0.1");
    let tls = [
        "--tls-certificate",
        "certificate.pem",
        "--tls-key",
        "key.pem",
    ];
    let with_tls = ["--listen", &address, tls[0], tls[1], tls[2], tls[3]];
    let (code, _, complained) = asked(folder.path(), &with_tls);
    assert_eq!(code, Some(0), "{complained}");
    let (code, _, complained) = asked(folder.path(), &["--listen", &address]);
    assert_eq!(code, Some(1), "{complained}");
}

#[tokio::test]
async fn both_protocols_are_spoken_behind_tls_and_cookies_are_secure() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = issue(folder.path());
    let server = Server::start(folder.path());

    let stream = server.connect(&trusted, &["h2", "http/1.1"]).await.unwrap();
    assert_eq!(negotiated(&stream), Some(&b"h2"[..]));
    let (mut client, connection) =
        http2::handshake::<_, _, Empty<Bytes>>(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .unwrap();
    tokio::spawn(connection);
    let asked = client
        .send_request(request("https://localhost/login"))
        .await;
    let answer = asked.unwrap();
    assert_eq!(answer.status(), 200);
    let hsts = &answer.headers()["strict-transport-security"];
    assert!(hsts.to_str().unwrap().starts_with("max-age="));
    let policy = answer.headers()["content-security-policy"]
        .to_str()
        .unwrap();
    assert!(policy.contains("wss://localhost"), "{policy}");
    let page = answer.into_body().collect().await.unwrap().to_bytes();
    assert!(page.starts_with(b"<!doctype html>"));

    let stream = server.connect(&trusted, &["http/1.1"]).await.unwrap();
    assert_eq!(negotiated(&stream), Some(&b"http/1.1"[..]));
    let (mut client, connection) = http1::handshake::<_, Empty<Bytes>>(TokioIo::new(stream))
        .await
        .unwrap();
    tokio::spawn(connection);
    let answer = client.send_request(request("/healthz")).await.unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn who_speaks_no_tls_gets_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    issue(folder.path());
    let server = Server::start(folder.path());
    let mut plain = TcpStream::connect(&server.address).await.unwrap();
    let head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    tokio::io::AsyncWriteExt::write_all(&mut plain, head)
        .await
        .unwrap();
    let mut answer = Vec::new();
    // Closed or reset.
    match plain.read_to_end(&mut answer).await {
        Ok(_) | Err(_) => assert!(!answer.starts_with(b"HTTP"), "{answer:?}"),
    }
}

#[tokio::test]
async fn a_new_certificate_meets_new_connections_and_a_broken_one_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let old = issue(folder.path());
    let server = Server::start(folder.path());
    let stream = server.connect(&old, &["http/1.1"]).await.unwrap();
    let (mut client, connection) = http1::handshake::<_, Empty<Bytes>>(TokioIo::new(stream))
        .await
        .unwrap();
    tokio::spawn(connection);

    fs::write(folder.path().join("certificate.pem"), "no certificate").unwrap();
    hang_up(&server.child);
    let answer = client.send_request(request("/healthz")).await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.into_body().collect().await.unwrap();
    server.connect(&old, &["http/1.1"]).await.unwrap();

    let new = issue(folder.path());
    hang_up(&server.child);
    met_with(&server, &new).await;
    assert!(server.connect(&old, &["http/1.1"]).await.is_err());
    // The connection from before goes on.
    let answer = client.send_request(request("/healthz")).await.unwrap();
    assert_eq!(answer.status(), 200);

    // Without a word, within seconds.
    let newest = issue(folder.path());
    met_with(&server, &newest).await;
    drop(client);
    let mut server = server;
    terminate(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[tokio::test]
async fn a_reload_takes_the_files_that_are_named_now() {
    let folder = tempfile::tempdir().unwrap();
    let old = issue(folder.path());
    let configure = |at: &str| {
        let toml = format!("[tls]\ncertificate = \"{at}certificate.pem\"\nkey = \"{at}key.pem\"");
        fs::write(folder.path().join("waybill.toml"), toml).unwrap();
    };
    configure("");
    let mut command = ready(folder.path());
    command.args(["--config", "waybill.toml", "--listen", "127.0.0.1:0"]);
    let server = Server::start_by(command);
    server.connect(&old, &["http/1.1"]).await.unwrap();
    let elsewhere = folder.path().join("new");
    fs::create_dir(&elsewhere).unwrap();
    let new = issue(&elsewhere);
    configure("new/");
    hang_up(&server.child);
    met_with(&server, &new).await;
    // From now on those are watched.
    let newest = issue(&elsewhere);
    met_with(&server, &newest).await;
}

#[tokio::test]
async fn the_end_of_the_certificate_in_force_is_told() {
    let folder = tempfile::tempdir().unwrap();
    issue_until(folder.path(), 2098);
    let server = Server::start(folder.path());
    let moment = |timestamp| format!("tls_certificate_not_after_timestamp_seconds {timestamp}\n");
    let metrics = server.told("/metrics").await;
    assert!(metrics.contains(&moment(4_039_372_800_u64)), "{metrics}");
    let page = server.told("/").await;
    assert!(page.contains("<td>until 2098-01-01T00:00:00Z"), "{page}");

    let renewed = issue_until(folder.path(), 2001);
    hang_up(&server.child);
    let begun = Instant::now();
    while !server.told("/metrics").await.contains(&moment(978_307_200)) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{renewed:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let page = server.told("/").await;
    let late = "<td class=\"bad\">until 2001-01-01T00:00:00Z";
    assert!(page.contains(late), "{page}");
}

/// Until the server meets connections with this certificate.
async fn met_with(server: &Server, certificate: &CertificateDer<'static>) {
    let begun = Instant::now();
    while server.connect(certificate, &["http/1.1"]).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[test]
fn a_hang_up_ends_nothing_where_there_is_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = ready(folder.path())
        .args(["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    assert!(lines.next().is_some());
    hang_up(&server);
    terminate(&server);
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

#[test]
fn a_certificate_that_cannot_be_used_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    issue(folder.path());
    let refused = |word: &str| {
        let mut command = with_certificate(waybill(folder.path()));
        assert_refused(&command.output().unwrap(), word);
    };
    let path = |name: &str| folder.path().join(name);
    fs::set_permissions(path("key.pem"), Permissions::from_mode(0o644)).unwrap();
    refused("chmod 0600");
    // The key of another.
    let key = fs::read(path("key.pem")).unwrap();
    issue(folder.path());
    fs::write(path("key.pem"), key).unwrap();
    refused("cannot be used together");
    fs::write(path("certificate.pem"), "").unwrap();
    refused("certificate.pem");
    fs::remove_file(path("key.pem")).unwrap();
    refused("key.pem");
    assert!(!path("waybill-data").exists());
}
