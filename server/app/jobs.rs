//! Background jobs: which there are, and how each went the last time.
//!
//! Invariant: a job that ends, or whose thread panics, is known as ended.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::App;
use crate::clock::Clock;

/// The job that deletes what nobody needs any more.
pub(super) const TIDYING: &str = "tidying";

/// The job that ends the sockets of sessions that have ended.
pub(super) const SOCKETS: &str = "sockets";

/// The job that hands mails on.
const MAILS: &str = "mails";

/// The job that mails reports when they are due.
const REPORTS: &str = "reports";

/// How long mails that are being handed on, and a report that is being made, may take when the process ends.
pub const LAST_MAILS: Duration = Duration::from_secs(3);

/// What is known of the jobs of one process.
#[derive(Clone)]
pub struct Jobs {
    clock: Clock,
    reports: Arc<Mutex<BTreeMap<&'static str, Report>>>,
}

/// The jobs as they run. Dropping this leaves them running.
#[derive(Debug)]
pub struct Running {
    /// They finish what they are at.
    careful: Vec<JoinHandle<()>>,
    /// They may be left at any moment: what they do is done again.
    others: Vec<JoinHandle<()>>,
    ends: watch::Sender<bool>,
}

impl App {
    /// Begins everything that is done beside answering, each as a task of its own.
    pub fn begin_jobs(self: &Arc<Self>) -> Running {
        let (ends, ending) = watch::channel(false);
        let tidying = {
            let app = Arc::clone(self);
            tokio::spawn(async move { app.jobs.run(TIDYING, app.keep_tidy()).await })
        };
        let sockets = {
            let app = Arc::clone(self);
            tokio::spawn(async move { app.jobs.run(SOCKETS, app.end_sockets()).await })
        };
        let realtime = {
            let app = Arc::clone(self);
            tokio::spawn(async move { app.jobs.run("realtime", app.realtime.run()).await })
        };
        let memory = {
            let app = Arc::clone(self);
            tokio::spawn(async move { app.jobs.run("memory", app.memory.watch()).await })
        };
        let mails = {
            let app = Arc::clone(self);
            let ending = ending.clone();
            tokio::spawn(async move {
                let looked = |went_well| app.jobs.note(MAILS, went_well);
                let delivering = Box::pin(app.services.run_outbox(ending, looked));
                app.jobs.run(MAILS, delivering).await;
            })
        };
        let reports = {
            let app = Arc::clone(self);
            tokio::spawn(async move {
                let looked = |went_well| app.jobs.note(REPORTS, went_well);
                let mailing = Box::pin(app.services.run_report_schedules(ending, looked));
                app.jobs.run(REPORTS, mailing).await;
            })
        };
        Running {
            careful: vec![mails, reports],
            others: vec![tidying, sockets, realtime, memory],
            ends,
        }
    }
}

impl Running {
    /// Ends them. What is being handed on is finished; what takes too long is handed on again by whoever starts next.
    pub async fn end(mut self) {
        for job in &self.others {
            job.abort();
        }
        self.ends.send_replace(true);
        let finished = async {
            for job in &mut self.careful {
                // One that panicked is known as ended.
                drop(job.await);
            }
        };
        if tokio::time::timeout(LAST_MAILS, finished).await.is_err() {
            for job in &self.careful {
                job.abort();
            }
        }
    }
}

/// What is known of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Since when it runs.
    pub since: Timestamp,
    /// When it last did its work, and whether that went well; none before the first time, or for one that only waits.
    pub last: Option<(Timestamp, bool)>,
    /// Whether it runs no more.
    pub has_ended: bool,
}

impl fmt::Debug for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jobs").finish_non_exhaustive()
    }
}

impl Jobs {
    pub(super) fn new(clock: Clock) -> Self {
        Self {
            clock,
            reports: Arc::default(),
        }
    }

    /// The job, as it runs under this name.
    pub async fn run(&self, name: &'static str, job: impl Future<Output = ()>) {
        let report = Report {
            since: self.clock.now(),
            last: None,
            has_ended: false,
        };
        self.reports().insert(name, report);
        let _ending = Ending { jobs: self, name };
        job.await;
    }

    /// A job has done its work once more.
    pub(super) fn note(&self, name: &'static str, went_well: bool) {
        if let Some(report) = self.reports().get_mut(name) {
            report.last = Some((self.clock.now(), went_well));
        }
    }

    /// All jobs that were begun, by name.
    pub fn all(&self) -> Vec<(&'static str, Report)> {
        let reports = self.reports();
        reports.iter().map(|(name, it)| (*name, *it)).collect()
    }

    fn reports(&self) -> MutexGuard<'_, BTreeMap<&'static str, Report>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Ending<'a> {
    jobs: &'a Jobs,
    name: &'static str,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if let Some(report) = self.jobs.reports().get_mut(self.name) {
            report.has_ended = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_is_known_with_its_last_work_and_its_end() {
        let jobs = Jobs::new(Clock::manual(Timestamp::UNIX_EPOCH));
        jobs.run("tidying", async { jobs.note("tidying", false) })
            .await;
        jobs.note("nobody", true);
        let report = Report {
            since: Timestamp::UNIX_EPOCH,
            last: Some((Timestamp::UNIX_EPOCH, false)),
            has_ended: true,
        };
        assert_eq!(jobs.all(), [("tidying", report)]);
    }
}
