//! PostgreSQL on three machines, as the runbook has it: the one with the primary loses its power while people write.
//!
//! Invariant: every acknowledged write is there afterwards, and who was signed in still is.

use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::sleep;
use waybill_workshop::needs;

use crate::instances::CONTACTS;
use crate::instances::visitor::Visitor;
use crate::machine::Machine;
use crate::runbook::{HERE, blocks, configuration, install};
use crate::writers::write;

const SECTION: &str = "### PostgreSQL that survives";

/// The addresses of the section.
const NODES: [&str; 3] = ["10.0.0.5", "10.0.0.6", "10.0.0.7"];

/// Within which writes are taken again.
const BACK: Duration = Duration::from_secs(15);

/// How often it is tried at most: a busy machine adds to some of the rounds, and what the cluster takes is in all of them.
const ROUNDS: usize = 3;

/// Within which everything else here has happened, also on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);

#[test]
fn a_lost_primary_costs_no_acknowledged_write() {
    if !waybill_test_extent::is_full() {
        println!("Not in this run. WAYBILL_TEST_EXTENT=full runs it.");
        return;
    }
    needs!(Patroni, HaProxy, PgDump);
    if !Machine::is_possible() {
        return;
    }
    let shared = tempfile::tempdir().unwrap();
    let site = Machine::boot(None, shared.path());
    for address in NODES {
        site.run(&format!("ip address add {address}/24 dev lo"));
    }
    let mut nodes = NODES.map(|_| Machine::boot(Some(&site), shared.path()));
    let [passwords, node, balancer] = blocks(SECTION, "sh").try_into().unwrap();
    nodes[0].run(&format!("cd /srv/shared\n{passwords}"));
    let archives = waybill_workshop::path(waybill_workshop::Tool::Patroni);
    thread::scope(|scope| {
        for (machine, own) in nodes.iter().zip(NODES) {
            let others = NODES.into_iter().filter(|it| *it != own);
            let order: Vec<&str> = std::iter::once(own).chain(others).collect();
            let node = node.replace(&NODES.join(" "), &order.join(" "));
            let archives = &archives;
            scope.spawn(move || {
                for package in fs::read_dir(archives).unwrap() {
                    let package = package.unwrap();
                    if package.file_type().unwrap().is_file() {
                        let there = machine.at("/var/cache/apt/archives");
                        fs::copy(package.path(), there.join(package.file_name())).unwrap();
                    }
                }
                machine.run(&format!("cp /srv/shared/passwords .\n{node}"));
            });
        }
    });
    until_whole(&site);

    site.run(balancer);
    let passwords = fs::read_to_string(shared.path().join("passwords")).unwrap();
    let password = passwords.lines().find_map(|it| it.strip_prefix("WAYBILL="));
    let [url] = blocks(SECTION, "toml").try_into().unwrap();
    let password = password.unwrap();
    let url = url.replace("PASSWORD", password);
    install(
        &site,
        &format!(
            "{}\ndrive = {{ shared_folder = true }}\n{url}",
            configuration("## Install")
        ),
    );
    let ada = site.visited(async || Visitor::register(HERE, "ada@three.example").await);
    for (port, is_standby) in [(5432, "f"), (5433, "t")] {
        let asked = site.run(&format!(
            "psql --tuples-only --no-align --command 'SELECT pg_is_in_recovery()' \\
             postgres://waybill:{password}@127.0.0.1:{port}/waybill"
        ));
        assert_eq!(asked.trim(), is_standby, "{port}");
    }

    let (mut rounds, keys) = (Vec::new(), AtomicUsize::new(0));
    while rounds.len() < ROUNDS && rounds.last().is_none_or(|gap| BACK < *gap) {
        let lost = OnceLock::new();
        let gap = thread::scope(|scope| {
            let (site, ada, keys, lost) = (&site, &ada, &keys, &lost);
            let writing = scope.spawn(move || site.visited(async || write(ada, keys, lost).await));
            let primary = site.visited(async || {
                sleep(Duration::from_secs(5)).await;
                primary().await.unwrap()
            });
            nodes[primary].power_off();
            lost.set(Instant::now()).unwrap();
            let gap = writing.join().unwrap().gap;
            nodes[primary].boot_again(site);
            nodes[primary].run("systemctl start etcd patroni");
            gap
        });
        let written = keys.load(Ordering::Relaxed);
        println!("{written} writes so far, at most {gap:?} without one");
        rounds.push(gap);
        site.visited(async || {
            assert_eq!(ada.total(CONTACTS).await, written);
            assert_eq!(ada.status("/dashboard").await, 200);
        });
        until_whole(&site);
    }
    assert!(rounds.iter().any(|gap| *gap <= BACK), "{rounds:?}");
}

/// Which of the nodes has the primary, as Patroni tells load balancers.
async fn primary() -> Option<usize> {
    for (at, node) in NODES.iter().enumerate() {
        let answer = reqwest::get(format!("http://{node}:8008/primary")).await;
        if answer.is_ok_and(|it| it.status() == 200) {
            return Some(at);
        }
    }
    None
}

/// Waits until all three run, and one has what the primary acknowledges.
fn until_whole(site: &Machine) {
    site.visited(async || {
        let began = Instant::now();
        loop {
            let cluster = cluster().await;
            let of = |key: &'static str| {
                let members = cluster["members"].as_array().into_iter().flatten();
                members.filter_map(move |it| it[key].as_str())
            };
            if of("state").filter(|it| *it == "running").count() == NODES.len()
                && of("role").any(|it| it == "sync_standby")
            {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{cluster}");
            sleep(Duration::from_millis(200)).await;
        }
    });
}

async fn cluster() -> Value {
    let read = async |node| {
        let answer = reqwest::get(format!("http://{node}:8008/cluster"))
            .await
            .ok()?;
        answer.json().await.ok()
    };
    for node in NODES {
        if let Some(cluster) = read(node).await {
            return cluster;
        }
    }
    Value::Null
}
