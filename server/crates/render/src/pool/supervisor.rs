//! The supervisor: the one thread that never enters V8 and so can always act.
//!
//! It kills renders at their deadline, gives up threads that do not come back, starts others in their place and refuses
//! requests that waited too long. Invariant: it holds no lock while it answers, logs or starts a thread.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::counters::add;
use super::{Shared, worker};
use crate::Failure;

/// After a thread could not be started, the next attempt.
const RESPAWN_PERIOD: Duration = Duration::from_secs(1);

pub(super) fn start(shared: &Arc<Shared>) -> std::io::Result<()> {
    let shared = Arc::clone(shared);
    std::thread::Builder::new()
        .name("render-supervisor".to_owned())
        .spawn(move || run(&shared))
        .map(drop)
}

fn run(shared: &Arc<Shared>) {
    let mut vacant: Vec<usize> = Vec::new();
    loop {
        let now = Instant::now();
        let findings = shared.watch.inspect(now);
        if findings.is_stopped {
            return;
        }
        add(&shared.tally.killed, findings.killed);
        for reply in findings.lost {
            tracing::error!("An isolate did not stop after termination; its thread is abandoned.");
            add(&shared.tally.lost, 1);
            add(&shared.tally.lost_now, 1);
            if let Some(reply) = reply {
                shared.record(true);
                // An error means that the request has gone away.
                let _gone = reply.send(Err(Failure::Lost));
            }
        }
        vacant.extend(findings.vacant);
        if shared.queue.is_stopped() {
            vacant.clear();
        }
        vacant.retain(|&slot| match worker::start(shared, slot, None) {
            Ok(()) => false,
            Err(error) => {
                tracing::error!(%error, "The thread of an isolate could not be started.");
                true
            }
        });
        let retry = (!vacant.is_empty()).then(|| now + RESPAWN_PERIOD);
        let wait = shared.config.queue_wait;
        let oldest = match now.checked_sub(wait) {
            Some(limit) => shared.queue.expire(limit),
            None => None,
        };
        let expiry = oldest.map(|queued_at| queued_at + wait);
        shared.watch.sleep(retry.into_iter().chain(expiry).min());
    }
}
