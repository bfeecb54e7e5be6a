//! `kill -9` at random moments under mixed writes: what was acknowledged is there afterwards, no batch is there by half, and
//! the audit trail tells of every change and of no other.

mod files;
mod line;
mod nouns;
mod write;
mod writer;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use self::nouns::{FILE, NOUNS};
use self::write::Kind;
use self::writer::{Records, Writer};
use crate::client::Client;
use crate::{register, start};

/// How often the server is killed at the usual extent and at the full one, on SQLite and on PostgreSQL.
const KILLS: [(usize, usize); 2] = [(40, 200), (10, 40)];

/// Writers of each of the two companies.
const WRITERS: usize = 2;

/// Every so many lives the server is killed before it answers.
const KILL_BEFORE_READY_EVERY: usize = 8;

/// A machine that is busy with other tests takes its time; one that never gets there has a fault.
const PATIENCE: Duration = Duration::from_mins(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_under_mixed_writes_loses_nothing_and_halves_nothing() {
    let database = waybill_test_postgres::database_if_wanted();
    let (usual, full) = KILLS[usize::from(database.is_some())];
    let kills = waybill_test_extent::of(usual, full);
    let run = tokio::time::timeout(PATIENCE, trial(kills, database));
    assert!(
        run.await.is_ok(),
        "{kills} kills took more than {PATIENCE:?}"
    );
}

async fn trial(kills: usize, database: Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (directory, database) = (folder.path(), database.as_deref());
    let seed = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let started = Instant::now();

    let (mut writers, seeded) = writers(directory, database, &mut random).await;
    for life in 0..kills {
        writers = live_and_die(directory, database, life, writers, &mut random).await;
    }

    let mut server = start(directory, database);
    let origin = server.origin().unwrap();
    let mut companies: BTreeMap<String, Records> = BTreeMap::new();
    let mut acknowledged: BTreeMap<Kind, usize> = BTreeMap::new();
    let (mut cut_off, mut files) = (0, 0);
    for writer in &mut writers {
        writer.settle(&origin).await.unwrap();
        files += writer.read_files(&origin).await.unwrap();
        for (kind, count) in &writer.acknowledged {
            *acknowledged.entry(*kind).or_default() += count;
        }
        cut_off += writer.cut_off;
        companies
            .entry(writer.line.bearer.clone())
            .or_default()
            .append(&mut writer.records);
    }
    for (bearer, kept) in &mut companies {
        let client = Client::at(&origin, bearer);
        let mut stored = writer::all(&client).await;
        stored.retain(|record, _| !seeded[bearer].contains(record));
        let mut of_imports = left_by_imports(&client, &mut stored).await;
        assert_eq!(stored, *kept, "what is stored");
        kept.append(&mut of_imports);
        trail_is_whole(&client, kept, &seeded[bearer]).await;
    }
    let all: usize = acknowledged.values().sum();
    println!(
        "{kills} kills in {:?}: {all} writes acknowledged, {cut_off} cut off, {files} files read again",
        started.elapsed()
    );
    for (kind, count) in &acknowledged {
        println!("{count:6} {kind}");
    }
    let never: Vec<_> = acknowledged
        .iter()
        .filter(|(_, count)| **count == 0)
        .collect();
    assert!(never.is_empty(), "never acknowledged: {never:?}");
    assert!(kills / 2 < all && kills / 4 < cut_off, "this shows little");
}

/// Records that a company has before anybody writes.
type Seeded = BTreeMap<String, BTreeSet<(&'static str, String)>>;

async fn writers(
    directory: &Path,
    database: Option<&str>,
    random: &mut StdRng,
) -> (Vec<Writer>, Seeded) {
    let mut server = start(directory, database);
    let origin = server.origin().unwrap();
    let mut writers = Vec::new();
    let mut seeded = Seeded::new();
    for company in ["Lines", "Cargo"] {
        let bearer = register(&origin, company).await;
        let there = writer::all(&Client::at(&origin, &bearer)).await;
        seeded.insert(bearer.clone(), there.into_keys().collect());
        for number in 0..WRITERS {
            let name = format!("{company}{number}");
            writers.push(Writer::new(
                &name,
                &bearer,
                StdRng::seed_from_u64(random.random()),
            ));
        }
    }
    let mut tasks = JoinSet::new();
    for mut writer in writers {
        let origin = origin.clone();
        tasks.spawn(async move {
            writer.write_everything(&origin).await;
            writer
        });
    }
    let writers = tasks.join_all().await;
    server.kill_9().unwrap();
    (writers, seeded)
}

/// One life of the server: everybody writes until it is killed under their hands.
async fn live_and_die(
    directory: &Path,
    database: Option<&str>,
    life: usize,
    writers: Vec<Writer>,
    random: &mut StdRng,
) -> Vec<Writer> {
    let mut server = start(directory, database);
    if life % KILL_BEFORE_READY_EVERY == KILL_BEFORE_READY_EVERY - 1 {
        tokio::time::sleep(Duration::from_millis(random.random_range(0..60))).await;
        server.kill_9().unwrap();
        return writers;
    }
    let origin = server.origin().unwrap();
    let (told, mut first) = mpsc::channel(1);
    let mut clients = JoinSet::new();
    for mut writer in writers {
        let (origin, told) = (origin.clone(), told.clone());
        clients.spawn(async move {
            writer.write_until_cut_off(&origin, &told).await;
            writer
        });
    }
    // However busy the machine is, something is under way in most lives.
    if !life.is_multiple_of(KILL_BEFORE_READY_EVERY) {
        let acknowledged = tokio::time::timeout(Duration::from_secs(20), first.recv()).await;
        assert_eq!(acknowledged, Ok(Some(())), "nothing is acknowledged");
    }
    tokio::time::sleep(Duration::from_millis(random.random_range(0..250))).await;
    server.kill_9().unwrap();
    clients.join_all().await
}

/// Takes out the files that imports have left. Each is named by a job, and whatever a job names is there.
async fn left_by_imports(client: &Client, stored: &mut Records) -> Records {
    let (files, others): (Records, Records) =
        std::mem::take(stored)
            .into_iter()
            .partition(|((path, _), kept)| {
                let name = kept.fields.get("name").and_then(|it| it.as_str());
                *path == FILE.path && name.is_some_and(|it| it.starts_with("import-"))
            });
    *stored = others;
    let jobs = client.list("/log/api/v1/import-jobs?limit=200").await;
    let named = jobs
        .iter()
        .flat_map(|job| [job["fileId"].as_str(), job["errorFileId"].as_str()]);
    let named: BTreeSet<&str> = named.flatten().collect();
    let there: BTreeSet<&str> = files.keys().map(|(_, id)| id.as_str()).collect();
    assert_eq!(there, named, "files of imports");
    files
}

/// The chain of hashes is whole, and each record has one entry for each of its versions.
async fn trail_is_whole(
    client: &Client,
    kept: &Records,
    seeded: &BTreeSet<(&'static str, String)>,
) {
    let chain = client.get("/log/api/v1/audit/verify").await;
    assert_eq!(chain["data"]["isWhole"], true, "{chain}");
    let mut told: BTreeMap<(&'static str, String), i64> = BTreeMap::new();
    for entry in client.list("/log/api/v1/audit?limit=200").await {
        let mut nouns = NOUNS.iter().chain([&FILE]);
        let Some(noun) = nouns.find(|noun| entry["entity"]["type"] == noun.kind) else {
            continue;
        };
        let id = entry["entity"]["id"].as_str().unwrap().to_owned();
        *told.entry((noun.path, id)).or_default() += 1;
    }
    // What was there before the writers is not theirs.
    told.retain(|record, _| !seeded.contains(record));
    let versions = kept
        .iter()
        .map(|(record, kept)| (record.clone(), kept.version));
    assert_eq!(
        told,
        versions.collect(),
        "entries and versions of each record"
    );
}
