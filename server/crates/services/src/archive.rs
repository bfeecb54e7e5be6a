//! The archive of a company: everything that it has in one ZIP file, also once its subscription is over.
//!
//! | Module | What |
//! |---|---|
//! | [`bundle`] | the ZIP file as it is written |
//! | [`records`] | the records of all nouns, as CSV and JSON Lines |
//! | [`trail`] | the audit trail with its chain |
//! | [`mails`] | mails as `.eml` with their attachments |
//! | [`drive`] | files in their folders |
//! | [`names`] | names that every system takes |
//! | [`mod@manifest`] | what the archive says of itself |
//! | [`preview`] | what it would hold |
//!
//! The right `company:export` opens it, within the company, and opens all of it: no other right is asked for. What is private
//! to somebody else stays so.
//!
//! Invariant: of one company one archive is written at a time on an instance, by a thread that answers nothing else; whoever
//! goes away stops it, and nothing of it is left.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use waybill_storage::records::Id;
use waybill_storage::{CompanyId, audit};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::log::audit::{done, subject_company};
use crate::mail::messages::MailMessages;
use crate::permissions::{Action, Permission, Resource, Scope};
use crate::services::Services;
use crate::source::Source;

mod bundle;
mod drive;
mod mails;
mod manifest;
pub mod names;
pub mod preview;
mod records;
mod trail;

use bundle::{Bundle, GONE};
use drive::Planned;
use manifest::{FromDatabase, HASHES, Told, manifest, readme};

/// How many archives are read from the database at once, whoever asks; others wait for their turn.
const TURNS: usize = 2;

/// How long the head of the answer waits for the database to be read, so that a failure is one with a reason. What takes
/// longer begins without: a call has an end, and a company may have any number of records.
const BEGINS_WITHIN: Duration = Duration::from_secs(20);

/// Parts that wait for a client which reads slowly.
const PARTS_WAITING: usize = 4;

const UNDER_WAY: ServiceError = ServiceError::State(
    "Your company's data is already being downloaded. Try again when that download has finished.",
);

/// An archive on its way to the client.
pub struct Archive {
    /// What its file is called.
    pub name: String,
    parts: mpsc::Receiver<bundle::Part>,
}

impl Archive {
    /// The next part; none at the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ServiceError> {
        // A writer that is gone without having said so has failed.
        self.parts.recv().await.unwrap_or(Err(GONE))
    }
}

/// The archives that are being written.
#[derive(Debug)]
pub(crate) struct Archives {
    companies: Arc<Mutex<HashSet<CompanyId>>>,
    turns: Arc<Semaphore>,
}

impl Default for Archives {
    fn default() -> Self {
        Self {
            companies: Arc::default(),
            turns: Arc::new(Semaphore::new(TURNS)),
        }
    }
}

/// That a company's archive is being written; dropped, it no longer is.
struct UnderWay {
    companies: Arc<Mutex<HashSet<CompanyId>>>,
    company: CompanyId,
}

impl Archives {
    fn begin(&self, company: CompanyId) -> Option<UnderWay> {
        let is_first = self.lock().insert(company);
        is_first.then(|| UnderWay {
            companies: Arc::clone(&self.companies),
            company,
        })
    }

    fn is_under_way(&self, company: CompanyId) -> bool {
        self.lock().contains(&company)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<CompanyId>> {
        self.companies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut companies = self
            .companies
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        companies.remove(&self.company);
    }
}

/// Passes for who may download everything of the company.
fn require(caller: &Caller) -> Result<(), ServiceError> {
    let permission = Permission {
        resource: Resource::Company,
        action: Action::Export,
    };
    match caller.require_permission(permission)? {
        Scope::Company => Ok(()),
        Scope::Own | Scope::Office => Err(ServiceError::Forbidden(permission)),
    }
}

/// What is still to be written once the database was read.
struct Rest {
    database: FromDatabase,
    mails: Vec<Id<MailMessages>>,
    files: Vec<Planned>,
}

impl Services {
    /// Begins the archive of the caller's company, once everything that the database has was read, or that took long. It is noted in the audit
    /// trail, of which that note is the last entry in the archive.
    pub async fn begin_archive(
        self: Arc<Self>,
        caller: Caller,
        source: &Source,
    ) -> Result<Archive, ServiceError> {
        require(&caller)?;
        let company = caller.company_id();
        let under_way = self.archives.begin(company).ok_or(UNDER_WAY)?;
        let turn = Arc::clone(&self.archives.turns).acquire_owned().await;
        let at = self.now();
        let subject = subject_company(caller.company());
        let entry = done(caller.user(), "company.export", subject, source);
        let tx = self.storage.begin_for(company).await?;
        audit::append(&tx, company, entry, at).await?;
        tx.commit().await?;

        let (client, parts) = mpsc::channel(PARTS_WAITING);
        let (begun, has_begun) = oneshot::channel();
        let day = at.to_zoned(jiff::tz::TimeZone::UTC).date();
        let name = names::safe(&format!("{} {day}.zip", caller.company().name));
        let runtime = Handle::current();
        let services = Arc::clone(&self);
        tokio::task::spawn_blocking(move || {
            let writing = services.write_archive(caller, at, client.clone(), (turn.ok(), begun));
            let outcome = runtime.block_on(writing);
            drop(under_way);
            // Whoever is gone needs no word of it.
            drop(runtime.block_on(client.send(outcome.map(|()| None))));
        });
        match tokio::time::timeout(BEGINS_WITHIN, has_begun).await {
            Ok(Ok(())) | Err(_) => Ok(Archive { name, parts }),
            // It failed before it began, and said why.
            Ok(Err(_)) => {
                let mut failed = Archive { name, parts };
                failed.next().await?;
                Err(GONE)
            }
        }
    }

    async fn write_archive(
        &self,
        caller: Caller,
        at: Timestamp,
        client: mpsc::Sender<bundle::Part>,
        (turn, begun): (Option<OwnedSemaphorePermit>, oneshot::Sender<()>),
    ) -> Result<(), ServiceError> {
        let mut bundle = Bundle::new(self.storage.directory(), client)?;
        let text = readme(&caller, at);
        bundle.put("README.txt", at, text.as_bytes()).await?;
        let rest = self.write_database(&mut bundle, &caller, at).await?;
        drop(turn);
        // Whoever did not wait for it reads on.
        begun.send(()).ok();
        bundle.flow().await?;

        let mut missing = Vec::new();
        let mails = mails::write(&mut bundle, self, &caller, rest.mails, &mut missing).await?;
        let drive = drive::write(&mut bundle, self, &caller, rest.files, &mut missing).await?;
        let told = Told {
            database: &rest.database,
            mails: &mails,
            drive: &drive,
            missing: &missing,
            files: bundle.files(),
        };
        let content = manifest(&caller, at, &told);
        bundle.put("manifest.json", at, &content).await?;
        Box::pin(bundle.finish(HASHES, at)).await
    }

    async fn write_database(
        &self,
        bundle: &mut Bundle,
        caller: &Caller,
        at: Timestamp,
    ) -> Result<Rest, ServiceError> {
        let db = self.storage.snapshot(caller.company_id()).await?;
        let records = records::write(bundle, &db, caller, at).await?;
        let audit = trail::write(bundle, &db, caller, at).await?;
        mails::write_suppressed(bundle, &db, caller, at).await?;
        Ok(Rest {
            database: FromDatabase { records, audit },
            mails: mails::plan(&db, caller).await?,
            files: drive::plan(&db, caller).await?,
        })
    }
}
