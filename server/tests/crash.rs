//! `kill -9` while companies register: what was acknowledged is there afterwards, and nothing is half there.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a client of a test that cannot go on should stop it"
)]

mod registrar;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use self::registrar::{Outcome, Registrar, Registration};

/// How many registrations have to be acknowledged over all kills, at the usual extent and at the full one.
const ENOUGH: (usize, usize) = (51, 200);

/// The server is killed at the moment at which it has acknowledged so many more, with others still on their way: at the
/// least [`enough`]` / PER_KILL` kills, wherever the others happen to stand.
const PER_KILL: usize = 17;

/// Clients at a time; more than the hashing of passwords lets in at once, so that some always wait.
const CLIENTS: usize = 6;

/// A machine that is busy with other tests takes its time; one that never gets there has a fault.
const PATIENCE: Duration = Duration::from_mins(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_loses_no_acknowledged_registration() {
    let enough = enough();
    let place = Place::new();
    let mut book = Book::default();
    let started = Instant::now();
    let run = tokio::time::timeout(PATIENCE, async {
        while book.acknowledged.len() < enough {
            register_until_killed(&place, &mut book).await;
        }
        let server = Server::start(&place);
        all_are_there(&server, &book).await;
        nothing_is_half_there(&server, &book).await;
        server.kill_9();
    });
    let finished = run.await.is_ok();
    assert!(
        finished,
        "after {:?} and {} kills only {} of {enough} registrations were acknowledged and found again",
        started.elapsed(),
        book.kills,
        book.acknowledged.len()
    );
    assert!(
        enough / PER_KILL <= book.kills,
        "{} kills show little",
        book.kills
    );
}

fn enough() -> usize {
    let (usual, full) = ENOUGH;
    waybill_test_extent::of(usual, full)
}

/// What the clients did and were told.
#[derive(Default)]
struct Book {
    kills: usize,
    begun: Arc<AtomicUsize>,
    /// E-mail → company name, answered with 201.
    acknowledged: BTreeMap<String, Registration>,
    /// Begun, and cut off before an answer came.
    cut_off: BTreeMap<String, Registration>,
}

impl Book {
    fn note(&mut self, registration: Registration, outcome: Outcome) {
        let page = match outcome {
            Outcome::Acknowledged => &mut self.acknowledged,
            Outcome::CutOff => &mut self.cut_off,
            // Too many at once: nothing happened.
            Outcome::TurnedAway => return,
        };
        page.insert(registration.email.clone(), registration);
    }
}

/// One life of the server: clients register one company after the other until it is killed under their hands.
async fn register_until_killed(place: &Place, book: &mut Book) {
    let server = Server::start(place);
    let enough = enough().min(book.acknowledged.len() + PER_KILL);
    let (told, mut outcomes) = mpsc::unbounded_channel();
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let registrar = Registrar::at(&server.origin);
        let (told, begun) = (told.clone(), Arc::clone(&book.begun));
        clients.spawn(async move {
            loop {
                let registration = Registration::number(begun.fetch_add(1, Ordering::Relaxed));
                let outcome = registrar.register(&registration).await;
                let is_over = outcome == Outcome::CutOff;
                if told.send((registration, outcome)).is_err() || is_over {
                    return;
                }
            }
        });
    }
    drop(told);
    while book.acknowledged.len() < enough {
        let Some((registration, outcome)) = outcomes.recv().await else {
            panic!("the server went away by itself");
        };
        book.note(registration, outcome);
    }
    server.kill_9();
    book.kills += 1;
    // Each client now meets the end of its connection; what was acknowledged to it before counts.
    while let Some((registration, outcome)) = outcomes.recv().await {
        book.note(registration, outcome);
    }
}

async fn all_are_there(server: &Server, book: &Book) {
    let registrar = Registrar::at(&server.origin);
    side_by_side(
        &book.acknowledged,
        move |Registration { email, company }| {
            let registrar = registrar.clone();
            async move {
                let found = registrar.company_of(&email).await;
                assert_eq!(found, Some(company), "{email} was acknowledged");
            }
        },
    )
    .await;
}

/// Whoever got no answer tries again: either all of it had been written, or it can be written now.
async fn nothing_is_half_there(server: &Server, book: &Book) {
    let registrar = Registrar::at(&server.origin);
    side_by_side(&book.cut_off, move |registration| {
        let registrar = registrar.clone();
        async move {
            registrar.register_again(&registration).await;
            let Registration { email, company } = registration;
            assert_eq!(registrar.company_of(&email).await, Some(company), "{email}");
        }
    })
    .await;
}

/// Does this for each registration, as many at a time as there are clients.
async fn side_by_side<F>(
    registrations: &BTreeMap<String, Registration>,
    task: impl Fn(Registration) -> F + Clone + Send + Sync + 'static,
) where
    F: Future<Output = ()> + Send,
{
    let all: Vec<Registration> = registrations.values().cloned().collect();
    let mut clients = JoinSet::new();
    for share in all.chunks(all.len().div_ceil(CLIENTS).max(1)) {
        let (task, share) = (task.clone(), share.to_vec());
        clients.spawn(async move {
            for registration in share {
                task(registration).await;
            }
        });
    }
    while let Some(done) = clients.join_next().await {
        done.unwrap();
    }
}

/// Where all lives of the server keep what they acknowledge.
struct Place {
    data_dir: TempDir,
    /// The URL of the database, when that is on PostgreSQL.
    database: Option<String>,
}

impl Place {
    fn new() -> Self {
        Self {
            data_dir: tempfile::tempdir().unwrap(),
            database: waybill_test_postgres::database_if_wanted(),
        }
    }
}

/// The real binary in a process of its own.
struct Server {
    child: Child,
    origin: String,
}

impl Server {
    fn start(place: &Place) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(place.data_dir.path())
            .envs(
                place
                    .database
                    .as_ref()
                    .map(|url| ("WAYBILL_DATABASE_URL", url)),
            )
            .env("WAYBILL_DRIVE_SHARED_FOLDER", "true")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let origin = lines
            .map_while(Result::ok)
            .find_map(|line| {
                let at = line.find("http://")?;
                line[at..].split_whitespace().next().map(str::to_owned)
            })
            .expect("the server prints its address");
        Self { child, origin }
    }

    fn kill_9(self) {
        drop(self);
    }
}

impl Drop for Server {
    /// By SIGKILL, also when the test fails, so that no server is left behind.
    fn drop(&mut self) {
        let killed = self.child.kill().and_then(|()| self.child.wait());
        assert!(killed.is_ok(), "{killed:?}");
    }
}
