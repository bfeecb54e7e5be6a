//! The pool: isolates on threads of their own, a queue before them and a supervisor beside them.
//!
//! Invariant: a request costs at most its wait, its deadline and the grace after a kill, whatever the bundle does.

mod breaker;
pub(crate) mod config;
pub(crate) mod counters;
mod queue;
mod supervisor;
mod watch;
mod worker;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::{Counters, Failure, PoolConfig, ScriptError, Source};

/// Threads given up at the same time with which a pool is no longer healthy.
const MAX_LOST: u64 = 4;

/// A pool of isolates. Dropping it shuts it down.
pub struct Pool {
    shared: Arc<Shared>,
}

/// What a render gave.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The HTML inside the root element; never empty.
    pub html: String,
    /// How long the request waited for an isolate.
    pub queued: Duration,
    /// How long the isolate took.
    pub rendered: Duration,
}

/// Why a pool did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The bundle is no bundle, or threw.
    #[error("an isolate did not start")]
    Boot(#[source] ScriptError),
    /// The system gave no thread.
    #[error("a thread could not be started")]
    Thread(#[source] std::io::Error),
}

type Answer = Result<Rendered, Failure>;

struct Shared {
    config: PoolConfig,
    queue: queue::Queue,
    watch: watch::Watch,
    breaker: breaker::Breaker,
    tally: counters::Tally,
}

impl Pool {
    /// Starts the isolates from `source` and returns once all are up. [`init_platform`](crate::init_platform) must have
    /// run. Blocks for some milliseconds with a snapshot.
    pub fn start(mut config: PoolConfig, source: Source) -> Result<Self, StartError> {
        config.isolates = config.isolates.max(1);
        let patience = config.boot_deadline + Duration::from_secs(1);
        let pool = Self {
            shared: Arc::new(Shared {
                queue: queue::Queue::new(config.queue.max(1), source),
                watch: watch::Watch::new(config.kill_grace),
                breaker: breaker::Breaker::new(),
                tally: counters::Tally::default(),
                config,
            }),
        };
        supervisor::start(&pool.shared).map_err(StartError::Thread)?;
        let (sender, first_boots) = mpsc::channel();
        for slot in 0..pool.shared.config.isolates {
            worker::start(&pool.shared, slot, Some(sender.clone())).map_err(StartError::Thread)?;
        }
        drop(sender);
        let limit = Instant::now() + patience;
        for _ in 0..pool.shared.config.isolates {
            let left = limit.saturating_duration_since(Instant::now());
            first_boots
                .recv_timeout(left)
                .unwrap_or(Err(ScriptError::TimedOut))
                .map_err(StartError::Boot)?;
        }
        Ok(pool)
    }

    /// Renders one page: `input` is handed to the bundle as it is.
    ///
    /// Returns within the queue's wait, the deadline and the grace after a kill. If the future is dropped before an isolate has taken the
    /// request, nothing is rendered.
    pub async fn render(&self, input: String) -> Result<Rendered, Failure> {
        let answer = self.submit(input).await;
        if let Err(failure) = &answer {
            self.shared.tally.failed(failure);
        }
        answer
    }

    async fn submit(&self, input: String) -> Answer {
        let shared = &self.shared;
        if input.len() > shared.config.max_input_bytes {
            return Err(Failure::TooLarge);
        }
        let queued_at = Instant::now();
        if !shared.breaker.admits(queued_at) {
            return Err(Failure::BreakerOpen);
        }
        let (reply, answer) = oneshot::channel();
        let is_oldest = shared.queue.push(queue::Job {
            input,
            queued_at,
            reply,
        })?;
        if is_oldest {
            shared.watch.look_by(queued_at + shared.config.queue_wait);
        }
        // The sender is dropped without an answer only if a worker died.
        answer.await.unwrap_or(Err(Failure::Lost))
    }

    /// Has every isolate rebuilt from `source`, each as soon as it has ended its render.
    pub fn replace_source(&self, source: Source) {
        self.shared.breaker.reset();
        self.shared.queue.replace_source(source);
    }

    /// What has happened so far.
    pub fn counters(&self) -> Counters {
        self.shared.tally.read(self.shared.queue.len())
    }

    /// Whether the pool can be expected to render: isolates are up, and fewer than four threads hang in V8. A process
    /// whose pool is not healthy should no longer be called ready, and be restarted.
    pub fn is_healthy(&self) -> bool {
        let counters = self.counters();
        counters.lost_now < MAX_LOST && counters.isolates > 0
    }

    /// Whether requests are refused because most renders fail.
    pub fn is_breaker_open(&self) -> bool {
        self.shared.breaker.is_open()
    }

    /// Refuses new and waiting requests, lets those in an isolate end, and returns when all isolates are gone. Blocks for
    /// as long as a render may take; threads that hang in V8 are left behind.
    pub fn shutdown(&self) {
        let shared = &self.shared;
        shared.queue.stop();
        let limit = Instant::now() + shared.config.boot_deadline + shared.config.deadline;
        let left = shared.watch.wait_for_workers(limit);
        if left > 0 {
            tracing::warn!(left, "Isolate threads did not stop.");
        }
        shared.watch.stop();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shutdown();
    }
}

impl Shared {
    /// Takes note of the outcome of a render for the breaker.
    fn record(&self, has_failed: bool) {
        if self.breaker.record(Instant::now(), has_failed) {
            tracing::error!(
                "Most renders fail; rendering is suspended except for one probe per second."
            );
        }
    }
}

/// Locks a mutex whose data no panic can leave half written: each critical section is a few assignments.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
