//! One database over a storage of its own, on a port of its own, with tokens that anybody can write and rules of its own.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::Router;
use axum::extract::Path as Segment;
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use waybill_realtime::bus::{Alone, Bus};
use waybill_realtime::database::{self, Database, NoOriginal};
use waybill_realtime::key::Key;
use waybill_realtime::rules::{InboxRules, Rules};
use waybill_realtime::{
    Author, Change, Config, Door, Identity, Parts, Path, Realtime, Refusal, Value, Verifier, Write,
    http,
};
use waybill_storage::{Clock, Storage};
use waybill_test_postgres::Template;

pub(crate) const NAMESPACE: &str = "demo-x-default-rtdb";

pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// Below `co1/general-notification` the product's rules; elsewhere in `co1` whoever is known does what they like.
struct TestRules;

impl TestRules {
    fn is_open(who: Option<&Identity>, path: &Path) -> bool {
        let mut keys = path.keys().iter().map(Key::as_str);
        who.is_some()
            && keys.next() == Some("co1")
            && keys.next().is_some_and(|it| it != "general-notification")
    }
}

impl Rules for TestRules {
    fn may_read(&self, who: Option<&Identity>, path: &Path) -> bool {
        Self::is_open(who, path) || InboxRules.may_read(who, path)
    }

    fn may_write_at(&self, who: Option<&Identity>, path: &Path) -> bool {
        Self::is_open(who, path) || InboxRules.may_write_at(who, path)
    }

    fn may_write(
        &self,
        who: Option<&Identity>,
        path: &Path,
        before: &Value,
        after: &Value,
    ) -> bool {
        Self::is_open(who, path) || InboxRules.may_write(who, path, before, after)
    }

    fn lasts_with_socket(&self, who: Option<&Identity>, path: &Path) -> bool {
        InboxRules.lasts_with_socket(who, path)
    }
}

/// Believes what a token says, unless its session has ended.
#[derive(Default)]
struct Credulous {
    ended: Mutex<BTreeSet<String>>,
}

#[async_trait]
impl Verifier for Credulous {
    async fn verify(&self, token: &str, _: &Door) -> Result<Identity, Refusal> {
        let payload = token.split('.').nth(1).ok_or(Refusal::Invalid)?;
        let payload = URL_SAFE_NO_PAD
            .decode(payload)
            .map_err(|_| Refusal::Invalid)?;
        let claims: Json = serde_json::from_slice(&payload).map_err(|_| Refusal::Invalid)?;
        let text = |name: &str| claims[name].as_str().map(str::to_owned);
        let session = text("session");
        let ended = self.ended.lock().unwrap();
        if session.as_ref().is_some_and(|it| ended.contains(it)) {
            return Err(Refusal::Invalid);
        }
        let uid = text("sub").ok_or(Refusal::Invalid)?;
        let seconds = claims["exp"].as_i64().ok_or(Refusal::Invalid)?;
        Ok(Identity {
            inbox: format!("co1/general-notification/{uid}").parse().ok(),
            presence: "co1/presence".parse().ok(),
            name: uid.clone(),
            uid,
            claims: claims.as_object().cloned().unwrap_or_default(),
            session,
            expires_at: Timestamp::from_second(seconds).map_err(|_| Refusal::Invalid)?,
        })
    }
}

/// A token of this person that is good for so long.
pub(crate) fn token(uid: &str, session: &str, life: SignedDuration) -> String {
    let exp = (Timestamp::now() + life).as_second();
    let claims = json!({ "sub": uid, "user_id": uid, "iat": 1, "exp": exp, "session": session });
    format!("e30.{}.s", URL_SAFE_NO_PAD.encode(claims.to_string()))
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) realtime: Arc<Realtime>,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

pub(crate) async fn storage_in(folder: &FilePath) -> Storage {
    static TEMPLATE: Template = Template::new();
    let make = async |folder: &FilePath, url: Option<&str>| {
        open(folder, url).await.close().await.unwrap();
    };
    let url = TEMPLATE.copy_to(folder, make).await;
    open(folder, url.as_deref()).await
}

async fn open(folder: &FilePath, url: Option<&str>) -> Storage {
    let url = url.map(|url| url.parse().unwrap());
    Storage::open_at(folder, url.as_ref()).await.unwrap()
}

impl Server {
    pub(crate) async fn start(storage: Storage, config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::start_on(listener, storage, config)
    }

    pub(crate) fn start_on(listener: TcpListener, storage: Storage, config: Config) -> Self {
        Self::start_with(listener, storage, config, Arc::new(Alone::default()))
    }

    /// One of several instances.
    pub(crate) fn start_with(
        listener: TcpListener,
        storage: Storage,
        config: Config,
        bus: Arc<dyn Bus>,
    ) -> Self {
        let verifier = Arc::new(Credulous::default());
        let database = Database::new(database::Parts {
            namespace: NAMESPACE.to_owned(),
            storage,
            clock: Arc::new(SystemClock),
            rules: Arc::new(TestRules),
            original: Arc::new(NoOriginal),
            bus: Arc::clone(&bus),
        });
        let parts = Parts {
            database: Arc::new(database),
            clock: Arc::new(SystemClock),
            verifier: Arc::<Credulous>::clone(&verifier),
            bus,
        };
        let realtime = Realtime::new(parts, config);
        let router = http::router(Arc::clone(&realtime)).merge(controls(&realtime, verifier));
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self {
            address,
            realtime,
            serving,
        }
    }

    pub(crate) async fn put(&self, path: &str, value: Json) {
        put(&self.realtime, path, value).await;
    }
}

async fn put(realtime: &Realtime, path: &str, value: Json) {
    let write = Write {
        changes: vec![(path.parse().unwrap(), Change::Put(value))],
        expected: None,
    };
    realtime
        .database()
        .write(&Author::Server, write)
        .await
        .unwrap();
}

/// How scripts write as the server does and end sessions. Nothing in the product has such routes.
fn controls(realtime: &Arc<Realtime>, verifier: Arc<Credulous>) -> Router {
    let ending = Arc::clone(realtime);
    let end = async move |Segment(session): Segment<String>| {
        verifier.ended.lock().unwrap().insert(session.clone());
        ending.end_sessions(|it| it == session);
    };
    let writing = Arc::clone(realtime);
    let put = async move |Segment(path): Segment<String>, axum::Json(value): axum::Json<Json>| {
        put(&writing, &path, value).await;
    };
    Router::new()
        .route("/test/end/{session}", post(end))
        .route("/test/put/{*path}", post(put))
}

/// A server over a storage of its own.
pub(crate) async fn start(config: Config) -> (TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let storage = storage_in(folder.path()).await;
    let server = Server::start(storage, config).await;
    (folder, server)
}
