//! One provider over a database of its own, with a clock that tests turn and hashes that cost nothing.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Request, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt as _;
use waybill_identity::config::{Config, Hashing};
use waybill_identity::http::{ClientAddress, router};
use waybill_identity::{Provider, Uid};
use waybill_storage::Storage;
use waybill_storage::clock::ManualClock;
use waybill_test_postgres::Template;

use crate::folder::Folder;
use crate::witness::Witness;

pub(crate) const ANN: &str = "ann@example.test";
pub(crate) const PASSWORD: &str = "correct horse battery";
pub(crate) const TOOLKIT: &str = "/identitytoolkit.googleapis.com/v1/accounts:";

pub(crate) struct Server {
    pub(crate) directory: TempDir,
    /// The URL of its database, when that is on PostgreSQL.
    pub(crate) database: Option<String>,
    pub(crate) storage: Storage,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) witness: Arc<Witness>,
    pub(crate) provider: Arc<Provider>,
    router: Router,
}

/// An answer with everything that a browser sees of it.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

pub(crate) fn config() -> Config {
    Config {
        hashing: Hashing {
            memory_kib: 64,
            passes: 1,
            lanes: 1,
            concurrency: 2,
            queue: 1000,
        },
        answer_floor: Duration::ZERO,
        ..Config::default()
    }
}

/// All tables, and nothing in them.
static TEMPLATE: Template = Template::new();

async fn open(folder: &Path, url: Option<&str>) -> Storage {
    let url = url.map(|url| url.parse().unwrap());
    Storage::open_at(folder, url.as_ref()).await.unwrap()
}

#[test]
fn every_test_passes_on_postgres_too() {
    waybill_test_postgres::run_again(&[]);
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::start_with(config()).await
    }

    pub(crate) async fn start_with(config: Config) -> Self {
        let clock = Arc::new(ManualClock::starting_at(
            "2026-11-20T12:00:00.250Z".parse().unwrap(),
        ));
        let directory = tempfile::tempdir().unwrap();
        let make = async |folder: &Path, url: Option<&str>| {
            open(folder, url).await.close().await.unwrap();
        };
        let database = TEMPLATE.copy_to(directory.path(), make).await;
        Self::start_in(directory, database, clock, config).await
    }

    async fn start_in(
        directory: TempDir,
        database: Option<String>,
        clock: Arc<ManualClock>,
        config: Config,
    ) -> Self {
        let storage = open(directory.path(), database.as_deref()).await;
        let witness = Arc::new(Witness::default());
        let provider = Arc::new(
            Provider::start(
                storage.clone(),
                Arc::<ManualClock>::clone(&clock),
                Arc::<Witness>::clone(&witness),
                Arc::new(Folder::of(directory.path())),
                config,
            )
            .await
            .unwrap(),
        );
        let router = router(Arc::clone(&provider));
        Self {
            directory,
            database,
            storage,
            clock,
            witness,
            provider,
            router,
        }
    }

    /// The same data directory and clock under a new process, so to speak.
    pub(crate) async fn restarted(self) -> Self {
        self.storage.close().await.unwrap();
        Self::start_in(self.directory, self.database, self.clock, config()).await
    }

    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    pub(crate) fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    pub(crate) async fn send(&self, mut request: Request<Body>, from: &str) -> Answer {
        request
            .extensions_mut()
            .insert(ClientAddress(from.parse::<IpAddr>().unwrap()));
        let (parts, body) = self
            .router
            .clone()
            .oneshot(request)
            .await
            .unwrap()
            .into_parts();
        let text = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().to_vec()).unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text,
        }
    }

    /// `POST accounts:{method}` with a JSON body.
    pub(crate) async fn call(&self, method: &str, body: Value) -> Answer {
        self.call_from("192.0.2.1", method, body).await
    }

    pub(crate) async fn call_from(&self, from: &str, method: &str, body: Value) -> Answer {
        let request = Request::post(format!("{TOOLKIT}{method}?key=embedded"))
            .header(CONTENT_TYPE, "application/json");
        self.send(request.body(body.to_string().into()).unwrap(), from)
            .await
    }

    pub(crate) async fn refresh(&self, refresh_token: &str) -> Answer {
        self.token(&format!(
            "grant_type=refresh_token&refresh_token={refresh_token}"
        ))
        .await
    }

    pub(crate) async fn token(&self, form: &str) -> Answer {
        let request = Request::post("/securetoken.googleapis.com/v1/token?key=embedded")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(form.to_owned().into()).unwrap(), "192.0.2.1")
            .await
    }

    pub(crate) async fn sign_up(&self, email: &str) -> Value {
        self.call(
            "signUp",
            json!({ "returnSecureToken": true, "email": email, "password": PASSWORD }),
        )
        .await
        .ok()
    }

    pub(crate) async fn sign_in(&self, email: &str, password: &str) -> Answer {
        self.call(
            "signInWithPassword",
            json!({ "returnSecureToken": true, "email": email, "password": password }),
        )
        .await
    }

    pub(crate) async fn lookup(&self, id_token: &Value) -> Answer {
        self.call("lookup", json!({ "idToken": id_token })).await
    }
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(
            self.headers[CONTENT_TYPE], "application/json",
            "{}",
            self.text
        );
        serde_json::from_str(&self.text).unwrap()
    }

    /// The body of a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        assert_eq!(self.headers["cache-control"], "no-store");
        self.json()
    }

    /// The code of a refusal, in whose body everything else has to be as Firebase has it.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        assert!(
            self.status.is_client_error() || self.status.is_server_error(),
            "{}",
            self.text
        );
        assert_eq!(self.headers["cache-control"], "no-store");
        let body = self.json();
        let message = body["error"]["message"].as_str().unwrap();
        let expected = json!({ "error": {
            "code": self.status.as_u16(),
            "message": message,
            "errors": [{ "message": message, "domain": "global", "reason": "invalid" }],
        }});
        assert_eq!(body, expected);
        message.split(" : ").next().unwrap().to_owned()
    }
}

pub(crate) fn uid(answer: &Value) -> Uid {
    Uid::new(answer["localId"].as_str().unwrap())
}

/// The text of a member that must be one.
#[track_caller]
pub(crate) fn text<'a>(answer: &'a Value, member: &str) -> &'a str {
    answer[member].as_str().unwrap()
}

/// All at once, on one task.
pub(crate) async fn futures<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut running: Vec<_> = futures.map(|future| (Box::pin(future), None)).collect();
    std::future::poll_fn(|cx| {
        for (future, output) in &mut running {
            if output.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(cx)
            {
                *output = Some(value);
            }
        }
        if running.iter().all(|(_, output)| output.is_some()) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    running
        .into_iter()
        .filter_map(|(_, output)| output)
        .collect()
}
