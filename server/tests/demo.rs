//! `--demo` and `seed`: a company where there is none, entirely or not at all.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use reqwest::{Client, StatusCode};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use serde_json::{Value, json};

use crate::start::{assert_refused, terminate, waybill};

/// A server and what it says on standard output.
pub(crate) struct Server {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Server {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::start_at("127.0.0.1:0", command)
    }

    pub(crate) fn start_at(address: &str, command: &mut Command) -> Self {
        command.args(["--listen", address]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }

    pub(crate) fn end(mut self) {
        terminate(&self.child);
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Server {
    /// Also when the test fails, so that no server is left behind.
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }
}

#[tokio::test]
async fn whoever_reads_the_start_of_a_demo_can_sign_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(waybill(folder.path()).args(["serve", "--demo"]));
    let line = server.line();
    let origin = line
        .split(' ')
        .find(|it| it.starts_with("http://"))
        .unwrap();
    let line = server.line();
    let told = line.strip_prefix("Sign in as ").unwrap();
    let (address, password) = told.split_once(" with the password ").unwrap();
    let password = password.strip_suffix('.').unwrap();
    let session = sign_in(origin, address, password).await;
    assert_eq!(session["company"]["name"], "Meridian Freight");
    assert_eq!(session["user"]["emailId"], address);
    assert_eq!(session["user"]["emailVerified"], true);
    server.end();
}

async fn sign_in(origin: &str, address: &str, password: &str) -> Value {
    let client = Client::new();
    let account = client
        .post(format!(
            "{origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k"
        ))
        .json(&json!({ "email": address, "password": password, "returnSecureToken": true }));
    let account: Value = account.send().await.unwrap().json().await.unwrap();
    let login = client
        .get(format!("{origin}/iam/api/v1/auth/login"))
        .bearer_auth(account["idToken"].as_str().unwrap());
    let answer = login.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let mut told: Value = answer.json().await.unwrap();
    told["data"].take()
}

#[tokio::test]
async fn where_a_company_is_neither_a_demo_nor_rows_are_made_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let seeded = waybill(folder.path())
        .args(["seed", "--rows", "20", "--log", "off"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&seeded.stdout);
    assert_eq!(seeded.status.code(), Some(0), "{said}");
    assert!(
        said.starts_with("20 contacts were written. Sign in as "),
        "{said}"
    );
    let before = rows(folder.path()).await;
    assert_eq!(before, [1, 1, 1, 20]);
    for arguments in [&["serve", "--demo"][..], &["seed", "--rows", "10"]] {
        let output = waybill(folder.path())
            .args(arguments)
            .args(["--listen", "127.0.0.1:0", "--log", "off"])
            .output()
            .unwrap();
        assert_refused(&output, "a company already exists");
    }
    assert_eq!(rows(folder.path()).await, before);
}

#[tokio::test]
async fn a_filling_that_is_killed_leaves_nothing_and_the_next_one_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(&mut waybill(folder.path()));
    assert!(server.line().starts_with("Waybill serves "));
    server.end();
    // An ordered end leaves no journal, so all that grows in it now is of the filling.
    let journal = folder.path().join("waybill-data/waybill.sqlite3-wal");
    assert!(!journal.exists());
    let filling = Server::start(waybill(folder.path()).args(["seed", "--rows", "50000"]));
    while std::fs::metadata(&journal).map_or(0, |it| it.len()) < 1 << 20 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(filling);
    assert_eq!(rows(folder.path()).await, [0, 0, 0, 0]);
    let mut server = Server::start(waybill(folder.path()).arg("--demo"));
    assert!(server.line().starts_with("Waybill serves "));
    server.end();
    assert_eq!(rows(folder.path()).await, [1, 30, 1, 400]);
}

/// How many companies, users, accounts and contacts there are.
async fn rows(folder: &Path) -> [i64; 4] {
    let file = folder.join("waybill-data/waybill.sqlite3");
    let url = format!("sqlite://{}", file.display());
    let database = sea_orm::Database::connect(url).await.unwrap();
    let counts = [
        count(&database, "companies").await,
        count(&database, "users").await,
        count(&database, "identity_accounts").await,
        count(&database, "contacts").await,
    ];
    database.close().await.unwrap();
    counts
}

async fn count(database: &DatabaseConnection, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let row = database.query_one_raw(Statement::from_string(DbBackend::Sqlite, sql));
    row.await.unwrap().unwrap().try_get_by_index(0).unwrap()
}
