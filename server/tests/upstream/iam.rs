//! The IAM service on another machine, with a database of its own: its users have records, sessions and rights here.

use std::sync::Mutex;

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::emulator::Emulator;
use crate::ready::ready;
use crate::start::Serving;

const PROJECT: &str = "[firebase.other]\nproject_id = \"demo-waybill\"\napi_key = \"AIza-1\"\n";
const CONTACTS: &str = "/contact/api/v1/contacts";

/// A front that keeps contacts itself, and the instance that has its users.
struct Place {
    emulator: Emulator,
    behind: Serving,
    front: Serving,
    folders: [TempDir; 2],
}

impl Place {
    async fn new() -> Self {
        let emulator = Emulator::start().await;
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let start = |folder: &TempDir, more: &str| {
            let toml = format!("{PROJECT}{more}");
            std::fs::write(folder.path().join("waybill.toml"), toml).unwrap();
            let mut command = ready(folder.path());
            command.args(["--config", "waybill.toml"]);
            command.args(["--trust-auth-emulator", &emulator.origin]);
            Serving::start(&mut command)
        };
        let behind = start(&folders[0], "[edge]\nfront_instances = [\"127.0.0.1\"]\n");
        let services = format!("[upstream.services]\niam = \"{}\"\n", behind.origin);
        let front = format!("[needs]\nbudget_ms = 10000\n{services}");
        let front = start(&folders[1], &front);
        Self {
            emulator,
            behind,
            front,
            folders,
        }
    }

    /// The ID token of a new account.
    async fn account(&self, email: &str) -> String {
        self.proof("signUp", email).await
    }

    /// The ID token of an account whose address has just been verified.
    async fn verified_account(&self, email: &str) -> String {
        let id_token = self.proof("signInWithPassword", email).await;
        let wanted = json!({ "requestType": "VERIFY_EMAIL", "idToken": id_token });
        self.provide("sendOobCode", wanted).await;
        let codes = format!(
            "{}/emulator/v1/projects/demo-waybill/oobCodes",
            self.emulator.origin
        );
        let codes = read(reqwest::get(codes).await.unwrap()).await;
        let codes = codes["oobCodes"].as_array().unwrap();
        let mailed = codes.iter().find(|code| code["email"] == email).unwrap();
        self.provide("update", json!({ "oobCode": mailed["oobCode"] }))
            .await;
        self.proof("signInWithPassword", email).await
    }

    async fn proof(&self, verb: &str, email: &str) -> String {
        proof(&self.emulator, verb, email).await
    }

    async fn provide(&self, verb: &str, body: Value) -> Value {
        provide(&self.emulator, verb, body).await
    }

    /// The code of the only mail with one.
    async fn code_mailed(&self) -> String {
        let folder = self.folders[0].path().join("waybill-data/mail");
        let code = || {
            let mails = std::fs::read_dir(&folder).ok()?;
            let mut mails =
                mails.map(|mail| std::fs::read_to_string(mail.unwrap().path()).unwrap());
            mails.find_map(|mail| {
                let (_, subject) = mail.split_once("Subject: ")?;
                let (code, _) = subject.split_once(" is your code")?;
                Some(code.to_owned())
            })
        };
        for _ in 0..200 {
            if code().is_some() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        code().unwrap()
    }

    fn browser(&self) -> Browser {
        Browser::at(&self.front.origin)
    }

    /// Somebody who has just registered a company.
    async fn registered(&self, email: &str) -> (Browser, Value) {
        let (browser, token) = (self.browser(), self.account(email).await);
        let company = json!({
            "firstName": "Ada", "lastName": "Lovelace", "companyName": "Lines", "operatingCountry": "NL",
        });
        let answer = browser
            .ask(
                Method::POST,
                "/iam/api/v1/auth",
                Some(&token),
                Some(company),
            )
            .await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        (browser, read(answer).await["data"].clone())
    }
}

/// The ID token that the provider of the accounts answers with.
pub(super) async fn proof(emulator: &Emulator, verb: &str, email: &str) -> String {
    let credentials =
        json!({ "email": email, "password": "granite-anchor-42", "returnSecureToken": true });
    let made = provide(emulator, verb, credentials).await;
    made["idToken"].as_str().unwrap().to_owned()
}

/// Asks the provider of the accounts.
async fn provide(emulator: &Emulator, verb: &str, body: Value) -> Value {
    let url = format!(
        "{}/identitytoolkit.googleapis.com/v1/accounts:{verb}?key=k",
        emulator.origin
    );
    let asked = reqwest::Client::new().post(url).body(body.to_string());
    let asked = asked.header("content-type", "application/json");
    read(asked.send().await.unwrap()).await
}

/// Keeps cookies.
pub(super) struct Browser {
    client: reqwest::Client,
    origin: String,
    cookies: Mutex<Vec<(String, String)>>,
}

impl Browser {
    pub(super) fn at(origin: &str) -> Self {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        Self {
            client: client.build().unwrap(),
            origin: origin.to_owned(),
            cookies: Mutex::default(),
        }
    }

    pub(super) async fn ask(
        &self,
        method: Method,
        path: &str,
        bearer: Option<&str>,
        body: Option<Value>,
    ) -> Response {
        let mut request = self
            .client
            .request(method, format!("{}{path}", self.origin));
        let cookies: Vec<String> = {
            let cookies = self.cookies.lock().unwrap();
            cookies
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect()
        };
        request = request.header("cookie", cookies.join("; "));
        request = request.header("if-match", "*");
        if let Some(bearer) = bearer {
            request = request.bearer_auth(bearer);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json");
            request = request.body(body.to_string());
        }
        let answer = request.send().await.unwrap();
        for cookie in answer.headers().get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            let (pair, attributes) = cookie.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.keep(name, (!attributes.contains("Max-Age=0")).then_some(value));
        }
        answer
    }

    /// Sends the form of the sign-in; whose address it is stands there as forms write it.
    pub(super) async fn sign_in(&self, email: &str, password: &str) -> Response {
        let form = format!("email={email}&password={password}");
        let form = self
            .client
            .post(format!("{}/login", self.origin))
            .body(form);
        let form = form.header("content-type", "application/x-www-form-urlencoded");
        form.header("origin", &self.origin).send().await.unwrap()
    }

    fn keep(&self, name: &str, value: Option<&str>) {
        let mut cookies = self.cookies.lock().unwrap();
        cookies.retain(|(it, _)| it != name);
        cookies.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    }

    pub(super) fn cookie(&self, name: &str) -> Option<String> {
        let cookies = self.cookies.lock().unwrap();
        let found = cookies.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.clone())
    }

    /// A call with the session's token.
    pub(super) async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Response {
        let token = self.cookie("token");
        self.ask(method, path, token.as_deref(), body).await
    }

    pub(super) async fn status(&self, path: &str) -> u16 {
        self.call(Method::GET, path, None).await.status().as_u16()
    }
}

pub(super) async fn read(answer: Response) -> Value {
    serde_json::from_str(&answer.text().await.unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_of_a_service_elsewhere_has_a_session_a_page_and_records_here() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    let (ada, data) = place.registered("ada@lines.test").await;
    assert_eq!(ada.cookie("token").as_deref(), data["jwt"].as_str());
    assert!(ada.cookie("sid").is_some());
    let page = ada.ask(Method::GET, "/contacts", None, None).await;
    assert_eq!(page.status(), 200);
    let page = page.text().await.unwrap();
    assert!(page.contains("Ada Lovelace") && page.contains("ada@lines.test"));
    // Embedded here, under the id that it has there.
    let new = json!({ "displayName": "Babbage Works", "kind": "organisation" });
    let made = ada.call(Method::POST, CONTACTS, Some(new)).await;
    assert_eq!(made.status(), StatusCode::CREATED);
    let made = read(made).await;
    assert_eq!(made["data"]["createdBy"], data["user"]["_id"]);
    assert_eq!(
        read(ada.call(Method::GET, CONTACTS, None).await).await["total"],
        1
    );
    // There.
    let roles = read(ada.call(Method::GET, "/iam/api/v1/roles", None).await).await;
    assert_eq!(roles["total"], 4, "{roles}");

    let (grace, _) = place.registered("grace@hopper.test").await;
    assert_eq!(
        read(grace.call(Method::GET, CONTACTS, None).await).await["total"],
        0
    );
    let one = format!("{CONTACTS}/{}", made["data"]["_id"].as_str().unwrap());
    assert_eq!(grace.status(&one).await, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_rests_on_both_cookies_and_ends_at_both() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    let (ada, data) = place.registered("ada@lines.test").await;
    let (grace, _) = place.registered("grace@hopper.test").await;
    let token = data["jwt"].as_str().unwrap();
    // A token with no cookie, with somebody else's, and what is no token of the service's.
    assert_eq!(
        place
            .browser()
            .ask(Method::GET, CONTACTS, Some(token), None)
            .await
            .status(),
        401
    );
    assert_eq!(
        grace
            .ask(Method::GET, CONTACTS, Some(token), None)
            .await
            .status(),
        401
    );
    let id_token = place.account("eve@lines.test").await;
    let (mallory, _) = place.registered("mallory@lines.test").await;
    for wrong in [id_token.as_str(), "x.y.z", "x"] {
        assert_eq!(
            ada.ask(Method::GET, CONTACTS, Some(wrong), None)
                .await
                .status(),
            401
        );
    }
    // Not even with a session beside, which ends by that.
    mallory.keep("token", Some(&id_token));
    let page = mallory.ask(Method::GET, "/dashboard", None, None).await;
    assert_eq!(page.status(), StatusCode::SEE_OTHER);
    assert_eq!(ada.status(CONTACTS).await, 200);

    let renewed = ada
        .call(Method::GET, "/iam/api/v1/auth/token-refresh", None)
        .await;
    assert_eq!(renewed.status(), 200);
    let renewed = read(renewed).await["data"]["jwt"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(ada.cookie("token").as_ref(), Some(&renewed));
    assert_eq!(ada.status(CONTACTS).await, 200);
    assert_eq!(ada.status("/iam/api/v1/roles").await, 200);

    let left = ada
        .call(Method::POST, "/iam/api/v1/auth/logout", None)
        .await;
    assert_eq!(left.status(), StatusCode::NO_CONTENT);
    assert!(left.headers().contains_key("clear-site-data"));
    assert_eq!((ada.cookie("token"), ada.cookie("sid")), (None, None));
    assert_eq!(
        ada.ask(Method::GET, CONTACTS, Some(&renewed), None)
            .await
            .status(),
        401
    );
    // As an instance in front would ask.
    let there =
        reqwest::Client::new().get(format!("{}/iam/api/v1/users-token", place.behind.origin));
    let there = there.bearer_auth(&renewed).send().await.unwrap();
    assert_eq!(there.status(), 401);
    assert_eq!(grace.status(CONTACTS).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_sees_the_own_places_and_what_was_changed_at_once() {
    waybill_workshop::needs!(FirebaseTools);
    const LOGIN: &str = "/iam/api/v1/auth/login";
    const SESSIONS: &str = "/iam/api/v1/sessions";
    let place = Place::new().await;
    let (laptop, _) = place.registered("ada@lines.test").await;
    let id_token = place.proof("signInWithPassword", "ada@lines.test").await;
    let phone = place.browser();
    let entered = phone.ask(Method::GET, LOGIN, Some(&id_token), None).await;
    assert_eq!(entered.status(), 200);
    assert_eq!(phone.status(CONTACTS).await, 200);
    let places = read(laptop.call(Method::GET, SESSIONS, None).await).await;
    let places = places["data"].as_array().unwrap();
    let current: Vec<_> = places.iter().map(|it| &it["isCurrent"]).collect();
    assert_eq!(current, [true, false]);

    let change = json!({ "theme": "dark" });
    let changed = laptop.call(Method::PATCH, "/iam/api/v1/users/me", Some(change));
    assert_eq!(changed.await.status(), 200);
    let page = laptop.ask(Method::GET, "/contacts", None, None).await;
    let page = page.text().await.unwrap();
    assert!(page.contains("data-theme=\"dark\""));

    let phones = format!("{SESSIONS}/{}", places[1]["_id"].as_str().unwrap());
    let ended = laptop.call(Method::DELETE, &phones, None).await;
    assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    assert_eq!(phone.status(CONTACTS).await, 401);
    assert_eq!(laptop.status(CONTACTS).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_signs_in_there_too() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    place.registered("ada@lines.test").await;
    let ada = place.browser();
    let wrong = ada.sign_in("ada%40lines.test", "wrong-anchor-42").await;
    assert_eq!(wrong.status(), 401);
    let right = ada.sign_in("ada%40lines.test", "granite-anchor-42").await;
    assert_eq!(right.status(), StatusCode::SEE_OTHER);
    assert_eq!(right.headers()["location"], "/dashboard");
    for cookie in right.headers().get_all("set-cookie") {
        let (name, value) = cookie.to_str().unwrap().split_once('=').unwrap();
        ada.keep(name, value.split(';').next());
    }
    let page = ada.ask(Method::GET, "/dashboard", None, None).await;
    assert!(page.text().await.unwrap().contains("Ada Lovelace"));
    // Somebody with an account and no company.
    place.account("new@lines.test").await;
    let new = ada.sign_in("new%40lines.test", "granite-anchor-42").await;
    assert_eq!(new.status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailed_code_signs_in_the_browser_that_asked_for_it() {
    waybill_workshop::needs!(FirebaseTools);
    const LOGIN: &str = "/iam/api/v1/auth/login";
    const CODE: &str = "/iam/api/v1/auth/codeAuth";
    let place = Place::new().await;
    let (ada, _) = place.registered("ada@lines.test").await;
    let id_token = place.verified_account("ada@lines.test").await;
    let entered = ada.ask(Method::GET, LOGIN, Some(&id_token), None).await;
    assert_eq!(entered.status(), 200);
    let careful = json!({ "twoFactorAuth": true });
    let careful = ada.call(Method::PATCH, "/iam/api/v1/users/me", Some(careful));
    assert_eq!(careful.await.status(), 200);

    let ada = place.browser();
    let entered = ada.ask(Method::GET, LOGIN, Some(&id_token), None).await;
    let owed = read(entered).await["data"].clone();
    let handle = owed["fbtkn"].as_str().unwrap();
    assert_eq!((ada.cookie("token"), ada.cookie("sid")), (None, None));
    assert!(ada.cookie("factor").is_some());
    // An ID token still names whose it is not to itself.
    let named = ada.ask(
        Method::GET,
        "/iam/api/v1/users-token",
        Some(&id_token),
        None,
    );
    assert_eq!(read(named.await).await["data"], json!([]));
    let code = place.code_mailed().await;
    let wrong =
        json!({ "fbtkn": handle, "code": if code == "000000" { "111111" } else { "000000" } });
    let wrong = read(ada.ask(Method::POST, CODE, None, Some(wrong)).await).await;
    assert_eq!(
        wrong["errors"][0]["detail"],
        "This is not the code from the e-mail. You can try 4 more times."
    );
    let right = json!({ "fbtkn": handle, "code": code });
    let other = place.browser();
    let refused = other.ask(Method::POST, CODE, None, Some(right.clone()));
    assert_eq!(refused.await.status(), 422);
    let admitted = ada.ask(Method::POST, CODE, None, Some(right)).await;
    assert_eq!(admitted.status(), 200);
    assert_eq!(ada.cookie("factor"), None);
    assert_eq!(ada.status(CONTACTS).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_gone_signs_nobody_out() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    let (ada, _) = place.registered("ada@lines.test").await;
    let token = ada.cookie("token");
    drop(place.behind);
    // What it said stands for half a minute.
    assert_eq!(ada.status(CONTACTS).await, 200);
    assert_eq!(ada.status("/iam/api/v1/roles").await, 502);
    let page = ada.ask(Method::GET, "/contacts", None, None).await;
    assert_eq!(page.status(), 200);
    // A token that nobody has said anything of is neither good nor bad.
    let unknown = ada.ask(Method::GET, CONTACTS, Some("x.y.z"), None).await;
    assert_eq!(unknown.status(), 503);
    assert_eq!(ada.cookie("token"), token);
}
