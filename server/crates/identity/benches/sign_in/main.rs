//! What the identity provider can do on this machine: `cargo bench -p waybill-identity`.
//!
//! A program, not a test: it asserts nothing about time, and ends by itself after some minutes. Sign-ins cost what their argon2id
//! costs, so as many run as there are cores and the rest wait their turn; the floor under every answer is taken away for that.
//! Refreshes cost a write each. At last, with the floor, wrong passwords of known and of unknown addresses take turns: how far
//! their times can be told apart is what somebody learns who looks for accounts.

#![expect(
    clippy::print_stdout,
    reason = "the report is what this program is for"
)]
#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a benchmark that cannot run should stop, and its counts are far below 2^52"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;
use waybill_identity::Provider;
use waybill_identity::config::{Allowance, Config, Limits};
use waybill_identity::mail::{Mail, Post, PostError};
use waybill_identity::password::Password;
use waybill_identity::relying_party::{Ended, Locked, RelyingParty};
use waybill_storage::{Clock, Storage, StorageError, Transaction};

const PASSWORD: &str = "correct horse battery";
const PEOPLE: usize = 20;
const SIGN_INS: usize = 400;
const REFRESHES: usize = 2_000;
/// Of each kind.
const GUESSES: usize = 1_000;

struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// Nobody's sessions end here, and nobody gets mail.
struct Nobody;

#[async_trait]
impl RelyingParty for Nobody {
    async fn end_sessions(&self, _: &Transaction, _: Ended<'_>) -> Result<(), StorageError> {
        Ok(())
    }

    async fn tell_locked(&self, _: Locked<'_>) -> Result<bool, PostError> {
        Ok(true)
    }
}

#[async_trait]
impl Post for Nobody {
    async fn send(&self, _: Mail<'_>) -> Result<(), PostError> {
        Ok(())
    }
}

#[tokio::main]
async fn main() {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load of the machine before: {}", load.trim_end());
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::open(folder.path()).await.unwrap();
    let any = Allowance {
        count: u32::MAX,
        window: Duration::from_hours(1),
    };
    let as_it_is = Config::default().answer_floor;
    let config = Config {
        answer_floor: Duration::ZERO,
        limits: Limits {
            sign_in_per_account: any,
            sign_in_per_address: any,
            codes_per_account: any,
            passkeys_per_address: any,
            sign_up_per_address: any,
            taken_per_address: any,
            mail_per_account: any,
            mail_per_address: any,
            mail_per_mailbox: any,
        },
        ..Config::default()
    };
    let hashing = config.hashing;
    println!(
        "argon2id: {} KiB, {} passes, {} lanes, {} at once",
        hashing.memory_kib, hashing.passes, hashing.lanes, hashing.concurrency
    );
    let nobody = Arc::new(Nobody);
    let clock = Arc::new(SystemClock);
    let start = async |config| {
        let provider = Provider::start(
            storage.clone(),
            Arc::<SystemClock>::clone(&clock),
            Arc::<Nobody>::clone(&nobody),
            Arc::<Nobody>::clone(&nobody),
            config,
        );
        provider.await.unwrap()
    };
    let provider = start(config.clone()).await;
    let mut tokens = Vec::new();
    for number in 0..PEOPLE {
        let password = Password::new(PASSWORD);
        let signed_up = provider.sign_up(&address(number), &password, None).await;
        tokens.push(signed_up.unwrap().1.refresh_token);
    }
    for at_once in [1, hashing.concurrency] {
        let name = format!("sign-ins, {at_once} at once");
        let password = Password::new(PASSWORD);
        measure(&name, SIGN_INS, at_once, async |number| {
            let email = address(number % PEOPLE);
            provider.sign_in(&email, &password, None).await.unwrap();
        })
        .await;
    }
    let tokens: Vec<_> = tokens.into_iter().map(tokio::sync::Mutex::new).collect();
    for at_once in [1, PEOPLE] {
        let name = format!("refreshes, {at_once} at once");
        measure(&name, REFRESHES, at_once, async |number| {
            let mut token = tokens[number % PEOPLE].lock().await;
            let (_, next) = provider.refresh(&token).await.unwrap();
            *token = next.refresh_token;
        })
        .await;
    }
    drop(provider);
    let provider = start(Config {
        answer_floor: as_it_is,
        ..config
    });
    tell_apart(&provider.await, hashing.concurrency + hashing.queue).await;
}

/// Wrong passwords of known and unknown addresses by turns, as many at once as are let in.
async fn tell_apart(provider: &Provider, at_once: usize) {
    let wrong = Password::new("incorrect horse battery");
    let took: Vec<f64> = stream::iter(0..2 * GUESSES)
        .map(async |number| {
            let email = match number % 2 {
                0 => address(number % PEOPLE),
                _ => format!("nobody{number}@bench.test"),
            };
            let began = Instant::now();
            let refused = provider.sign_in(&email, &wrong, None).await;
            assert!(matches!(
                refused,
                Err(waybill_identity::Error::InvalidCredentials)
            ));
            began.elapsed().as_secs_f64() * 1000.0
        })
        // In order, so that the kinds stay apart.
        .buffered(at_once)
        .collect()
        .await;
    let [known, unknown] = [0, 1].map(|kind| Times::of(took.iter().skip(kind).step_by(2)));
    let t =
        (known.mean - unknown.mean) / ((known.variance + unknown.variance) / GUESSES as f64).sqrt();
    println!(
        "wrong password, {GUESSES} each       known {:.2} ms, unknown {:.2} ms (medians), Welch's t {t:.2}",
        known.median, unknown.median
    );
}

struct Times {
    median: f64,
    mean: f64,
    variance: f64,
}

impl Times {
    fn of<'a>(took: impl Iterator<Item = &'a f64>) -> Self {
        let mut took: Vec<f64> = took.copied().collect();
        took.sort_by(f64::total_cmp);
        let count = took.len() as f64;
        let mean = took.iter().sum::<f64>() / count;
        let squares = took.iter().map(|it| (it - mean).powi(2));
        Self {
            median: took[took.len() / 2],
            mean,
            variance: squares.sum::<f64>() / (count - 1.0),
        }
    }
}

fn address(number: usize) -> String {
    format!("user{number}@bench.test")
}

async fn measure(name: &str, count: usize, at_once: usize, work: impl AsyncFn(usize)) {
    let began = Instant::now();
    let mut took: Vec<f64> = stream::iter(0..count)
        .map(async |number| {
            let began = Instant::now();
            work(number).await;
            began.elapsed().as_secs_f64() * 1000.0
        })
        .buffer_unordered(at_once)
        .collect()
        .await;
    let per_second = count as f64 / began.elapsed().as_secs_f64();
    took.sort_by(f64::total_cmp);
    let at = |share: f64| took[((took.len() - 1) as f64 * share).round() as usize];
    println!(
        "{name:<30} {per_second:>8.0} per s {:>8.1} ms p50 {:>8.1} ms p99",
        at(0.5),
        at(0.99)
    );
}
