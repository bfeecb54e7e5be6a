//! What ends a session ends it everywhere, for its open sockets too, and also after a restart.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot end its session should stop"
)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::everywhere::{ME, assert_no_socket, assert_nobody};
use crate::sockets::{OWN, Socket};
use crate::support::{Actor, Answer, TestApp, email_of};

const LOGIN: &str = "/iam/api/v1/auth/login";

/// What the server does besides answering.
fn watching(app: &TestApp) -> JoinHandle<()> {
    let app = Arc::clone(&app.app);
    tokio::spawn(async move { app.end_sockets().await })
}

/// An open page's socket; `id_token` is of the same user.
async fn listening(address: SocketAddr, browser: &Actor<'_>, id_token: &str) -> Socket {
    let sid = Some(browser.cookie("sid"));
    let mut socket = Socket::open(address, OWN, sid).await.unwrap();
    let answer = socket.ask("auth", json!({ "cred": id_token })).await;
    assert_eq!(answer["s"], "ok", "{answer}");
    socket
}

async fn assert_ends(socket: &mut Socket, what: &str) {
    let start = Instant::now();
    let (told, code) = socket.end().await;
    assert_eq!((&told["d"]["a"], code), (&json!("ac"), 1008), "{what}");
    assert!(start.elapsed() < Duration::from_secs(1), "{what}");
}

async fn change(by: &Actor<'_>, method: &str, path: &str, body: Value) -> Answer {
    let request = by.request(method, path).bearer(by.token());
    let answer = request.header("if-match", "*").json(&body).await;
    assert!(answer.status() < 300, "{method} {path}: {answer:?}");
    answer
}

#[tokio::test]
async fn who_may_be_here_no_more_is_out_with_the_next_request() {
    for (verb, method, suffix, body, status, detail) in [
        (
            "suspended",
            "POST",
            "/suspend",
            json!({ "reason": "Left" }),
            403,
            "Account was suspended",
        ),
        ("deactivated", "POST", "/deactivate", json!({}), 403, ""),
        ("deleted", "DELETE", "", json!({}), 404, ""),
    ] {
        let app = TestApp::new().await;
        let (address, watching) = (app.listen().await, watching(&app));
        let ada = app.user().await;
        let bob = app.colleague(&ada, "Bob").await;
        let id_token = bob.id_token("Bob").await;
        let mut socket = listening(address, &bob, &id_token).await;

        let path = format!("/iam/api/v1/users/{}{suffix}", bob.user_id());
        change(&ada, method, &path, body).await;
        let page = bob.open("/dashboard").await;
        page.assert_signed_out();
        assert_nobody(&bob, verb).await;
        assert_ends(&mut socket, verb).await;
        assert_no_socket(
            address,
            Some(bob.cookie("sid")),
            std::slice::from_ref(&id_token),
        )
        .await;

        app.pass(SignedDuration::from_secs(2));
        let mut again = app.anonymous();
        let login = again.log_in("Bob").await;
        login.assert_problem(status);
        assert!(login.set_cookies().is_empty(), "{verb}: {login:?}");
        if !detail.is_empty() {
            assert_eq!(login.json()["detail"], detail);
        }
        watching.abort();
    }
}

#[tokio::test]
async fn who_has_moved_to_another_company_takes_no_session_along() {
    let app = TestApp::new().await;
    let (address, watching) = (app.listen().await, watching(&app));
    let ada = app.user().await;
    let bob = app.colleague(&ada, "Bob").await;
    let id_token = bob.id_token("Bob").await;
    let mut socket = listening(address, &bob, &id_token).await;
    let path = format!("/iam/api/v1/users/{}", bob.user_id());
    change(&ada, "DELETE", &path, json!({})).await;

    let grace = app.other_company().await;
    let mut elsewhere = app.anonymous();
    let kept = elsewhere.id_token("Bob").await;
    app.join(&mut elsewhere, &kept, &grace, "Bob").await;
    assert_ne!(elsewhere.user_id(), bob.user_id());
    let page = elsewhere.open("/dashboard").await;
    assert!(page.text().contains("Compiler Cargo"));

    assert_nobody(&bob, "moved").await;
    assert_ends(&mut socket, "moved").await;
    assert_no_socket(address, Some(bob.cookie("sid")), &[id_token, kept]).await;
    watching.abort();
}

/// What a person may do to be signed out where they are not.
const ENDINGS: [&str; 3] = ["sign-out", "new password", "everywhere else"];

#[tokio::test]
async fn a_session_that_was_ended_stays_so_also_after_a_restart() {
    for ending in ENDINGS {
        let app = TestApp::new().await;
        let (address, watching) = (app.listen().await, watching(&app));
        let ada = app.user().await;
        app.pass(SignedDuration::from_secs(2));
        let mut phone = app.anonymous();
        phone.log_in("Ada").await;
        let id_token = phone.id_token("Ada").await;
        // Two pages of one browser.
        let mut sockets = [
            listening(address, &phone, &id_token).await,
            listening(address, &phone, &id_token).await,
        ];
        app.pass(SignedDuration::from_secs(2));
        match ending {
            "sign-out" => assert_eq!(phone.log_out().await.status(), 204),
            "new password" => {
                let changed = ada.change_password("Ada", "basalt-harbour-17").await;
                assert_eq!(changed.status(), 200, "{changed:?}");
            }
            _ => drop(change(&ada, "POST", "/iam/api/v1/sessions/end-others", json!({})).await),
        }
        for socket in &mut sockets {
            assert_ends(socket, ending).await;
        }
        assert_nobody(&phone, ending).await;
        assert_no_socket(
            address,
            Some(phone.cookie("sid")),
            std::slice::from_ref(&id_token),
        )
        .await;
        let (token, sid) = (phone.token().to_owned(), phone.cookie("sid").to_owned());
        watching.abort();

        let app = app.restarted().await;
        let mut revenant = app.anonymous();
        revenant.set_cookie("token", &token);
        revenant.set_cookie("sid", &sid);
        assert_nobody(&revenant, ending).await;
        assert_no_socket(app.listen().await, Some(&sid), &[id_token]).await;
    }
}

#[tokio::test]
async fn a_sign_in_over_the_session_of_somebody_else_leaves_one_person_in_the_browser() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.other_company().await;
    let mut browser = ada.clone();
    browser.log_in("Grace").await;
    for path in ["/dashboard", "/settings/profile"] {
        let page = browser.open(path).await;
        assert_eq!(page.status(), 200);
        assert!(page.text().contains("Compiler Cargo"), "{path}");
        assert!(!page.text().contains("Analytical Freight"), "{path}");
    }
    let me = browser.call(ME).await.json();
    assert_eq!(me["data"][0]["emailId"], email_of("Grace"));
    // The tab that was opened before shows her token with the new session's cookie, or what it had.
    let mut torn = ada.clone();
    torn.set_cookie("sid", browser.cookie("sid"));
    assert_nobody(&torn, "torn").await;
    assert_nobody(&ada, "before").await;
    assert_eq!(app.anonymous().request("GET", LOGIN).await.status(), 401);
}
