//! Who is nobody is nobody everywhere: to a page, to a call, to the renewal of a token and on a socket.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot make its token should stop"
)]

use std::io::ErrorKind;
use std::net::SocketAddr;

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::address::{code_in, mail_to};
use crate::sockets::{OWN, Socket};
use crate::support::{Actor, Answer, TestApp, email_of};

pub(super) const ME: &str = "/iam/api/v1/users-token";
const REFRESH: &str = "/iam/api/v1/auth/token-refresh";
const SEND: &str = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k";

/// Nothing of anybody is in the answer to a page, to a call and to a renewal. None of them ends a session.
pub(super) async fn assert_nobody(browser: &Actor<'_>, what: &str) {
    for path in [ME, REFRESH, "/iam/api/v1/users"] {
        let call = browser.call(path).await;
        assert_refused(&call, what);
    }
    let page = open_embedded(browser, "/settings/users?page=2").await;
    page.assert_signed_out();
    let login = "/login?redirect_uri=%2Fsettings%2Fusers%3Fpage%3D2";
    assert_eq!(page.location(), login, "{what}");
}

/// Opens a page inside of another, which may delete a token, but clears no session.
async fn open_embedded(browser: &Actor<'_>, path: &str) -> Answer {
    let request = browser
        .request("GET", path)
        .header("sec-fetch-site", "same-origin");
    let request = request.header("sec-fetch-mode", "no-cors");
    request.header("sec-fetch-dest", "image").await
}

#[track_caller]
fn assert_refused(call: &Answer, what: &str) {
    assert_eq!(call.status(), 401, "{what}: {call:?}");
    call.assert_problem(401);
    for secret in ["Tester", "Freight", "waybill.test"] {
        assert!(!call.text().contains(secret), "{what}: {call:?}");
    }
}

/// A socket that is opened with the session cookie `sid` takes none of these credentials, and gives nothing away.
pub(super) async fn assert_no_socket(
    address: SocketAddr,
    sid: Option<&str>,
    credentials: &[String],
) {
    let mut socket = Socket::open(address, OWN, sid).await.unwrap();
    for credential in credentials {
        let answer = socket.ask("auth", json!({ "cred": credential })).await;
        assert_eq!(answer["s"], "invalid_token", "{credential}: {answer}");
        let inbox = json!({ "p": "/", "q": {} });
        assert_eq!(socket.ask("g", inbox).await["s"], "permission_denied");
    }
}

/// The header and the claims of a token, and its signature as text.
fn parts(token: &str) -> (Value, Value, &str) {
    let mut parts = token.split('.');
    let mut json = || -> Value {
        let part = URL_SAFE_NO_PAD.decode(parts.next().unwrap()).unwrap();
        serde_json::from_slice(&part).unwrap()
    };
    let (header, claims) = (json(), json());
    (header, claims, parts.next().unwrap())
}

fn encode(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

/// What can be made of a genuine token without its key; `evil` is where an attacker listens.
fn forged(genuine: &str, evil: SocketAddr) -> Vec<String> {
    let (header, claims, signature) = parts(genuine);
    let whole: Vec<&str> = genuine.split('.').collect();
    let mut forged = vec![
        whole[0].to_owned(),
        whole[..2].join("."),
        format!("{}.", whole[..2].join(".")),
        format!("{genuine}.x"),
        format!("{genuine}.x.y"),
        format!("{genuine}x"),
        genuine[..genuine.len() - 1].to_owned(),
    ];
    let mut changed = |name: &str, value: Option<Value>| {
        let mut header = header.clone();
        match value {
            Some(value) => header[name] = value,
            None => drop(header.as_object_mut().unwrap().remove(name)),
        }
        let message = format!("{}.{}", encode(&header), encode(&claims));
        forged.push(format!("{message}.{signature}"));
        forged.push(format!("{message}."));
    };
    for algorithm in [
        json!("none"),
        json!("nOnE"),
        json!(""),
        json!(null),
        json!(7),
        json!(["ES256"]),
    ] {
        changed("alg", Some(algorithm));
    }
    changed("alg", None);
    for name in ["jku", "x5u"] {
        changed(name, Some(json!(format!("http://{evil}/keys"))));
    }
    changed("x5c", Some(json!(["MIIB"])));
    changed("jwk", Some(json!({ "kty": "EC", "crv": "P-256" })));
    let mut mac = header;
    mac["alg"] = json!("HS256");
    let message = format!("{}.{}", encode(&mac), encode(&claims));
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, b""), message.as_bytes());
    forged.push(format!("{message}.{}", URL_SAFE_NO_PAD.encode(tag)));
    forged
}

#[tokio::test]
async fn no_forged_token_opens_anything_and_none_has_the_server_ask_elsewhere() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let evil = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    evil.set_nonblocking(true).unwrap();
    let of_session = forged(ada.token(), evil.local_addr().unwrap());
    assert!(20 < of_session.len());
    for token in &of_session {
        let mut browser = ada.clone();
        browser.set_cookie("token", token);
        assert_nobody(&browser, token).await;
    }
    // The provider's tokens are what a socket takes.
    let of_provider = forged(&ada.id_token("Ada").await, evil.local_addr().unwrap());
    let sid = Some(ada.cookie("sid"));
    for credentials in [of_session, of_provider] {
        assert_no_socket(address, sid, &credentials).await;
    }
    let asked = evil.accept().map(|_| ()).unwrap_err();
    assert_eq!(asked.kind(), ErrorKind::WouldBlock);
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn what_was_made_for_something_else_is_no_session_token() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let id_token = ada.id_token("Ada").await;
    let (address, mut codes) = (email_of("Ada"), Vec::new());
    for (kind, count) in [("VERIFY_EMAIL", 1), ("PASSWORD_RESET", 2)] {
        let body = json!({ "requestType": kind, "idToken": id_token, "email": address });
        let sent = ada.request("POST", SEND).json(&body).await;
        assert_eq!(sent.status(), 200, "{sent:?}");
        codes.push(code_in(&mail_to(&app, &address, count).await));
    }
    let body = json!({ "email": address, "password": crate::support::PASSWORD, "returnSecureToken": true });
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
    let kept = ada.request("POST", path).json(&body).await.json();
    codes.push(kept["refreshToken"].as_str().unwrap().to_owned());
    codes.push(id_token);
    codes.push(ada.cookie("sid").to_owned());

    // A sign-in that owes its second factor.
    app.verify(&ada).await;
    let careful = ada.request("PATCH", "/iam/api/v1/users/me");
    let careful = careful.bearer(ada.token()).header("if-match", "*");
    let careful = careful.json(&json!({ "twoFactorAuth": true })).await;
    assert_eq!(careful.status(), 200, "{careful:?}");
    let mut owing = app.anonymous();
    let owed = owing.log_in("Ada").await.json();
    codes.push(owed["data"]["fbtkn"].as_str().unwrap().to_owned());
    codes.push(owing.cookie("factor").to_owned());

    for code in codes {
        assert!(8 < code.len(), "{code}");
        let mut browser = ada.clone();
        browser.set_cookie("token", &code);
        open_embedded(&browser, "/dashboard")
            .await
            .assert_signed_out();
        // An ID token may be shown where the SDK asks who it is, within the session of the same user.
        for path in [REFRESH, "/iam/api/v1/users"] {
            assert_refused(&browser.call(path).await, &code);
        }
    }
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test]
async fn two_different_tokens_are_told_to_the_operator_and_cookies_alone_call_nothing() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let (token, sid) = (ada.token(), ada.cookie("sid"));
    let log = Log::default();
    let listening = log.listen();
    for cookies in [
        format!("token=planted; token={token}; sid={sid}"),
        format!("token={token}; token=planted; sid={sid}"),
    ] {
        let nobody = app.anonymous();
        let page = nobody.request("GET", "/dashboard");
        assert_eq!(page.header("cookie", &cookies).await.status(), 200);
        let call = nobody.request("GET", ME).header("cookie", &cookies);
        assert_refused(&call.await, &cookies);
        // A page of ours takes the first.
        let call = nobody.request("GET", ME).header("cookie", &cookies);
        assert_refused(&call.bearer("planted").await, &cookies);
    }
    drop(listening);
    assert_eq!(log.text().matches("cookie_ambiguous").count(), 2);
    assert!(!log.text().contains(token));
}

/// What is logged while it listens.
#[derive(Clone, Default)]
struct Log(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl Log {
    fn listen(&self) -> tracing::subscriber::DefaultGuard {
        let log = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::WARN)
            .with_writer(move || log.clone());
        tracing::subscriber::set_default(subscriber.finish())
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
