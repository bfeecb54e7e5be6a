//! What happens when memory runs short: who is sent away, who is not, and that it ends.

use std::fs::{self, File};
use std::time::{Duration, Instant};

use reqwest::{Client, Response};
use serde_json::json;

use crate::ready::ready;
use crate::start::Serving;
use crate::support::{PASSWORD, TestApp};

const USERS: &str = "/iam/api/v1/users";

#[tokio::test]
async fn while_memory_is_short_only_what_keeps_people_signed_in_is_answered() {
    // Less than any process of tests has.
    let app = TestApp::with("[edge]\nmax_memory = \"64MiB\"").await;
    let mut ada = app.user().await;
    assert_eq!(ada.call(USERS).await.status(), 200);

    app.app.memory.look();
    let call = ada.call(USERS).await;
    call.assert_problem(503);
    assert_eq!(call.header("retry-after"), "2");
    let page = ada.open("/dashboard").await;
    assert_eq!((page.status(), page.shell()), (200, Some("overloaded")));
    let registration = ada.request("POST", "/iam/api/v1/auth").json(&json!({}));
    registration.await.assert_problem(503);
    for path in [
        "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
        "/identitytoolkit.googleapis.com/v1/accounts%3AsignUp?key=k",
        "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
    ] {
        let account = json!({ "email": "grace@hopper.example", "password": PASSWORD });
        let refused = app.anonymous().request("POST", path).json(&account).await;
        assert_eq!(refused.status(), 503, "{path}");
        assert_eq!(refused.header("retry-after"), "1", "{path}");
        // As Firebase says it, so that the SDK shows it.
        let message = refused.json()["error"]["message"].to_string();
        assert!(message.contains("TOO_MANY_ATTEMPTS_TRY_LATER"), "{message}");
    }
    let form = [("email", "ada@lovelace.example"), ("password", PASSWORD)];
    let form = app.anonymous().request("POST", "/login").form(&form).await;
    assert_eq!(form.status(), 503);

    for path in ["/healthz", "/readyz", "/robots.txt"] {
        assert_eq!(app.anonymous().open(path).await.status(), 200, "{path}");
    }
    assert_eq!(ada.refresh().await.status(), 200);
    assert_eq!(ada.log_out().await.status(), 204);

    let admin = app.listen_admin().await;
    let metrics = reqwest::get(format!("http://{admin}/metrics")).await;
    let metrics = metrics.unwrap().text().await.unwrap();
    for line in [
        "memory_pressure 2",
        "memory_limit_bytes 67108864",
        "waybill_http_requests_shed_total{class=\"documents\"} ",
        "waybill_http_requests_shed_total{class=\"calls\"} ",
        "waybill_http_requests_shed_total{class=\"sign_ups\"} ",
        "waybill_http_requests_shed_total{class=\"sign_ins\"} ",
    ] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
}

#[tokio::test]
async fn no_more_people_sign_up_at_once_than_there_are_places() {
    let app = TestApp::with("[edge]\nsign_ups_at_once = 1").await;
    let sign_up = async |email: &str| {
        let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k";
        let account = json!({ "email": email, "password": PASSWORD });
        let answer = app.anonymous().request("POST", path).json(&account).await;
        answer.status()
    };
    let (one, other) = tokio::join!(sign_up("a@hopper.example"), sign_up("b@hopper.example"));
    assert_eq!((one, other), (200, 503));
    assert_eq!(sign_up("b@hopper.example").await, 200);
}

#[tokio::test]
async fn the_program_sends_away_before_the_kernel_does_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    // A hash takes 512 MiB, which are given back some seconds later; the first is made at the start.
    let toml = "[edge]\nmax_memory = \"480MB\"\n[hash]\nmemory_kib = 524288\npasses = 1\n[render]\nisolates = 1\n";
    fs::write(folder.path().join("waybill.toml"), toml).unwrap();
    let log = folder.path().join("log");
    let mut command = ready(folder.path());
    command.args(["--config", "waybill.toml"]);
    command.args(["--log", "warn,waybill=info"]);
    let server = Serving::start_with_log(command.stderr(File::create(&log).unwrap()));
    let client = Client::new();
    let get = async |path: &str| {
        let url = format!("{}{path}", server.origin);
        client.get(url).send().await.unwrap()
    };
    let until = async |status: u16| -> Response {
        let started = Instant::now();
        loop {
            let answer = get("/contact/api/v1/contacts").await;
            if answer.status() == status {
                return answer;
            }
            assert!(started.elapsed() < Duration::from_mins(1), "{answer:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };

    let shed = until(503).await;
    assert_eq!(shed.headers()["retry-after"], "2");
    assert_eq!(get("/healthz").await.status(), 200);
    assert_eq!(get("/login").await.status(), 200);
    // Nobody is signed in, which is said as soon as there is room to say it.
    until(401).await;

    let again = client
        .post(format!(
            "{}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            server.origin
        ))
        .json(&json!({ "email": "ada@lovelace.example", "password": PASSWORD }))
        .send();
    assert_eq!(again.await.unwrap().status(), 200);
    until(503).await;
    until(401).await;

    drop(server);
    let told = fs::read_to_string(log).unwrap();
    for (line, least) in [
        ("Almost no memory is left: calls are sent away.", 2),
        ("There is enough memory again.", 1),
    ] {
        let count = told.matches(line).count();
        assert!((least..=4).contains(&count), "{line}: {count} in {told}");
    }
}
