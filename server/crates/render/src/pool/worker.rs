//! A worker: the thread of one isolate at a time. It boots, serves, and when the isolate is condemned drops it and boots
//! the next.
//!
//! Invariant: it is inside V8 only while the watch is armed, so that the supervisor can end whatever it does there.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use deno_core::v8;

use super::config::Source;
use super::counters::{Condemned, add};
use super::queue::{Job, Next};
use super::watch::{Disarmed, Reply, Unasked, WorkerId};
use super::{Rendered, Shared};
use crate::isolate::{Fault, Isolate, STACK_BYTES};
use crate::script::ScriptError;
use crate::{Failure, script};

/// After so many renders the tasks that V8 has put off are run, even if requests wait.
const RENDERS_BETWEEN_TASKS: u64 = 16;
/// After so many renders the heap is measured.
const RENDERS_BETWEEN_MEASUREMENTS: u64 = 64;
/// An idle isolate runs V8's tasks so often: the garbage collector finishes its work and gives memory back.
const IDLE_PERIOD: Duration = Duration::from_secs(2);
/// After so many such periods without a request an isolate that was used rests: its heap shrinks to what it holds.
const PERIODS_TO_REST: u32 = 5;
/// After a failed start the next is tried after this time, twice as long after each further failure.
const FIRST_RETRY: Duration = Duration::from_millis(100);
const LAST_RETRY: Duration = Duration::from_secs(5);

/// Tells [`Pool::start`](super::Pool::start) how the first boot went.
pub(super) type FirstBoot = mpsc::Sender<Result<(), ScriptError>>;

/// Starts the thread for `slot`.
pub(super) fn start(
    shared: &Arc<Shared>,
    slot: usize,
    first_boot: Option<FirstBoot>,
) -> std::io::Result<()> {
    let id = shared.watch.enlist(slot);
    let worker = Worker {
        shared: Arc::clone(shared),
        slot,
        id,
    };
    let started = std::thread::Builder::new()
        .name(format!("render-{slot}"))
        .stack_size(STACK_BYTES)
        .spawn(move || worker.run(first_boot));
    if started.is_err() {
        shared.watch.dismiss(id, Unasked::No);
    }
    started.map(drop)
}

struct Worker {
    shared: Arc<Shared>,
    slot: usize,
    id: WorkerId,
}

/// Why an isolate stopped serving.
enum End {
    Condemned(Condemned),
    Stopped,
    /// The supervisor has given this thread up and started another.
    Lost,
}

enum BootFailure {
    Script(ScriptError),
    Lost,
}

impl Worker {
    fn run(self, mut first_boot: Option<FirstBoot>) {
        let ended = script::in_runtime_context(|| {
            self.run_isolates(&mut first_boot);
            Ok(())
        });
        if let Err(error) = ended {
            tracing::error!(%error, "The thread of an isolate could not be set up.");
            report(&mut first_boot, Err(error));
        }
    }

    /// One isolate after the other: each is dropped before the next is made, as V8 demands.
    fn run_isolates(&self, first_boot: &mut Option<FirstBoot>) {
        let mut retry = FIRST_RETRY;
        while !self.shared.queue.is_stopped() {
            let (source, edition) = self.shared.queue.source();
            let end = match self.boot(&source) {
                Ok((isolate, handle)) => {
                    retry = FIRST_RETRY;
                    report(first_boot, Ok(()));
                    let _up = Up::new(&self.shared);
                    self.serve(isolate, &handle, edition)
                }
                Err(BootFailure::Lost) => End::Lost,
                Err(BootFailure::Script(error)) => {
                    self.boot_failed(error, edition, retry, first_boot);
                    retry = LAST_RETRY.min(retry * 2);
                    End::Condemned(Condemned::Boot)
                }
            };
            match end {
                End::Condemned(reason) => {
                    tracing::debug!(slot = self.slot, ?reason, "Replacing an isolate.");
                    self.shared.tally.replaced(reason);
                }
                End::Stopped => return,
                End::Lost => {
                    tracing::info!(slot = self.slot, "An abandoned thread has returned.");
                    self.shared.tally.lost_now.fetch_sub(1, Ordering::Relaxed);
                    return;
                }
            }
        }
    }

    fn boot(&self, source: &Source) -> Result<(Isolate, v8::IsolateHandle), BootFailure> {
        let config = &self.shared.config;
        let mut created = None;
        let booted = Isolate::boot(source, config, |handle| {
            created = Some(handle.clone());
            let deadline = Instant::now() + config.boot_deadline;
            self.shared.watch.arm(self.id, handle, deadline, None);
        });
        let Some(handle) = created else {
            // Nothing was armed: the isolate itself could not be made.
            let error = booted.err().unwrap_or(ScriptError::TimedOut);
            return Err(BootFailure::Script(error));
        };
        match self.shared.watch.disarm(self.id) {
            Disarmed::Lost => Err(BootFailure::Lost),
            Disarmed::Returned {
                was_killed: true, ..
            } => Err(BootFailure::Script(ScriptError::TimedOut)),
            Disarmed::Returned { .. } => match booted {
                Ok(isolate) => Ok((isolate, handle)),
                Err(error) => Err(BootFailure::Script(error)),
            },
        }
    }

    fn boot_failed(
        &self,
        error: ScriptError,
        edition: u64,
        retry: Duration,
        first_boot: &mut Option<FirstBoot>,
    ) {
        tracing::error!(%error, slot = self.slot, "An isolate did not start.");
        let shared = &self.shared;
        if shared.tally.up() == 0 {
            shared.queue.give_up(&error.to_string());
        }
        report(first_boot, Err(error));
        shared.queue.pause(edition, retry);
    }

    /// Renders until the isolate is condemned or the pool is stopped. Drops the isolate.
    fn serve(&self, mut isolate: Isolate, handle: &v8::IsolateHandle, edition: u64) -> End {
        let shared = &self.shared;
        let retire_after = retirement(&shared.config, self.slot);
        let mut renders = 0_u64;
        let mut since_tasks = 0_u64;
        let mut heap = HeapInUse::new(&shared.tally.heap_bytes);
        heap.note(&mut isolate);
        // None while it has nothing to give back.
        let mut quiet: Option<u32> = None;
        loop {
            // What was put off while requests came is done once none waits.
            let patience = if since_tasks > 0 {
                Duration::ZERO
            } else {
                IDLE_PERIOD
            };
            let end = match shared.queue.next(edition, patience) {
                Next::Stop => Some(End::Stopped),
                Next::Rebuild => Some(End::Condemned(Condemned::Source)),
                Next::Idle => {
                    // The first comes at once, not after a period.
                    quiet = quiet.map(|periods| periods + 1);
                    if quiet.is_some_and(|periods| PERIODS_TO_REST < periods) {
                        quiet = None;
                        isolate.rest();
                        heap.note(&mut isolate);
                        add(&shared.tally.rests, 1);
                    }
                    since_tasks = 0;
                    self.run_tasks(&mut isolate, handle)
                }
                Next::Render(job) => {
                    quiet = Some(0);
                    renders += 1;
                    since_tasks += 1;
                    self.render(&mut isolate, handle, job).or_else(|| {
                        if renders >= retire_after {
                            return Some(End::Condemned(Condemned::Age));
                        }
                        if renders.is_multiple_of(RENDERS_BETWEEN_MEASUREMENTS) {
                            let is_crowded = isolate.is_heap_crowded();
                            heap.note(&mut isolate);
                            if is_crowded {
                                return Some(End::Condemned(Condemned::Crowded));
                            }
                        }
                        if since_tasks < RENDERS_BETWEEN_TASKS {
                            return None;
                        }
                        since_tasks = 0;
                        self.run_tasks(&mut isolate, handle)
                    })
                }
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// Renders one job and answers it. Returns why the isolate must go, if it must.
    fn render(&self, isolate: &mut Isolate, handle: &v8::IsolateHandle, job: Job) -> Option<End> {
        let shared = &self.shared;
        let started = Instant::now();
        let queued = started.saturating_duration_since(job.queued_at);
        let deadline = started + shared.config.deadline;
        shared
            .watch
            .arm(self.id, handle.clone(), deadline, Some(job.reply));
        let outcome = isolate.render(&job.input);
        let rendered = started.elapsed();
        let Disarmed::Returned { was_killed, reply } = shared.watch.disarm(self.id) else {
            return Some(End::Lost);
        };
        let heap_exhausted = isolate.is_heap_exhausted();
        shared.tally.took(queued, rendered);
        let answer = match outcome {
            Ok(html) => Ok(Rendered {
                html,
                queued,
                rendered,
            }),
            Err(fault) => Err(failure(fault, heap_exhausted)),
        };
        shared.record(answer.is_err());
        if answer.is_ok() {
            shared.tally.rendered();
        }
        answer_request(reply, answer);
        if heap_exhausted {
            add(&shared.tally.heap_exhausted, 1);
            return Some(End::Condemned(Condemned::Heap));
        }
        if was_killed {
            return Some(End::Condemned(Condemned::Killed));
        }
        let found = isolate.contamination()?;
        tracing::error!(found, "A render left work behind; replacing its isolate.");
        Some(End::Condemned(Condemned::Contaminated))
    }

    /// Runs V8's tasks, which may call JavaScript. Returns why the isolate must go, if it must.
    fn run_tasks(&self, isolate: &mut Isolate, handle: &v8::IsolateHandle) -> Option<End> {
        let deadline = Instant::now() + self.shared.config.deadline;
        self.shared
            .watch
            .arm(self.id, handle.clone(), deadline, None);
        isolate.run_foreground_tasks();
        match self.shared.watch.disarm(self.id) {
            Disarmed::Lost => Some(End::Lost),
            Disarmed::Returned {
                was_killed: true, ..
            } => Some(End::Condemned(Condemned::Killed)),
            Disarmed::Returned { .. } if isolate.is_heap_exhausted() => {
                Some(End::Condemned(Condemned::Heap))
            }
            Disarmed::Returned { .. } => None,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let unasked = if std::thread::panicking() {
            Unasked::Yes
        } else {
            Unasked::No
        };
        let reply = self.shared.watch.dismiss(self.id, unasked);
        answer_request(reply, Err(Failure::Lost));
    }
}

/// Counts an isolate as up while it lives.
struct Up<'a>(&'a Shared);

impl<'a> Up<'a> {
    fn new(shared: &'a Shared) -> Self {
        add(&shared.tally.isolates, 1);
        shared.queue.mend();
        Self(shared)
    }
}

impl Drop for Up<'_> {
    fn drop(&mut self) {
        self.0.tally.isolates.fetch_sub(1, Ordering::Relaxed);
    }
}

/// After how many renders the isolate of `slot` retires: between three quarters of the number configured and all of it,
/// so that the isolates of a pool do not retire together.
fn retirement(config: &super::PoolConfig, slot: usize) -> u64 {
    let step = config.retire_after_renders / 4 / config.isolates.max(1) as u64;
    config
        .retire_after_renders
        .saturating_sub(step * slot as u64)
        .max(1)
}

fn failure(fault: Fault, heap_exhausted: bool) -> Failure {
    match fault {
        _ if heap_exhausted => Failure::HeapExhausted,
        Fault::Terminated => Failure::TimedOut,
        Fault::Threw(message) => Failure::Threw(message),
        Fault::Empty => Failure::Empty,
        Fault::NotAString => Failure::NotAString,
        Fault::TooLarge => Failure::TooLarge,
    }
}

fn report(first_boot: &mut Option<FirstBoot>, result: Result<(), ScriptError>) {
    if let Some(first_boot) = first_boot.take() {
        // The receiver may have given up waiting.
        let _gone = first_boot.send(result);
    }
}

fn answer_request(reply: Option<Reply>, answer: super::Answer) {
    if let Some(reply) = reply {
        // An error means that the request has gone away.
        let _gone = reply.send(answer);
    }
}
/// What one isolate has on its heap, as far as it is part of the sum of all.
struct HeapInUse<'a> {
    sum: &'a AtomicU64,
    noted: u64,
}

impl<'a> HeapInUse<'a> {
    fn new(sum: &'a AtomicU64) -> Self {
        Self { sum, noted: 0 }
    }

    fn note(&mut self, isolate: &mut Isolate) {
        let now = u64::try_from(isolate.heap_bytes()).unwrap_or_default();
        self.set(now);
    }

    fn set(&mut self, now: u64) {
        // The sum holds what was noted, so that this never goes below zero.
        self.sum
            .fetch_add(now.wrapping_sub(self.noted), Ordering::Relaxed);
        self.noted = now;
    }
}

impl Drop for HeapInUse<'_> {
    fn drop(&mut self) {
        self.set(0);
    }
}
