//! The end of the process is the end of its cluster.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Set in a process of this program that is to hold a cluster until its standard input ends.
const HOLDING: &str = "WAYBILL_TEST_HOLDING";

#[test]
fn a_new_database_belongs_to_a_role_of_its_own() {
    waybill_workshop::needs!(Postgres);
    let url = waybill_test_postgres::database();
    let owner = "SELECT pg_get_userbyid(datdba) = datname FROM pg_database WHERE datname = current_database()";
    assert_eq!(waybill_test_postgres::as_superuser(&url, owner), "t");
    let copy = waybill_test_postgres::copy_of(&url);
    assert_ne!(url, copy);
    if std::env::var_os(HOLDING).is_some() {
        // Past the harness, which keeps what tests print.
        writeln!(std::io::stdout(), "\n{url}").unwrap();
        std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
    }
}

/// A process with a cluster, and where that is.
fn started() -> (Child, PathBuf) {
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_new_database_belongs_to_a_role_of_its_own"])
        .env(HOLDING, "")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let url = lines.find_map(|line| Some(line.unwrap()).filter(|it| it.starts_with("postgres://")));
    let directory = PathBuf::from(url.unwrap().split("?host=").nth(1).unwrap());
    assert!(directory.join(".s.PGSQL.5432").exists());
    (process, directory)
}

/// Whether a process was started with this directory among its words.
fn is_used(directory: &Path) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap();
    processes.flatten().any(|process| {
        let words = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).contains(directory.to_str().unwrap())
    })
}

#[track_caller]
#[expect(
    clippy::disallowed_methods,
    reason = "the watchdog is nobody's child by now, so there is nothing to wait on"
)]
fn assert_gone(directory: &Path) {
    let patience = Instant::now() + Duration::from_secs(30);
    while directory.exists() || is_used(directory) {
        assert!(
            Instant::now() < patience,
            "{} is still there",
            directory.display()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_process_that_ends_takes_its_cluster_with_it() {
    waybill_workshop::needs!(Postgres);
    let (mut process, directory) = started();
    drop(process.stdin.take());
    process.wait().unwrap();
    assert_gone(&directory);
}

#[test]
fn so_does_one_that_is_killed() {
    waybill_workshop::needs!(Postgres);
    let (mut process, directory) = started();
    assert!(is_used(&directory));
    process.kill().unwrap();
    process.wait().unwrap();
    assert_gone(&directory);
}
