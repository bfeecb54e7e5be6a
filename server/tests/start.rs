//! The program's start: what cannot be used is one sentence on standard error, exit code 2, and nothing changed.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use sea_orm::ConnectionTrait;

pub(crate) fn waybill(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waybill"));
    command.current_dir(folder);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("WAYBILL_") {
            command.env_remove(name);
        }
    }
    command
}

/// A running server, which ends with this value.
pub(crate) struct Serving {
    child: Child,
    /// The line that tells of its start.
    pub(crate) line: String,
    /// Where it is reached.
    pub(crate) origin: String,
}

impl Serving {
    /// Starts it on a free port and waits for its line.
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::start_with_log(command.stderr(Stdio::null()))
    }

    /// The same, with its log where the command says.
    pub(crate) fn start_with_log(command: &mut Command) -> Self {
        command.args(["--listen", "127.0.0.1:0"]);
        command.stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let line = BufReader::new(child.stdout.take().unwrap()).lines().next();
        let line = line.unwrap().unwrap();
        let origin = line.split(' ').find(|it| it.starts_with("http://"));
        Self {
            origin: origin.unwrap().to_owned(),
            line,
            child,
        }
    }
}

impl Serving {
    /// Asks it to reload its configuration.
    pub(crate) fn hang_up(&self) {
        hang_up(&self.child);
    }
}

impl Drop for Serving {
    /// Also when the test fails, so that no server is left behind.
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }
}

#[track_caller]
pub(crate) fn assert_refused(output: &Output, word: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    assert!(said.contains(word), "{said}");
    assert!(output.stdout.is_empty());
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn an_unusable_flag_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (vec!["--listen", "everywhere"], "--listen"),
        (vec!["--isolates", "0"], "`--isolates` is 0"),
        (vec!["--isolates", "abc"], "`--isolates` is `abc`"),
        (vec!["--public-origin", "ftp://x"], "ftp://x"),
        (vec!["--config", "none.toml"], "none.toml"),
        (vec!["--log", "a=b=c"], "a=b=c"),
        (vec!["walk"], "walk"),
        (vec!["--no-such-flag"], "--no-such-flag"),
        (vec!["--lissten", "127.0.0.1:1"], "did you mean `--listen`?"),
        (
            vec!["--redis-url-file", "none"],
            "none in `--redis-url-file`",
        ),
    ];
    for (arguments, word) in cases {
        let output = waybill(folder.path()).args(&arguments).output().unwrap();
        assert_refused(&output, word);
    }
    assert!(is_empty(folder.path()));
}

#[test]
fn variables_count_and_flags_win_over_them() {
    let folder = tempfile::tempdir().unwrap();
    let output = waybill(folder.path())
        .arg("check-config")
        .env("WAYBILL_LISTEN", "nonsense")
        .output()
        .unwrap();
    assert_refused(&output, "nonsense");
    let output = waybill(folder.path())
        .args(["check-config", "--isolates", "2"])
        .env("WAYBILL_ISOLATES", "0")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(is_empty(folder.path()));
}

#[test]
fn a_variable_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (variable, value, sentence) in [
        (
            "WAYBILL_ISOLATES",
            "abc",
            "waybill: `WAYBILL_ISOLATES` is `abc`; use a whole number",
        ),
        (
            "WAYBILL_ISOLATES",
            "999",
            "waybill: `WAYBILL_ISOLATES` is 999, but must be 1 to 256",
        ),
        (
            "WAYBILL_ISOLATE",
            "2",
            "waybill: unknown variable `WAYBILL_ISOLATE`; did you mean `WAYBILL_ISOLATES`?",
        ),
        (
            "WAYBILL_DATABASE_URL_FILE",
            "none",
            "waybill: the file none in `WAYBILL_DATABASE_URL_FILE` cannot be read",
        ),
        ("WAYBILL_LOG", "a=b=c", "waybill: `WAYBILL_LOG` is `a=b=c`"),
    ] {
        for command in ["serve", "check-config"] {
            let mut asked = waybill(folder.path());
            asked.arg(command).env(variable, value);
            assert_refused(&asked.output().unwrap(), sentence);
        }
    }
    // That of a test is none of the program's.
    let mut asked = waybill(folder.path());
    asked.arg("check-config").env("WAYBILL_TEST_REQUIRE", "all");
    assert_eq!(asked.output().unwrap().status.code(), Some(0));
    assert!(is_empty(folder.path()));
}

#[test]
fn help_tells_no_value_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let output = waybill(folder.path())
        .arg("--help")
        .env(
            "WAYBILL_DATABASE_URL",
            "postgres://ann:s3cret@db.test/waybill",
        )
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("WAYBILL_DATABASE_URL") && !said.contains("s3cret"),
        "{said}"
    );
}

#[test]
fn a_port_in_use_stops_the_start_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = waybill(folder.path())
        .args(["--listen", &address])
        .output()
        .unwrap();
    assert_refused(&output, &address);
    assert!(is_empty(folder.path()));
}

#[test]
fn a_data_directory_that_is_a_file_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "a file").unwrap();
    let output = waybill(folder.path())
        .args(["--listen", "127.0.0.1:0", "--data-dir", "data"])
        .output()
        .unwrap();
    assert_refused(&output, "data");
}

#[tokio::test]
async fn a_database_of_a_newer_version_stops_the_start_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let storage = waybill_storage::Storage::open(&data).await.unwrap();
    storage.close().await.unwrap();
    let file = data.join("waybill.sqlite3");
    leave_a_mark_of_the_future(&file).await;
    let before = std::fs::read(&file).unwrap();
    let output = waybill(folder.path())
        .args(["--listen", "127.0.0.1:0", "--data-dir", "data"])
        .output()
        .unwrap();
    assert_refused(&output, "newer version");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

/// A schema change that no version of today knows.
async fn leave_a_mark_of_the_future(file: &Path) {
    let url = format!("sqlite://{}", file.display());
    let database = sea_orm::Database::connect(url).await.unwrap();
    let change = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 0)";
    database.execute_unprepared(change).await.unwrap();
    database.close().await.unwrap();
}

pub(crate) fn terminate(server: &Child) {
    let pid = server.id().to_string();
    let killed = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    assert!(killed.success());
}

pub(crate) fn hang_up(server: &Child) {
    let pid = server.id().to_string();
    let sent = Command::new("kill").args(["-HUP", &pid]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn the_start_is_one_line_and_a_signal_ends_it_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = waybill(folder.path())
        .args(["--listen", "127.0.0.1:0", "--log-format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let message = line["message"].as_str().unwrap();
    assert!(
        message.starts_with("Waybill serves http://127.0.0.1:"),
        "{line}"
    );
    assert!(
        message.contains("embedded") && message.contains("external"),
        "{line}"
    );
    terminate(&server);
    assert_eq!(server.wait().unwrap().code(), Some(0));
    assert!(lines.next().is_none());
    assert!(folder.path().join("waybill-data/waybill.sqlite3").exists());
}

#[test]
fn on_postgres_the_start_says_that_the_database_is_external() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let url = folder.path().join("url");
    std::fs::write(&url, waybill_test_postgres::database()).unwrap();
    let mut server = waybill(folder.path())
        .args(["--listen", "127.0.0.1:0", "--log-format", "json"])
        .env("WAYBILL_DATABASE_URL_FILE", &url)
        .env("WAYBILL_DRIVE_SHARED_FOLDER", "true")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    assert!(
        line.contains("one external part, the database PostgreSQL test"),
        "{line}"
    );
    terminate(&server);
    assert_eq!(server.wait().unwrap().code(), Some(0));
    assert!(!folder.path().join("waybill-data/waybill.sqlite3").exists());
}

#[test]
fn a_database_that_cannot_be_used_stops_the_start_without_its_password() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database();
    let socket = url.split('?').nth(1).unwrap();
    let cases = [
        (
            "check-config",
            "ann:s3cret@db.test".to_owned(),
            "`WAYBILL_DATABASE_URL` cannot be used",
        ),
        (
            "serve",
            format!("postgres://nobody:s3cret@localhost/nothing?{socket}"),
            "nothing",
        ),
        (
            "serve",
            waybill_test_postgres::superuser_url(&url),
            "superuser",
        ),
    ];
    for (command, url, word) in cases {
        let output = waybill(folder.path())
            .args([command, "--listen", "127.0.0.1:0"])
            .env("WAYBILL_DATABASE_URL", url)
            .env("WAYBILL_DRIVE_SHARED_FOLDER", "true")
            .output()
            .unwrap();
        assert_refused(&output, word);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("s3cret"));
    }
}

#[test]
fn files_that_other_instances_do_not_find_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    for setting in ["database_url", "redis_url"] {
        for command in ["check-config", "serve"] {
            let url = match setting {
                "database_url" => "postgres://db.test/waybill",
                _ => "redis://redis.test",
            };
            let variable = format!("WAYBILL_{}", setting.to_uppercase());
            let output = waybill(folder.path())
                .args([command, "--listen", "127.0.0.1:0"])
                .env(&variable, url)
                .output()
                .unwrap();
            assert_refused(&output, "drive.shared_folder");
            assert_refused(&output, &variable);
        }
    }
    assert!(!folder.path().join("waybill-data").exists());
}

#[test]
fn an_operator_who_stops_reading_makes_nothing_panic() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["--help"][..], &["--version"], &["check-config"]] {
        let mut asked = waybill(folder.path());
        asked.args(arguments).stdout(nobody());
        let output = asked.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
    let mut refused = waybill(folder.path());
    refused.arg("walk").stderr(nobody());
    assert_eq!(refused.output().unwrap().status.code(), Some(2));
}

/// The writing end of a pipe whose reader has gone.
fn nobody() -> std::io::PipeWriter {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer
}
