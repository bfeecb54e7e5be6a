//! An observation: figures that others keep, read at the moment somebody asks.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use waybill_render::Counters;
use waybill_storage::latency::{BOUNDS, Durations};

use super::Process;
use crate::data_dir::Safeguards;

/// What the parts of the program say of themselves.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// Version of the program.
    pub version: &'static str,
    /// When this was observed.
    pub now: Timestamp,
    /// Since the start.
    pub uptime: Duration,
    /// Whether no drain has begun.
    pub is_serving: bool,
    /// The isolates.
    pub renders: Counters,
    /// Whether renders are refused because most fail.
    pub is_breaker_open: bool,
    /// Sockets of the realtime database; none when it is Google's.
    pub sockets: Option<usize>,
    /// Mails in the outbox; none when the database does not say.
    pub outbox: Option<Waiting>,
    /// Connections to the database.
    pub pools: Vec<PoolUse>,
    /// How long the database takes.
    pub latencies: Vec<Durations>,
    /// Reads that a replica might have answered, by who did; none without a replica.
    pub replica_reads: Option<Vec<(&'static str, u64)>>,
    /// Whether the other instances are heard, and events by what became of them; none for an instance that is alone.
    pub between_instances: Option<(bool, [(&'static str, u64); 3])>,
    /// Mails by what became of them.
    pub mails: Vec<(&'static str, u64)>,
    /// What is done in the background.
    pub jobs: Vec<JobUse>,
    /// What the allocator holds, without V8 and SQLite, which have their own; none where it does not tell.
    pub allocated_bytes: Option<u64>,
    /// Services on other machines.
    pub upstreams: Vec<UpstreamUse>,
    /// Size of the log beside the SQLite file.
    pub wal_bytes: Option<u64>,
    /// Bytes that the program may still write into its data directory.
    pub free_bytes: Option<u64>,
    /// The end of the certificate that connections are met with; none where the program has none itself.
    pub certificate_ends: Option<Timestamp>,
    /// Renewals of session tokens by outcome.
    pub renewals: Vec<(&'static str, u64)>,
    /// Things that happen to the edge, by the name under which they are counted.
    pub events: Vec<(&'static str, u64)>,
    /// The last backup and the last drill that succeeded.
    pub safeguards: Safeguards,
    /// What the program may use of memory; none where it has no limit.
    pub memory: Option<MemoryUse>,
    /// Memory and the like.
    pub process: Process,
}

/// How much memory is in use of what may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// What may be.
    pub limit_bytes: u64,
    /// What is, as far as that limit counts it.
    pub used_bytes: u64,
    /// 0 while there is room, 1 when what takes much is sent away, 2 when all calls are.
    pub pressure: u8,
}

/// What waits, and how long already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// How many.
    pub count: u64,
    /// For how long the one has been due that is due the longest.
    pub oldest: Duration,
}

/// How much of a pool of connections is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUse {
    /// Which.
    pub name: &'static str,
    /// Connections that are open.
    pub open: u64,
    /// Of these, those that nobody uses.
    pub idle: u64,
}

/// How a job in the background is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobUse {
    /// Which.
    pub name: &'static str,
    /// Whether it runs.
    pub is_up: bool,
    /// When it last did its work well; none before the first time, and for one that only waits.
    pub last_success: Option<Timestamp>,
}

/// How a service on another machine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamUse {
    /// Which.
    pub service: &'static str,
    /// Calls in work.
    pub in_work: u64,
    /// Whether it is left alone, for most of its last calls failed.
    pub is_given_up: bool,
    /// Calls by how they went.
    pub calls: Vec<(&'static str, u64)>,
}

impl Observation {
    pub(super) fn encode(&self, encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let mut to = Writer(encoder);
        to.info("build_info", "Version of the program", self.version)?;
        to.gauge(
            "ready_for_requests",
            "Whether no drain has begun",
            u64::from(self.is_serving),
        )?;
        self.encode_renders(&mut to)?;
        if let Some(sockets) = self.sockets {
            to.gauge(
                "ws_connections",
                "Sockets and event streams",
                sockets as u64,
            )?;
        }
        if let Some(outbox) = self.outbox {
            to.gauge(
                "outbox_mails",
                "Mails that wait to be handed on",
                outbox.count,
            )?;
            let age = outbox.oldest.as_secs_f64();
            let help = "For how long the oldest waiting mail has been due";
            to.gauge("outbox_oldest_seconds", help, age)?;
        }
        to.counters(
            "mails",
            "Mails handed on, or why not",
            "result",
            &self.mails,
        )?;
        self.encode_jobs(&mut to)?;
        if let Some((is_up, events)) = &self.between_instances {
            let help = "Whether Redis carries events between instances";
            to.gauge("redis_up", help, u64::from(*is_up))?;
            let help = "Events between instances";
            to.counters("redis_events", help, "outcome", events)?;
        }
        self.encode_latencies(&mut to)?;
        if let Some(reads) = &self.replica_reads {
            let help = "Reads that a replica of the database might answer, by which database did";
            to.counters("db_replica_reads", help, "by", reads)?;
        }
        let open: Vec<_> = self.pools.iter().map(|it| (it.name, it.open)).collect();
        let idle: Vec<_> = self.pools.iter().map(|it| (it.name, it.idle)).collect();
        to.gauges(
            "db_connections",
            "Open connections to the database",
            "pool",
            &open,
        )?;
        let help = "Connections to the database that nobody uses";
        to.gauges("db_connections_idle", help, "pool", &idle)?;
        if let Some(bytes) = self.wal_bytes {
            to.gauge(
                "db_wal_bytes",
                "Size of the log beside the database file",
                bytes,
            )?;
        }
        if let Some(bytes) = self.free_bytes {
            let help = "Bytes that may still be written into the data directory";
            to.gauge("data_dir_free_bytes", help, bytes)?;
        }
        if let Some(moment) = self.certificate_ends {
            let name = "tls_certificate_not_after_timestamp_seconds";
            let help = "The end of the certificate that connections are met with";
            to.gauge(name, help, moment.as_second())?;
        }
        if let Some(backup) = self.safeguards.backup {
            let help = "When the last backup was made, in seconds since 1970";
            let name = "backup_last_success_timestamp_seconds";
            to.gauge(name, help, backup.at.as_second())?;
            to.gauge("backup_size_bytes", "Size of the last backup", backup.bytes)?;
        }
        if let Some(drill) = self.safeguards.drill {
            let help =
                "When a drill last showed that a backup can be restored, in seconds since 1970";
            let name = "restore_drill_last_success_timestamp_seconds";
            to.gauge(name, help, drill.at.as_second())?;
        }
        if let Some(bytes) = self.allocated_bytes {
            let help = "Memory that the allocator holds, without V8 and SQLite";
            to.gauge("allocator_committed_bytes", help, bytes)?;
        }
        if let Some(memory) = self.memory {
            let help = "Memory that the program may use";
            to.gauge("memory_limit_bytes", help, memory.limit_bytes)?;
            let help = "Memory in use that the limit counts";
            to.gauge("memory_used_bytes", help, memory.used_bytes)?;
            let help = "1: pages, heavy calls and sign-ups are sent away; 2: calls too";
            to.gauge("memory_pressure", help, u64::from(memory.pressure))?;
        }
        let help = "Renewals of session tokens";
        to.counters("session_refreshes", help, "result", &self.renewals)?;
        for (name, count) in &self.events {
            to.counter(name, "See the runbook, Watch", *count)?;
        }
        self.encode_upstreams(&mut to)
    }

    fn encode_jobs(&self, to: &mut Writer<'_>) -> Result<(), fmt::Error> {
        // Prometheus calls `job` what it reads.
        let jobs = self.jobs.iter();
        let up: Vec<_> = jobs.map(|it| (it.name, u64::from(it.is_up))).collect();
        to.gauges("job_up", "Whether a background job runs", "job_name", &up)?;
        let jobs = self.jobs.iter();
        let done = jobs.filter_map(|it| {
            let second = it.last_success?.as_second();
            Some((it.name, u64::try_from(second).unwrap_or_default()))
        });
        let name = "job_last_success_timestamp_seconds";
        let help = "When a background job last did its work well, in seconds since 1970";
        to.gauges(name, help, "job_name", &done.collect::<Vec<_>>())
    }

    fn encode_latencies(&self, to: &mut Writer<'_>) -> Result<(), fmt::Error> {
        if self.latencies.is_empty() {
            return Ok(());
        }
        let help = "Time that the database takes for a statement or a commit";
        let kind = MetricType::Histogram;
        let mut encoder =
            to.0.encode_descriptor("db_duration_seconds", help, None, kind)?;
        for durations in &self.latencies {
            let bounds = BOUNDS.into_iter().chain([f64::INFINITY]);
            let buckets: Vec<(f64, u64)> = bounds.zip(durations.counts).collect();
            let count = durations.counts.iter().sum();
            encoder
                .encode_family(&[("work", durations.work)])?
                .encode_histogram::<[(&str, &str); 0]>(
                    durations.sum.as_secs_f64(),
                    count,
                    &buckets,
                    None,
                )?;
        }
        Ok(())
    }

    fn encode_upstreams(&self, to: &mut Writer<'_>) -> Result<(), fmt::Error> {
        if self.upstreams.is_empty() {
            return Ok(());
        }
        let of_each = |value: fn(&UpstreamUse) -> u64| -> Vec<(&'static str, u64)> {
            let upstreams = self.upstreams.iter();
            upstreams.map(|it| (it.service, value(it))).collect()
        };
        let help = "Calls in work at services on other machines";
        let in_work = of_each(|it| it.in_work);
        to.gauges("upstream_calls_in_work", help, "service", &in_work)?;
        let help = "Whether a service is left alone, for most of its last calls failed";
        let given_up = of_each(|it| u64::from(it.is_given_up));
        to.gauges("upstream_breaker_open", help, "service", &given_up)?;
        let help = "Calls of services on other machines, by how they went";
        let mut encoder =
            to.0.encode_descriptor("upstream_calls", help, None, MetricType::Counter)?;
        for it in &self.upstreams {
            for (outcome, count) in &it.calls {
                let labels = [("service", it.service), ("outcome", *outcome)];
                ConstCounter::new(*count).encode(encoder.encode_family(&labels)?)?;
            }
        }
        Ok(())
    }

    fn encode_renders(&self, to: &mut Writer<'_>) -> Result<(), fmt::Error> {
        let renders = &self.renders;
        let mut outcomes = vec![("html", renders.rendered)];
        outcomes.extend(renders.failed);
        to.counters(
            "ssr_renders",
            "Pages drawn, or why not",
            "outcome",
            &outcomes,
        )?;
        let help = "Time that isolates spent drawing";
        to.counter(
            "ssr_render_seconds",
            help,
            renders.render_time.as_secs_f64(),
        )?;
        let help = "Time that pages waited for an isolate";
        to.counter("ssr_queue_seconds", help, renders.queue_time.as_secs_f64())?;
        to.gauge(
            "ssr_queue_length",
            "Pages that wait for an isolate",
            renders.queued,
        )?;
        to.gauge("ssr_isolates", "Isolates that are up", renders.isolates)?;
        let help = "Bytes in use on the heaps of isolates";
        to.gauge("v8_heap_bytes", help, renders.heap_bytes)?;
        let help = "Threads of isolates that hang in V8";
        to.gauge("ssr_threads_lost", help, renders.lost_now)?;
        let help = "Whether pages are no longer drawn because most renders fail";
        to.gauge("ssr_breaker_open", help, u64::from(self.is_breaker_open))?;
        let replaced = &renders.replaced;
        to.counters(
            "isolate_condemned",
            "Isolates replaced, by reason",
            "reason",
            &[
                ("boot", replaced.boot),
                ("killed", replaced.killed),
                ("heap", replaced.heap),
                ("age", replaced.age),
                ("crowded", replaced.crowded),
                ("contaminated", replaced.contaminated),
                ("source", replaced.source),
            ],
        )
    }

    /// Under the names that Prometheus' own libraries give them.
    pub(super) fn encode_process(&self, encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let mut to = Writer(encoder);
        let process = self.process;
        let help = "Memory in use";
        to.gauge(
            "process_resident_memory_bytes",
            help,
            process.resident_bytes,
        )?;
        to.gauge(
            "process_open_fds",
            "Open files and sockets",
            process.open_files,
        )?;
        let help = "Time that threads have computed";
        to.counter("process_cpu_seconds", help, process.cpu.as_secs_f64())?;
        let help = "When the process started, in seconds since 1970";
        let started = self.now.duration_since(Timestamp::UNIX_EPOCH).as_secs_f64();
        let started = started - self.uptime.as_secs_f64();
        to.gauge("process_start_time_seconds", help, started)
    }
}

/// Writes one metric after the other.
struct Writer<'a>(DescriptorEncoder<'a>);

impl Writer<'_> {
    fn gauge<V>(&mut self, name: &str, help: &str, value: V) -> Result<(), fmt::Error>
    where
        V: prometheus_client::encoding::EncodeGaugeValue,
    {
        let encoder = self
            .0
            .encode_descriptor(name, help, None, MetricType::Gauge)?;
        ConstGauge::new(value).encode(encoder)
    }

    fn counter<V>(&mut self, name: &str, help: &str, value: V) -> Result<(), fmt::Error>
    where
        V: prometheus_client::encoding::EncodeCounterValue,
    {
        let encoder = self
            .0
            .encode_descriptor(name, help, None, MetricType::Counter)?;
        ConstCounter::new(value).encode(encoder)
    }

    fn gauges(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        values: &[(&'static str, u64)],
    ) -> Result<(), fmt::Error> {
        let mut encoder = self
            .0
            .encode_descriptor(name, help, None, MetricType::Gauge)?;
        for (word, value) in values {
            let labels = [(label, *word)];
            let encoder = encoder.encode_family(&labels)?;
            ConstGauge::new(*value).encode(encoder)?;
        }
        Ok(())
    }

    fn counters(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        values: &[(&'static str, u64)],
    ) -> Result<(), fmt::Error> {
        let mut encoder = self
            .0
            .encode_descriptor(name, help, None, MetricType::Counter)?;
        for (word, value) in values {
            let labels = [(label, *word)];
            let encoder = encoder.encode_family(&labels)?;
            ConstCounter::new(*value).encode(encoder)?;
        }
        Ok(())
    }

    /// A gauge that is always 1 and says a word.
    fn info(&mut self, name: &str, help: &str, version: &str) -> Result<(), fmt::Error> {
        let mut encoder = self
            .0
            .encode_descriptor(name, help, None, MetricType::Gauge)?;
        let labels = [("version", version)];
        let encoder = encoder.encode_family(&labels)?;
        ConstGauge::new(1_u64).encode(encoder)
    }
}
