//! What the data services can do on this machine: `cargo bench -p waybill-trials`.
//!
//! A program, not a test: it asserts nothing about time, and ends by itself after some minutes. A server in a process of its
//! own holds 100,000 contacts, once in SQLite and once in PostgreSQL. Each read is sent over 50 connections at once, three
//! times, and printed with its spread; the server is started anew for what its peak of memory is told of.
//! `cargo bench -p waybill-trials -- 10000` takes so many contacts instead.

#![expect(
    clippy::print_stdout,
    reason = "the report is what this program is for"
)]
#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a benchmark that cannot run should stop, and its counts are far below 2^52"
)]

mod load;

use std::path::Path;
use std::time::Instant;

use load::Client;
use serde_json::Value;
use waybill_services::Identity;
use waybill_services::demo_data::contacts::table;
use waybill_services::demo_data::{DemoData, FillError};
use waybill_storage::Storage;
use waybill_trials::child::Server;

const CONTACTS: &str = "/contact/api/v1/contacts";
const PEOPLE: &str =
    "/contact/api/v1/contacts/paginate?limit=50&filter=kind:eq:person&sort=displayName";
const IMPORTED: usize = 10_000;
const CONNECTIONS: usize = 50;
const PAGES: usize = 1000;

fn main() {
    // Cargo passes `--bench`.
    let rows = std::env::args().skip(1).find(|it| !it.starts_with('-'));
    let rows = rows.map_or(100_000, |rows| rows.parse().unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let database = waybill_test_postgres::database();
    for (name, database) in [("SQLite", None), ("PostgreSQL", Some(database.as_str()))] {
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!(
            "\n{name}, {rows} contacts; load of the machine before: {}",
            load.trim_end()
        );
        let folder = tempfile::tempdir().unwrap();
        let began = Instant::now();
        let user = runtime.block_on(fill(folder.path(), database, rows));
        let took = began.elapsed().as_secs_f64();
        println!(
            "{:<44} {:>9.0} rows/s",
            "filling, one transaction",
            rows as f64 / took
        );
        let place = Place {
            folder: folder.path(),
            database,
            user: &user,
        };
        runtime.block_on(async {
            place.measure("nothing", async |_| ()).await;
            place.measure("the export", export).await;
            place.measure("the import", import).await;
            let of_user = format!("/iam/api/v1/users/{user}");
            place
                .measure("reads", async |client| reads(client, &of_user).await)
                .await;
            place.measure("writes", writes).await;
        });
    }
}

/// Where the contacts are, and who reads them.
struct Place<'a> {
    folder: &'a Path,
    database: Option<&'a str>,
    user: &'a str,
}

impl Place<'_> {
    /// Does this with a server of its own, and prints the most memory that it held.
    async fn measure(&self, name: &str, work: impl AsyncFnOnce(&Client)) {
        let program = Path::new(env!("CARGO_BIN_EXE_waybill-trial-server"));
        let mut server = Server::start(program, self.folder, self.database).unwrap();
        let client = Client::new(server.origin().unwrap(), self.user);
        work(&client).await;
        let megabytes = server.peak_memory().unwrap() as f64 / (1024.0 * 1024.0);
        println!(
            "{:<44} {megabytes:>9.0} MB",
            format!("peak memory of {name}")
        );
        server.kill_9().unwrap();
    }
}

/// Fills the database as `waybill seed` does; gives the first person's id.
async fn fill(directory: &Path, database: Option<&str>, rows: usize) -> String {
    let url = database.map(|url| url.parse().unwrap());
    let services = waybill_trials::open(directory, url.as_ref()).await.unwrap();
    let first = async |_: &Storage| {
        Ok::<_, FillError>(Identity {
            uid: "bench".to_owned(),
            email: Some("bench@trials.test".to_owned()),
            email_verified: true,
            name: None,
            authenticated_at: None,
            has_second_factor: false,
        })
    };
    let user = services.fill(first, DemoData::rows(rows)).await.unwrap();
    user.to_string()
}

async fn reads(client: &Client, of_user: &str) {
    let (further, pages) = further_down(client).await;
    let further = format!("{PEOPLE}&after={further}");
    println!(
        "{:<44} {:>9} {:>15} {:>15}",
        "50 connections", "per s", "p50 ms", "p99 ms"
    );
    for (name, path) in [
        ("one user", of_user),
        ("50 contacts, filter and sort", PEOPLE),
        (&format!("the same, {pages} pages further down"), &further),
        (
            "the same with a total",
            "/contact/api/v1/contacts?pageSize=50&filter=kind:eq:person&sort=displayName",
        ),
        ("port search", "/master/api/v1/location?search=rotterdam"),
        (
            "port search, a typo",
            "/master/api/v1/location?search=roterdma",
        ),
        (
            "50 airports with a total",
            "/master/api/v1/airport?pageSize=50",
        ),
    ] {
        client.print(name, CONNECTIONS, path).await;
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

async fn writes(client: &Client) {
    for (name, connections) in [
        ("a new contact, one after the other", 1),
        ("a new contact, 50 connections", CONNECTIONS),
    ] {
        client.print_writes(name, connections, CONTACTS).await;
    }
}

async fn import(client: &Client) {
    for (name, dry_run) in [("import, dry run", true), ("import", false)] {
        let mut rates = Vec::new();
        for run in 0..3 {
            let csv = csv(&format!("-{run}-{dry_run}-"));
            let began = Instant::now();
            let told = client
                .import(&format!("{CONTACTS}/import?dryRun={dry_run}"), csv)
                .await;
            assert_eq!(
                told["data"]["counts"]["new"], IMPORTED,
                "{}",
                told["data"]["counts"]
            );
            rates.push(IMPORTED as f64 / began.elapsed().as_secs_f64());
        }
        println!(
            "{name:<44} {:>9.0} rows/s ({})",
            load::percentile(&rates, 0.5),
            load::spread(&rates)
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

async fn export(client: &Client) {
    let mut rates = Vec::new();
    for _ in 0..3 {
        let began = Instant::now();
        let lines = client.lines(&format!("{CONTACTS}/export?format=csv")).await;
        rates.push(lines as f64 / began.elapsed().as_secs_f64());
    }
    println!(
        "{:<44} {:>9.0} rows/s ({})",
        "export",
        load::percentile(&rates, 0.5),
        load::spread(&rates)
    );
}
