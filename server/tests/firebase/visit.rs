//! A visit: the SDK in Node signs in at the emulator, and its tokens open sessions at our program. The emulator knows no access tokens
//! nor realtime database, so those are the test's own.

use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use super::PROJECT;
use super::google::Google;
use crate::browser::emulator::Emulator;
use crate::ready::ready;
use crate::start::Serving;

const SERVICES: [&str; 7] = ["iam", "master", "drive", "log", "mail", "report", "contact"];

fn start(folder: &Path, toml: &str, emulator: Option<&str>) -> Serving {
    std::fs::write(folder.join("waybill.toml"), toml).unwrap();
    let mut command = ready(folder);
    command.args(["--config", "waybill.toml"]);
    if let Some(emulator) = emulator {
        command.args(["--trust-auth-emulator", emulator]);
    }
    // What the libraries say of every step of theirs, too.
    command.args(["--log", "debug"]);
    let log = File::create(folder.join("log")).unwrap();
    let server = Serving::start_with_log(command.stderr(log));
    let line = &server.line;
    assert!(
        line.contains("the Firebase project demo-waybill for identity"),
        "{line}"
    );
    server
}

/// Runs the script, and gives what it said.
async fn visit(origins: [&String; 3]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/tests/firebase/visit.mjs");
    let run = Command::new("node")
        .arg(script)
        .args(origins)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let complained = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}\n{complained}");
    assert_eq!(said.lines().last(), Some("all steps passed"), "{said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_visit_goes_well_where_all_services_and_the_users_are_elsewhere() {
    waybill_workshop::needs!(FirebaseTools);
    let emulator = Emulator::start().await;
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let google = Google::start().await;
    let mut account = google.service_account();
    account["project_id"] = "demo-waybill".into();
    std::fs::write(folders[0].path().join("key.json"), account.to_string()).unwrap();
    let behind = format!(
        "{PROJECT}service_account_file = \"key.json\"\ndatabase_url = \"{}\"\n\
         [edge]\nfront_instances = [\"127.0.0.1\"]\n",
        google.url("")
    );
    let behind = start(folders[0].path(), &behind, Some(&emulator.origin));
    let services = SERVICES.map(|it| format!("{it} = \"{}\"\n", behind.origin));
    let front = format!("{PROJECT}[upstream.services]\n{}", services.concat());
    let front = start(folders[1].path(), &front, Some(&emulator.origin));
    let strict = start(folders[2].path(), PROJECT, None);
    visit([&front.origin, &strict.origin, &emulator.origin]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_unmodified_sdk_signs_in_at_an_emulator_and_its_token_opens_a_session_here() {
    waybill_workshop::needs!(FirebaseTools);
    let emulator = Emulator::start().await;
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let google = Google::start().await;
    let mut account = google.service_account();
    account["project_id"] = "demo-waybill".into();
    std::fs::write(folders[0].path().join("key.json"), account.to_string()).unwrap();
    let toml = format!(
        "{PROJECT}service_account_file = \"key.json\"\ndatabase_url = \"{}\"\n",
        google.url("")
    );
    let trusting = start(folders[0].path(), &toml, Some(&emulator.origin));
    let strict = start(folders[1].path(), PROJECT, None);
    let said = visit([&trusting.origin, &strict.origin, &emulator.origin]).await;
    let inbox = said.lines().find_map(|line| line.strip_prefix("inbox "));
    let written = google.asked(&format!("/{}.json", inbox.unwrap()));
    let written = written.first().unwrap();
    assert_eq!(
        (written.bearer.as_str(), written.body.as_str()),
        ("Bearer ya29.first", "{}")
    );
    // Neither the key nor the token that it fetches is for anybody who reads the log.
    let log = std::fs::read_to_string(folders[0].path().join("log")).unwrap();
    assert!(log.contains("Request finished."), "{log}");
    let key = account["private_key"].as_str().unwrap();
    let lines = key.lines().filter(|line| !line.starts_with('-'));
    for secret in lines.chain(["ya29.first"]) {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
