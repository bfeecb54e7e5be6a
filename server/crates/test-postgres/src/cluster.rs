//! A cluster: its directory, its server, and the watchdog that ends both. The tests of a process share one.
//!
//! Invariant: the watchdog's standard input is held open by this process alone. When it ends, however it ends, or drops the cluster,
//! the watchdog reads the end of the file, stops the server and removes the directory.

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::account::Account;
use crate::{program, statement};

/// A running server.
#[derive(Debug)]
pub(crate) struct Cluster {
    directory: PathBuf,
    /// Its standard input is closed by the end of this process.
    watchdog: Child,
}

/// Arguments: the directory, then the server's command. SIGQUIT is PostgreSQL's immediate shutdown.
const WATCHDOG: &str = r#"
directory=$1; shift
"$@" </dev/null >"$directory/log" 2>&1 &
server=$!
until [ -S "$directory/.s.PGSQL.5432" ] && [ -s "$directory/data/postmaster.pid" ] &&
    grep -q ready "$directory/data/postmaster.pid"
do
    if ! kill -0 "$server" 2>/dev/null; then cat "$directory/log" >&2; echo failed; rm -rf "$directory"; exit 1; fi
    sleep 0.02
done
echo ready
read -r _
kill -QUIT "$server"
wait "$server"
rm -rf "$directory"
"#;

impl Cluster {
    pub(crate) fn start() -> Self {
        let directory = tempfile::Builder::new()
            .prefix("waybill-postgres-")
            .tempdir()
            .unwrap_or_else(|error| panic!("no directory for PostgreSQL: {error}"))
            .keep();
        let account = Account::to_lend();
        if let Some(account) = account {
            account.give(&directory);
        }
        initialise(&directory, account);
        let watchdog = watch(&directory, account);
        Self {
            directory,
            watchdog,
        }
    }

    pub(crate) fn socket(&self) -> &Path {
        &self.directory
    }

    /// The URL of a new, empty database of this name that belongs to a new role of the same name.
    pub(crate) fn new_database(&self, name: &str) -> String {
        self.run(&format!("CREATE ROLE {name} LOGIN PASSWORD 'of-{name}'"));
        self.run(&format!("CREATE DATABASE {name} OWNER {name}"));
        let folder = self.directory.display();
        format!("postgres://{name}:of-{name}@localhost/{name}?host={folder}")
    }

    pub(crate) fn run(&self, sql: &str) {
        self.run_in("postgres", sql);
    }

    /// Whoever is connected is cut off. That a database stays where nobody misses the space is no failure of a test.
    pub(crate) fn drop_database(&self, name: &str) {
        let drop_it = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        drop(statement::run(&self.directory, "postgres", &drop_it));
    }

    pub(crate) fn run_in(&self, database: &str, sql: &str) -> String {
        statement::run(&self.directory, database, sql)
            .unwrap_or_else(|error| panic!("{sql}: {error}"))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watchdog.stdin.take());
        drop(self.watchdog.wait());
    }
}

/// A shell that runs as the server does, with this script and these arguments, once it has printed `ready`. Its standard input is
/// closed by the end of this process.
pub(crate) fn shell(script: &str, arguments: &[&Path]) -> Child {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).args(arguments);
    until_ready(shell, Account::to_lend())
}

/// Text is compared as a language does, as in most databases, so that the tests see whether we rely on it.
fn initialise(directory: &Path, account: Option<Account>) {
    let mut initdb = as_account(program("initdb"), account);
    initdb
        .args(["--auth=trust", "--username=postgres", "--no-sync"])
        .args(["--encoding=UTF8", "--locale=C.UTF-8"])
        .args(["--locale-provider=icu", "--icu-locale=en"])
        .arg(directory.join("data"));
    run(initdb);
}

fn watch(directory: &Path, account: Option<Account>) -> Child {
    let server = program("postgres");
    let mut watchdog = Command::new("sh");
    watchdog
        .args(["-c", WATCHDOG, "sh"])
        .arg(directory)
        .arg(server.get_program())
        .arg("-D")
        .arg(directory.join("data"))
        .args(["-c", "listen_addresses="])
        .arg("-c")
        .arg(format!("unix_socket_directories={}", directory.display()))
        .args(["-c", "fsync=off", "-c", "full_page_writes=off"])
        .args(["-c", "max_connections=300", "-c", "shared_buffers=64MB"])
        .args(["-c", "max_wal_size=256MB"])
        .args(["-c", "autovacuum=off", "-c", "log_min_messages=fatal"]);
    until_ready(watchdog, account)
}

fn until_ready(mut watchdog: Command, account: Option<Account>) -> Child {
    watchdog
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Ctrl-C on a terminal goes to the tests; the watchdog sees that they ended.
        .process_group(0);
    if let Some(account) = account {
        account.lend(&mut watchdog);
    }
    watchdog.current_dir("/");
    let mut child = watchdog
        .spawn()
        .unwrap_or_else(|error| panic!("sh cannot be started: {error}"));
    let said = child.stdout.take();
    let said = said.unwrap_or_else(|| panic!("the watchdog has no standard output"));
    let mut line = String::new();
    let read = BufReader::new(said).read_line(&mut line);
    assert!(
        read.is_ok() && line == "ready\n",
        "a server of the tests did not start; its words are above"
    );
    child
}

fn as_account(mut command: Command, account: Option<Account>) -> Command {
    if let Some(account) = account {
        account.lend(&mut command);
    }
    // The account may not enter the directory of the tests.
    command.current_dir("/");
    command
}

fn run(mut command: Command) {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}
