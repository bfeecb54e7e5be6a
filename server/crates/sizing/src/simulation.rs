//! The simulation: requests arrive at random, and take their turn at an instance, a connection, PostgreSQL and the instance
//! again.
//!
//! What happens beside requests (open sockets, messages of other instances) does not come as events of its own, of which
//! there would be millions each second: it takes its share of each instance's processors away.
//!
//! Invariant: a request that has arrived ends; the time it took is counted once.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::cluster::{BEAT_SECONDS, BEATS_OF_CLUSTER, ROUND_TRIPS};
use crate::costs::Work;
use crate::station::Station;
use crate::{Cluster, Costs, Habits};

/// Requests whose times are counted.
const COUNTED: usize = 60_000;

/// Requests before, which find the cluster emptier than it will be.
const WARM_UP: usize = 15_000;

const SEED: u64 = 20_260_101;

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Requests each second, of all instances.
    pub requests_per_second: f64,
    /// Writes each second, of all instances.
    pub writes_per_second: f64,
    /// Messages through Redis each second.
    pub messages_per_second: f64,
    /// How much of its processors an instance used, 0 to 1, or more if that was not enough.
    pub instance_load: f64,
    /// The same of PostgreSQL.
    pub postgres_load: f64,
    /// The same of the busiest server of Redis, which has one processor.
    pub redis_load: f64,
    /// Half of the requests took no longer, in milliseconds.
    pub p50_ms: f64,
    /// 99 of 100 took no longer, in milliseconds.
    pub p99_ms: f64,
}

/// Lets so many people work, evenly spread over the instances.
pub fn run(costs: &Costs, habits: &Habits, cluster: &Cluster, people: f64) -> Outcome {
    let load = Load::of(costs, habits, cluster, people);
    // Beyond that, lines only grow, and times say how long was simulated.
    let times = if load.is_bearable() {
        Run::new(costs, habits, cluster, &load).times()
    } else {
        vec![f64::INFINITY]
    };
    Outcome {
        requests_per_second: load.requests,
        writes_per_second: load.writes,
        messages_per_second: load.messages,
        instance_load: load.instance,
        postgres_load: load.postgres,
        redis_load: load.redis,
        p50_ms: percentile(&times, 50) / 1_000.0,
        p99_ms: percentile(&times, 99) / 1_000.0,
    }
}

/// How much of PostgreSQL so many people use, before anybody waits.
pub fn postgres_load(costs: &Costs, habits: &Habits, cluster: &Cluster, people: f64) -> f64 {
    Load::of(costs, habits, cluster, people).postgres
}

/// How much of the busiest server of Redis so many people use.
pub fn redis_load(costs: &Costs, habits: &Habits, cluster: &Cluster, people: f64) -> f64 {
    Load::of(costs, habits, cluster, people).redis
}

/// Bytes of the write-ahead log that so many people cause each second.
pub fn log_bytes_per_second(costs: &Costs, habits: &Habits, people: f64) -> f64 {
    habits.writes_per_minute * people / 60.0 * costs.write.wal_bytes
}

/// Of sorted times, in the unit they have.
fn percentile(times: &[f64], hundredths: usize) -> f64 {
    let at = times.len().saturating_sub(1) * hundredths / 100;
    times.get(at).copied().unwrap_or(f64::INFINITY)
}

/// What the costs add up to, before anybody waits.
#[derive(Clone, Copy, Debug)]
struct Load {
    requests: f64,
    writes: f64,
    messages: f64,
    instance: f64,
    /// Of an instance's processors, what is gone before the first request.
    beside: f64,
    postgres: f64,
    redis: f64,
}

impl Load {
    fn of(costs: &Costs, habits: &Habits, cluster: &Cluster, people: f64) -> Self {
        let [pages, calls, writes] = [
            habits.pages_per_minute,
            habits.calls_per_minute,
            habits.writes_per_minute,
        ]
        .map(|each| each * people / 60.0);
        let sum = |cost: fn(&Work) -> f64| {
            pages * cost(&costs.page) + calls * cost(&costs.call) + writes * cost(&costs.write)
        };
        let instances = f64::from(cluster.instances);
        let is_cluster = 1 < cluster.shards;
        let voices = if is_cluster { BEATS_OF_CLUSTER } else { 1.0 };
        let beats = voices * instances / BEAT_SECONDS;
        let notices = habits.notices_per_minute * people / 60.0;
        let messages = sum(|it| it.messages) + notices;
        let processors = 1e6 * f64::from(cluster.cores);
        // An instance hears its own, too, if it has pages of the company open.
        let listeners = habits.instances_per_company(cluster.instances, people);
        let heard = messages * listeners / instances;
        let beside = (costs.instance.idle_us_per_second
            + people / instances * costs.socket.instance_us_per_second
            + heard * costs.message.instance_us_per_heard)
            / processors;
        let of_redis = costs.message.redis_us + listeners * costs.message.redis_us_per_listener;
        // An instance alone hears its own sign of life.
        let of_beat = costs.message.redis_us + costs.message.redis_us_per_listener;
        let subscriptions = habits.subscriptions_per_second(cluster.instances, people);
        let of_companies =
            messages * of_redis + subscriptions * costs.message.redis_us_per_subscription;
        let busiest = habits.share_of_busiest(cluster.shards, people);
        let of_beats = beats * of_beat / f64::from(cluster.shards);
        Self {
            requests: pages + calls + writes,
            writes,
            messages: messages + beats,
            instance: sum(|it| it.instance_us) / instances / processors + beside,
            beside,
            postgres: sum(|it| it.postgres_us) / (1e6 * f64::from(cluster.postgres_cores)),
            redis: (of_companies * busiest + of_beats) / 1e6,
        }
    }

    fn is_bearable(&self) -> bool {
        self.instance < 0.98 && self.postgres < 0.98 && self.redis < 0.98
    }
}

/// Where a request is.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It arrives, and so will the next.
    Arrive,
    /// The instance has done the first half.
    Asked,
    /// What the network takes is over.
    Crossed,
    /// PostgreSQL is done.
    Answered,
    /// The instance has done the second half.
    Done,
}

struct Event {
    at: f64,
    request: usize,
    step: Step,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Event {}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The earliest is the greatest, as the heap gives that first; of two at once, that of the older request.
impl Ord for Event {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at.total_cmp(&self.at)).then(other.request.cmp(&self.request))
    }
}

struct Request {
    began: f64,
    instance: usize,
    work: Work,
    /// Whether it was at PostgreSQL.
    is_answered: bool,
}

struct Run<'a> {
    costs: &'a Costs,
    habits: &'a Habits,
    cluster: &'a Cluster,
    /// Microseconds between two requests, on average.
    pause: f64,
    /// How much longer everything takes at an instance because of what it does beside.
    slowed: f64,
    random: StdRng,
    events: BinaryHeap<Event>,
    requests: Vec<Request>,
    processors: Vec<Station>,
    connections: Vec<Station>,
    postgres: Station,
}

impl<'a> Run<'a> {
    fn new(costs: &'a Costs, habits: &'a Habits, cluster: &'a Cluster, load: &Load) -> Self {
        let stations = |servers| {
            (0..cluster.instances)
                .map(|_| Station::new(servers))
                .collect()
        };
        Self {
            costs,
            habits,
            cluster,
            pause: 1e6 / load.requests,
            slowed: 1.0 / (1.0 - load.beside),
            random: StdRng::seed_from_u64(SEED),
            events: BinaryHeap::new(),
            requests: Vec::new(),
            processors: stations(cluster.cores),
            connections: stations(cluster.connections),
            postgres: Station::new(cluster.postgres_cores),
        }
    }

    /// How long the counted requests took, sorted, in microseconds.
    fn times(mut self) -> Vec<f64> {
        // Each instance has to have met as many, however many there are.
        let scale = 1 + self.cluster.instances as usize / 100;
        let (before, all) = (WARM_UP * scale, (WARM_UP + COUNTED) * scale);
        let mut times = Vec::with_capacity(all - before);
        self.arrive(0.0);
        while let Some(Event { at, request, step }) = self.events.pop() {
            match step {
                Step::Arrive => {
                    if self.requests.len() < all {
                        let pause = self.about(self.pause);
                        self.arrive(at + pause);
                    }
                    self.queue_at_instance(request, at);
                }
                Step::Asked => {
                    self.leave_instance(request, at);
                    let instance = self.requests[request].instance;
                    if self.connections[instance].enter(request) {
                        self.cross(request, at);
                    }
                }
                Step::Crossed => {
                    if self.postgres.enter(request) {
                        self.ask_postgres(request, at);
                    }
                }
                Step::Answered => {
                    if let Some(next) = self.postgres.leave() {
                        self.ask_postgres(next, at);
                    }
                    let instance = self.requests[request].instance;
                    if let Some(next) = self.connections[instance].leave() {
                        self.cross(next, at);
                    }
                    self.requests[request].is_answered = true;
                    self.queue_at_instance(request, at);
                }
                Step::Done => {
                    self.leave_instance(request, at);
                    if before <= request {
                        times.push(at - self.requests[request].began);
                    }
                }
            }
        }
        times.sort_by(f64::total_cmp);
        times
    }

    fn arrive(&mut self, at: f64) {
        let kind: f64 = self.random.random();
        let pages = self.habits.pages_per_request();
        let work = if kind < pages {
            self.costs.page
        } else if kind < pages + self.habits.writes_per_request() {
            self.costs.write
        } else {
            self.costs.call
        };
        let request = self.requests.len();
        self.requests.push(Request {
            began: at,
            instance: self.random.random_range(0..self.processors.len()),
            work,
            is_answered: false,
        });
        self.after(0.0, at, request, Step::Arrive);
    }

    fn queue_at_instance(&mut self, request: usize, at: f64) {
        let instance = self.requests[request].instance;
        if self.processors[instance].enter(request) {
            self.work(request, at);
        }
    }

    fn leave_instance(&mut self, request: usize, at: f64) {
        let instance = self.requests[request].instance;
        if let Some(next) = self.processors[instance].leave() {
            self.work(next, at);
        }
    }

    /// Half of what the instance does for a request is done before it asks, half with the answer.
    fn work(&mut self, request: usize, at: f64) {
        let Request {
            work, is_answered, ..
        } = &self.requests[request];
        let step = if *is_answered {
            Step::Done
        } else {
            Step::Asked
        };
        let took = self.slowed * work.instance_us / 2.0;
        let took = self.about(took);
        self.after(took, at, request, step);
    }

    fn cross(&mut self, request: usize, at: f64) {
        let trips = ROUND_TRIPS * self.requests[request].work.transactions;
        let took = trips * self.cluster.round_trip_us;
        self.after(took, at, request, Step::Crossed);
    }

    fn ask_postgres(&mut self, request: usize, at: f64) {
        let took = self.about(self.requests[request].work.postgres_us);
        self.after(took, at, request, Step::Answered);
    }

    fn after(&mut self, took: f64, at: f64, request: usize, step: Step) {
        self.events.push(Event {
            at: at + took,
            request,
            step,
        });
    }

    /// An exponential time: most are shorter than the mean, and some are several times as long.
    fn about(&mut self, mean: f64) -> f64 {
        let share: f64 = self.random.random();
        -mean * (1.0 - share).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Costs at the instance alone, in two halves.
    fn of_instances_alone(instance_us: f64) -> Costs {
        let work = format!(
            "instance_us = {instance_us:.1}\npostgres_us = 0.0\nredis_us = 0.0\ntransactions = 0.0\n\
             wal_bytes = 0.0\nmessages = 0.0\n"
        );
        let text = format!(
            "[machine]\nprocessor = \"none\"\n[page]\n{work}[call]\n{work}[write]\n{work}\
             [socket]\nbytes = 0.0\ninstance_us_per_second = 0.0\n\
             [message]\nredis_us = 0.0\nredis_us_per_listener = 0.0\nredis_us_per_subscription = 0.0\n\
             instance_us_per_heard = 0.0\nbytes = 0.0\n\
             [instance]\nidle_us_per_second = 0.0\nbytes = 0.0\nconnections = 10\n"
        );
        Costs::parse(&text).unwrap()
    }

    fn one(cores: u32) -> Cluster {
        Cluster {
            instances: 1,
            cores,
            postgres_cores: 1,
            connections: 1_000,
            shards: 1,
            round_trip_us: 0.0,
        }
    }

    /// People whose requests use this share of so many processors at 1 ms each, twice half of it.
    fn people_for(load: f64, cores: u32) -> f64 {
        load * f64::from(cores) * 1_000.0 / Habits::BUSY.requests_per_second()
    }

    /// Erlang's formula: the share of requests that wait at so many servers.
    fn share_that_waits(cores: u32, load: f64) -> f64 {
        let offered = load * f64::from(cores);
        let mut term = 1.0;
        let mut sum = 1.0;
        for n in 1..cores {
            term *= offered / f64::from(n);
            sum += term;
        }
        term *= offered / f64::from(cores) / (1.0 - load);
        term / (sum + term)
    }

    #[test]
    fn times_agree_with_erlangs_formula() {
        for (cores, load) in [(1, 0.5), (1, 0.8), (2, 0.6), (4, 0.8)] {
            let (costs, cluster) = (of_instances_alone(1_000.0), one(cores));
            let people = people_for(load, cores);
            let outcome = Load::of(&costs, &Habits::BUSY, &cluster, people);
            assert!((outcome.instance - load).abs() < 1e-9);
            let times = Run::new(&costs, &Habits::BUSY, &cluster, &outcome).times();
            #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            // Two visits, each half a millisecond long, and each after a wait of its own.
            let wait = share_that_waits(cores, load) * 500.0 / (f64::from(cores) * (1.0 - load));
            let expected = 2.0 * (500.0 + wait);
            let off = (mean - expected).abs() / expected;
            assert!(
                off < 0.05,
                "{cores} at {load}: {mean} instead of {expected}"
            );
        }
    }

    #[test]
    fn redis_works_for_the_instances_of_a_company() {
        let mut costs = of_instances_alone(1_000.0);
        costs.message.redis_us_per_listener = 1_000.0;
        let habits = Habits {
            pages_per_minute: 0.0,
            notices_per_minute: 60.0,
            colleagues: 2.0,
            ..Habits::BUSY
        };
        let load = |instances, shards, people| {
            let cluster = Cluster {
                instances,
                shards,
                ..one(1)
            };
            // Without signs of life, of which there are more with more servers.
            let beats = if shards == 1 { 1.0 } else { BEATS_OF_CLUSTER };
            let beats = beats * f64::from(instances) / BEAT_SECONDS / f64::from(shards);
            redis_load(&costs, &habits, &cluster, people) - beats * 1e-3
        };
        // Two colleagues meet at one of two instances half of the time.
        assert!((load(2, 1, 10.0) - 10.0 * 1.5e-3).abs() < 1e-9);
        // More instances cost nothing more once all are apart.
        assert!((load(10_000, 1, 10.0) - 10.0 * 2e-3).abs() < 1e-5);
        let many = load(10_000, 4, 100_000.0) / (25_000.0 * 2e-3);
        assert!((1.0..1.01).contains(&many), "{many}");
        // A company is on one server.
        assert!((load(10_000, 16, 2.0) - 2.0 * 2e-3).abs() < 1e-5);
    }

    #[test]
    fn a_run_is_repeated_to_the_last_bit() {
        let costs = of_instances_alone(1_000.0);
        let run = || run(&costs, &Habits::BUSY, &one(2), people_for(0.7, 2));
        assert_eq!(run(), run());
    }

    #[test]
    fn more_people_wait_longer_until_they_are_too_many() {
        let costs = of_instances_alone(1_000.0);
        let at = |load| run(&costs, &Habits::BUSY, &one(2), people_for(load, 2)).p99_ms;
        let [calm, busy, full] = [0.3, 0.9, 1.1].map(at);
        assert!(calm < busy, "{calm} {busy}");
        assert!(full.is_infinite());
    }
}
