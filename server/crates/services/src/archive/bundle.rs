//! The archive as it is written: a ZIP file (APPNOTE 6.3) on its way to whoever downloads it.
//!
//! What is read from the database goes into a file without a name first, so that the snapshot it is read from is held for as
//! long as the server takes, and not for as long as the client does. From [`Bundle::flow`] on everything goes to the client.
//!
//! Invariant: memory does not grow with the size of a file, and nothing is left behind: a file without a name is gone with the
//! process that has it open.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::drive::content::hex;
use crate::drive::store::of_io;
use crate::error::ServiceError;

/// How much is handed on at once.
const PART_BYTES: usize = 64 * 1024;

/// A file of which more is not known is written as one that may have more than 4 GiB.
const LARGE: u64 = u32::MAX as u64;

/// A part of the archive, or why it breaks off; none at its end.
pub(super) type Part = Result<Option<Bytes>, ServiceError>;

/// The archive under way.
pub(super) struct Bundle {
    zip: ZipWriter<StreamWriter<Outgoing>>,
    outgoing: Outgoing,
    spool: Option<File>,
    client: mpsc::Sender<Part>,
    sums: File,
    current: Option<Current>,
    files: u64,
}

/// The file that is being written.
struct Current {
    path: String,
    hash: Sha256,
    bytes: u64,
}

/// What was written of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) path: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// What the ZIP writer has written and nobody has taken yet.
#[derive(Clone, Default)]
struct Outgoing(Arc<Mutex<Vec<u8>>>);

impl Outgoing {
    fn waiting(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Bundle {
    /// An empty archive for `client`, whose files without a name lie in the folder.
    pub(super) fn new(folder: &Path, client: mpsc::Sender<Part>) -> Result<Self, ServiceError> {
        let outgoing = Outgoing::default();
        Ok(Self {
            zip: ZipWriter::new_stream(outgoing.clone()),
            outgoing,
            spool: Some(tempfile::tempfile_in(folder).map_err(of_io)?),
            client,
            sums: tempfile::tempfile_in(folder).map_err(of_io)?,
            current: None,
            files: 0,
        })
    }

    /// Begins a file at the path, which was last changed then. `size` is how large it will be, if that is known.
    pub(super) fn begin(
        &mut self,
        path: &str,
        at: Timestamp,
        size: Option<u64>,
    ) -> Result<(), ServiceError> {
        let mut options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .large_file(size.is_none_or(|size| LARGE <= size))
            .unix_permissions(0o600);
        if let Some(moment) = moment(at) {
            options = options.last_modified_time(moment);
        }
        self.zip.start_file(path, options).map_err(of_zip)?;
        self.current = Some(Current {
            path: path.to_owned(),
            hash: Sha256::new(),
            bytes: 0,
        });
        Ok(())
    }

    /// Adds to the file.
    pub(super) async fn write(&mut self, bytes: &[u8]) -> Result<(), ServiceError> {
        if let Some(current) = &mut self.current {
            current.hash.update(bytes);
            current.bytes += bytes.len() as u64;
        }
        self.zip.write_all(bytes).map_err(of_io)?;
        if PART_BYTES <= self.outgoing.waiting() {
            self.hand_on().await?;
        }
        Ok(())
    }

    /// Ends the file.
    pub(super) fn end(&mut self) -> Result<Written, ServiceError> {
        let Current { path, hash, bytes } = self
            .current
            .take()
            .ok_or(ServiceError::State("The archive could not be written."))?;
        let sha256 = hex(hash);
        writeln!(self.sums, "{sha256}  {path}").map_err(of_io)?;
        self.files += 1;
        Ok(Written {
            path,
            bytes,
            sha256,
        })
    }

    /// A file that is there as a whole.
    pub(super) async fn put(
        &mut self,
        path: &str,
        at: Timestamp,
        content: &[u8],
    ) -> Result<Written, ServiceError> {
        self.begin(path, at, Some(content.len() as u64))?;
        self.write(content).await?;
        self.end()
    }

    /// From here on everything goes to the client, as fast as it reads; first what was written until now.
    pub(super) async fn flow(&mut self) -> Result<(), ServiceError> {
        self.hand_on().await?;
        let Some(mut spool) = self.spool.take() else {
            return Ok(());
        };
        spool.seek(SeekFrom::Start(0)).map_err(of_io)?;
        loop {
            let mut part = vec![0; PART_BYTES];
            let read = spool.read(&mut part).map_err(of_io)?;
            if read == 0 {
                return Ok(());
            }
            part.truncate(read);
            sent(&self.client, part).await?;
        }
    }

    /// How many files there are until now.
    pub(super) fn files(&self) -> u64 {
        self.files
    }

    /// Ends the archive, its last file the hashes of all others, as `sha256sum` writes and checks them.
    pub(super) async fn finish(mut self, path: &str, at: Timestamp) -> Result<(), ServiceError> {
        self.begin(path, at, None)?;
        self.sums.seek(SeekFrom::Start(0)).map_err(of_io)?;
        let mut part = vec![0; PART_BYTES];
        loop {
            let read = self.sums.read(&mut part).map_err(of_io)?;
            if read == 0 {
                break;
            }
            self.zip.write_all(&part[..read]).map_err(of_io)?;
            self.hand_on().await?;
        }
        self.zip.finish().map_err(of_zip)?;
        let rest = self.outgoing.take();
        sent(&self.client, rest).await
    }

    async fn hand_on(&mut self) -> Result<(), ServiceError> {
        let part = self.outgoing.take();
        match &mut self.spool {
            Some(spool) => {
                // Whoever asked may be gone already.
                if self.client.is_closed() {
                    return Err(GONE);
                }
                Ok(spool.write_all(&part).map_err(of_io)?)
            }
            None => sent(&self.client, part).await,
        }
    }
}

async fn sent(client: &mpsc::Sender<Part>, part: Vec<u8>) -> Result<(), ServiceError> {
    if part.is_empty() {
        return Ok(());
    }
    let sent = client.send(Ok(Some(Bytes::from(part)))).await;
    sent.map_err(|_| GONE)
}

/// What stops an archive that nobody waits for any more.
pub(super) const GONE: ServiceError = ServiceError::State("The download was broken off.");

fn of_zip(error: zip::result::ZipError) -> ServiceError {
    of_io(io::Error::from(error)).into()
}

/// The moment as MS-DOS writes it, in UTC; none before 1980.
fn moment(at: Timestamp) -> Option<DateTime> {
    let at = at.to_zoned(jiff::tz::TimeZone::UTC);
    let part = |number: i8| u8::try_from(number).ok();
    let year = u16::try_from(at.year()).ok()?;
    let (month, day) = (part(at.month())?, part(at.day())?);
    let (hour, minute, second) = (part(at.hour())?, part(at.minute())?, part(at.second())?);
    DateTime::from_date_and_time(year, month, day, hour, minute, second).ok()
}
