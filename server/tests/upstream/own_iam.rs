//! A company's own IAM service, which answers in the specification's words and in shapes of its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Request, State};
use axum::routing::put;
use axum::{Json, Router};
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::fake::Fake;
use super::iam::{Browser, proof, read};
use crate::browser::emulator::Emulator;
use crate::browser::run_browser_tests_at_emulator;
use crate::ready::ready;
use crate::start::Serving;

const EMAIL: &str = "ada@lines.test";
const LOGIN: &str = "/iam/api/v1/auth/login";
const CODE: &str = "/iam/api/v1/auth/codeAuth";
const LOGOUT: &str = "/iam/api/v1/auth/logout";
const REFRESH: &str = "/iam/api/v1/auth/token-refresh";
const USERS_TOKEN: &str = "/iam/api/v1/users-token";
const CONTACTS: &str = "/contact/api/v1/contacts";

/// How an answer holds what it is about.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Shape {
    /// `{"data": {…}}`
    Object,
    /// `{"data": [{…}]}`
    List,
    /// `{…}`
    Bare,
}

impl Shape {
    fn of(self, data: Value) -> Value {
        match self {
            Self::Object => json!({ "data": data }),
            Self::List => json!({ "data": [data] }),
            Self::Bare => data,
        }
    }
}

/// What the service says.
#[derive(Clone, Debug, Deserialize)]
struct Script {
    shape: Shape,
    /// Status, media type and content of the answers that are not the usual ones, by path.
    answers: HashMap<String, (u16, String, String)>,
}

impl Script {
    fn of(shape: Shape) -> Self {
        let answers = HashMap::new();
        Self { shape, answers }
    }

    /// Lets a sign-in be answered so.
    fn login(mut self, status: StatusCode, media_type: &str, content: String) -> Self {
        let answer = (status.as_u16(), media_type.to_owned(), content);
        self.answers.insert(LOGIN.to_owned(), answer);
        self
    }

    fn json(shape: Shape, login: Value) -> Self {
        let content = shape.of(login).to_string();
        Self::of(shape).login(StatusCode::OK, "application/json", content)
    }
}

type Says = Arc<Mutex<Script>>;

/// The service; browser tests, which run in another process, set its script by `PUT /script`.
async fn service(says: Says) -> Fake {
    let router = Router::new().route("/script", put(set)).fallback(answer);
    Fake::start(router.with_state(says)).await
}

async fn set(State(says): State<Says>, Json(script): Json<Script>) {
    *says.lock().unwrap() = script;
}

/// A front whose people are at such a service, and at a project of Firebase.
struct Place {
    emulator: Emulator,
    fake: Fake,
    front: Serving,
    says: Says,
    _folder: TempDir,
}

impl Place {
    async fn new() -> Self {
        let emulator = Emulator::start().await;
        let says = usual();
        let fake = service(Arc::clone(&says)).await;
        let folder = tempfile::tempdir().unwrap();
        let toml = format!(
            "[firebase.other]\nproject_id = \"demo-waybill\"\napi_key = \"AIza-1\"\n\
             [upstream.services]\niam = \"http://{}\"\n",
            fake.address
        );
        std::fs::write(folder.path().join("waybill.toml"), toml).unwrap();
        let mut command = ready(folder.path());
        command.args(["--config", "waybill.toml"]);
        command.args(["--trust-auth-emulator", &emulator.origin]);
        Self {
            front: Serving::start(&mut command),
            emulator,
            fake,
            says,
            _folder: folder,
        }
    }

    fn says(&self, script: Script) {
        *self.says.lock().unwrap() = script;
    }

    fn browser(&self) -> Browser {
        Browser::at(&self.front.origin)
    }
}

type Said = (StatusCode, [(&'static str, String); 1], String);

/// What it says until it is given another script.
fn usual() -> Says {
    Arc::new(Mutex::new(Script::of(Shape::Object)))
}

async fn answer(State(says): State<Says>, request: Request) -> Said {
    let Script { shape, mut answers } = says.lock().unwrap().clone();
    let path = request.uri().path();
    if let Some((status, media_type, content)) = answers.remove(path) {
        let status = StatusCode::from_u16(status).unwrap();
        return (status, [("content-type", media_type)], content);
    }
    let user = json!({
        "_id": "0190a000-0000-7000-8000-000000000001", "emailId": EMAIL, "name": "Ada Lovelace",
        "company": { "_id": "0190a000-0000-7000-8000-000000000002", "name": "Lines" },
    });
    let data = match path {
        LOGIN => json!({ "jwt": "first" }),
        CODE => json!({ "jwt": "by-code", "twoFactorAuth": true }),
        REFRESH => json!({ "jwt": "renewed" }),
        USERS_TOKEN => user,
        LOGOUT => json!({}),
        // What else pages read is lists, with nothing in them.
        _ => return json_of(&json!({ "data": [], "total": 0 })),
    };
    json_of(&shape.of(data))
}

fn json_of(content: &Value) -> Said {
    let media_type = "application/json".to_owned();
    let content = content.to_string();
    (StatusCode::OK, [("content-type", media_type)], content)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_begins_is_renewed_and_ends_in_each_shape_of_answers() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    let id_token = proof(&place.emulator, "signUp", EMAIL).await;
    for shape in [Shape::Object, Shape::List, Shape::Bare] {
        place.says(Script::json(shape, json!({ "jwt": "first" })));
        let ada = place.browser();
        let entered = ada.ask(Method::GET, LOGIN, Some(&id_token), None).await;
        assert_eq!(entered.status(), 200, "{shape:?}");
        assert_eq!(read(entered).await, json!({ "data": { "jwt": "first" } }));
        assert_eq!(ada.cookie("token").as_deref(), Some("first"));
        assert_eq!(ada.status(CONTACTS).await, 200);
        let named = ada.call(Method::GET, USERS_TOKEN, None).await;
        assert_eq!(read(named).await["data"][0]["emailId"], EMAIL, "{shape:?}");
        let page = ada.ask(Method::GET, "/dashboard", None, None).await;
        assert!(page.text().await.unwrap().contains("Ada Lovelace"));
        let renewed = ada.call(Method::GET, REFRESH, None).await;
        assert_eq!(read(renewed).await["data"]["jwt"], "renewed", "{shape:?}");
        assert_eq!(ada.cookie("token").as_deref(), Some("renewed"));
        assert_eq!(ada.status(CONTACTS).await, 200);
        let left = ada.call(Method::POST, LOGOUT, None);
        assert_eq!(left.await.status(), StatusCode::NO_CONTENT);
        assert_eq!((ada.cookie("token"), ada.cookie("sid")), (None, None));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_owed_where_the_flag_says_so_and_given_with_what_there_is() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    let id_token = proof(&place.emulator, "signUp", EMAIL).await;
    let owed = json!({ "twoFactorAuth": true, "emailId": "a***@lines.test", "jwt": "too-early" });
    let named = json!({ "twoFactorAuth": true, "fbtkn": "named" });
    for shape in [Shape::Object, Shape::List, Shape::Bare] {
        for (said, fbtkn, email) in [
            (&owed, id_token.as_str(), "a***@lines.test"),
            (&named, "named", EMAIL),
        ] {
            place.says(Script::json(shape, said.clone()));
            let ada = place.browser();
            let entered = ada.ask(Method::GET, LOGIN, Some(&id_token), None).await;
            let entered = read(entered).await["data"].clone();
            assert_eq!(entered["fbtkn"], fbtkn, "{shape:?}");
            assert_eq!(entered["emailId"], email, "{shape:?}");
            assert_eq!((ada.cookie("token"), ada.cookie("sid")), (None, None));
            let code = json!({ "fbtkn": fbtkn, "code": "123456" });
            let given = ada.ask(Method::POST, CODE, None, Some(code)).await;
            assert_eq!(given.status(), 200);
            assert_eq!(ada.cookie("token").as_deref(), Some("by-code"));
            assert_eq!(ada.status(CONTACTS).await, 200);

            // The form leads to the same page.
            let form = place.browser();
            let form = form.sign_in("ada%40lines.test", "granite-anchor-42").await;
            assert_eq!(form.status(), StatusCode::SEE_OTHER);
            let target = form.headers()["location"].to_str().unwrap();
            assert!(target.starts_with("/login?fbtkn="), "{target}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspension_is_told_wherever_the_service_says_it() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    let id_token = proof(&place.emulator, "signUp", EMAIL).await;
    for (media_type, content) in [
        ("text/plain", "Account was suspended"),
        ("application/json", "\"Account was suspended\""),
        ("application/json", r#"{"message":"Account was suspended"}"#),
        (
            "application/json",
            r#"{"error":{"text":["Account was suspended"]}}"#,
        ),
    ] {
        for status in [400, 401, 403] {
            let status = StatusCode::from_u16(status).unwrap();
            let script = Script::of(Shape::Object);
            place.says(script.login(status, media_type, content.to_owned()));
            let ada = place.browser();
            let refused = ada.ask(Method::GET, LOGIN, Some(&id_token), None).await;
            assert_eq!(refused.status(), 403, "{content}");
            assert_eq!(read(refused).await["detail"], "Account was suspended");
            let form = ada.sign_in("ada%40lines.test", "granite-anchor-42").await;
            assert_eq!(form.status(), 403, "{content}");
            assert_eq!(ada.cookie("token"), None);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_let_in_without_a_token_is_not_in() {
    waybill_workshop::needs!(FirebaseTools);
    let place = Place::new().await;
    let id_token = proof(&place.emulator, "signUp", EMAIL).await;
    for said in [
        json!({}),
        json!({ "data": null }),
        json!({ "data": [] }),
        json!({ "jwt": "" }),
    ] {
        let script = Script::of(Shape::Object);
        place.says(script.login(StatusCode::OK, "application/json", said.to_string()));
        let ada = place.browser();
        let entered = ada.ask(Method::GET, LOGIN, Some(&id_token), None).await;
        assert_eq!(entered.status(), 502, "{said}");
        assert_eq!((ada.cookie("token"), ada.cookie("sid")), (None, None));
    }
    let asked = place.fake.asked();
    assert!(
        asked
            .iter()
            .all(|it| it.header("authorization") == Some(&id_token))
    );
}

/// The journey of its own file, which gives the service its scripts.
#[tokio::test(flavor = "multi_thread")]
async fn people_sign_in_at_a_companys_own_iam() {
    waybill_workshop::needs!(Chromium, FirebaseTools);
    let service = service(usual()).await;
    let address = format!("http://{}", service.address);
    let variables = vec![("WAYBILL_E2E_OWN_IAM", address)];
    run_browser_tests_at_emulator(&["own-iam"], variables).await;
}
