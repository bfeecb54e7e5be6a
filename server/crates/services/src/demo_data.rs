//! Demo data: a believable company for a demonstration, or a long list of contacts for a benchmark.
//!
//! | Module | What |
//! |---|---|
//! | [`contacts`] | the table of contacts that is imported |
//! | [`people`] | roles and colleagues |
//! | [`desk`] | tags, templates, files, issues, reports |
//! | [`history`] | half a year of work, as the audit trail has it |
//! | [`words`] | the names of which all of it is made |
//!
//! Everything goes through the rules that people's requests go through, but for the colleagues, who would be invited by
//! mail, and their sign-ins. It is written with a clock of its own, which begins half a year ago.
//!
//! Invariant: nothing is filled where a company exists, and what is filled is there as a whole or not at all, whatever ends the
//! process; two companies of one size have the same but for ids and dates.

use std::sync::Arc;

use jiff::{SignedDuration, ToSpan as _};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use waybill_storage::clock::ManualClock;
use waybill_storage::companies::{self, Plan};
use waybill_storage::{Clock as _, Storage, StorageError, UserId};

use crate::archive::Archives;
use crate::caller::{Caller, Callers};
use crate::drive::picture;
use crate::error::ServiceError;
use crate::iam::company::AccountType;
use crate::iam::register::NewRegistration;
use crate::languages::Language;
use crate::mail::counts::MailCounts;
use crate::master::locations::Locations;
use crate::report::latest::LatestResults;
use crate::report::run::TURNS;
use crate::seams::Identity;
use crate::services::Services;
use crate::source::{Origin, Source};
use crate::validate::{Draft, Faults};

pub mod contacts;
mod desk;
mod history;
mod people;
mod words;

/// How long the company has been at work.
const HISTORY: SignedDuration = SignedDuration::from_hours(26 * 7 * 24);

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoData {
    /// Contacts.
    pub contacts: usize,
    /// People, with the first one.
    pub people: usize,
    /// Audit entries, at least.
    pub audit: u64,
    /// Whether there are roles, tags, templates, files, issues and reports, too.
    pub has_desk: bool,
}

impl DemoData {
    /// The company of a demonstration.
    pub const DEMO: Self = Self {
        contacts: 400,
        people: 30,
        audit: 5000,
        has_desk: true,
    };

    /// One person and so many contacts.
    pub const fn rows(contacts: usize) -> Self {
        Self {
            contacts,
            people: 1,
            audit: 0,
            has_desk: false,
        }
    }
}

/// Why nothing, or not all, was filled in.
#[derive(Debug, thiserror::Error)]
pub enum FillError {
    /// Somebody works here already.
    #[error(
        "a company already exists; demonstration and benchmark data need an empty data directory"
    )]
    Occupied,
    /// A rule or the database refused something.
    #[error("the company cannot be filled in")]
    Services(#[from] ServiceError),
}

impl From<StorageError> for FillError {
    fn from(error: StorageError) -> Self {
        Self::Services(error.into())
    }
}

/// A company while it is filled: the services at its time, and its first person.
struct World {
    services: Services,
    clock: Arc<ManualClock>,
    founder: Caller,
    source: Source,
    dice: words::Dice,
}

async fn require_vacant(storage: &Storage) -> Result<(), FillError> {
    match companies::is_any(storage.reader()).await? {
        true => Err(FillError::Occupied),
        false => Ok(()),
    }
}

impl Services {
    /// Fills a company in; gives its first person and administrator, whose identity `first` makes in the storage it is
    /// handed, where a company will be.
    pub async fn fill<E: From<FillError> + From<StorageError>>(
        &self,
        first: impl AsyncFnOnce(&Storage) -> Result<Identity, E>,
        data: DemoData,
    ) -> Result<UserId, E> {
        let whole = self.storage.whole(async |storage| {
            require_vacant(&storage).await?;
            let first = first(&storage).await?;
            Ok(Box::pin(self.fill_in(storage, &first, data)).await?)
        });
        whole.await
    }

    async fn fill_in(
        &self,
        storage: Storage,
        first: &Identity,
        data: DemoData,
    ) -> Result<UserId, FillError> {
        let now = self.now();
        let clock = Arc::new(ManualClock::starting_at(now - HISTORY));
        let services = self.within(storage, Arc::clone(&clock));
        let source = Source {
            origin: Origin::Ui,
            browser: Some("Waybill's demonstration".to_owned()),
            ..Source::default()
        };
        let draft = Draft {
            value: NewRegistration {
                first_name: "Mara".to_owned(),
                last_name: "Vermeer".to_owned(),
                company_name: "Meridian Freight".to_owned(),
                operating_country: "NL".to_owned(),
                language: Language::English,
            },
            faults: Faults::default(),
        };
        let founder = services.register_identity(first, draft, &source).await?;
        let company = founder.company_id();
        let plan = Plan {
            name: "Business".to_owned(),
            expiry_date: now
                .to_zoned(jiff::tz::TimeZone::UTC)
                .date()
                .checked_add(1.year())
                .ok(),
        };
        let tx = services.storage.begin_for(company).await?;
        let account = AccountType::Standard.as_str();
        companies::set_contract(&tx, company, account, Some(&plan), clock.now()).await?;
        tx.commit().await?;
        let founder = services.caller(founder.user_id()).await?;
        let mut world = World {
            services,
            clock,
            founder,
            source,
            dice: words::Dice::new(),
        };
        let colleagues = people::fill(&world, data.people).await?;
        let tags = match data.has_desk {
            true => desk::tags(&world).await?,
            false => Vec::new(),
        };
        let owners: Vec<_> = colleagues.iter().map(Caller::user_id).collect();
        let ids = contacts::fill(&mut world, data.contacts, &owners, &tags).await?;
        if data.has_desk {
            desk::fill(&mut world, &colleagues).await?;
        }
        history::fill(&mut world, data.audit, &colleagues, &ids, &tags, now).await?;
        Ok(world.founder.user_id())
    }

    /// The same services on another storage and at another time.
    fn within(&self, storage: Storage, clock: Arc<ManualClock>) -> Self {
        Self {
            storage,
            callers: Callers::default(),
            clock,
            identities: Arc::clone(&self.identities),
            resets: Arc::clone(&self.resets),
            inbox: Arc::clone(&self.inbox),
            sessions: Arc::clone(&self.sessions),
            files: Arc::clone(&self.files),
            settings: self.settings.clone(),
            locations: Locations::default(),
            post: self.post.clone(),
            mail_counts: MailCounts::default(),
            report_turns: Semaphore::new(TURNS),
            report_results: LatestResults::default(),
            picture_turns: Semaphore::new(picture::TURNS),
            archives: Archives::default(),
        }
    }
}

impl World {
    /// Lets time pass.
    fn later(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }
}

/// The members of an object.
fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
