//! A company's own IAM service, which answers in the specification's words and in shapes of its own.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::IntoResponse;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::fake::Fake;
use super::iam::{Browser, proof, read};
use crate::firebase::emulator::Emulator;
use crate::start::{Serving, waybill};

const EMAIL: &str = "ada@lines.test";
const LOGIN: &str = "/iam/api/v1/auth/login";
const CODE: &str = "/iam/api/v1/auth/codeAuth";
const REFRESH: &str = "/iam/api/v1/auth/token-refresh";
const USERS_TOKEN: &str = "/iam/api/v1/users-token";
const CONTACTS: &str = "/contact/api/v1/contacts";

/// How an answer holds what it is about.
#[derive(Clone, Copy, Debug)]
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

/// What the service says to a sign-in.
#[derive(Clone, Debug)]
struct Script {
    shape: Shape,
    login: (StatusCode, &'static str, String),
}

impl Script {
    fn json(shape: Shape, login: Value) -> Self {
        let login = shape.of(login).to_string();
        let login = (StatusCode::OK, "application/json", login);
        Self { shape, login }
    }
}

/// A front whose people are at such a service, and at a project of Firebase.
struct Place {
    emulator: Emulator,
    fake: Fake,
    front: Serving,
    script: Arc<Mutex<Script>>,
    _folder: TempDir,
}

impl Place {
    async fn new() -> Self {
        let emulator = Emulator::start().await;
        let script = Script::json(Shape::Object, json!({ "jwt": "first" }));
        let script = Arc::new(Mutex::new(script));
        let router = Router::new().fallback(answer);
        let fake = Fake::start(router.with_state(Arc::clone(&script))).await;
        let folder = tempfile::tempdir().unwrap();
        let toml = format!(
            "[firebase.other]\nproject_id = \"demo-waybill\"\napi_key = \"AIza-1\"\n\
             [upstream.services]\niam = \"http://{}\"\n",
            fake.address
        );
        std::fs::write(folder.path().join("waybill.toml"), toml).unwrap();
        let mut command = waybill(folder.path());
        command.args(["--config", "waybill.toml"]);
        command.args(["--trust-auth-emulator", &emulator.origin]);
        Self {
            front: Serving::start(&mut command),
            emulator,
            fake,
            script,
            _folder: folder,
        }
    }

    fn says(&self, script: Script) {
        *self.script.lock().unwrap() = script;
    }

    fn browser(&self) -> Browser {
        Browser::at(&self.front.origin)
    }
}

async fn answer(State(script): State<Arc<Mutex<Script>>>, request: Request) -> impl IntoResponse {
    let Script { shape, login } = script.lock().unwrap().clone();
    let user = json!({
        "_id": "0190a000-0000-7000-8000-000000000001", "emailId": EMAIL, "name": "Ada Lovelace",
        "company": { "_id": "0190a000-0000-7000-8000-000000000002", "name": "Lines" },
    });
    let data = match request.uri().path() {
        LOGIN => {
            let (status, media_type, content) = login;
            return (status, [("content-type", media_type)], content);
        }
        CODE => json!({ "jwt": "by-code", "twoFactorAuth": true }),
        REFRESH => json!({ "jwt": "renewed" }),
        USERS_TOKEN => user,
        _ => json!({}),
    };
    let content = shape.of(data).to_string();
    (
        StatusCode::OK,
        [("content-type", "application/json")],
        content,
    )
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
        let left = ada.call(Method::POST, "/iam/api/v1/auth/logout", None);
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
            let login = (status, media_type, content.to_owned());
            let shape = Shape::Object;
            place.says(Script { shape, login });
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
        let content = (StatusCode::OK, "application/json", said.to_string());
        let shape = Shape::Object;
        place.says(Script {
            shape,
            login: content,
        });
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
