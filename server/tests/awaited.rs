//! A database server that is away at the start: waited for with the probes answering, and told of in time where it never comes.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::net::UnixStream;

use crate::start::waybill;

/// Within which everything here has happened, also on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) fn free_port() -> SocketAddr {
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.local_addr().unwrap()
}

/// The URL of the same database at a TCP address, and the socket at which it is.
pub(crate) fn at(url: &str, address: SocketAddr) -> (String, PathBuf) {
    let (own, query) = url.split_once('?').unwrap();
    let folder = url::form_urlencoded::parse(query.as_bytes())
        .find_map(|(name, value)| (name == "host").then(|| value.into_owned()));
    let (scheme, rest) = own.split_once("://").unwrap();
    let (authority, name) = rest.split_once('/').unwrap();
    let user = authority.split_once('@').map_or("", |it| it.0);
    let url = format!("{scheme}://{user}@{address}/{name}");
    (url, Path::new(&folder.unwrap()).join(".s.PGSQL.5432"))
}

/// Passes connections on to the socket, until the test ends.
pub(crate) async fn relay(address: SocketAddr, socket: PathBuf) {
    let listener = tokio::net::TcpListener::bind(address).await.unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let socket = socket.clone();
            tokio::spawn(async move {
                let mut server = UnixStream::connect(socket).await.unwrap();
                tokio::io::copy_bidirectional(&mut client, &mut server)
                    .await
                    .ok();
            });
        }
    });
}

fn serve(folder: &Path, url: &str, seconds: u64) -> Command {
    fs::write(
        folder.join("waybill.toml"),
        format!("[start]\nwait_seconds = {seconds}\n"),
    )
    .unwrap();
    let mut command = waybill(folder);
    command
        .args(["--config", "waybill.toml", "--listen"])
        .env("WAYBILL_DRIVE_SHARED_FOLDER", "true")
        .env("WAYBILL_DATABASE_URL", url);
    command
}

/// Ends the program with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_waits_for_the_database_and_the_probes_say_so() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let (database, site) = (free_port(), free_port());
    let (url, socket) = at(&waybill_test_postgres::database(), database);
    let mut command = serve(folder.path(), &url, 120);
    command.arg(site.to_string()).stdout(Stdio::piped());
    let log = fs::File::create(folder.path().join("log")).unwrap();
    let mut server = Ended(command.stderr(log).spawn().unwrap());
    let lines = BufReader::new(server.0.stdout.take().unwrap()).lines();

    let get = |path: &str| {
        let request = reqwest::get(format!("http://{site}{path}"));
        async move { request.await.ok() }
    };
    let began = Instant::now();
    let alive = loop {
        assert!(began.elapsed() < PATIENCE, "nothing answers");
        match get("/healthz").await {
            Some(alive) => break alive,
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    assert_eq!(alive.status(), 200);
    for path in ["/readyz", "/login", "/contact/api/v1/contacts"] {
        let refused = get(path).await.unwrap();
        assert_eq!(refused.status(), 503, "{path}");
        assert!(refused.headers().contains_key("retry-after"), "{path}");
    }

    relay(database, socket).await;
    let line = tokio::task::spawn_blocking(|| { lines }.next())
        .await
        .unwrap();
    assert!(line.unwrap().unwrap().contains("serves"));
    for path in ["/readyz", "/login"] {
        assert_eq!(get(path).await.unwrap().status(), 200, "{path}");
    }
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("The database does not answer"), "{log}");
    assert!(log.contains("The database answers"), "{log}");
}

#[test]
fn a_database_that_never_comes_is_told_in_time() {
    let folder = tempfile::tempdir().unwrap();
    // Takes connections and says nothing.
    let hung = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    // As a load balancer that has nobody behind it.
    let closing = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let closed = closing.local_addr().unwrap();
    std::thread::spawn(move || closing.incoming().for_each(drop));
    for (address, seconds, words) in [
        (closed, 1, "no primary"),
        (free_port(), 0, "refused"),
        (free_port(), 1, "refused"),
        (hung.local_addr().unwrap(), 0, "within 5 seconds"),
    ] {
        let url = format!("postgres://ann:s3cret@{address}/nothing");
        let began = Instant::now();
        let output = serve(folder.path(), &url, seconds)
            .arg("127.0.0.1:0")
            .output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
        assert!(!said.contains("s3cret"), "{said}");
        let waited = began.elapsed();
        assert!(Duration::from_secs(seconds) <= waited, "{said}");
        assert!(waited < Duration::from_mins(1), "{said}");
    }
}
