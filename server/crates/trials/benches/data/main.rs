//! What the data services can do on this machine: `cargo bench -p waybill-trials`.
//!
//! A program, not a test: it asserts nothing about time, and ends by itself after some minutes. A server in a process of its
//! own holds 100,000 contacts, once in SQLite and once in PostgreSQL. Each request is sent over 50 connections at once, several
//! times, and printed with its spread; the server is started anew for what its peak of memory is told of. Beside it stand the
//! floors: the bare statements on the same rows.
//! `cargo bench -p waybill-trials -- 10000` takes so many contacts instead. Where `WAYBILL_BIN` names the
//! `waybill-trial-server` of another build, both are measured by turns, each over data that it has made itself, and the ratio of what
//! they take is printed.

#![expect(
    clippy::print_stdout,
    reason = "the report is what this program is for"
)]
#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a benchmark that cannot run should stop, and its counts are far below 2^52"
)]

mod floors;
mod load;

use std::path::{Path, PathBuf};
use std::time::Instant;

use load::{Client, Request, Sample, percentile, spread};
use serde_json::Value;
use waybill_services::demo_data::contacts::table;
use waybill_trials::child::Server;

const CONTACTS: &str = "/contact/api/v1/contacts";
const PEOPLE: &str =
    "/contact/api/v1/contacts/paginate?limit=50&filter=kind:eq:person&sort=displayName";
const IMPORTED: usize = 10_000;
const CONNECTIONS: usize = 50;
const PAGES: usize = 1000;
/// How often each request is measured, by turns.
const ROUNDS: usize = 5;
/// The same of tables, which take longer.
const TABLE_ROUNDS: usize = 3;

fn main() {
    // Cargo passes `--bench`.
    let rows = std::env::args().skip(1).find(|it| !it.starts_with('-'));
    let rows = rows.map_or(100_000, |rows| rows.parse().unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let ours = PathBuf::from(env!("CARGO_BIN_EXE_waybill-trial-server"));
    let before = std::env::var_os("WAYBILL_BIN").map(PathBuf::from);
    let programs: Vec<PathBuf> = before.into_iter().chain([ours]).collect();
    for name in ["SQLite", "PostgreSQL"] {
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!(
            "\n{name}, {rows} contacts; load of the machine before: {}",
            load.trim_end()
        );
        let places: Vec<Place<'_>> = programs
            .iter()
            .map(|program| {
                let database = (name == "PostgreSQL").then(waybill_test_postgres::database);
                let folder = tempfile::tempdir().unwrap();
                let began = Instant::now();
                let user = Server::fill(program, folder.path(), database.as_deref(), rows).unwrap();
                let took = began.elapsed().as_secs_f64();
                println!(
                    "{:<44} {:>9.0} rows/s",
                    "filling, one transaction",
                    rows as f64 / took
                );
                Place {
                    program,
                    folder,
                    database,
                    user,
                }
            })
            .collect();
        runtime.block_on(async {
            measure(&places, "nothing", async |_| ()).await;
            measure(&places, "the export", export).await;
            measure(&places, "the import", import).await;
            measure(&places, "10,000 lists", lists).await;
            measure(&places, "reads", async |running| {
                reads(running, &places).await;
            })
            .await;
            measure(&places, "writes", writes).await;
        });
        match places.last().unwrap() {
            Place {
                database: Some(url),
                ..
            } => runtime.block_on(floors::on_postgres(url)),
            place => runtime.block_on(floors::on_sqlite(place.folder.path())),
        }
    }
}

/// A program, where its contacts are, and who reads them.
struct Place<'a> {
    program: &'a Path,
    folder: tempfile::TempDir,
    database: Option<String>,
    user: String,
}

/// A server at a place, and whoever asks it.
struct Running {
    server: Server,
    client: Client,
}

/// Does this with servers that were started for it, and prints the most memory that each held.
async fn measure(places: &[Place<'_>], name: &str, work: impl AsyncFnOnce(&[Running])) {
    let start = |place: &Place<'_>| {
        let (folder, database) = (place.folder.path(), place.database.as_deref());
        let mut server = Server::start(place.program, folder, database).unwrap();
        let client = Client::new(server.origin().unwrap(), &place.user);
        Running { server, client }
    };
    let running: Vec<Running> = places.iter().map(start).collect();
    work(&running).await;
    for one in running {
        let megabytes = one.server.peak_memory().unwrap() as f64 / (1024.0 * 1024.0);
        println!(
            "{:<44} {megabytes:>9.0} MB",
            format!("peak memory of {name}")
        );
        one.server.kill_9().unwrap();
    }
}

async fn lists(running: &[Running]) {
    for one in running {
        one.client.repeat(PEOPLE, CONNECTIONS, 10_000).await;
    }
}

async fn reads(running: &[Running], places: &[Place<'_>]) {
    let (further, pages) = further_down(&running[0].client).await;
    let further = format!("{PEOPLE}&after={further}");
    println!(
        "{:<44} {:>9} {:>15} {:>15} {:>15}",
        "50 connections", "per s", "p50 ms", "p99 ms", "processor ms"
    );
    let users = places
        .iter()
        .map(|it| format!("/iam/api/v1/users/{}", it.user));
    let users: Vec<String> = users.collect();
    let users: Vec<Request<'_>> = users.iter().map(|it| Request::Get(it)).collect();
    compare("one user", running, CONNECTIONS, &users).await;
    for (name, path) in [
        ("50 contacts, filter and sort", PEOPLE),
        (&format!("the same, {pages} pages further down"), &further),
        (
            "the same with a total",
            "/contact/api/v1/contacts?pageSize=50&filter=kind:eq:person&sort=displayName",
        ),
        (
            "50 contacts by a name",
            "/contact/api/v1/contacts/paginate?limit=50&search=kowalski",
        ),
        (
            "the same with a total, best first",
            "/contact/api/v1/contacts?pageSize=50&search=kowalski",
        ),
        (
            "50 contacts, nothing found",
            "/contact/api/v1/contacts?pageSize=50&search=zzyzx",
        ),
        (
            "port search, 8 of all",
            "/master/api/v1/oceanport?search=rotter&limit=8",
        ),
        (
            "places by a word",
            "/master/api/v1/location?search=rotterdam",
        ),
        (
            "places by a typo",
            "/master/api/v1/location?search=roterdma",
        ),
        (
            "50 airports with a total",
            "/master/api/v1/airport?pageSize=50",
        ),
    ] {
        let requests = vec![Request::Get(path); running.len()];
        compare(name, running, CONNECTIONS, &requests).await;
    }
}

/// Sends each of the servers its request by turns, and prints a line for each.
async fn compare(name: &str, running: &[Running], connections: usize, requests: &[Request<'_>]) {
    let mut samples: Vec<Vec<Sample>> = running.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for ((one, request), samples) in running.iter().zip(requests).zip(&mut samples) {
            samples.push(one.client.sample(&one.server, connections, *request).await);
        }
    }
    let processor =
        |samples: &[Sample]| -> Vec<f64> { samples.iter().map(|it| it.processor).collect() };
    for samples in &samples {
        let rates: Vec<f64> = samples.iter().map(|it| it.rate).collect();
        let medians: Vec<f64> = samples.iter().map(|it| it.median).collect();
        let tails: Vec<f64> = samples.iter().map(|it| it.tail).collect();
        println!(
            "{name:<44} {:>9.0} {:>15} {:>15} {:>6.3} {:>13}",
            percentile(&rates, 0.5),
            spread(&medians),
            spread(&tails),
            percentile(&processor(samples), 0.5),
            spread(&processor(samples))
        );
    }
    if let [before, now] = &samples[..] {
        let (before, now) = (processor(before), processor(now));
        let ratio = percentile(&now, 0.5) / percentile(&before, 0.5);
        println!("{:<44} {ratio:>9.2} of what the build before takes", "");
    }
}

/// The cursor that many pages further down, and how many they are.
async fn further_down(client: &Client) -> (String, usize) {
    let (mut cursor, mut path) = (String::new(), PEOPLE.to_owned());
    for page in 0..PAGES {
        let part: Value = client.json(&path).await;
        match part["next"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return (cursor, page),
        }
        path = format!("{PEOPLE}&after={cursor}");
    }
    (cursor, PAGES)
}

async fn writes(running: &[Running]) {
    let requests = vec![Request::Create(CONTACTS); running.len()];
    for (name, connections) in [
        ("a new contact, one after the other", 1),
        ("a new contact, 50 connections", CONNECTIONS),
    ] {
        compare(name, running, connections, &requests).await;
    }
}

async fn import(running: &[Running]) {
    for (name, dry_run) in [("import, dry run", true), ("import", false)] {
        let path = format!("{CONTACTS}/import?dryRun={dry_run}");
        tables(name, running, async |client: &Client, run| {
            let told = client
                .import(&path, csv(&format!("-{run}-{dry_run}-")))
                .await;
            let counts = &told["data"]["counts"];
            assert_eq!(counts["new"], IMPORTED, "{counts}");
            IMPORTED
        })
        .await;
    }
}

async fn export(running: &[Running]) {
    for (name, query) in [("export", ""), ("export as shown", "&shown=en")] {
        let path = format!("{CONTACTS}/export?format=csv{query}");
        tables(name, running, async |client: &Client, _| {
            client.lines(&path).await
        })
        .await;
    }
}

/// Has each of the servers read or write a table by turns, and prints how many rows it does in a second.
async fn tables(name: &str, running: &[Running], table: impl AsyncFn(&Client, usize) -> usize) {
    let mut rates: Vec<(Vec<f64>, Vec<f64>)> = running.iter().map(|_| Default::default()).collect();
    for round in 0..TABLE_ROUNDS {
        for (one, (rates, processor)) in running.iter().zip(&mut rates) {
            let (began, spent) = (Instant::now(), one.server.processor_time().unwrap());
            let rows = table(&one.client, round).await as f64;
            rates.push(rows / began.elapsed().as_secs_f64());
            let spent = one.server.processor_time().unwrap().saturating_sub(spent);
            processor.push(spent.as_secs_f64() * 1_000_000.0 / rows);
        }
    }
    for (rates, processor) in &rates {
        println!(
            "{name:<44} {:>9.0} rows/s ({}), {:.1} µs of processor a row",
            percentile(rates, 0.5),
            spread(rates),
            percentile(processor, 0.5)
        );
    }
}

fn csv(mark: &str) -> String {
    let table = table(IMPORTED, mark);
    let rows = table.rows.iter().map(|row| &row.cells);
    let mut text = String::new();
    for cells in std::iter::once(&table.header).chain(rows) {
        let quoted: Vec<String> = cells
            .iter()
            .map(|it| format!("\"{}\"", it.replace('"', "\"\"")))
            .collect();
        text.push_str(&quoted.join(","));
        text.push('\n');
    }
    text
}
