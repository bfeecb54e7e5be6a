//! `kill -9` while companies register: what was acknowledged is there afterwards, and nothing is half there.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a client of a test that cannot go on should stop it"
)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

const REGISTRATIONS: usize = 200;
const ROUNDS: usize = 10;
const AT_ONCE: usize = 4;
const PASSWORD: &str = "granite-anchor-42";

/// E-mail → company name, of registrations that the server answered with 201.
type Acknowledged = Arc<Mutex<BTreeMap<String, String>>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_registration_is_lost_by_kill_9() {
    let data_dir = tempfile::tempdir().unwrap();
    let acknowledged = Acknowledged::default();
    for round in 0..ROUNDS {
        let server = Server::start(data_dir.path());
        let mut clients = JoinSet::new();
        for client in 0..AT_ONCE {
            let origin = server.origin.clone();
            let acknowledged = Arc::clone(&acknowledged);
            clients.spawn(async move {
                for n in 0..REGISTRATIONS / ROUNDS / AT_ONCE {
                    let email = format!("r{round}c{client}n{n}@crash.example");
                    let company = format!("Crash {round}-{client}-{n}");
                    if register(&origin, &email, &company).await.is_some() {
                        acknowledged.lock().await.insert(email, company);
                    }
                }
            });
        }
        // Another moment of the round each time: early rounds are cut in the middle, late ones run to their end.
        let moment = Duration::from_millis(150 + 170 * round as u64);
        let _ = tokio::time::timeout(moment, async {
            while clients.join_next().await.is_some() {}
        })
        .await;
        server.kill_9();
        clients.shutdown().await;
    }

    let acknowledged = acknowledged.lock().await;
    assert!(
        acknowledged.len() > ROUNDS,
        "only {} registrations were acknowledged: the kills came too early to show anything",
        acknowledged.len()
    );
    let server = Server::start(data_dir.path());
    for (email, company) in acknowledged.iter() {
        let login = sign_in(&server.origin, email).await;
        assert_eq!(
            login["data"]["company"]["name"], **company,
            "{email}: {login}"
        );
    }
    server.kill_9();
}

/// Signs up with the identity provider and registers the company; `None` unless both were acknowledged.
async fn register(origin: &str, email: &str, company: &str) -> Option<()> {
    let account = post(
        origin,
        "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
        None,
        &json!({ "email": email, "password": PASSWORD, "returnSecureToken": true }),
    )
    .await?;
    let id_token = account["idToken"].as_str()?;
    let body = json!({
        "firstName": "Crash", "lastName": "Test", "companyName": company, "operatingCountry": "NL",
    });
    post(origin, "/iam/api/v1/auth", Some(id_token), &body).await?;
    Some(())
}

async fn sign_in(origin: &str, email: &str) -> Value {
    let account = post(
        origin,
        "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
        None,
        &json!({ "email": email, "password": PASSWORD, "returnSecureToken": true }),
    )
    .await
    .unwrap_or_else(|| panic!("{email} can no longer sign in"));
    reqwest::Client::new()
        .get(format!("{origin}/iam/api/v1/auth/login"))
        .bearer_auth(account["idToken"].as_str().unwrap())
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap()
}

/// The answer's JSON if it came whole and with a 2xx status.
async fn post(origin: &str, path: &str, bearer: Option<&str>, body: &Value) -> Option<Value> {
    let mut request = reqwest::Client::new()
        .post(format!("{origin}{path}"))
        .json(body);
    if let Some(token) = bearer {
        request = request.bearer_auth(token);
    }
    let response = request.send().await.ok()?;
    if !response.status().is_success() {
        return None;
    }
    response.json().await.ok()
}

/// The real binary in a process of its own.
struct Server {
    child: Child,
    origin: String,
}

impl Server {
    fn start(data_dir: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(data_dir)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let origin = lines
            .map_while(Result::ok)
            .find_map(|line| {
                let at = line.find("http://")?;
                line[at..].split_whitespace().next().map(str::to_owned)
            })
            .expect("the server prints its address");
        Self { child, origin }
    }

    fn kill_9(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
