//! Each fault of the runbook's table, on machines that are set up as the page says, while people write.
//!
//! Invariant: every acknowledged write is there afterwards, nobody is signed out, and no write waits longer than the page says.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test whose preparation fails should stop; what was measured is printed"
)]

mod parts;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::time::sleep;
use waybill_workshop::needs;

use self::parts::{DATABASE, INSTANCE, Part, REDIS};
use crate::instances::visitor::Visitor;
use crate::machine::Machine;
use crate::runbook::{HERE, configuration, install, rows, scale_out, site};
use crate::turn::turn;
use crate::writers::{Report, write};

const SECTION: &str = "### What a fault costs";

/// The first cells of the rows in the order of the page, with the part that it is about and what happens to it.
const ON_TWO_MACHINES: [Fault; 10] = [
    ("an instance is killed", INSTANCE, Kind::Killed),
    ("an instance is restarted", INSTANCE, Kind::Restarted),
    ("an instance hangs", INSTANCE, Kind::Paused),
    ("PostgreSQL is killed", DATABASE, Kind::Killed),
    ("PostgreSQL is restarted", DATABASE, Kind::Restarted),
    ("PostgreSQL hangs", DATABASE, Kind::Paused),
    ("the disk of PostgreSQL is full", DATABASE, Kind::Full),
    ("Redis is killed", REDIS, Kind::Killed),
    ("Redis is restarted", REDIS, Kind::Restarted),
    ("Redis hangs", REDIS, Kind::Paused),
];

/// Name, unit of the part, and what happens to it.
type Fault = (&'static str, &'static str, Kind);

const ON_ONE_MACHINE: [Fault; 4] = [
    ("the only instance is killed", INSTANCE, Kind::Killed),
    ("the only instance is restarted", INSTANCE, Kind::Restarted),
    ("the only instance hangs", INSTANCE, Kind::Paused),
    (
        "the disk of the only instance is full",
        INSTANCE,
        Kind::Full,
    ),
];

#[derive(Clone, Copy)]
enum Kind {
    Killed,
    Restarted,
    Paused,
    Full,
}

/// For how long a fault goes on that does not end by itself.
const AWAY: Duration = Duration::from_secs(10);

/// How often it is tried at most: a busy machine adds to some of the rounds, and what the fault costs is in all of them.
const ROUNDS: usize = 6;

impl Kind {
    fn begin(self, part: &Part<'_>) {
        let unit = part.unit;
        part.machine.run(&match self {
            Self::Killed => format!("systemctl kill --signal KILL {unit}"),
            Self::Restarted => format!("systemctl restart {unit}"),
            Self::Paused => format!("systemctl kill --signal STOP {unit}"),
            Self::Full => format!("cat /dev/zero > /var/lib/{unit}/filler || :"),
        });
    }

    /// As an operator ends it.
    fn end(self, part: &Part<'_>) {
        let unit = part.unit;
        part.machine.run(&match self {
            Self::Restarted => return,
            Self::Killed => format!("systemctl start {unit}"),
            Self::Paused => format!("systemctl kill --signal CONT {unit}"),
            Self::Full => format!("rm /var/lib/{unit}/filler && systemctl start {unit}"),
        });
    }
}

#[test]
fn the_page_has_a_row_for_each() {
    let rows = rows(SECTION);
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    let faults = ON_TWO_MACHINES.iter().chain(&ON_ONE_MACHINE);
    assert_eq!(names, faults.map(|it| it.0).collect::<Vec<_>>());
}

#[test]
fn on_two_machines() {
    let faults = taken(&ON_TWO_MACHINES, 0);
    if faults.is_empty() {
        return;
    }
    needs!(Postgres, PgDump, Redis, HaProxy);
    if !Machine::is_possible() {
        return;
    }
    let _turn = turn();
    let shared = tempfile::tempdir().unwrap();
    let site = site(shared.path());
    let [database, redis] = [(); 2].map(|()| Machine::boot(Some(&site), shared.path()));
    let url = parts::start_database(&database);
    parts::start_redis(&redis);
    let ([first, _second], ada) = scale_out(&site, shared.path(), &url);
    let parts = [
        Part {
            machine: &first,
            unit: INSTANCE,
        },
        Part {
            machine: &database,
            unit: DATABASE,
        },
        Part {
            machine: &redis,
            unit: REDIS,
        },
    ];
    cost(&site, &ada, &faults, &parts, &[503, 507]);
}

#[test]
fn on_one_machine() {
    let faults = taken(&ON_ONE_MACHINE, ON_TWO_MACHINES.len());
    if faults.is_empty() || !Machine::is_possible() {
        return;
    }
    let _turn = turn();
    let shared = tempfile::tempdir().unwrap();
    let site = Machine::boot(None, shared.path());
    parts::mount_disk(&site, INSTANCE);
    install(&site, &configuration("## Install"));
    let ada = site.visited(async || Visitor::register(HERE, "ada@one.example").await);
    let parts = [Part {
        machine: &site,
        unit: INSTANCE,
    }];
    // Without a load balancer connections end.
    cost(&site, &ada, &faults, &parts, &[0, 503, 507]);
}

/// Those that this run takes, the first of which has this place among all.
fn taken(faults: &[Fault], place: usize) -> Vec<Fault> {
    let all = ON_TWO_MACHINES.len() + ON_ONE_MACHINE.len();
    let faults = faults.iter().enumerate();
    let faults = faults.filter(|(at, _)| waybill_test_extent::takes(place + at, all));
    faults.map(|(_, fault)| *fault).collect()
}

/// Has each happen while people write, until it cost no more than its row says. Writes are refused with these statuses alone.
fn cost(site: &Machine, ada: &Visitor, faults: &[Fault], parts: &[Part<'_>], refusals: &[u16]) {
    let keys = AtomicUsize::new(0);
    for (name, unit, kind) in faults {
        let part = parts.iter().find(|it| it.unit == *unit).unwrap();
        let allowed = allowed(name);
        let mut rounds = Vec::new();
        while rounds.len() < ROUNDS && rounds.last().is_none_or(|it| !is_within(*it, allowed)) {
            let report = happens(site, ada, &keys, *kind, part);
            println!(
                "{name}: no write for {:.1?}, one waited {:.1?}, refused {:?}",
                report.gap, report.wait, report.refused
            );
            assert!(report.refused.keys().all(|it| refusals.contains(it)));
            rounds.push([report.gap, report.wait]);
            site.visited(async || {
                let made = ada.made().await;
                assert!(made.into_iter().eq(0..keys.load(Ordering::Relaxed)));
                assert_eq!(ada.status("/dashboard").await, 200);
            });
        }
        assert!(
            rounds.last().is_some_and(|it| is_within(*it, allowed)),
            "{name}: {rounds:?}"
        );
    }
}

/// What the row allows: how long no write is taken, and how long one waits.
fn allowed(name: &str) -> [Duration; 2] {
    let rows = rows(SECTION);
    let row = rows.iter().find(|row| row[0] == name).unwrap();
    [1, 2].map(|cell| {
        let seconds = row[cell].strip_suffix(" s").unwrap();
        Duration::from_secs_f64(seconds.parse().unwrap())
    })
}

fn is_within(took: [Duration; 2], allowed: [Duration; 2]) -> bool {
    took.iter()
        .zip(allowed)
        .all(|(took, allowed)| *took <= allowed)
}

fn happens(
    site: &Machine,
    ada: &Visitor,
    keys: &AtomicUsize,
    kind: Kind,
    part: &Part<'_>,
) -> Report {
    let over = OnceLock::new();
    thread::scope(|scope| {
        let over = &over;
        let writing = scope.spawn(move || site.visited(async || write(ada, keys, over).await));
        let pause = |time| site.visited(async || sleep(time).await);
        pause(Duration::from_secs(3));
        kind.begin(part);
        pause(AWAY);
        kind.end(part);
        over.set(Instant::now()).unwrap();
        writing.join().unwrap()
    })
}
