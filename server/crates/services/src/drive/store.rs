//! The port to the object store that holds the bytes of files: the local disk, or what speaks S3.
//!
//! `object_store` is named here alone.
//!
//! Invariant: an object lies under a generated id, never under a name that somebody chose. It is there as a whole and
//! durable, or it is not there.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _};
use jiff::Timestamp;
use object_store::aws::AmazonS3Builder;
use object_store::buffered::BufWriter;
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{GetOptions, ObjectStore, ObjectStoreExt as _};
use tokio::io::AsyncWriteExt as _;
use uuid::Uuid;

/// How much of an object is held in memory while it is written. S3 takes parts of 5 MiB or more.
const BUFFER_BYTES: usize = 5 * 1024 * 1024;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A part of a content that is on its way in.
    Part,
    /// A whole content.
    Content,
}

/// The place of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectKey {
    /// What it is.
    pub kind: ObjectKind,
    /// Its id.
    pub id: Uuid,
}

/// Bytes as they come.
pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, StoreError>> + Send>>;

/// Why the object store did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such object.
    #[error("the object store has no such object")]
    Missing,
    /// There is no room left.
    #[error("the object store is full")]
    Full,
    /// Anything else.
    #[error("the object store failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Where the bytes of files lie.
#[async_trait]
pub trait FileStore: fmt::Debug + Send + Sync {
    /// Begins an object, which is there once the writing is finished.
    fn write(&self, key: ObjectKey) -> Box<dyn ObjectWriter>;

    /// The bytes of an object within the range, which must not be empty.
    async fn read(&self, key: ObjectKey, range: Range<u64>) -> Result<ByteStream, StoreError>;

    /// Removes an object. What is not there is removed.
    async fn remove(&self, key: ObjectKey) -> Result<(), StoreError>;

    /// The objects of that kind that were written before the moment.
    async fn older(&self, kind: ObjectKind, than: Timestamp) -> Result<Vec<Uuid>, StoreError>;
}

/// An object that is being written. Dropped before its end, it never was.
#[async_trait]
pub trait ObjectWriter: Send {
    /// Writes more.
    async fn put(&mut self, bytes: Bytes) -> Result<(), StoreError>;

    /// Ends the object: when this returns, it is durable.
    async fn finish(self: Box<Self>) -> Result<(), StoreError>;

    /// Gives up what was written.
    async fn abort(self: Box<Self>);
}

/// What an S3-compatible store wants to know.
#[derive(Clone)]
pub struct S3Settings {
    /// The bucket.
    pub bucket: String,
    /// What stands before every key; may be empty.
    pub prefix: String,
    /// Its address; none means Amazon's.
    pub endpoint: Option<String>,
    /// The region.
    pub region: String,
    /// The id of the access key; empty means that the machine's own credentials are used.
    pub access_key_id: String,
    /// The secret of the access key.
    pub secret_access_key: String,
}

impl fmt::Debug for S3Settings {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3Settings")
            .field("bucket", &self.bucket)
            .field("endpoint", &self.endpoint)
            .finish_non_exhaustive()
    }
}

/// A store on the local disk, in a folder that is made for its owner alone. What was written survives the loss of power.
pub fn on_disk(folder: &Path) -> Result<Arc<dyn FileStore>, StoreError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(failed)?;
    let disk = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
    Ok(Arc::new(Objects(Arc::new(disk))))
}

/// A store that speaks S3.
pub fn on_s3(settings: &S3Settings) -> Result<Arc<dyn FileStore>, StoreError> {
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&settings.bucket)
        .with_region(&settings.region);
    if let Some(endpoint) = &settings.endpoint {
        builder = builder
            .with_allow_http(endpoint.starts_with("http://"))
            .with_endpoint(endpoint);
    }
    if !settings.access_key_id.is_empty() {
        builder = builder
            .with_access_key_id(&settings.access_key_id)
            .with_secret_access_key(&settings.secret_access_key);
    }
    let s3 = builder.build()?;
    let objects: Arc<dyn ObjectStore> = match settings.prefix.trim_matches('/') {
        "" => Arc::new(s3),
        prefix => Arc::new(PrefixStore::new(s3, prefix)),
    };
    Ok(Arc::new(Objects(objects)))
}

/// Whatever `object_store` reaches.
#[derive(Debug)]
struct Objects(Arc<dyn ObjectStore>);

#[async_trait]
impl FileStore for Objects {
    fn write(&self, key: ObjectKey) -> Box<dyn ObjectWriter> {
        let objects = Arc::clone(&self.0);
        Box::new(Writer(BufWriter::with_capacity(
            objects,
            path(key),
            BUFFER_BYTES,
        )))
    }

    async fn read(&self, key: ObjectKey, range: Range<u64>) -> Result<ByteStream, StoreError> {
        let options = GetOptions {
            range: Some(range.into()),
            ..GetOptions::default()
        };
        let found = self.0.get_opts(&path(key), options).await?;
        Ok(Box::pin(
            found.into_stream().map(|it| it.map_err(StoreError::from)),
        ))
    }

    async fn remove(&self, key: ObjectKey) -> Result<(), StoreError> {
        match self.0.delete(&path(key)).await.map_err(StoreError::from) {
            Err(StoreError::Missing) => Ok(()),
            other => other,
        }
    }

    async fn older(&self, kind: ObjectKind, than: Timestamp) -> Result<Vec<Uuid>, StoreError> {
        let mut objects = self.0.list(Some(&kind.prefix().into()));
        let mut older = Vec::new();
        while let Some(object) = objects.next().await {
            let object = object?;
            let id: Option<Uuid> = object.location.filename().and_then(|it| it.parse().ok());
            if object.last_modified.timestamp() < than.as_second() {
                older.extend(id);
            }
        }
        Ok(older)
    }
}

struct Writer(BufWriter);

#[async_trait]
impl ObjectWriter for Writer {
    async fn put(&mut self, bytes: Bytes) -> Result<(), StoreError> {
        Ok(self.0.put(bytes).await?)
    }

    async fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        self.0.shutdown().await.map_err(of_io)
    }

    async fn abort(mut self: Box<Self>) {
        if let Err(error) = self.0.abort().await {
            tracing::warn!(%error, "An abandoned object could not be deleted.");
        }
    }
}

impl ObjectKind {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Part => "parts",
            Self::Content => "contents",
        }
    }
}

fn path(key: ObjectKey) -> object_store::path::Path {
    let id = key.id.to_string();
    // The last digits are random; the first ones would put all of a day into one folder.
    let shelf = id.get(id.len() - 2..).unwrap_or_default();
    object_store::path::Path::from_iter([key.kind.prefix(), shelf, &id])
}

impl From<object_store::Error> for StoreError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::Missing,
            error if is_full(&error) => Self::Full,
            error => failed(error),
        }
    }
}

/// What an error of a file says of the disk.
pub(crate) fn of_io(error: std::io::Error) -> StoreError {
    if is_full(&error) {
        StoreError::Full
    } else {
        failed(error)
    }
}

/// Whether an error comes of a disk or a quota that is used up.
fn is_full(error: &(dyn std::error::Error + 'static)) -> bool {
    use std::io::ErrorKind::{QuotaExceeded, StorageFull};
    let mut next = Some(error);
    while let Some(error) = next {
        let kind = error
            .downcast_ref::<std::io::Error>()
            .map(std::io::Error::kind);
        if matches!(kind, Some(StorageFull | QuotaExceeded)) {
            return true;
        }
        next = error.source();
    }
    false
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Failed(Box::new(error))
}
