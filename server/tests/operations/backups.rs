//! Backups over the months: old ones go, interrupted ones leave nothing, strangers cannot read them, PostgreSQL has them too, and the
//! metrics tell of the last.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use age::secrecy::ExposeSecret as _;
use waybill::data_dir::Occupied;

use super::{backup_in, run, said};
use crate::awaited::free_port;
use crate::demo::Server;
use crate::ready::ready;
use crate::start::{Serving, assert_refused, waybill};

/// A folder with data and a file of a user.
fn with_data() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    said(&run(folder.path(), &["migrate", "--data-dir", "data"]));
    let file = folder.path().join("data/files/ab/content");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, "bill of lading").unwrap();
    folder
}

/// Whether any file below the folder holds these bytes.
fn holds(folder: &Path, bytes: &[u8]) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            holds(&path, bytes)
        } else {
            let content = fs::read(&path).unwrap();
            content.windows(bytes.len()).any(|it| it == bytes)
        }
    })
}

#[test]
fn a_backup_removes_old_and_interrupted_ones() {
    let folder = with_data();
    let path = folder.path();
    let backups = path.join("backups");
    for name in [
        "waybill-20260101T023000Z",
        ".waybill-20260102T023000Z.partial",
    ] {
        fs::create_dir_all(backups.join(name).join("files")).unwrap();
    }
    let told = said(&run(
        path,
        &["backup", "backups", "--keep", "14d", "--data-dir", "data"],
    ));
    assert!(told.ends_with(" 1 older backup was removed."), "{told}");
    let backup = backup_in(&backups);
    let drill = [
        "restore",
        "--verify",
        "--latest",
        "backups",
        "--data-dir",
        "data",
    ];
    let told = said(&run(path, &drill));
    assert!(told.ends_with("can be restored."), "{told}");
    // The drill left nothing, and took hold of nothing for longer than it lasted.
    assert_eq!(backup_in(&backups), backup);
    let mode = fs::metadata(&backup).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
    for keep in ["14", "-1d", "fortnight"] {
        let keep = format!("--keep={keep}");
        assert_refused(&run(path, &["backup", "backups", &keep]), "14d");
    }
}

#[test]
fn an_encrypted_backup_opens_with_its_key_alone() {
    let folder = with_data();
    let path = folder.path();
    let (ours, other) = (
        age::x25519::Identity::generate(),
        age::x25519::Identity::generate(),
    );
    for (name, key) in [("ours", &ours), ("other", &other)] {
        fs::write(path.join(name), key.to_string().expose_secret()).unwrap();
    }
    let public = ours.to_public().to_string();
    let data = ["--data-dir", "data"];
    said(&run(
        path,
        &[&["backup", "backups", "--encrypt-to", &public], &data[..]].concat(),
    ));
    let backups = path.join("backups");
    assert!(!holds(&backups, b"bill of lading") && !holds(&backups, b"SQLite format"));
    let left: Vec<_> = fs::read_dir(path.join("data")).unwrap().collect();
    assert!(
        left.iter()
            .all(|it| !it.as_ref().unwrap().path().ends_with(".partial")),
        "{left:?}"
    );

    let backup = backup_in(&backups);
    let backup = backup.to_str().unwrap();
    let told = said(&run(path, &["restore", "--verify", backup]));
    assert!(told.contains("It is encrypted"), "{told}");
    let verify = |key| run(path, &["restore", "--verify", backup, "--identity", key]);
    assert!(said(&verify("ours")).ends_with("can be restored."));
    assert_refused(&verify("other"), "cannot be decrypted");
    let restore = ["restore", backup, "--data-dir", "again"];
    assert_refused(&run(path, &restore), "--identity");
    assert!(!path.join("again").exists());
    said(&run(
        path,
        &[&restore[..], &["--identity", "ours"]].concat(),
    ));
    let content = fs::read_to_string(path.join("again/files/ab/content")).unwrap();
    assert_eq!(content, "bill of lading");

    let mut changed = fs::read(format!("{backup}/files/ab/content.age")).unwrap();
    *changed.last_mut().unwrap() ^= 1;
    fs::write(format!("{backup}/files/ab/content.age"), changed).unwrap();
    assert_refused(&verify("ours"), "has changed since");
}

#[test]
fn one_backup_or_drill_works_in_a_folder() {
    let folder = with_data();
    let path = folder.path();
    let backup = ["backup", "backups", "--data-dir", "data"];
    said(&run(path, &backup));
    let lock = fs::File::open(path.join("backups/.waybill.lock")).unwrap();
    lock.lock().unwrap();
    assert_refused(&run(path, &backup), "another backup or restore drill");
    let drill = ["restore", "--verify", "--latest", "backups"];
    assert_refused(&run(path, &drill), "another backup or restore drill");
    drop(lock);
    said(&run(path, &drill));
}

#[tokio::test]
async fn metrics_tell_of_the_last_backup_and_drill() {
    let folder = with_data();
    let path = folder.path();
    let admin = free_port().to_string();
    let mut command = waybill(path);
    command
        .args(["--data-dir", "data"])
        .env("WAYBILL_ADMIN_LISTEN", &admin);
    let serving = Serving::start(&mut command);
    let told = async || {
        let answer = reqwest::get(format!("http://{admin}/metrics")).await;
        answer.unwrap().text().await.unwrap()
    };
    let names = [
        "waybill_backup_last_success_timestamp_seconds ",
        "waybill_backup_size_bytes ",
        "waybill_restore_drill_last_success_timestamp_seconds ",
    ];
    let before = told().await;
    assert!(names.iter().all(|it| !before.contains(it)), "{before}");
    said(&run(path, &["backup", "backups", "--data-dir", "data"]));
    let drill = [
        "restore",
        "--verify",
        "--latest",
        "backups",
        "--data-dir",
        "data",
    ];
    said(&run(path, &drill));
    let after = told().await;
    assert!(names.iter().all(|it| after.contains(it)), "{after}");
    drop(serving);
}

#[test]
fn a_second_server_on_the_same_data_ends() {
    let folder = tempfile::tempdir().unwrap();
    let first = Serving::start(&mut ready(folder.path()));
    let second = ["--listen", "127.0.0.1:0"];
    assert_refused(&run(folder.path(), &second), "another server (process ");
    // Commands work beside it.
    said(&run(folder.path(), &["backup", "backups"]));
    drop(first);
    let _free = Occupied::take(&folder.path().join("waybill-data")).unwrap();
}

#[tokio::test]
async fn postgres_is_backed_up_by_the_same_commands() {
    waybill_workshop::needs!(Postgres, PgDump);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let settings = |name: &str, url: &str| {
        let toml =
            format!("database_url = \"{url}\"\ndata_dir = \"{name}\"\ndrive.shared_folder = true");
        fs::write(path.join(format!("{name}.toml")), toml).unwrap();
        format!("{name}.toml")
    };
    let of_data = settings("data", &waybill_test_postgres::database());
    let address = free_port().to_string();
    let start = |config: &str, more: &[&str]| {
        let mut command = waybill(path);
        Server::start_at(&address, command.args(["--config", config]).args(more))
    };
    let mut server = start(&of_data, &["--demo"]);
    server.line();
    let told = server.line();
    let reader = super::Reader::sign_in(&address, &told).await;
    let before = reader.read(50).await;
    said(&run(path, &["--config", &of_data, "backup", "backups"]));
    server.end();

    let backup = backup_in(&path.join("backups"));
    let backup = backup.to_str().unwrap();
    let drill = ["--config", &of_data, "restore", "--verify", backup];
    assert!(said(&run(path, &drill)).ends_with("can be restored."));
    let occupied = settings("occupied", &url_of(path, &of_data));
    let refused = run(path, &["--config", &occupied, "restore", backup]);
    assert_refused(&refused, "restore into a new database");
    let refused = run(path, &["--data-dir", "sqlite", "restore", backup]);
    assert_refused(&refused, "the configuration names SQLite");

    let restored = settings("restored", &waybill_test_postgres::database());
    said(&run(path, &["--config", &restored, "restore", backup]));
    let mut server = start(&restored, &[]);
    server.line();
    reader.assert_same(&before).await;
    server.end();
}

fn url_of(folder: &Path, config: &str) -> String {
    let text = fs::read_to_string(folder.join(config)).unwrap();
    let url = text.lines().next().unwrap().split('"').nth(1);
    url.unwrap().to_owned()
}
