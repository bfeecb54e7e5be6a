//! Somebody who is signed in, at whichever instance.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, redirect};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::contact;

const DATABASE: &str = "waybill-embedded-default-rtdb";

const PASSWORD: &str = "granite-anchor-42";

/// A browser with a session.
#[derive(Clone)]
pub(crate) struct Visitor {
    client: Client,
    origin: String,
    token: String,
    cookies: String,
    /// What the identity provider gave.
    account: Value,
}

impl Visitor {
    /// Registers a company.
    pub(crate) async fn register(origin: &str, email: &str) -> Self {
        Self::register_by(Client::builder(), origin, email).await
    }

    /// The same with a client that knows the way.
    pub(crate) async fn register_by(client: ClientBuilder, origin: &str, email: &str) -> Self {
        let client = client.redirect(redirect::Policy::none()).build().unwrap();
        let account = client
            .post(format!(
                "{origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
            ))
            .json(&json!({ "email": email, "password": PASSWORD, "returnSecureToken": true }));
        let account: Value = account.send().await.unwrap().json().await.unwrap();
        let made = client
            .post(format!("{origin}/iam/api/v1/auth"))
            .bearer_auth(account["idToken"].as_str().unwrap())
            .json(&json!({
                "firstName": "Ada", "lastName": "Lovelace",
                "companyName": "Two of a Kind", "operatingCountry": "NL",
            }));
        let made = made.send().await.unwrap();
        assert_eq!(made.status(), 201);
        let cookies: Vec<String> = made
            .headers()
            .get_all(SET_COOKIE)
            .iter()
            .filter_map(|it| it.to_str().unwrap().split(';').next().map(str::to_owned))
            .filter(|it| !it.ends_with('='))
            .collect();
        let token = cookies.iter().find_map(|it| it.strip_prefix("token="));
        Self {
            token: token.unwrap().to_owned(),
            cookies: cookies.join("; "),
            origin: origin.to_owned(),
            account,
            client,
        }
    }

    /// The same at another instance.
    pub(super) fn at(&self, origin: &str) -> Self {
        Self {
            origin: origin.to_owned(),
            ..self.clone()
        }
    }

    pub(super) async fn get(&self, path: &str) -> Response {
        let request = self.client.get(format!("{}{path}", self.origin));
        self.signed(request).send().await.unwrap()
    }

    /// The same as a browser opens a page.
    pub(super) async fn open(&self, path: &str) -> Response {
        let request = self.client.get(format!("{}{path}", self.origin));
        let request = request.header("accept", "text/html,*/*;q=0.8");
        self.signed(request).send().await.unwrap()
    }

    /// Sends so much that is no table to where tables are imported.
    pub(super) async fn import(&self, content: Vec<u8>) -> Response {
        let url = format!("{}{}/import", self.origin, super::CONTACTS);
        let request = self.client.post(url).header("content-type", "text/csv");
        self.signed(request.body(content)).send().await.unwrap()
    }

    /// From another address of this machine, with an address that it claims to pass on.
    pub(super) async fn claim(&self, from: [u8; 4], claimed: &str) -> u16 {
        let client = Client::builder().local_address(Some(from.into()));
        let client = client.redirect(redirect::Policy::none()).build().unwrap();
        let request = client.get(format!("{}/login?claims", self.origin));
        self.answered(request.header("x-forwarded-for", claimed))
            .await
    }

    /// Asks the realtime database as a program does, by REST, whether it has a record open.
    pub(super) async fn presence(&self) -> RequestBuilder {
        let path = self.room().await;
        let url = format!("{}/{path}.json?ns={DATABASE}", self.origin);
        let request = self.client.get(url);
        request.bearer_auth(self.account["idToken"].as_str().unwrap())
    }

    /// Says over a socket, as long as that is held, that it has a record open.
    pub(super) async fn open_record(&self, entry: &Value) -> impl Sized + use<> {
        let path = self.room().await;
        let origin = self.origin.replacen("http", "ws", 1);
        let url = format!("{origin}/.ws?v=5&ns={DATABASE}");
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let token = self.account["idToken"].as_str().unwrap();
        for (number, action, body) in [
            (1, "auth", json!({ "cred": token })),
            (2, "p", json!({ "p": format!("/{path}"), "d": entry })),
        ] {
            let request = json!({ "t": "d", "d": { "r": number, "a": action, "b": body } });
            socket
                .send(Message::text(request.to_string()))
                .await
                .unwrap();
            loop {
                let message = socket.next().await.unwrap().unwrap();
                let message: Value =
                    serde_json::from_str(message.to_text().unwrap()).unwrap_or_default();
                if message["d"]["r"] == number {
                    assert_eq!(message["d"]["b"]["s"], "ok", "{message}");
                    break;
                }
            }
        }
        socket
    }

    async fn room(&self) -> String {
        let user = self.get("/iam/api/v1/users-token").await;
        let user: Value = user.json().await.unwrap();
        let company = user["data"][0]["companyId"].as_str().unwrap();
        let uid = self.account["localId"].as_str().unwrap();
        format!("{company}/presence/r1/{uid}")
    }

    /// Proves the address by the link that is mailed, as it lies in one of these folders.
    pub(super) async fn prove(&self, data_dirs: &[PathBuf]) {
        let at = |action: &str| {
            let path = format!("identitytoolkit.googleapis.com/v1/accounts:{action}?key=k");
            self.client.post(format!("{}/{path}", self.origin))
        };
        let asked = json!({ "requestType": "VERIFY_EMAIL", "idToken": self.account["idToken"] });
        let asked = at("sendOobCode").json(&asked).send().await.unwrap();
        assert_eq!(asked.status(), 200);
        let folders = data_dirs
            .iter()
            .filter_map(|it| fs::read_dir(it.join("mail")).ok());
        let mut mails = folders
            .flatten()
            .map(|it| fs::read_to_string(it.unwrap().path()).unwrap());
        let code = mails.find_map(|mail| {
            let mail = mail.replace("=\r\n", "").replace("=3D", "=");
            let (_, code) = mail.split_once("oobCode=")?;
            let is_end = |it: char| !it.is_ascii_alphanumeric() && it != '-' && it != '_';
            code.split(is_end).next().map(str::to_owned)
        });
        let applied = at("update").json(&json!({ "oobCode": code.unwrap() }));
        assert_eq!(applied.send().await.unwrap().status(), 200);
        let email = &self.account["email"];
        let again = json!({ "email": email, "password": PASSWORD, "returnSecureToken": true });
        let again = at("signInWithPassword").json(&again).send().await.unwrap();
        let again: Value = again.json().await.unwrap();
        let told = self
            .client
            .get(format!("{}/iam/api/v1/users-token", self.origin));
        let told = told.bearer_auth(again["idToken"].as_str().unwrap());
        assert_eq!(told.send().await.unwrap().status(), 200);
    }

    /// Invites somebody, who gets a mail.
    pub(super) async fn invite(&self, email: &str) -> u16 {
        let request = self
            .client
            .post(format!("{}/iam/api/v1/users", self.origin));
        let guest = json!({ "firstName": "Guest", "lastName": "Tester", "emailId": email });
        self.answered(request.json(&guest)).await
    }

    pub(crate) async fn status(&self, path: &str) -> u16 {
        let request = self.client.get(format!("{}{path}", self.origin));
        self.answered(request).await
    }

    pub(crate) async fn make_contact(&self, key: &str, name: &str) -> u16 {
        self.answered(self.contact(key, name)).await
    }

    /// The same; keeps the cookies that come with the answer, as a browser does.
    pub(super) async fn made_contact(&self, key: &str, name: &str) -> Self {
        let made = self.signed(self.contact(key, name)).send().await.unwrap();
        assert_eq!(made.status(), 201);
        let mut cookies = self.cookies.clone();
        for cookie in made.headers().get_all(SET_COOKIE) {
            let (pair, _) = cookie.to_str().unwrap().split_once(';').unwrap();
            cookies = format!("{cookies}; {pair}");
        }
        Self {
            cookies,
            ..self.clone()
        }
    }

    fn contact(&self, key: &str, name: &str) -> RequestBuilder {
        let url = format!("{}{}", self.origin, super::CONTACTS);
        let request = self.client.post(url).header("idempotency-key", key);
        request.json(&contact(name))
    }

    pub(super) async fn log_out(&self) -> u16 {
        let path = format!("{}/iam/api/v1/auth/logout", self.origin);
        self.answered(self.client.post(path)).await
    }

    pub(crate) async fn total(&self, path: &str) -> usize {
        let answer: Value = self.get(path).await.json().await.unwrap();
        let total = answer["total"].as_u64();
        usize::try_from(total.unwrap_or_else(|| unreachable!("{answer}"))).unwrap()
    }

    /// The keys of the contacts that it made, as they are exported; each is there once.
    pub(crate) async fn made(&self) -> BTreeSet<usize> {
        let table = self.get(&format!("{}/export", super::CONTACTS)).await;
        let table = table.text().await.unwrap();
        let cells = table.lines().flat_map(|line| line.split(','));
        let keys = cells.filter_map(|cell| cell.trim_matches('"').strip_prefix("k-"));
        let mut made = BTreeSet::new();
        for key in keys {
            assert!(made.insert(key.parse().unwrap()), "{key} is there twice");
        }
        made
    }

    /// The status, once the answer came whole; 0 without one, with the reason on standard error.
    async fn answered(&self, request: RequestBuilder) -> u16 {
        let whole = async {
            let answer = self.signed(request).send().await?;
            let status = answer.status().as_u16();
            let body = answer.text().await?;
            if 500 <= status {
                eprintln!("{status}: {body:.300}");
            }
            Ok::<_, reqwest::Error>(status)
        };
        whole.await.unwrap_or_else(|error| {
            eprintln!("{error:?}");
            0
        })
    }

    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .bearer_auth(&self.token)
            .header(COOKIE, &self.cookies)
    }
}
