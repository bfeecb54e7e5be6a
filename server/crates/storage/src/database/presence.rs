//! Presence: whether the database server answers at all, found out by a connection of its own beside the pools.
//!
//! It is asked on behalf of requests that wait, so that they do not wait as long as the pools do. Invariant: a server that answers,
//! if only to say that it is full, is present; SQLite, which is a file, always is.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, ConnectOptions as _, Connection as _};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use super::Storage;

/// How long a request waits before it is asked whether the server is there.
const FIRST: Duration = Duration::from_millis(400);

/// How long the server may take to answer a new connection.
const PATIENCE: Duration = Duration::from_millis(1_400);

/// How often a server that is away is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// How often it is asked for a request that goes on waiting.
const AGAIN: Duration = Duration::from_secs(5);

/// What is known of one server.
#[derive(Debug)]
pub(super) struct Presence {
    options: Arc<PgConnectOptions>,
    is_away: AtomicBool,
    /// When it was asked last. Held while it is asked, so that requests that wait together ask once.
    asked: Mutex<Option<Instant>>,
}

impl Presence {
    pub(super) fn new(options: Arc<PgConnectOptions>) -> Arc<Self> {
        Arc::new(Self {
            options,
            is_away: AtomicBool::new(false),
            asked: Mutex::new(None),
        })
    }

    fn is_away(&self) -> bool {
        self.is_away.load(Ordering::Relaxed)
    }

    /// Whether it is away, as it was found out after `began` or is found out now.
    async fn ask(self: &Arc<Self>, began: Instant) -> bool {
        let mut asked = self.asked.lock().await;
        if asked.is_some_and(|at| began <= at) {
            return self.is_away();
        }
        let now = Instant::now();
        let is_away = !self.answers().await;
        if self.is_away.swap(is_away, Ordering::Relaxed) != is_away {
            if is_away {
                tracing::warn!("The database does not answer. Requests are refused until it does.");
                tokio::spawn(await_return(Arc::downgrade(self)));
            } else {
                tracing::info!("The database answers again.");
            }
        }
        *asked = Some(now);
        is_away
    }

    async fn answers(&self) -> bool {
        let ask = async {
            let mut connection = self.options.connect().await?;
            // A pooler greets on its own, and has a server only for a statement.
            sqlx::raw_sql("SELECT 1").execute(&mut connection).await?;
            Ok(connection)
        };
        match timeout(PATIENCE, ask).await {
            Ok(Ok(connection)) => {
                // On its own: a server that stops at this moment would be waited for.
                tokio::spawn(timeout(PATIENCE, PgConnection::close(connection)));
                true
            }
            Ok(Err(error)) => is_answer(&error),
            Err(_) => false,
        }
    }
}

/// A refusal that is not about the server's own start or end, nor a pooler's that has no server, comes from one that is there.
fn is_answer(error: &sqlx::Error) -> bool {
    let is_away = |code: &str| code.starts_with("57P0") || code == "08P01";
    match error {
        sqlx::Error::Database(error) => error.code().is_none_or(|code| !is_away(&code)),
        _ => false,
    }
}

/// Asks until the server is back, or nobody wants to know any more. Boxed, as it asks by what has begun it.
fn await_return(presence: Weak<Presence>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        loop {
            sleep(RETRY).await;
            let Some(presence) = presence.upgrade() else {
                return;
            };
            if !presence.ask(Instant::now()).await {
                return;
            }
        }
    })
}

impl Storage {
    /// Whether the database server is known to be away. Whoever asks may ask at each request.
    pub fn is_away(&self) -> bool {
        let presence = self.0.presence.as_ref();
        presence.is_some_and(|it| it.is_away())
    }

    /// Ends when the database server is found to be away, which takes less than two seconds; never while it answers.
    pub async fn until_away(&self) {
        let Some(presence) = &self.0.presence else {
            return std::future::pending().await;
        };
        let (mut began, mut pause) = (Instant::now(), FIRST);
        loop {
            sleep(pause).await;
            if presence.ask(began).await {
                return;
            }
            (began, pause) = (Instant::now(), AGAIN);
        }
    }
}
