//! The server: the product's router over the product's database, with a verifier that takes everybody at their word.

use std::io::{Read as _, Write as _};
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use axum::Router;
use axum::extract::Path as Segment;
use axum::routing::post;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, json};
use tokio::net::TcpListener;
use waybill_realtime::bus::Alone;
use waybill_realtime::database::{self, Database, NoOriginal};
use waybill_realtime::rules::InboxRules;
use waybill_realtime::{
    Author, Change, Config, Door, Identity, Parts, Realtime, Refusal, Verifier, Write, http,
};
use waybill_storage::{Clock, Storage};

pub(crate) const NAMESPACE: &str = "bench-default-rtdb";

struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A token is two dots and a user's id.
struct Credulous;

#[async_trait]
impl Verifier for Credulous {
    async fn verify(&self, token: &str, _: &Door) -> Result<Identity, Refusal> {
        let uid = token.trim_start_matches("a.b.").to_owned();
        Ok(Identity {
            inbox: format!("co/general-notification/{uid}").parse().ok(),
            presence: None,
            name: String::new(),
            uid,
            claims: Map::new(),
            session: None,
            expires_at: Timestamp::now() + SignedDuration::from_hours(1),
        })
    }
}

/// Serves until its standard input ends.
pub(crate) async fn serve(folder: &FilePath) {
    let storage = Storage::open(folder).await.unwrap();
    let bus = Arc::new(Alone::default());
    let database = Database::new(database::Parts {
        namespace: NAMESPACE.to_owned(),
        storage,
        clock: Arc::new(SystemClock),
        rules: Arc::new(InboxRules),
        original: Arc::new(NoOriginal),
        bus: Arc::<Alone>::clone(&bus),
    });
    let parts = Parts {
        database: Arc::new(database),
        clock: Arc::new(SystemClock),
        verifier: Arc::new(Credulous),
        bus,
    };
    let config = Config {
        sockets: 20_000,
        sockets_per_user: 2_000,
        ..Config::default()
    };
    let realtime = Realtime::new(parts, config);
    let writing = Arc::clone(&realtime);
    let put = async move |Segment(path): Segment<String>| {
        let write = Write {
            changes: vec![(
                path.parse().unwrap(),
                Change::Put(json!({ "status": "new", "title": "An import is finished" })),
            )],
            expected: None,
        };
        let began = Instant::now();
        writing
            .database()
            .write(&Author::Server, write)
            .await
            .unwrap();
        began.elapsed().as_micros().to_string()
    };
    let router: Router = http::router(realtime).route("/bench/put/{*path}", post(put));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut output = std::io::stdout();
    writeln!(output, "{}", listener.local_addr().unwrap()).unwrap();
    output.flush().unwrap();
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    tokio::select! {
        served = axum::serve(listener, router) => served.unwrap(),
        _ = ended => {}
    }
}
