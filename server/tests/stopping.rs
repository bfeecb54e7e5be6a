//! The end of the program, and what a service manager learns of its life: as systemd sees it.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::ready::ready;
use crate::start::{hang_up, terminate};

/// A server that ends with this value.
struct Running {
    child: Child,
    address: String,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        command.args(["--listen", "127.0.0.1:0"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let line = BufReader::new(child.stdout.take().unwrap()).lines().next();
        let line = line.unwrap().unwrap();
        let address = line.split(' ').find_map(|it| it.strip_prefix("http://"));
        Self {
            address: address.unwrap().to_owned(),
            child,
        }
    }

    fn with(folder: &Path, toml: &str) -> Self {
        fs::write(folder.join("waybill.toml"), toml).unwrap();
        Self::start(ready(folder).args(["--config", "waybill.toml"]))
    }

    fn get(&self, path: &str) -> String {
        exchange(&self.address, path)
    }

    /// A request whose content never comes to its end.
    fn unfinished(&self) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = "POST /csp-report HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{";
        stream.write_all(head.as_bytes()).unwrap();
        // Another's answer shows that there was the time to read this one.
        assert!(self.get("/healthz").starts_with("HTTP/1.1 200 "));
        stream
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }
}

fn exchange(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_drain_is_not_ready_at_once_and_answers_until_its_delay_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Running::with(folder.path(), "edge = { drain_delay_ms = 3000 }");
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200 "));
    terminate(&server.child);
    let asked = Instant::now();
    // The signal is on its way; from when it is there, no answer says ready.
    while !server.get("/readyz").starts_with("HTTP/1.1 503 ") {
        assert!(asked.elapsed() < Duration::from_secs(2));
    }
    for path in ["/healthz", "/login"] {
        assert!(server.get(path).starts_with("HTTP/1.1 200 "), "{path}");
    }
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(Duration::from_millis(2_500) < asked.elapsed());
}

#[test]
fn what_does_not_come_to_its_end_is_cut_off_at_the_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Running::with(folder.path(), "edge = { drain_seconds = 1 }");
    let mut unfinished = server.unfinished();
    let asked = Instant::now();
    terminate(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let took = asked.elapsed();
    let within = Duration::from_millis(900)..Duration::from_secs(8);
    assert!(within.contains(&took), "{took:?}");
    let mut answer = Vec::new();
    // Closed or reset, and not answered.
    match unfinished.read_to_end(&mut answer) {
        Ok(_) | Err(_) => assert!(answer.is_empty()),
    }
}

#[test]
fn a_second_signal_ends_it_where_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Running::with(folder.path(), "edge = { drain_delay_ms = 60000 }");
    terminate(&server.child);
    while server.get("/readyz").starts_with("HTTP/1.1 200 ") {}
    terminate(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(1));
}

#[test]
fn the_service_manager_learns_of_readiness_life_and_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    let patience = Some(Duration::from_secs(30));
    manager.set_read_timeout(patience).unwrap();
    let hear = || {
        let mut message = [0; 4096];
        let length = manager.recv(&mut message).unwrap();
        String::from_utf8_lossy(&message[..length]).into_owned()
    };
    let mut command = ready(folder.path());
    command.env("NOTIFY_SOCKET", &path);
    command.env("WATCHDOG_USEC", "300000");
    let mut server = Running::start(&mut command);
    let mut heard = vec![hear(), hear(), hear(), hear()];
    // The first sign of life may come before the word that it serves.
    heard.sort();
    assert!(
        heard[0].starts_with("READY=1\nSTATUS=Waybill serves http://"),
        "{heard:?}"
    );
    assert_eq!(heard[1..], ["WATCHDOG=1\n"; 3]);
    hang_up(&server.child);
    let mut words = std::iter::repeat_with(hear).filter(|it| it != "WATCHDOG=1\n");
    let begun = words.next().unwrap();
    let at = begun.strip_prefix("RELOADING=1\nMONOTONIC_USEC=").unwrap();
    assert!(at.trim_end().parse::<u64>().is_ok(), "{begun}");
    assert!(words.next().unwrap().starts_with("READY=1\n"));
    terminate(&server.child);
    assert!(words.next().unwrap().starts_with("STOPPING=1\n"));
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_socket_that_is_handed_over_is_listened_on() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    // It passes this test's variables on only when they are named.
    let program = env!("CARGO_BIN_EXE_waybill");
    let mut command = Command::new("systemd-socket-activate");
    command.args(["--listen", &address, program]);
    // Were this the address, people would find nobody at the other.
    command.args(["--listen", "127.0.0.1:1", "--data-dir"]);
    command.arg(folder.path().join("data"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().expect(
        "systemd-socket-activate is needed: apt-get install --no-install-recommends systemd",
    );
    let mut server = Running { child, address };
    let asked = Instant::now();
    // The first connection has the program start, and waits for it.
    let mut answer = None;
    while answer.is_none() {
        assert!(asked.elapsed() < Duration::from_secs(30));
        answer = TcpStream::connect(&server.address).ok();
    }
    drop(answer);
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200 "));
    terminate(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}
