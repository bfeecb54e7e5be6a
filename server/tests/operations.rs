//! The commands of operators, as they are typed: beside a running server, and where there is none.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

mod backups;
mod preview;
pub(crate) mod reads;
mod tokens;
pub(crate) mod upgrade;

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use self::reads::Reader;
use crate::demo::Server;
use crate::start::{assert_refused, waybill};

/// How many reads are compared: bar of issue and runbook.
const READS: usize = 500;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    waybill(folder).args(arguments).output().unwrap()
}

#[track_caller]
fn said(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned()
}

/// An address that nobody listens on, to be listened on twice.
fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

/// The only backup in the folder.
fn backup_in(folder: &Path) -> PathBuf {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| !it.ends_with(".waybill.lock"))
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[tokio::test]
async fn after_a_backup_beside_the_server_a_wipe_and_a_restore_500_reads_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (data, backups) = (folder.path().join("data"), folder.path().join("backups"));
    let data_dir = ["--data-dir", data.to_str().unwrap()];
    let address = free_address();
    let start = |more: &[&str]| {
        let mut command = waybill(folder.path());
        Server::start_at(&address, command.args(data_dir).args(more))
    };

    let mut server = start(&["--demo"]);
    server.line();
    let told = server.line();
    let reader = Reader::sign_in(&address, &told).await;
    let before = reader.read(READS).await;
    said(&run(
        folder.path(),
        &[
            "backup",
            backups.to_str().unwrap(),
            data_dir[0],
            data_dir[1],
        ],
    ));
    server.end();

    fs::remove_dir_all(&data).unwrap();
    let backup = backup_in(&backups);
    let backup = backup.to_str().unwrap();
    let verified = said(&run(folder.path(), &["restore", "--verify", backup]));
    assert!(verified.ends_with("can be restored."), "{verified}");
    said(&run(
        folder.path(),
        &["restore", backup, data_dir[0], data_dir[1]],
    ));
    let mut server = start(&[]);
    server.line();
    reader.assert_same(&before).await;
    server.end();
}

#[test]
fn a_backup_in_which_one_byte_was_changed_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    said(&run(path, &["migrate", "--data-dir", "data"]));
    fs::create_dir_all(path.join("data/files/ab")).unwrap();
    fs::write(path.join("data/files/ab/content"), "bill of lading").unwrap();
    said(&run(path, &["backup", "backups", "--data-dir", "data"]));
    let backup = backup_in(&path.join("backups"));
    fs::write(backup.join("files/ab/content"), "bill of Lading").unwrap();
    let backup = backup.to_str().unwrap();
    for arguments in [
        vec!["restore", backup, "--data-dir", "other"],
        vec!["restore", "--verify", backup],
    ] {
        assert_refused(&run(path, &arguments), "files/ab/content");
    }
    assert!(!path.join("other").exists());
    assert_eq!(fs::read_dir(path).unwrap().count(), 2);
}

#[test]
fn nothing_is_restored_over_anything_and_half_a_backup_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    said(&run(path, &["migrate", "--data-dir", "data"]));
    said(&run(path, &["backup", "backups", "--data-dir", "data"]));
    let backup = backup_in(&path.join("backups"));
    let named = backup.to_str().unwrap();
    let occupied = run(path, &["restore", named, "--data-dir", "data"]);
    assert_refused(&occupied, "not empty");
    fs::remove_file(backup.join("manifest.json")).unwrap();
    let half = run(path, &["restore", named, "--data-dir", "other"]);
    assert_refused(&half, "an incomplete backup");
    let nothing = run(path, &["backup", "backups", "--data-dir", "other"]);
    assert_refused(&nothing, "no database");
}

#[test]
fn a_dry_run_of_the_migration_says_what_would_be_applied_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let dry = ["migrate", "--dry-run", "--data-dir", "data"];
    let would = said(&run(folder.path(), &dry));
    assert!(
        would.starts_with("Pending migrations: m0001_identity, "),
        "{would}"
    );
    let (schema, reference) = would.split_once('\n').unwrap();
    assert!(reference.contains("\ncountries: 250 added\n"), "{would}");
    assert!(!folder.path().join("data").exists());
    let applied = said(&run(folder.path(), &["migrate", "--data-dir", "data"]));
    assert_eq!(applied.replace("Applied", "Pending migrations"), schema);
    // What the program brings along is loaded when it serves.
    let then = format!("The schema is up to date.\n{reference}");
    assert_eq!(said(&run(folder.path(), &dry)), then);
}

#[tokio::test]
async fn rotated_keys_sign_nobody_out_and_compromised_ones_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let mut command = waybill(folder.path());
    let mut server = Server::start_at(&address, command.args(["--data-dir", "data", "--demo"]));
    server.line();
    let told = server.line();
    let reader = Reader::sign_in(&address, &told).await;
    let rotate = ["keys", "rotate", "--data-dir", "data"];
    said(&run(folder.path(), &rotate));
    // Signed by the old key, by the running server and by another that knows the new one.
    assert_eq!(reader.status("/iam/api/v1/sessions/current").await, 200);
    server.end();
    let mut command = waybill(folder.path());
    let mut server = Server::start_at(&address, command.args(["--data-dir", "data"]));
    server.line();
    assert_eq!(reader.status("/iam/api/v1/sessions/current").await, 200);
    let renewed = Reader::sign_in(&address, &told).await;

    said(&run(
        folder.path(),
        &[&rotate[..], &["--compromised"]].concat(),
    ));
    for signed_out in [&reader, &renewed] {
        assert_eq!(signed_out.status("/iam/api/v1/sessions/current").await, 401);
    }
    let again = Reader::sign_in(&address, &told).await;
    assert_eq!(again.status("/iam/api/v1/sessions/current").await, 200);
    server.end();
}

/// A server with a company of the demonstration, and its administrator signed in.
async fn demo(folder: &Path) -> (Server, Reader) {
    let address = free_address();
    let mut command = waybill(folder);
    let mut server = Server::start_at(&address, command.args(["--data-dir", "data", "--demo"]));
    server.line();
    let told = server.line();
    let reader = Reader::sign_in(&address, &told).await;
    (server, reader)
}

#[tokio::test]
async fn revoked_sessions_are_over_at_once_and_the_sign_ins_they_rest_on_too() {
    let folder = tempfile::tempdir().unwrap();
    let (server, reader) = demo(folder.path()).await;
    let revoke = ["sessions", "revoke", "--data-dir", "data", "--user"];
    let nobody = [&revoke[..], &["nobody@lines.example"]].concat();
    assert_refused(&run(folder.path(), &nobody), "nobody@lines.example");
    assert_eq!(reader.status("/iam/api/v1/sessions/current").await, 200);

    let ended = said(&run(
        folder.path(),
        &[&revoke[..], &[reader.address()]].concat(),
    ));
    assert_eq!(ended, "Sessions that ended: 1.");
    assert_eq!(reader.status("/iam/api/v1/sessions/current").await, 401);
    assert_eq!(reader.log_in_again().await, 401);
    server.end();
}

#[tokio::test]
async fn last_administrator_keeps_the_account_and_the_operator_names_another() {
    let folder = tempfile::tempdir().unwrap();
    let (server, reader) = demo(folder.path()).await;
    let adopt = ["companies", "adopt", "--data-dir", "data", "--user"];
    let nobody = [&adopt[..], &["nobody@lines.example"]].concat();
    assert_refused(&run(folder.path(), &nobody), "nobody@lines.example");

    // The demonstration has one administrator.
    let (status, answer) = reader.delete_account().await;
    assert_eq!(status, 400, "{answer}");
    assert_eq!(
        answer["error"]["message"],
        "OPERATION_NOT_ALLOWED : The last administrator of a company cannot delete the account."
    );
    assert_eq!(reader.status("/iam/api/v1/sessions/current").await, 200);

    let colleague = reader.colleague().await;
    let adopted = said(&run(folder.path(), &[&adopt[..], &[&colleague]].concat()));
    let company = adopted.strip_prefix(&format!("{colleague} is an active administrator of "));
    assert_eq!(company, Some("Meridian Freight."), "{adopted}");
    let (status, answer) = reader.delete_account().await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(reader.status("/iam/api/v1/sessions/current").await, 401);
    server.end();
}

#[test]
fn the_shell_and_man_are_told_every_command_and_flag() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = said(&run(folder.path(), &["completions", shell]));
        assert!(
            script.contains("check-config") && script.contains("data-dir"),
            "{shell}"
        );
    }
    let page = said(&run(folder.path(), &["man"]));
    assert!(
        page.contains(".TH waybill") && page.contains("restore"),
        "{page}"
    );
}

#[test]
fn the_units_for_systemd_are_hardened_and_name_the_programs_own_flags() {
    waybill_workshop::needs!(SystemdAnalyze);
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging");
    for unit in ["waybill.service", "waybill-backup.service"] {
        let unit = packaging.join(unit);
        // The bar is 3.0 of 10; less is tighter.
        let rated = Command::new(waybill_workshop::path(
            waybill_workshop::Tool::SystemdAnalyze,
        ))
        .args(["security", "--offline=true", "--threshold=30", "--no-pager"])
        .arg(&unit)
        .output()
        .unwrap();
        assert!(
            rated.status.success(),
            "{}",
            String::from_utf8_lossy(&rated.stdout)
        );
        let text = fs::read_to_string(&unit).unwrap();
        let start = text
            .lines()
            .find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/waybill "));
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("waybill.toml");
        fs::write(&config, "").unwrap();
        let words = start
            .unwrap()
            .replace("/etc/waybill/waybill.toml", config.to_str().unwrap());
        let words: Vec<&str> = words
            .split(' ')
            .filter(|word| !word.starts_with("/var/backups"))
            .collect();
        let output = run(folder.path(), &[&words[..], &["--help"]].concat());
        said(&output);
    }
}
