//! What staff do, sent at one instance by several connections at once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::json;
use tokio::task::JoinSet;

use super::place::{Instance, Place};
use super::{processes, redis};

const CONTACTS: &str = "/contact/api/v1/contacts";
const CONNECTIONS: usize = 4;
const DURATION: Duration = Duration::from_secs(6);

/// A kind of work.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A list of 50 rows as a document.
    Page,
    /// The same list as data, for a page that is open.
    Call,
    /// A new record.
    Write,
}

impl Work {
    pub(super) const ALL: [Self; 3] = [Self::Page, Self::Call, Self::Write];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Call => "call",
            Self::Write => "write",
        }
    }
}

/// What one piece of work cost: microseconds, and counts.
pub(super) struct Cost {
    pub(super) instance: f64,
    pub(super) postgres: f64,
    pub(super) redis: f64,
    pub(super) transactions: f64,
    pub(super) wal_bytes: f64,
    pub(super) messages: f64,
}

/// Somebody with a session.
#[derive(Clone)]
pub(crate) struct User {
    client: Client,
    origin: String,
    cookie: String,
    /// Of records, so that each has a name and a key of its own.
    next: Arc<AtomicU64>,
}

impl User {
    pub(crate) async fn register(address: SocketAddr) -> Self {
        Self {
            client: Client::new(),
            origin: format!("http://{address}"),
            cookie: crate::server::register(address).await,
            next: Arc::new(AtomicU64::new(0)),
        }
    }

    /// So many records to list.
    pub(crate) async fn fill(&self, records: u64) {
        for _ in 0..records {
            self.does(Work::Write).await;
        }
    }

    pub(crate) async fn does(&self, work: Work) {
        let list = format!("{CONTACTS}?page=1&pageSize=50");
        let request = match work {
            Work::Page => self
                .client
                .get(format!("{}/contacts?page=1&pageSize=50", self.origin)),
            Work::Call => self.client.get(format!("{}{list}", self.origin)),
            Work::Write => {
                let number = self.next.fetch_add(1, Ordering::Relaxed);
                self.client
                    .post(format!("{}{CONTACTS}", self.origin))
                    .header("idempotency-key", format!("cost-{number}"))
                    .header("origin", &self.origin)
                    .json(
                        &json!({ "kind": "organisation", "displayName": format!("Line {number}") }),
                    )
            }
        };
        let token = self
            .cookie
            .split("; ")
            .find_map(|it| it.strip_prefix("token="));
        let answer = request
            .header("cookie", &self.cookie)
            .bearer_auth(token.unwrap())
            .send()
            .await
            .unwrap();
        let status = answer.status();
        assert!(
            status.is_success(),
            "{status}: {}",
            answer.text().await.unwrap()
        );
        answer.bytes().await.unwrap();
    }
}

/// Sends the work for a while and divides what was spent.
pub(super) async fn measure(work: Work, user: &User, place: &Place, instance: &Instance) -> Cost {
    place.analyse();
    // What counts transactions is told by each connection about once a second.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let before = Before::now(place, instance).await;
    let started = Instant::now();
    let mut clients = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let user = user.clone();
        clients.spawn(async move {
            let mut done = 0_u32;
            while started.elapsed() < DURATION {
                user.does(work).await;
                done += 1;
            }
            done
        });
    }
    let done = f64::from(clients.join_all().await.into_iter().sum::<u32>());
    let (instance_us, postgres, redis_us) = (
        processes::spent(instance.pid()) - before.instance,
        place.postgres_spent() - before.postgres,
        place.redis_spent() - before.redis,
    );
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let (transactions, wal_bytes) = place.written();
    let messages = redis::published(place).await;
    Cost {
        instance: instance_us / done,
        postgres: postgres / done,
        redis: redis_us / done,
        transactions: (transactions - before.transactions) / done,
        wal_bytes: (wal_bytes - before.wal_bytes) / done,
        messages: (messages - before.messages) / done,
    }
}

struct Before {
    instance: f64,
    postgres: f64,
    redis: f64,
    transactions: f64,
    wal_bytes: f64,
    messages: f64,
}

impl Before {
    async fn now(place: &Place, instance: &Instance) -> Self {
        let (transactions, wal_bytes) = place.written();
        Self {
            messages: redis::published(place).await,
            transactions,
            wal_bytes,
            instance: processes::spent(instance.pid()),
            postgres: place.postgres_spent(),
            redis: place.redis_spent(),
        }
    }
}
