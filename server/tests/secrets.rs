//! No secret gets out: the program runs with one of its own in every setting that holds any, with neighbours that repeat what they
//! are told, with requests that go well and that fail; and nothing that anybody else reads has one in it.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

mod parrot;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Lines};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::Client;

use crate::operations::reads::Reader;
use crate::start::{terminate, waybill};
use crate::traces::collector::Collector;

use self::parrot::Kind;

const MAIL: &str = "canary-of-the-mail-server";
const REDIS: &str = "canary-of-redis";
const BUCKET: &str = "canary-of-the-bucket";
const TYPED: &str = "canary-that-somebody-typed";

/// A configuration with a secret in every setting that holds one; gives it with the database's.
fn configure(folder: &Path, traces: &str) -> (String, String) {
    let database = waybill_test_postgres::database();
    let password = database.split([':', '@']).nth(2).unwrap().to_owned();
    fs::write(folder.join("database"), &database).unwrap();
    fs::write(folder.join("bucket-id"), "AKIA").unwrap();
    fs::write(folder.join("bucket-secret"), BUCKET).unwrap();
    let (smtp, s3) = (parrot::start(Kind::Smtp), parrot::start(Kind::S3));
    let toml = format!(
        "[mail]\nsmtp_url = \"smtp://ann:{MAIL}@127.0.0.1:{smtp}\"\n\
         [drive]\nurl = \"s3://freight\"\nendpoint = \"http://127.0.0.1:{s3}\"\n\
         access_key_id_file = \"bucket-id\"\nsecret_access_key_file = \"bucket-secret\"\n{traces}"
    );
    fs::write(folder.join("waybill.toml"), toml).unwrap();
    (database, password)
}

struct Server {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Server {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }
}

/// Puts a company into the database, with neighbours that work; gives how to sign in to it.
fn fill(folder: &Path) -> String {
    let mut command = waybill(folder);
    command.args(["--demo", "--listen", "127.0.0.1:0"]);
    command.args(["--drive-shared-folder", "--database-url-file", "database"]);
    let mut server = Server::start(command.stderr(Stdio::null()));
    server.line();
    let told = server.line();
    terminate(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    told
}

fn command(folder: &Path, redis: u16) -> Command {
    let mut command = waybill(folder);
    command.args([
        "--config",
        "waybill.toml",
        "--database-url-file",
        "database",
    ]);
    command.env(
        "WAYBILL_REDIS_URL",
        format!("redis://ann:{REDIS}@127.0.0.1:{redis}"),
    );
    command
}

/// What was said where, to be searched for secrets.
#[derive(Default)]
struct Heard(Vec<(String, String)>);

impl Heard {
    fn note(&mut self, place: &str, text: impl Into<String>) {
        self.0.push((place.to_owned(), text.into()));
    }

    #[track_caller]
    fn assert_nothing_of(&self, secrets: &[String]) {
        for secret in secrets {
            assert!(8 <= secret.len(), "{secret} is too short to be looked for");
            let encoded = STANDARD.encode(secret);
            // However it is aligned, the middle of its base64 is the same.
            let encoded = encoded.trim_end_matches('=').to_owned();
            for (place, text) in &self.0 {
                for form in [secret, &encoded] {
                    if let Some(at) = text.find(form.as_str()) {
                        let start = text.floor_char_boundary(at.saturating_sub(300));
                        let end = text.ceil_char_boundary((at + 100).min(text.len()));
                        unreachable!("{form} is in {place}: …{}…", &text[start..end]);
                    }
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_in_a_log_a_trace_a_figure_a_page_an_answer_or_the_list_of_processes() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let collector = Collector::start().await;
    let (database, password) = configure(folder.path(), &collector.config());
    let told = fill(folder.path());
    let redis = parrot::start(Kind::Redis);
    let log = folder.path().join("log");
    let mut command = command(folder.path(), redis);
    command.args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"]);
    // Also what the libraries say of every step of theirs.
    command.args(["--log", "debug", "--log-format", "json"]);
    command.stderr(File::create(&log).unwrap());
    let mut server = Server::start(&mut command);
    let started = server.line();
    let after = |mark: &str| {
        started
            .split(mark)
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
    };
    let address = after("serves http://").to_owned();
    let admin = after("told at http://");
    let admin = admin.split(".\"").next().unwrap();
    let admin: SocketAddr = admin.parse().unwrap();

    let reader = Reader::sign_in(&address, &told).await;
    let password_of_demo = told
        .split("password ")
        .nth(1)
        .unwrap()
        .trim_end_matches('.');
    let mut secrets = reader.secrets();
    for secret in [MAIL, REDIS, BUCKET, TYPED, &password, password_of_demo] {
        secrets.push(secret.to_owned());
    }

    let mut heard = Heard::default();
    heard.note("the first line", &started);
    go_wrong(&reader, &address, &mut heard).await;
    until_it_is_logged(
        &log,
        &[
            "The bus between instances is not available",
            "A message will be retried",
        ],
    )
    .await;
    let client = Client::new();
    for path in ["/", "/metrics", "/readyz"] {
        let asked = client.get(format!("http://{admin}{path}")).send().await;
        heard.note(path, asked.unwrap().text().await.unwrap());
    }
    // Without its database, every request fails in the depth.
    let name = database
        .split('/')
        .nth(3)
        .unwrap()
        .split('?')
        .next()
        .unwrap();
    waybill_test_postgres::as_superuser(
        &waybill_test_postgres::copy_of(&waybill_test_postgres::database()),
        &format!(
            "ALTER ROLE {name} NOLOGIN; SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '{name}'"
        ),
    );
    go_wrong(&reader, &address, &mut heard).await;
    let asked = client.get(format!("http://{admin}/")).send().await;
    let page = asked.unwrap().text().await.unwrap();
    assert!(page.contains("does not answer"), "{page}");
    heard.note("the status page without a database", page);

    let process = format!("/proc/{}/cmdline", server.child.id());
    heard.note(
        "the list of processes",
        fs::read_to_string(process).unwrap(),
    );
    terminate(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let logged = fs::read_to_string(&log).unwrap();
    assert!(logged.contains("\"level\":\"ERROR\""), "{logged}");
    for link in ["oobCode=", "invite="] {
        assert!(!logged.contains(link), "a link of a mail is in the log");
    }
    heard.note("the log", logged);
    // The last of them are told at the end.
    let traced = collector.text();
    assert!(traced.contains("http.route"), "{traced}");
    heard.note("the traces", traced);
    heard.assert_nothing_of(&secrets);
}

/// Requests that fail, at each of the neighbours and before.
async fn go_wrong(reader: &Reader, address: &str, heard: &mut Heard) {
    const JSON: &str = "application/json";
    let sign_in = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
    let person = reader.address();
    let wrong = format!(r#"{{"email":"{person}","password":"{TYPED}","returnSecureToken":true}}"#);
    let forgotten = format!(r#"{{"emailId":"{person}"}}"#);
    let number = heard.0.len();
    let invited = format!(
        r#"{{"firstName":"Grace","lastName":"Hopper","emailId":"grace{number}@lines.example"}}"#
    );
    let file = "/drive/api/v1/filesystem/file/uploads";
    for (method, path, body, kind) in [
        ("POST", sign_in, wrong, JSON),
        ("POST", "/iam/api/v1/users", invited, JSON),
        ("POST", "/iam/api/v1/auth/reset-pwd", forgotten, JSON),
        (
            "POST",
            "/login",
            format!("email={person}&password={TYPED}"),
            "application/x-www-form-urlencoded",
        ),
        (
            "GET",
            "/iam/api/v1/users?filter=nothing:eq:1",
            String::new(),
            JSON,
        ),
        (
            "POST",
            "/iam/api/v1/roles",
            r#"{"name":7}"#.to_owned(),
            JSON,
        ),
        ("GET", "/contact/api/v1/contacts/none", String::new(), JSON),
        ("GET", "/settings/users", String::new(), JSON),
    ] {
        let answer = reader.send(method, path, body.into(), kind).await;
        heard.note(path, withheld(&answer));
    }
    let begin = r#"{"name":"manifest.txt","size":5}"#.to_owned();
    let begun = reader.send("POST", file, begin.into(), JSON).await;
    let location = begun
        .split("\"location\": \"")
        .nth(1)
        .and_then(|it| it.split('"').next());
    if let Some(upload) = location {
        let kind = "application/offset+octet-stream";
        let part = reader.send("PATCH", upload, "hello".into(), kind).await;
        assert!(part.starts_with('5'), "{part}");
        heard.note(upload, part);
    }
    let forged = Client::new().get(format!("http://{address}/iam/api/v1/users"));
    let forged = forged.bearer_auth(TYPED).send().await.unwrap();
    heard.note("the answer to a forged token", forged.text().await.unwrap());
}

/// An answer without the cookies that it sets, which are its reader's own.
fn withheld(answer: &str) -> String {
    answer.split("\"set-cookie\"").next().unwrap().to_owned()
}

async fn until_it_is_logged(log: &Path, words: &[&str]) {
    let begun = Instant::now();
    loop {
        let logged = fs::read_to_string(log).unwrap();
        if words.iter().all(|word| logged.contains(word)) {
            return;
        }
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "{words:?} is not in the log"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[test]
fn no_secret_is_in_what_the_commands_of_operators_say() {
    waybill_workshop::needs!(Postgres);
    let folder = tempfile::tempdir().unwrap();
    let (_, password) = configure(folder.path(), "");
    let redis = parrot::start(Kind::Redis);
    let mut heard = Heard::default();
    for words in [
        &["check-config"][..],
        &["doctor"],
        &["migrate"],
        &["--help"],
        &["man"],
    ] {
        let output = command(folder.path(), redis).args(words).output().unwrap();
        heard.note(words[0], String::from_utf8_lossy(&output.stdout));
        heard.note(words[0], String::from_utf8_lossy(&output.stderr));
    }
    let secrets = [MAIL, REDIS, BUCKET, &password].map(str::to_owned);
    heard.assert_nothing_of(&secrets);
}
