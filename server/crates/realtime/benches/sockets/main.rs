//! What the realtime database can do on this machine: `cargo bench -p waybill-realtime`.
//!
//! A program, not a test: it asserts nothing about time, and ends by itself after a minute or two. The server runs in a process
//! of its own over SQLite. 10,000 sockets each listen to their own inbox, and 1,000 more to one that they share; printed is
//! what an idle socket costs the server, what a write costs with and without ten thousand listens that it does not concern,
//! and when the last of a thousand has heard of one. `cargo bench -p waybill-realtime -- 1000` takes so many sockets instead.

#![expect(
    clippy::print_stdout,
    reason = "the report is what this program is for"
)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a benchmark that cannot run should stop, and its counts are far below 2^52"
)]

mod client;
mod server;

use std::io::BufRead as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::Client;
use futures_util::{StreamExt as _, stream};

/// Sockets that listen to one inbox.
const SHARING: usize = 1_000;
/// Writes whose cost is measured.
const WRITES: usize = 200;
/// Rounds in which all who share are told.
const ROUNDS: usize = 20;
/// Sockets that are opened at once.
const AT_ONCE: usize = 50;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let [first, folder] = arguments.as_slice()
        && first == "serve"
    {
        runtime.block_on(server::serve(folder.as_ref()));
        return;
    }
    let sockets = arguments.iter().find(|it| !it.starts_with('-'));
    let sockets = sockets.map_or(10_000, |it| it.parse().unwrap());
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load of the machine before: {}", load.trim_end());
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(std::env::current_exe().unwrap())
        .arg("serve")
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let output = server.stdout.take().unwrap();
    std::io::BufReader::new(output)
        .read_line(&mut address)
        .unwrap();
    runtime.block_on(measure(&server, address.trim_end(), sockets));
    server.kill().unwrap();
    server.wait().unwrap();
}

async fn measure(server: &Child, address: &str, count: usize) {
    // The first few make what all share.
    let warm = open(address, 10, |number| format!("warm{number}")).await;
    print("a write, nobody else there", &writes(address).await);
    let before = memory(server).await;
    let began = Instant::now();
    let mut sockets = open(address, count, |number| format!("user{number}")).await;
    let took = began.elapsed().as_secs_f64();
    println!(
        "{:<44} {:>9.0} per s",
        "sockets opened, signed in, listening",
        count as f64 / took
    );
    println!(
        "{:<44} {:>9.1} kB",
        format!("memory of each of {count} idle sockets"),
        (memory(server).await - before) / 1024.0 / count as f64
    );
    print(
        &format!("a write, {count} listens elsewhere"),
        &writes(address).await,
    );
    let mut sharing = open(address, SHARING, |_| "shared".to_owned()).await;
    let mut last = Vec::new();
    for round in 0..ROUNDS {
        let began = Instant::now();
        let hearing = sharing.iter_mut().map(Client::hear);
        let (_, heard) = tokio::join!(
            client::put(address, format!("co/general-notification/shared/n{round}")),
            futures_util::future::join_all(hearing)
        );
        let latest = heard.into_iter().max().unwrap();
        last.push(latest.duration_since(began).as_secs_f64() * 1000.0);
    }
    print(
        &format!("until the last of {SHARING} has heard of a write"),
        &last,
    );
    sockets.truncate(0);
    drop(warm);
}

async fn open(address: &str, count: usize, user: impl Fn(usize) -> String) -> Vec<Client> {
    stream::iter((0..count).map(|number| Client::listening(address, user(number))))
        .buffer_unordered(AT_ONCE)
        .collect()
        .await
}

/// What writes of a service take within the server, in ms.
async fn writes(address: &str) -> Vec<f64> {
    let mut took = Vec::with_capacity(WRITES);
    for number in 0..WRITES {
        let micros = client::put(address, format!("co/general-notification/nobody/n{number}"));
        took.push(micros.await as f64 / 1000.0);
    }
    took
}

fn print(name: &str, milliseconds: &[f64]) {
    let mut sorted = milliseconds.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share).round() as usize];
    println!(
        "{name:<44} {:>9.2} ms p50 {:>9.2} ms p99",
        at(0.5),
        at(0.99)
    );
}

/// What the server holds, in bytes, once it has settled.
async fn memory(server: &Child) -> f64 {
    tokio::time::sleep(Duration::from_secs(1)).await;
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kilobytes.unwrap().trim().parse::<f64>().unwrap() * 1024.0
}
