//! The watch: which workers live, which of them is inside V8, and until when it may be there.
//!
//! Workers arm and disarm it around every call; the supervisor kills and gives up. Invariant: a kill is decided, carried
//! out and noted under one lock while the worker is armed, so it can hit no call but the one whose time is up.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deno_core::v8;
use tokio::sync::oneshot;

use super::{Answer, lock};

pub(super) struct Watch {
    kill_grace: Duration,
    table: Mutex<Table>,
    /// Wakes the supervisor, and those who wait for the workers to go.
    changed: Condvar,
}

#[derive(Default)]
struct Table {
    workers: Vec<Worker>,
    last_id: u64,
    /// Slots whose worker is gone and has to be replaced.
    vacant: Vec<usize>,
    /// Until when the supervisor sleeps if nobody wakes it; `None` is for ever.
    asleep_until: Option<Instant>,
    /// The earliest time at which somebody asked it to be awake since it last looked.
    wanted_at: Option<Instant>,
    is_stopped: bool,
}

struct Worker {
    id: WorkerId,
    slot: usize,
    armed: Option<Armed>,
}

/// Names one worker; never used twice, so a worker that was given up cannot be taken for the one in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WorkerId(u64);

struct Armed {
    handle: v8::IsolateHandle,
    deadline: Instant,
    killed_at: Option<Instant>,
    reply: Option<Reply>,
}

pub(super) type Reply = oneshot::Sender<Answer>;

/// How an armed stretch ended.
pub(super) enum Disarmed {
    /// In time, or by a kill: then the isolate must go.
    Returned {
        was_killed: bool,
        reply: Option<Reply>,
    },
    /// Too late: the request was answered and the slot was given to another worker.
    Lost,
}

/// What the supervisor has to see to.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) killed: u64,
    /// The requests of the workers that were given up; `None` where a worker hung without one, as at boot.
    pub(super) lost: Vec<Option<Reply>>,
    pub(super) vacant: Vec<usize>,
    pub(super) is_stopped: bool,
}

impl Watch {
    pub(super) fn new(kill_grace: Duration) -> Self {
        Self {
            kill_grace,
            table: Mutex::new(Table::default()),
            changed: Condvar::new(),
        }
    }

    /// Enters a new worker for `slot`.
    pub(super) fn enlist(&self, slot: usize) -> WorkerId {
        let mut table = lock(&self.table);
        table.last_id += 1;
        let id = WorkerId(table.last_id);
        table.workers.push(Worker {
            id,
            slot,
            armed: None,
        });
        id
    }

    /// A worker goes. If it had not been told to (it panicked), its slot falls vacant. Returns the request that it still
    /// owes an answer.
    pub(super) fn dismiss(&self, id: WorkerId, unasked: Unasked) -> Option<Reply> {
        let mut table = lock(&self.table);
        let at = table.workers.iter().position(|worker| worker.id == id)?;
        let worker = table.workers.swap_remove(at);
        if matches!(unasked, Unasked::Yes) {
            table.vacant.push(worker.slot);
        }
        drop(table);
        self.changed.notify_all();
        worker.armed.and_then(|armed| armed.reply)
    }

    /// From now until `deadline` the worker may be inside V8. `reply` is where the request waits, should it be lost.
    pub(super) fn arm(
        &self,
        id: WorkerId,
        handle: v8::IsolateHandle,
        deadline: Instant,
        reply: Option<Reply>,
    ) {
        let mut table = lock(&self.table);
        let Some(worker) = table.workers.iter_mut().find(|worker| worker.id == id) else {
            return;
        };
        worker.armed = Some(Armed {
            handle,
            deadline,
            killed_at: None,
            reply,
        });
        self.wake_by(&mut table, deadline);
    }

    /// The worker is back from V8.
    pub(super) fn disarm(&self, id: WorkerId) -> Disarmed {
        let mut table = lock(&self.table);
        let worker = table.workers.iter_mut().find(|worker| worker.id == id);
        let Some(armed) = worker.and_then(|worker| worker.armed.take()) else {
            return Disarmed::Lost;
        };
        Disarmed::Returned {
            was_killed: armed.killed_at.is_some(),
            reply: armed.reply,
        }
    }

    /// Has the supervisor look around at `time` at the latest.
    pub(super) fn look_by(&self, time: Instant) {
        self.wake_by(&mut lock(&self.table), time);
    }

    fn wake_by(&self, table: &mut Table, time: Instant) {
        if table.wanted_at.is_none_or(|wanted| time < wanted) {
            table.wanted_at = Some(time);
            if table.asleep_until.is_none_or(|until| time < until) {
                self.changed.notify_all();
            }
        }
    }

    /// The supervisor's round at `now`: kills whose time is up, gives up who did not return from an earlier kill.
    pub(super) fn inspect(&self, now: Instant) -> Findings {
        let mut table = lock(&self.table);
        table.asleep_until = Some(now);
        table.wanted_at = None;
        let mut findings = Findings {
            vacant: std::mem::take(&mut table.vacant),
            is_stopped: table.is_stopped,
            ..Findings::default()
        };
        table.workers.retain_mut(|worker| {
            let Some(armed) = &mut worker.armed else {
                return true;
            };
            match armed.killed_at {
                None if now >= armed.deadline => {
                    armed.handle.terminate_execution();
                    armed.killed_at = Some(now);
                    findings.killed += 1;
                    true
                }
                Some(killed_at) if now >= killed_at + self.kill_grace => {
                    findings.vacant.push(worker.slot);
                    findings.lost.push(armed.reply.take());
                    false
                }
                _ => true,
            }
        });
        if !findings.lost.is_empty() {
            self.changed.notify_all();
        }
        findings
    }

    /// The supervisor sleeps until something is due, at `limit` at the latest (`None`: no limit).
    pub(super) fn sleep(&self, limit: Option<Instant>) {
        let mut table = lock(&self.table);
        let due = table
            .workers
            .iter()
            .filter_map(|worker| worker.armed.as_ref())
            .map(|armed| {
                armed
                    .killed_at
                    .map_or(armed.deadline, |at| at + self.kill_grace)
            })
            .chain(table.wanted_at)
            .chain(limit)
            .min();
        if table.is_stopped || !table.vacant.is_empty() {
            return;
        }
        table.asleep_until = due;
        let table = match due {
            None => self
                .changed
                .wait(table)
                .unwrap_or_else(PoisonError::into_inner),
            Some(due) => self.wait_until(table, due),
        };
        drop(table);
    }

    /// Waits until no worker is left, or `limit` has come. Returns how many are left.
    pub(super) fn wait_for_workers(&self, limit: Instant) -> usize {
        let mut table = lock(&self.table);
        while !table.workers.is_empty() && Instant::now() < limit {
            table = self.wait_until(table, limit);
        }
        table.workers.len()
    }

    /// Sends the supervisor home.
    pub(super) fn stop(&self) {
        lock(&self.table).is_stopped = true;
        self.changed.notify_all();
    }

    fn wait_until<'a>(&self, table: MutexGuard<'a, Table>, time: Instant) -> MutexGuard<'a, Table> {
        let patience = time.saturating_duration_since(Instant::now());
        self.changed
            .wait_timeout(table, patience)
            .unwrap_or_else(PoisonError::into_inner)
            .0
    }
}

/// Whether a worker goes without having been told to.
#[derive(Clone, Copy)]
pub(super) enum Unasked {
    Yes,
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slot_of_a_worker_that_panics_falls_vacant_once() {
        let watch = Watch::new(Duration::ZERO);
        let worker = watch.enlist(3);
        assert!(watch.dismiss(worker, Unasked::Yes).is_none());
        assert!(watch.dismiss(worker, Unasked::Yes).is_none());
        let now = Instant::now();
        assert_eq!(watch.inspect(now).vacant, [3]);
        assert!(watch.inspect(now).vacant.is_empty());
    }

    #[test]
    fn the_slot_of_a_worker_that_was_sent_home_stays_empty() {
        let watch = Watch::new(Duration::ZERO);
        let worker = watch.enlist(0);
        watch.dismiss(worker, Unasked::No);
        assert!(watch.inspect(Instant::now()).vacant.is_empty());
        assert_eq!(watch.wait_for_workers(Instant::now()), 0);
    }

    #[test]
    fn the_supervisor_does_not_sleep_while_a_slot_is_vacant() {
        let watch = Watch::new(Duration::ZERO);
        let worker = watch.enlist(0);
        watch.inspect(Instant::now());
        watch.dismiss(worker, Unasked::Yes);
        watch.sleep(None);
        assert_eq!(watch.inspect(Instant::now()).vacant, [0]);
    }
}
