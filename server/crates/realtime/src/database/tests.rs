//! A database over a storage of its own, with listeners whose messages are looked at.

use std::path::Path as FilePath;
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use waybill_storage::clock::ManualClock;
use waybill_test_postgres::Template;

use super::*;
use crate::bus::{Alone, InProcess};
use crate::identity::Identity;
use crate::outlet::{Inlet, Next, Outlet};
use crate::rules::InboxRules;

mod instances;
mod telling;
mod writing;

pub(super) const INBOX: &str = "co1/general-notification/ann";

/// A storage, which goes with it.
pub(super) struct Place {
    folder: TempDir,
    url: Option<String>,
}

impl Place {
    pub(super) async fn new() -> (Self, Storage) {
        static TEMPLATE: Template = Template::new();
        let folder = tempfile::tempdir().unwrap();
        let make = async |folder: &FilePath, url: Option<&str>| {
            open(folder, url).await.close().await.unwrap();
        };
        let url = TEMPLATE.copy_to(folder.path(), make).await;
        let place = Self { folder, url };
        let storage = place.open().await;
        (place, storage)
    }

    pub(super) async fn open(&self) -> Storage {
        open(self.folder.path(), self.url.as_deref()).await
    }
}

async fn open(folder: &FilePath, url: Option<&str>) -> Storage {
    let url = url.map(|url| url.parse().unwrap());
    Storage::open_at(folder, url.as_ref()).await.unwrap()
}

pub(super) fn now() -> Timestamp {
    Timestamp::from_millisecond(1_795_176_062_129).unwrap()
}

pub(super) fn database_with(storage: Storage, bus: Arc<dyn Bus>) -> Database {
    Database::new(Parts {
        namespace: "demo-default-rtdb".to_owned(),
        storage,
        clock: Arc::new(ManualClock::starting_at(now())),
        rules: Arc::new(InboxRules),
        original: Arc::new(NoOriginal),
        bus,
    })
}

pub(super) async fn database() -> (Place, Database) {
    let (place, storage) = Place::new().await;
    (place, database_with(storage, Arc::new(Alone::default())))
}

pub(super) fn path(text: &str) -> Path {
    text.parse().unwrap()
}

pub(super) fn target(at: &str, query: Option<Json>) -> Target {
    Target {
        path: path(at),
        query: query.and_then(|it| Query::of_json(&it).unwrap()),
    }
}

/// A listener and what it is told.
pub(super) struct Ear {
    pub(super) listener: Listener,
    inlet: Inlet,
}

impl Ear {
    pub(super) fn new(tag: Option<u64>) -> Self {
        let (outlet, inlet) = Outlet::new();
        let listener = Listener {
            socket: SocketId::new_v4(),
            outlet,
            tag,
        };
        Self { listener, inlet }
    }

    pub(super) async fn listening(database: &Database, at: &str, query: Option<Json>) -> Self {
        let ear = Self::new(query.is_some().then_some(1));
        let target = target(at, query);
        let heard = database.listen(&target, &ear.listener, "");
        heard.await.unwrap();
        ear
    }

    /// The inner body of the only message that is there.
    #[track_caller]
    pub(super) fn one(&mut self) -> Json {
        let mut all = self.all();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    /// Everything that is there.
    pub(super) fn all(&mut self) -> Vec<Json> {
        let mut all = Vec::new();
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        loop {
            let next = std::pin::pin!(self.inlet.next());
            match next.poll(&mut context) {
                std::task::Poll::Ready(Next::Message(message)) => {
                    let message: Json = serde_json::from_str(&message).unwrap();
                    assert_eq!(message["t"], "d");
                    all.push(message["d"].clone());
                }
                std::task::Poll::Ready(Next::Close(why)) => panic!("closed: {why:?}"),
                std::task::Poll::Pending => return all,
            }
        }
    }
}

pub(super) fn set(at: &str, value: Json) -> Write {
    Write {
        changes: vec![(path(at), Change::Put(value))],
        expected: None,
    }
}

pub(super) async fn put_by_server(database: &Database, at: &str, value: Json) {
    database
        .write(&Author::Server, set(at, value))
        .await
        .unwrap();
}

pub(super) async fn at(database: &Database, path: &str) -> Json {
    database
        .get(&self::path(path), None)
        .await
        .unwrap()
        .to_json()
}

pub(super) fn ann() -> Author {
    Author::Client(Some(Arc::new(Identity::for_tests("ann", INBOX))))
}

#[test]
fn every_test_passes_on_postgres_too() {
    waybill_test_postgres::run_again(&[]);
}
