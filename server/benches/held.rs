//! What the program holds of its machine's memory once a crowd has left: `cargo bench -- held`, some four minutes.
//!
//! A crowd signs up, or opens connections. Resident memory is told before, at the highest, and one minute after the last of
//! them; each crowd meets a server of its own, which has done a little of everything before. At last, what a list as data
//! costs: another allocator shows there first. `WAYBILL_BIN` names another program to measure.

use std::net::SocketAddr;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hyper::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::costs::processes::{resident, spent};
use crate::costs::work::{User, Work};
use crate::server::{program, start_with};
use crate::stats::spread;

const SIGN_UPS: usize = 1_000;
const AT_ONCE: usize = 50;
const CONNECTIONS: usize = 2_000;

/// For what a server does of its own after its start.
const SETTLED: Duration = Duration::from_secs(5);

/// After which a crowd should be forgotten.
const LATER: Duration = Duration::from_mins(1);

pub(crate) async fn print() {
    println!("program: {}", program().display());
    println!("MB resident                    before   highest   a minute later");
    let server = Server::start().await;
    let refused = AtomicUsize::new(0);
    server
        .print("1,000 sign-ups, 50 at once", sign_ups(&server, &refused))
        .await;
    println!("  told to come back later: {}", refused.into_inner());
    drop(server);
    let server = Server::start().await;
    let crowd = connections(server.address);
    server.print("2,000 connections", crowd).await;
    server.print_list().await;
}

/// A server and somebody who works there.
struct Server {
    child: Child,
    address: SocketAddr,
    user: User,
    folder: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).unwrap();
    }
}

impl Server {
    /// With everything done at least once, so that what is made at the first use is there.
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("waybill.toml");
        // Each who signs up has an address: an office may not sign up so many.
        let toml = format!(
            "[edge]\ntrusted_proxies = [\"127.0.0.1\"]\nmax_connections = {}\n",
            CONNECTIONS + 100
        );
        std::fs::write(&config, toml).unwrap();
        let data_dir = folder.path().join("data");
        let (child, address) = start_with(&data_dir, &["--config", config.to_str().unwrap()]);
        let user = User::register(address).await;
        user.fill(200).await;
        for _ in 0..100 {
            user.does(Work::Page).await;
            user.does(Work::Call).await;
        }
        tokio::time::sleep(SETTLED).await;
        Self {
            child,
            address,
            user,
            folder,
        }
    }

    async fn print(&self, name: &str, crowd: impl Future<Output = ()>) {
        let pid = self.child.id();
        let before = resident(pid);
        // The kernel forgets the highest (`proc_pid_clear_refs(5)`).
        std::fs::write(format!("/proc/{pid}/clear_refs"), "5").unwrap();
        crowd.await;
        let highest = highest(pid);
        tokio::time::sleep(LATER).await;
        let later = resident(pid);
        let mb = |bytes: u64| bytes as f64 / 1e6;
        println!(
            "{name:<28} {:>8.0} {:>9.0} {:>8.0} ({:.2} x)",
            mb(before),
            mb(highest),
            mb(later),
            later as f64 / before as f64
        );
    }

    /// Microseconds of processor for a list of 50 contacts as data.
    async fn print_list(&self) {
        const CALLS: u32 = 1_000;
        let mut costs = Vec::new();
        for _ in 0..5 {
            let before = spent(self.child.id());
            let mut clients = JoinSet::new();
            for _ in 0..4 {
                let user = self.user.clone();
                clients.spawn(async move {
                    for _ in 0..CALLS / 4 {
                        user.does(Work::Call).await;
                    }
                });
            }
            clients.join_all().await;
            costs.push((spent(self.child.id()) - before) / f64::from(CALLS));
        }
        println!("µs of processor, list call   {}", spread(costs, 0));
        assert!(self.folder.path().exists());
    }
}

fn highest(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kib: u64 = line
        .and_then(|it| it.trim().strip_suffix(" kB")?.parse().ok())
        .unwrap();
    kib * 1024
}

/// New companies, each with the account that begins it.
async fn sign_ups(server: &Server, refused: &AtomicUsize) {
    let client = reqwest::Client::new();
    let next = Arc::new(AtomicUsize::new(0));
    let mut crowd = JoinSet::new();
    let told = Arc::new(AtomicUsize::new(0));
    for _ in 0..AT_ONCE {
        let (client, next, told) = (client.clone(), Arc::clone(&next), Arc::clone(&told));
        let origin = format!("http://{}", server.address);
        crowd.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if SIGN_UPS <= number {
                    break;
                }
                sign_up(&client, &origin, number, &told).await;
            }
        });
    }
    crowd.join_all().await;
    refused.store(told.load(Ordering::Relaxed), Ordering::Relaxed);
}

async fn sign_up(client: &reqwest::Client, origin: &str, number: usize, told: &AtomicUsize) {
    let from = format!("10.0.{}.{}", number / 250, number % 250 + 1);
    let account = loop {
        let answer = client
            .post(format!("{origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"))
            .header("x-forwarded-for", &from)
            .json(&json!({ "email": format!("crowd{number}@bench.example"), "password": "granite-anchor-42", "returnSecureToken": true }))
            .send()
            .await
            .unwrap();
        if answer.status() == StatusCode::OK {
            break answer.json::<Value>().await.unwrap();
        }
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        told.fetch_add(1, Ordering::Relaxed);
        let wait = answer.headers()["retry-after"].to_str().unwrap();
        tokio::time::sleep(Duration::from_secs(wait.parse().unwrap())).await;
    };
    let company = json!({ "firstName": "Ada", "lastName": "Okonkwo", "companyName": format!("Crowd {number}"), "operatingCountry": "NL" });
    let answer = client
        .post(format!("{origin}/iam/api/v1/auth"))
        .header("x-forwarded-for", &from)
        .bearer_auth(account["idToken"].as_str().unwrap())
        .json(&company)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
}

/// All open at once, each of a browser that has asked for a page.
async fn connections(address: SocketAddr) {
    let mut open = Vec::new();
    let began = Instant::now();
    for _ in 0..CONNECTIONS / AT_ONCE {
        let mut crowd = JoinSet::new();
        for _ in 0..AT_ONCE {
            crowd.spawn(visit(address));
        }
        open.extend(crowd.join_all().await);
    }
    assert_eq!(open.len(), CONNECTIONS);
    // Idle ones are not kept for ever, so all of them are there only if they came quickly.
    println!("  {CONNECTIONS} connections after {:.0?}", began.elapsed());
}

async fn visit(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET /login HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"</html>") && !answer.ends_with(b"</html>\n") {
        let read = stream.read_buf(&mut answer).await.unwrap();
        assert!(read > 0, "the connection ended within the page");
    }
    stream
}
