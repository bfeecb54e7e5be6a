//! A store that fails, and a server that is killed between the bytes and their row.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::StatusCode;
use jiff::Timestamp;
use tokio::sync::Notify;
use uuid::Uuid;
use waybill_services::drive::store::{
    ByteStream, FileStore, ObjectKey, ObjectKind, ObjectWriter, StoreError, on_disk,
};

use super::{FILES, begin_text, complete, content, file, id, part, replace, small};
use crate::actors::TestApp;

const WELL: u8 = 0;
/// There is no room for contents.
const FULL: u8 = 1;
/// Contents are written, and whoever waits for that waits for ever.
const HANGS: u8 = 2;

/// The disk, with a mood.
#[derive(Clone, Debug)]
struct Moody {
    disk: Arc<dyn FileStore>,
    mood: Arc<AtomicU8>,
    hangs: Arc<Notify>,
}

impl Moody {
    fn in_folder(folder: &Path) -> Self {
        Self {
            disk: on_disk(&folder.join("files")).unwrap(),
            mood: Arc::default(),
            hangs: Arc::default(),
        }
    }

    fn becomes(&self, mood: u8) {
        self.mood.store(mood, Ordering::SeqCst);
    }
}

#[async_trait]
impl FileStore for Moody {
    fn write(&self, key: ObjectKey) -> Box<dyn ObjectWriter> {
        let disk = self.disk.write(key);
        match key.kind {
            ObjectKind::Part => disk,
            ObjectKind::Content => Box::new(MoodyWriter(disk, self.clone())),
        }
    }

    async fn read(&self, key: ObjectKey, range: Range<u64>) -> Result<ByteStream, StoreError> {
        self.disk.read(key, range).await
    }

    async fn remove(&self, key: ObjectKey) -> Result<(), StoreError> {
        self.disk.remove(key).await
    }

    async fn older(&self, kind: ObjectKind, than: Timestamp) -> Result<Vec<Uuid>, StoreError> {
        self.disk.older(kind, than).await
    }
}

struct MoodyWriter(Box<dyn ObjectWriter>, Moody);

#[async_trait]
impl ObjectWriter for MoodyWriter {
    async fn put(&mut self, bytes: Bytes) -> Result<(), StoreError> {
        self.0.put(bytes).await
    }

    async fn finish(self: Box<Self>) -> Result<(), StoreError> {
        match self.1.mood.load(Ordering::SeqCst) {
            FULL => {
                self.0.abort().await;
                Err(StoreError::Full)
            }
            HANGS => {
                self.0.finish().await?;
                self.1.hangs.notify_one();
                std::future::pending().await
            }
            _ => self.0.finish().await,
        }
    }

    async fn abort(self: Box<Self>) {
        self.0.abort().await;
    }
}

async fn moody() -> (TestApp, Moody) {
    let mut moody = None;
    let app = TestApp::with(|folder, settings| {
        let store = Moody::in_folder(folder);
        settings.files = Some(Arc::new(store.clone()));
        moody = Some(store);
    });
    (app.await, moody.unwrap())
}

#[tokio::test]
async fn a_full_store_takes_nothing_in_and_still_gives_out() {
    let (app, store) = moody().await;
    let ann = app.administrator("Lines").await;
    let plan = file(&ann, "name=plan.txt", b"one").await;
    store.becomes(FULL);
    let upload = begin_text(&ann, "next.txt", 3).await;
    part(&ann, &upload, 0, "two").await;
    for answer in [
        small(&ann, "name=a.txt", b"x").await,
        replace(&ann, &plan, "*", b"two").await,
        complete(&ann, &upload).await,
    ] {
        assert_eq!(answer.status, StatusCode::INSUFFICIENT_STORAGE);
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
    assert_eq!(ann.get(FILES).await.column("name"), ["plan.txt"]);
    assert_eq!(content(&ann, &plan).await.text, "one");
    store.becomes(WELL);
    assert_eq!(complete(&ann, &upload).await.status, StatusCode::OK);
    app.set_time("2027-01-01T00:00:00Z");
    assert_eq!(app.services.sweep_files().await.unwrap(), 0);
}

#[tokio::test]
async fn killed_between_bytes_and_row_leaves_no_row_and_the_bytes_are_swept() {
    let (app, store) = moody().await;
    let ann = app.administrator("Lines").await;
    let upload = begin_text(&ann, "next.txt", 3).await;
    part(&ann, &upload, 0, "two").await;
    store.becomes(HANGS);
    let killed = {
        let (ann, upload) = (ann.clone(), upload.clone());
        tokio::spawn(async move { complete(&ann, &upload).await })
    };
    store.hangs.notified().await;
    killed.abort();
    assert!(killed.await.unwrap_err().is_cancelled());
    assert!(ann.get(FILES).await.rows().is_empty());

    store.becomes(WELL);
    let made = complete(&ann, &upload).await.data(StatusCode::OK);
    app.set_time("2027-01-01T00:00:00Z");
    assert_eq!(app.services.sweep_files().await.unwrap(), 1);
    assert_eq!(content(&ann, &id(&made)).await.text, "two");
}
