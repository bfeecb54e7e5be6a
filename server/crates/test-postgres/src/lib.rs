//! Databases for tests: a [`Template`] that each test copies, on SQLite or on PostgreSQL; of the latter one throw-away
//! cluster for each test process, one database and one role for each test.
//!
//! The server is the one that `waybill_workshop` finds; a test that asks for a database begins with its `needs!`. No running cluster
//! is touched. It listens on a Unix socket in a directory of its own, so tests of several processes cannot meet, and it does not write to the disk for durability.
//!
//! Invariant: when the test process ends, also by `kill -9`, the server stops and its directory goes.

#![expect(
    clippy::panic,
    reason = "without its database a test cannot go on; the sentence says what is missing"
)]

use std::process::{Child, Command};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

mod account;
mod cluster;
mod lent;
mod pooler;
mod primary;
mod standby;
mod statement;
mod template;

use cluster::Cluster;
use waybill_workshop::Tool;

pub use primary::Primary;
pub use standby::Standby;
pub use template::{Files, Template};

/// A new database, when the tests run on PostgreSQL; none when they run on SQLite.
///
/// A helper that opens the storage of tests calls this, so that each test runs on both: see [`run_again`].
pub fn database_if_wanted() -> Option<String> {
    is_wanted().then(database)
}

/// Whether the tests run on PostgreSQL.
pub fn is_wanted() -> bool {
    std::env::var_os(WANTED).is_some_and(|it| it == POSTGRES) || is_pooled()
}

/// Whether they reach it through `PgBouncer`.
pub fn is_pooled() -> bool {
    std::env::var_os(WANTED).is_some_and(|it| it == PGBOUNCER)
}

/// Runs the calling test program once more, its tests on PostgreSQL, for the one test in it that says so. Of several
/// `only`, a test's name has to contain one; none means all tests. `--skip` before one leaves those tests out. At full length, they run
/// once more through `PgBouncer`.
///
/// By hand, `WAYBILL_TEST_DATABASE=postgres cargo test …` runs any test there, and `pgbouncer` through that.
pub fn run_again(only: &[&str]) {
    if is_wanted() || !waybill_workshop::has(&[Tool::Postgres]) {
        return;
    }
    run_on(POSTGRES, only);
    if waybill_test_extent::is_full() && waybill_workshop::has(&[Tool::PgBouncer]) {
        run_on(PGBOUNCER, only);
    }
}

fn run_on(database: &str, only: &[&str]) {
    let program = std::env::current_exe().unwrap_or_else(|error| panic!("{error}"));
    let run = Command::new(&program)
        .args(only)
        .env(WANTED, database)
        .envs([waybill_workshop::run()])
        .output();
    let run = run.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success() && said.contains("test result: ok") && !said.contains(" 0 passed"),
        "on {database}:\n{said}\n{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

const WANTED: &str = "WAYBILL_TEST_DATABASE";
const POSTGRES: &str = "postgres";
const PGBOUNCER: &str = "pgbouncer";

/// The URL of a new, empty database that belongs to a new role, which is neither superuser nor above row-level security. It
/// goes with the calling thread, which is the test's.
pub fn database() -> String {
    let url = model();
    lent::lend(name_of(&url));
    if is_pooled() { pooled(&url) } else { url }
}

/// The same database through `PgBouncer`, which keeps connections to it: nobody can copy it then.
pub fn pooled(url: &str) -> String {
    pooler::start_shared(cluster());
    at_port(url, pooler::PORT)
}

/// The same database at this port of the cluster's folder.
fn at_port(url: &str, port: u16) -> String {
    url.replacen(DIRECT, &format!("@localhost:{port}/"), 1)
}

/// The same database through a `PgBouncer` of its own, with settings that were changed by `edit`; it ends with what is given.
pub fn pooled_by(url: &str, edit: impl Fn(&str) -> String) -> (Pooler, String) {
    let (child, port) = pooler::start_other(cluster(), edit);
    (Pooler(child), at_port(&direct(url), port))
}

/// A `PgBouncer` of its own, until it is dropped.
#[derive(Debug)]
pub struct Pooler(Child);

impl Drop for Pooler {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        drop(self.0.wait());
    }
}

/// The same database without `PgBouncer`.
pub fn direct(url: &str) -> String {
    let pooled = url.split_once("@localhost:");
    match pooled.and_then(|(before, after)| Some((before, after.split_once('/')?.1))) {
        Some((before, after)) => [before, DIRECT, after].concat(),
        None => url.to_owned(),
    }
}

const DIRECT: &str = "@localhost/";

/// Like [`database`], and stays until the process ends: a [`Template`]'s.
fn model() -> String {
    cluster().new_database(&new_name())
}

/// The URL of a new database with all that is in the one at `url`, to which nobody is connected. It belongs to the same role
/// and goes with the calling thread.
///
/// Copying is faster than making tables and loading a seed again for each test.
pub fn copy_of(url: &str) -> String {
    let (model, name) = (name_of(url), new_name());
    cluster().run(&format!(
        "CREATE DATABASE {name} OWNER {model} TEMPLATE {model}"
    ));
    lent::lend(&name);
    let url = url.replacen(&format!("/{model}?"), &format!("/{name}?"), 1);
    if is_pooled() { pooled(&url) } else { url }
}

/// Runs a statement as the superuser in the database that `url` names; gives the values, a line for each row, with `|` between them.
pub fn as_superuser(url: &str, sql: &str) -> String {
    cluster().run_in(name_of(url), sql)
}

/// The same database with the superuser in the place of its owner.
pub fn superuser_url(url: &str) -> String {
    match direct(url).split_once('@') {
        Some((_, place)) => format!("postgres://postgres@{place}"),
        None => panic!("not a URL of this crate: {url}"),
    }
}

fn new_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// `…/name?…`
fn name_of(url: &str) -> &str {
    url.split_once('?')
        .and_then(|(before, _)| before.rsplit('/').next())
        .unwrap_or_else(|| panic!("not a URL of this crate: {url}"))
}

fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(Cluster::start)
}

/// A program of the server.
fn program(name: &str) -> Command {
    Command::new(waybill_workshop::path(Tool::Postgres).join(name))
}
