//! `waybill doctor` and `waybill hash calibrate`, as they are typed.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;

use rcgen::{CertificateParams, KeyPair};

use crate::ready::ready;
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
    let server = Serving::start(&mut ready(folder.path()));
    let port = server.origin.rsplit(':').next().unwrap();
    let toml = format!("public_origin = \"http://127.0.0.1:{port}\"");
    let (code, said) = examined(folder.path(), &toml);
    assert_eq!(code, 0, "{said}");
    assert!(
        line(&said, "database").contains("the schema is up to date"),
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
         drive.shared_folder = true\n\
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
    let output = command
        .args(["doctor", "--drive-shared-folder", "--redis-url-file", "url"])
        .output();
    let (_, said) = told(&output.unwrap());
    assert!(line(&said, "data directory").starts_with("warn "), "{said}");
    assert!(line(&said, "secrets").starts_with("warn "), "{said}");
    assert!(said.contains("→ chmod 0700 waybill-data"), "{said}");
    assert!(said.contains("→ chmod 0640 url"), "{said}");
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
fn a_certificate_is_told_by_how_long_it_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let key = KeyPair::generate().unwrap();
    fs::write(path("key.pem"), key.serialize_pem()).unwrap();
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
    assert_eq!(code, 1, "{said}");
    assert!(
        line(&said, "certificate").contains("contains none"),
        "{said}"
    );

    let today = jiff::Timestamp::now();
    let lasting = |days: i64| {
        let end = today + jiff::SignedDuration::from_hours(24 * days + 1);
        let end = end.to_zoned(jiff::tz::TimeZone::UTC);
        let number = |it: i8| u8::try_from(it).unwrap();
        let (month, day) = (number(end.month()), number(end.day()));
        let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2020, 1, 1);
        params.not_after = rcgen::date_time_ymd(i32::from(end.year()), month, day);
        params.self_signed(&key).unwrap().pem()
    };
    for (days, code, level, told) in [
        (60, 0, "ok ", "is valid until "),
        (5, 0, "warn ", "expires on "),
        (-5, 1, "fail ", "expired on "),
    ] {
        fs::write(path("certificate.pem"), lasting(days)).unwrap();
        let (ended, said) = examined(folder.path(), toml);
        assert_eq!(ended, code, "{said}");
        let found = line(&said, "certificate");
        assert!(found.starts_with(level) && found.contains(told), "{said}");
    }
}

#[test]
fn a_bucket_and_services_that_are_away_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let answering = Serving::start(&mut ready(folder.path()));
    for (name, text) in [("id", "AKIA1"), ("secret", "s3cret")] {
        fs::write(folder.path().join(name), text).unwrap();
        let narrow = Permissions::from_mode(0o600);
        fs::set_permissions(folder.path().join(name), narrow).unwrap();
    }
    let toml = format!(
        "[drive]\nurl = \"s3://papers\"\nendpoint = \"http://{NOBODY}\"\n\
         access_key_id_file = \"id\"\nsecret_access_key_file = \"secret\"\n\
         [upstream.services]\nmaster = \"{}\"\nreport = \"http://{NOBODY}\"\n",
        answering.origin
    );
    let (code, said) = examined(folder.path(), &toml);
    assert_eq!(code, 1, "{said}");
    assert!(line(&said, "bucket").starts_with("fail "), "{said}");
    let of_services: Vec<_> = said
        .lines()
        .filter(|line| line.contains(" service "))
        .map(|line| &line[..5])
        .collect();
    assert_eq!(of_services, ["ok   ", "warn "], "{said}");
    assert!(!said.contains("s3cret"), "{said}");
}

#[test]
fn on_postgres_the_clocks_are_compared() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let toml = format!(
        "database_url = \"{}\"\ndrive.shared_folder = true",
        waybill_test_postgres::database()
    );
    let (code, said) = examined(folder.path(), &toml);
    assert_eq!(code, 0, "{said}");
    let clock = line(&said, "clock");
    assert!(
        clock.starts_with("ok ") && clock.contains("PostgreSQL"),
        "{said}"
    );
    assert!(line(&said, "database").contains("are pending"), "{said}");
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
