//! What the identity provider can do on this machine: `cargo bench -p waybill-identity`.
//!
//! A program, not a test: it asserts nothing about time, and ends by itself after a minute. Sign-ins cost what their argon2id
//! costs, so as many run as there are cores and the rest wait their turn; the floor under every answer, which hides whether
//! an address is known, is taken away here. Refreshes cost a write each.

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
    let config = Config {
        answer_floor: Duration::ZERO,
        limits: Limits {
            sign_in_per_account: any,
            sign_in_per_address: any,
            codes_per_account: any,
            sign_up_per_address: any,
            mail_per_account: any,
            mail_per_address: any,
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
    let provider = Provider::start(
        storage,
        clock,
        Arc::<Nobody>::clone(&nobody),
        nobody,
        config,
    );
    let provider = provider.await.unwrap();
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
