//! `waybill doctor` and `waybill hash calibrate`, as they are typed.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;

use crate::start::{Serving, waybill};

/// Nothing answers there: it is this machine's, and the port of nobody.
const NOBODY: &str = "127.0.0.1:1";

fn examined(folder: &Path, toml: &str) -> (i32, String) {
    let config = folder.join("waybill.toml");
    fs::write(&config, toml).unwrap();
    fs::set_permissions(&config, Permissions::from_mode(0o600)).unwrap();
    let mut command = waybill(folder);
    let output = command.args(["doctor", "--config", "waybill.toml"]);
    told(&output.output().unwrap())
}

fn told(output: &Output) -> (i32, String) {
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap(), said)
}

/// The line about a thing.
#[track_caller]
fn line<'a>(said: &'a str, about: &str) -> &'a str {
    let found = said
        .lines()
        .find(|line| line[5..].trim_start().starts_with(about));
    found.unwrap_or_else(|| unreachable!("{about} is not in\n{said}"))
}

#[test]
fn before_the_first_start_all_is_well_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = examined(folder.path(), "");
    assert_eq!(code, 0, "{said}");
    for about in ["data directory", "database", "disk", "clock", "secrets"] {
        assert!(line(&said, about).starts_with("ok "), "{said}");
    }
    assert!(line(&said, "mail").starts_with("warn "), "{said}");
    assert!(said.contains("→ set `public_origin`"), "{said}");
    assert!(!folder.path().join("waybill-data").exists());
}

#[test]
fn beside_a_server_its_database_and_its_address_answer() {
    let folder = tempfile::tempdir().unwrap();
    let server = Serving::start(&mut waybill(folder.path()));
    let port = server.origin.rsplit(':').next().unwrap();
    let toml = format!("public_origin = \"http://127.0.0.1:{port}\"");
    let (code, said) = examined(folder.path(), &toml);
    assert_eq!(code, 0, "{said}");
    assert!(
        line(&said, "database").contains("its schema is up to date"),
        "{said}"
    );
    let leads = line(&said, "public address");
    assert!(
        leads.starts_with("ok ") && leads.contains("leads to a running Waybill"),
        "{said}"
    );
    assert_eq!(
        fs::read_dir(folder.path().join("waybill-data"))
            .unwrap()
            .filter(|it| {
                let name = it.as_ref().unwrap().file_name();
                name.to_string_lossy().contains("doctor")
            })
            .count(),
        0
    );
}

#[test]
fn what_does_not_answer_fails_with_the_next_step_and_without_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let toml = format!(
        "database_url = \"postgres://ann:s3cret@{NOBODY}/freight\"\n\
         redis_url = \"redis://ann:s3cret@{NOBODY}\"\n\
         mail = {{ smtp_url = \"smtp://ann:s3cret@{NOBODY}\" }}\n"
    );
    let (code, said) = examined(folder.path(), &toml);
    assert_eq!(code, 1, "{said}");
    for about in ["database", "redis", "mail"] {
        assert!(line(&said, about).starts_with("fail "), "{about}: {said}");
    }
    assert_eq!(said.matches('→').count(), 4, "{said}");
    assert!(!said.contains("s3cret"), "{said}");
}

#[test]
fn rights_that_are_too_wide_are_told_with_the_command_that_narrows_them() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("waybill-data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    let secret = folder.path().join("url");
    fs::write(&secret, "redis://127.0.0.1:1").unwrap();
    fs::set_permissions(&secret, Permissions::from_mode(0o644)).unwrap();
    let mut command = waybill(folder.path());
    let output = command.args(["doctor", "--redis-url-file", "url"]).output();
    let (_, said) = told(&output.unwrap());
    assert!(line(&said, "data directory").starts_with("warn "), "{said}");
    assert!(line(&said, "secrets").starts_with("warn "), "{said}");
    assert!(said.contains("→ chmod 0700 waybill-data"), "{said}");
    assert!(said.contains("→ chmod 0600 url"), "{said}");
}

#[test]
fn a_data_directory_that_is_a_file_fails() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("waybill-data"), "a file").unwrap();
    let (code, said) = examined(folder.path(), "");
    assert_eq!(code, 1, "{said}");
    assert!(line(&said, "data directory").starts_with("fail "), "{said}");
}

#[test]
fn a_certificate_that_is_none_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("key.pem"), "-----BEGIN PRIVATE KEY-----").unwrap();
    fs::set_permissions(path("key.pem"), Permissions::from_mode(0o600)).unwrap();
    let toml = "tls = { certificate = \"certificate.pem\", key = \"key.pem\" }";
    let (code, said) = examined(folder.path(), toml);
    assert_eq!(code, 1, "{said}");
    assert!(
        line(&said, "certificate").contains("cannot be read"),
        "{said}"
    );
    fs::write(path("certificate.pem"), "-----BEGIN CERTIFICATE-----").unwrap();
    let (code, said) = examined(folder.path(), toml);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn on_postgres_the_clocks_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let toml = format!("database_url = \"{}\"", waybill_test_postgres::database());
    let (code, said) = examined(folder.path(), &toml);
    assert_eq!(code, 0, "{said}");
    let clock = line(&said, "clock");
    assert!(
        clock.starts_with("ok ") && clock.contains("PostgreSQL"),
        "{said}"
    );
    assert!(
        line(&said, "database").contains("are not applied yet"),
        "{said}"
    );
}

#[test]
fn what_is_proposed_for_hashes_is_accepted_as_a_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = waybill(folder.path());
    let output = command.args(["hash", "calibrate", "--target-ms", "60"]);
    let (code, said) = told(&output.output().unwrap());
    assert_eq!(code, 0, "{said}");
    let (toml, words) = said.split_once("\n\n").unwrap();
    assert!(words.contains("One hash takes "), "{words}");
    fs::write(folder.path().join("waybill.toml"), toml).unwrap();
    let mut command = waybill(folder.path());
    let checked = command.args(["check-config", "--config", "waybill.toml"]);
    assert_eq!(told(&checked.output().unwrap()).0, 0, "{toml}");
}
