//! Notifications in a realtime database of Firebase, which a server of the test's own plays: it notes what is asked of it.

use std::sync::Arc;

use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;
use waybill::app::{Mirror, RealtimeDatabase};
use waybill_storage::clock::ManualClock;

use super::google::{Asked, Google, PROJECT, Reply, claims, message};
use crate::support::{Actor, TestApp};

const ACCOUNTS: &str = "/identitytoolkit.googleapis.com/v1/projects/freight-test/accounts:";

struct World {
    google: Google,
    app: TestApp,
    _folder: TempDir,
}

/// Somebody of it, and where the inbox is.
struct Person<'a> {
    actor: Actor<'a>,
    company: String,
    inbox: String,
}

impl World {
    async fn new() -> Self {
        let google = Google::start().await;
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("firebase.json");
        std::fs::write(&key, google.service_account().to_string()).unwrap();
        let toml = format!(
            "[firebase.other]\nproject_id = \"{PROJECT}\"\napi_key = \"AIza-1\"\n\
             database_url = \"{}\"\nservice_account_file = \"{}\"\n",
            google.url(""),
            key.display()
        );
        let ann =
            json!({ "localId": "uid-of-ann", "email": "ann@example.test", "emailVerified": true });
        google.says(
            &format!("{ACCOUNTS}lookup"),
            Reply::json(&json!({ "users": [ann] })),
        );
        google.says(&format!("{ACCOUNTS}update"), Reply::json(&json!({})));
        let app = TestApp::trusting(&google.url(""), &toml).await;
        Self {
            google,
            app,
            _folder: folder,
        }
    }

    /// As the emulator writes them.
    fn token(&self) -> String {
        let clock = ManualClock::starting_at(self.app.clock.now());
        let claims = Value::Object(claims(&clock)).to_string();
        format!("{}.", message(r#"{"alg":"none","typ":"JWT"}"#, &claims))
    }

    async fn ann(&self) -> Person<'_> {
        let mut actor = self.app.anonymous();
        let body = json!({
            "firstName": "Ann", "lastName": "Tester",
            "companyName": "Freight", "operatingCountry": "NL",
        });
        let request = actor.request("POST", "/iam/api/v1/auth");
        let answer = request.bearer(&self.token()).json(&body).await;
        assert_eq!(answer.status(), 201, "{answer:?}");
        actor.accept(&answer);
        let company = actor.open("/dashboard").await.state()["session"]["company"]["_id"].clone();
        let company = company.as_str().unwrap().to_owned();
        let inbox = format!("/{company}/general-notification/{}.json", actor.user_id());
        self.google.says(&inbox, Reply::text(204, ""));
        Person {
            actor,
            company,
            inbox,
        }
    }

    fn mirror(&self) -> &Arc<Mirror> {
        let RealtimeDatabase::External(mirror) = &self.app.app.realtime else {
            unreachable!("the configuration names a database");
        };
        mirror
    }

    /// Whether there was something to write.
    async fn write(&self) -> bool {
        self.mirror().write_next().await.unwrap()
    }

    fn written(&self, inbox: &str) -> Vec<(Asked, Value)> {
        let asked = self.google.asked(inbox).into_iter();
        let body = |asked: &Asked| serde_json::from_str(&asked.body).unwrap();
        asked.map(|asked| (asked.clone(), body(&asked))).collect()
    }
}

/// Something of which Ann is told.
async fn tell(ann: &Actor<'_>, name: &str) {
    let path = "/contact/api/v1/contact-tags/import?dryRun=false";
    let import = ann.request("POST", path).bearer(ann.token());
    let done = import.content("text/csv", format!("name\n{name}\n")).await;
    assert_eq!(done.status(), 200, "{}", done.text());
}

fn statuses(inbox: &Value) -> Vec<&str> {
    let records = inbox.as_object().unwrap().values();
    let statuses = records.map(|record| record["status"].as_str().unwrap());
    statuses.collect()
}

#[tokio::test]
async fn what_a_user_is_told_of_is_written_there_and_its_tokens_say_whose_inbox_it_is() {
    let world = World::new().await;
    let ann = world.ann().await;
    let updates = world.google.asked(&format!("{ACCOUNTS}update"));
    assert_eq!(updates.len(), 1);
    let body: Value = serde_json::from_str(&updates[0].body).unwrap();
    let claims: Value = serde_json::from_str(body["customAttributes"].as_str().unwrap()).unwrap();
    let expected = json!({ "company_id": ann.company, "waybill_user": ann.actor.user_id() });
    assert_eq!(claims, expected);

    assert!(world.write().await, "at sign-in, in case it never was");
    tell(&ann.actor, "Reefer").await;
    assert!(world.write().await);
    let body = json!({ "all": true });
    let looked = ann
        .actor
        .request("POST", "/iam/api/v1/notifications/loaded");
    let looked = looked.bearer(ann.actor.token()).json(&body).await;
    assert_eq!(looked.status(), 200, "{}", looked.text());
    assert!(world.write().await);
    assert!(!world.write().await, "nothing is left");

    let written = world.written(&ann.inbox);
    assert!(
        written
            .iter()
            .all(|(asked, _)| asked.bearer == "Bearer ya29.first")
    );
    let inboxes: Vec<&Value> = written.iter().map(|(_, inbox)| inbox).collect();
    assert_eq!(inboxes[0], &json!({}));
    assert_eq!(statuses(inboxes[1]), ["new"]);
    assert_eq!(statuses(inboxes[2]), ["loaded"]);
    let record = inboxes[1].as_object().unwrap().values().next().unwrap();
    assert_eq!(record["title"], "Your import is done");
    assert_eq!(inboxes.len(), 3);
}

#[tokio::test]
async fn pages_listen_there_and_not_here() {
    let world = World::new().await;
    let ann = world.ann().await;
    let page = ann.actor.open("/dashboard").await;
    let database = world.google.url("");
    assert_eq!(page.state()["env"]["identity"]["databaseUrl"], database);
    let policy = page.header("content-security-policy");
    let connect = policy.split("; ").find(|it| it.starts_with("connect-src"));
    let sockets = database.replacen("http", "ws", 1);
    assert_eq!(
        connect.unwrap(),
        format!("connect-src 'self' {database} {sockets}")
    );
    let socket = ann
        .actor
        .open("/.ws?v=5&ns=freight-test-default-rtdb")
        .await;
    socket.assert_problem(404);
    for method in ["GET", "PUT"] {
        let path = format!("/{}.json?ns=freight-test-default-rtdb", ann.inbox);
        let rest = ann.actor.request(method, &path);
        rest.await.assert_problem(404);
    }
}

#[tokio::test]
async fn nothing_is_lost_while_the_database_is_away_or_the_server_starts_anew() {
    let mut world = World::new().await;
    let (inbox, ann) = {
        let ann = world.ann().await;
        assert!(world.write().await);
        world.google.says(&ann.inbox, Reply::text(503, ""));
        for name in ["Reefer", "Dry", "Flat"] {
            tell(&ann.actor, name).await;
        }
        (ann.inbox, ann.actor.user_id().to_owned())
    };
    // 1, 2, 4 … seconds apart, and three changes are one write.
    for pause in [0, 1, 2, 4] {
        world.app.pass(SignedDuration::from_secs(pause));
        assert!(world.write().await, "{pause}");
        assert!(!world.write().await, "{pause}");
    }
    assert_eq!(world.written(&inbox).len(), 1 + 4);
    world.app = world.app.restarted().await;
    assert!(!world.write().await, "its time has not come");
    world.google.says(&inbox, Reply::text(200, "{}"));
    world.app.pass(SignedDuration::from_secs(8));
    assert!(world.write().await);
    assert!(!world.write().await);
    let written = world.written(&inbox);
    let (_, last) = written.last().unwrap();
    assert_eq!(statuses(last), ["new", "new", "new"], "{ann}");
    assert_eq!(written.len(), 1 + 5);
}

#[tokio::test]
async fn a_token_that_is_refused_there_is_replaced() {
    let world = World::new().await;
    let ann = world.ann().await;
    world.google.says(&ann.inbox, Reply::text(401, ""));
    assert!(world.write().await);
    let next = json!({ "access_token": "ya29.next", "expires_in": 3599 });
    world.google.says("/token", Reply::json(&next));
    world.google.says(&ann.inbox, Reply::text(204, ""));
    world.app.pass(SignedDuration::from_secs(1));
    assert!(world.write().await);
    assert!(!world.write().await);
    let written = world.written(&ann.inbox);
    let bearers: Vec<&str> = written.iter().map(|(it, _)| it.bearer.as_str()).collect();
    assert_eq!(bearers, ["Bearer ya29.first", "Bearer ya29.next"]);
}

#[tokio::test]
async fn a_sign_in_does_not_fail_where_the_claims_cannot_be_set() {
    let world = World::new().await;
    world
        .google
        .says(&format!("{ACCOUNTS}update"), Reply::text(503, ""));
    let ann = world.ann().await;
    assert_eq!(ann.actor.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn a_session_that_was_ended_takes_its_sign_in_along() {
    let world = World::new().await;
    let mut ann = world.ann().await.actor;
    let first = world.token();
    world.app.pass(SignedDuration::from_secs(60));
    let second = world.token();
    let log_in = async |token: &str| {
        let request = world
            .app
            .anonymous()
            .request("GET", "/iam/api/v1/auth/login");
        request.bearer(token).await
    };
    let answer = log_in(&second).await;
    assert_eq!(answer.status(), 200, "{answer:?}");
    ann.accept(&answer);
    assert_eq!(log_in(&first).await.status(), 200);
    let ended = ann.request("POST", "/iam/api/v1/sessions/end-others");
    let ended = ended.bearer(ann.token()).await;
    assert!(ended.status() < 300, "{ended:?}");
    log_in(&first).await.assert_problem(401);
    assert_eq!(log_in(&second).await.status(), 200);
}

#[tokio::test]
async fn another_address_there_is_the_users_here_from_the_next_sign_in_on() {
    let world = World::new().await;
    let mut ann = world.ann().await.actor;
    let rename = |email: &str, is_verified: bool| {
        let ann = json!({ "localId": "uid-of-ann", "email": email, "emailVerified": is_verified });
        let reply = Reply::json(&json!({ "users": [ann] }));
        world.google.says(&format!("{ACCOUNTS}lookup"), reply);
    };
    // One that is not proved is nobody's yet, and the old one is proved no more.
    for (email, is_verified, expected) in [
        ("new@example.test", false, ("ann@example.test", false)),
        ("new@example.test", true, ("new@example.test", true)),
    ] {
        rename(email, is_verified);
        let request = world
            .app
            .anonymous()
            .request("GET", "/iam/api/v1/auth/login");
        let answer = request.bearer(&world.token()).await;
        assert_eq!(answer.status(), 200, "{answer:?}");
        ann.accept(&answer);
        let user = ann.open("/dashboard").await.state()["session"]["user"].clone();
        assert_eq!(user["emailId"], expected.0);
        assert_eq!(user["emailVerified"], expected.1);
    }
}
