//! What an operator may see of the running application: figures, and whether its parts answer.
//!
//! Invariant: no secret and no name of a person is among it; of an address that holds a password, the host alone.

use std::time::{Duration, Instant};

use rustix::fs::statvfs;
use waybill_storage::database::FILE_NAME;
use waybill_storage::outbox;
use waybill_upstream::Upstream;

use super::jobs::Report;
use super::{App, IdentityProvider, RealtimeDatabase};
use crate::data_dir::Safeguards;
use crate::memory;
use crate::metrics::{JobUse, Observation, PoolUse, Process, UpstreamUse, Waiting};

/// How long the database may take for a figure.
const PATIENCE: Duration = Duration::from_secs(1);

/// A part that the application rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is for.
    pub name: &'static str,
    /// Which one it is.
    pub which: String,
    /// Whether it answers; none where only its use shows.
    pub is_up: Option<bool>,
}

impl App {
    /// The figures of this moment.
    pub async fn observe(&self) -> Observation {
        let config = self.config();
        let database = config.database.as_ref();
        let wal = config.data_dir.join(format!("{FILE_NAME}-wal"));
        let wal_bytes = match database {
            Some(_) => None,
            None => std::fs::metadata(wal).ok().map(|file| file.len()),
        };
        let pools = self.storage.pools().into_iter().map(|pool| PoolUse {
            name: pool.name,
            open: pool.open,
            idle: pool.idle,
        });
        Observation {
            version: env!("CARGO_PKG_VERSION"),
            now: self.clock.now(),
            uptime: self.started_at.elapsed(),
            renders: self.pool.counters(),
            is_breaker_open: self.pool.is_breaker_open(),
            sockets: match &self.realtime {
                RealtimeDatabase::Embedded(realtime) => Some(realtime.socket_count()),
                RealtimeDatabase::External(_) => None,
            },
            outbox: self.outbox().await,
            pools: pools.collect(),
            replica_reads: self.storage.replica_reads().map(|it| it.to_vec()),
            latencies: self.storage.latencies().to_vec(),
            between_instances: match &self.realtime {
                RealtimeDatabase::Embedded(realtime) => {
                    realtime.hears_others().zip(realtime.events())
                }
                RealtimeDatabase::External(_) => None,
            },
            mails: self.services.mail_results(),
            jobs: self.jobs.all().into_iter().map(of_job).collect(),
            allocated_bytes: memory::allocated(),
            upstreams: self.upstreams.iter().map(of_upstream).collect(),
            wal_bytes,
            free_bytes: statvfs(&config.data_dir)
                .ok()
                .map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize)),
            safeguards: Safeguards::read(&config.data_dir),
            renewals: self.sessions.renewals().to_vec(),
            memory: self.memory.figures(),
            process: Process::read(),
            ..Observation::default()
        }
    }

    async fn outbox(&self) -> Option<Waiting> {
        let now = self.clock.now();
        let asked = outbox::waiting(self.storage.reader(), now);
        let (count, oldest) = tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()?;
        let oldest = oldest.map(|at| now.duration_since(at).unsigned_abs());
        Some(Waiting {
            count,
            oldest: oldest.unwrap_or_default(),
        })
    }

    /// The parts that the application rests on. `writes` tells whether the database takes writes.
    pub fn parts(&self, writes: bool) -> Vec<Part> {
        let config = self.config();
        let part = |name, which: String, is_up| Part { name, which, is_up };
        let database = match &config.database {
            Some(url) => url.to_string(),
            None => format!("SQLite in {}", config.data_dir.display()),
        };
        let identity = match &self.identity {
            IdentityProvider::Embedded(_) => "embedded".to_owned(),
            IdentityProvider::External(_) => {
                let firebase = config.firebase.as_ref();
                firebase.map_or_else(String::new, ToString::to_string)
            }
        };
        let mut parts = vec![
            part("Database", database, Some(writes)),
            part("Rendering", self.isolates(), Some(self.pool.is_healthy())),
            part("Identity provider", identity, None),
        ];
        if let RealtimeDatabase::Embedded(realtime) = &self.realtime
            && let Some(redis) = &config.redis
        {
            let is_up = realtime.hears_others();
            parts.push(part("Other instances", redis.to_string(), is_up));
        }
        let mail = match config.mail.server() {
            Some(host) => format!("mail server at {host}"),
            None => "written to files".to_owned(),
        };
        parts.push(part("Mails", mail, None));
        let files = match &config.drive.bucket {
            Some(bucket) => format!("bucket {}", bucket.name),
            None => "data folder".to_owned(),
        };
        parts.push(part("Files", files, None));
        for (service, upstream) in self.upstreams.iter() {
            let which = format!("{service} at {}", upstream.address());
            parts.push(part("Service", which, Some(!upstream.is_given_up())));
        }
        parts
    }

    fn isolates(&self) -> String {
        let counters = self.pool.counters();
        let breaker = match self.pool.is_breaker_open() {
            true => ", and most renders fail",
            false => "",
        };
        format!("{} isolates{breaker}", counters.isolates)
    }

    /// When it was opened.
    pub fn started_at(&self) -> Instant {
        self.started_at
    }
}

fn of_job((name, report): (&'static str, Report)) -> JobUse {
    let done = report.last.filter(|(_, went_well)| *went_well);
    JobUse {
        name,
        is_up: !report.has_ended,
        last_success: done.map(|(at, _)| at),
    }
}

fn of_upstream((service, upstream): (&'static str, &Upstream)) -> UpstreamUse {
    UpstreamUse {
        service,
        in_work: upstream.in_work() as u64,
        is_given_up: upstream.is_given_up(),
        calls: upstream.counters().to_vec(),
    }
}
