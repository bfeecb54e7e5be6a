//! The queue: requests that wait for an isolate, oldest first.
//!
//! Sent by [`Pool::render`](super::Pool::render), received by the workers. It is bounded; a request that finds it full is
//! refused at once, one that waits too long is refused by the supervisor. Invariant: every job leaves with an answer.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::config::Source;
use super::{Answer, lock};
use crate::Failure;

/// One request on its way to an isolate.
pub(super) struct Job {
    pub(super) input: String,
    pub(super) queued_at: Instant,
    pub(super) reply: oneshot::Sender<Answer>,
}

impl Job {
    pub(super) fn refuse(self, failure: Failure) {
        // An error means that the request has gone away.
        let _gone = self.reply.send(Err(failure));
    }
}

pub(super) struct Queue {
    capacity: usize,
    state: Mutex<State>,
    /// Signals the workers that have an isolate: one per job, all on a stop or a new source.
    changed: Condvar,
    /// Signals the workers that wait to start again: on a stop or a new source.
    resumed: Condvar,
}

struct State {
    jobs: VecDeque<Job>,
    source: Source,
    /// Counts the sources; a worker whose isolate is of another edition rebuilds it.
    edition: u64,
    /// Why no isolate at all could be started; requests are then refused with it at once.
    broken: Option<String>,
    is_stopped: bool,
}

/// What a worker is to do next.
pub(super) enum Next {
    Render(Job),
    /// Nothing came within the time given.
    Idle,
    /// The isolate's source has been replaced.
    Rebuild,
    Stop,
}

impl Queue {
    pub(super) fn new(capacity: usize, source: Source) -> Self {
        Self {
            capacity,
            state: Mutex::new(State {
                jobs: VecDeque::with_capacity(capacity),
                source,
                edition: 0,
                broken: None,
                is_stopped: false,
            }),
            changed: Condvar::new(),
            resumed: Condvar::new(),
        }
    }

    /// Adds a job, or says why not. Returns whether it is now the oldest.
    pub(super) fn push(&self, job: Job) -> Result<bool, Failure> {
        let mut state = lock(&self.state);
        if state.is_stopped {
            return Err(Failure::Stopped);
        }
        if let Some(message) = &state.broken {
            return Err(Failure::Threw(message.clone()));
        }
        if state.jobs.len() >= self.capacity {
            return Err(Failure::QueueFull);
        }
        let is_oldest = state.jobs.is_empty();
        state.jobs.push_back(job);
        drop(state);
        self.changed.notify_one();
        Ok(is_oldest)
    }

    /// Waits up to `patience` for something to do for an isolate of `edition`. Jobs whose requests have gone away are
    /// dropped unseen.
    pub(super) fn next(&self, edition: u64, patience: Duration) -> Next {
        let mut state = lock(&self.state);
        loop {
            if state.is_stopped {
                return Next::Stop;
            }
            if state.edition != edition {
                return Next::Rebuild;
            }
            while let Some(job) = state.jobs.pop_front() {
                if !job.reply.is_closed() {
                    return Next::Render(job);
                }
            }
            let (woken, waited) = self
                .changed
                .wait_timeout(state, patience)
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            state = woken;
            if waited.timed_out() && state.jobs.is_empty() && state.edition == edition {
                return if state.is_stopped {
                    Next::Stop
                } else {
                    Next::Idle
                };
            }
        }
    }

    /// Waits up to `patience` after a failed start of `edition`, or until the source is replaced or the pool is stopped.
    pub(super) fn pause(&self, edition: u64, patience: Duration) {
        let state = lock(&self.state);
        let waited = self.resumed.wait_timeout_while(state, patience, |state| {
            !state.is_stopped && state.edition == edition
        });
        drop(waited);
    }

    /// Refuses all requests with `message` from now on, those that wait included, until [`Queue::mend`].
    pub(super) fn give_up(&self, message: &str) {
        let mut state = lock(&self.state);
        state.broken = Some(message.to_owned());
        let jobs: Vec<Job> = state.jobs.drain(..).collect();
        drop(state);
        for job in jobs {
            job.refuse(Failure::Threw(message.to_owned()));
        }
    }

    /// An isolate is up.
    pub(super) fn mend(&self) {
        lock(&self.state).broken = None;
    }

    pub(super) fn is_stopped(&self) -> bool {
        lock(&self.state).is_stopped
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.state).jobs.len()
    }

    /// The source that isolates start from now, and its edition.
    pub(super) fn source(&self) -> (Source, u64) {
        let state = lock(&self.state);
        (state.source.clone(), state.edition)
    }

    pub(super) fn replace_source(&self, source: Source) {
        let mut state = lock(&self.state);
        state.source = source;
        state.edition += 1;
        state.broken = None;
        drop(state);
        self.changed.notify_all();
        self.resumed.notify_all();
    }

    /// Refuses the jobs that were queued before `limit`. Returns when the oldest of the others was.
    pub(super) fn expire(&self, limit: Instant) -> Option<Instant> {
        let mut state = lock(&self.state);
        let count = state
            .jobs
            .iter()
            .take_while(|job| job.queued_at <= limit)
            .count();
        let expired: Vec<Job> = state.jobs.drain(..count).collect();
        let oldest = state.jobs.front().map(|job| job.queued_at);
        drop(state);
        for job in expired {
            job.refuse(Failure::QueueFull);
        }
        oldest
    }

    /// Refuses all jobs, those that wait included, and sends the workers home.
    pub(super) fn stop(&self) {
        let mut state = lock(&self.state);
        state.is_stopped = true;
        let jobs: Vec<Job> = state.jobs.drain(..).collect();
        drop(state);
        self.changed.notify_all();
        self.resumed.notify_all();
        for job in jobs {
            job.refuse(Failure::Stopped);
        }
    }
}
