//! The services of one running server, with everything they work on.
//!
//! Invariant: nothing here is global; two servers in one process (in tests, say) share nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::Timestamp;
use tokio::sync::Semaphore;
use waybill_storage::companies::Company;
use waybill_storage::users::{self, User};
use waybill_storage::viewings::ViewingId;
use waybill_storage::{Clock, LoginSessionId, Storage, StorageError, UserId, roles};

use crate::archive::Archives;
use crate::caller::{Caller, Callers, SignInMethod};
use crate::collection::nouns;
use crate::drive::DriveLimits;
use crate::drive::picture;
use crate::drive::store::{self, FileStore};
use crate::error::ServiceError;
use crate::iam::session_view::SessionView;
use crate::iam::user::UserStatus;
use crate::mail::counts::MailCounts;
use crate::mail::{self, MailQuotas, Post};
use crate::master;
use crate::master::locations::Locations;
use crate::notifications;
use crate::report::latest::LatestResults;
use crate::report::run::TURNS;
use crate::seams::{IdentityVerifier, Inbox, NoInbox, NoPasswords, PasswordResets, Sessions};

/// The services.
pub struct Services {
    /// The database.
    pub(crate) storage: Storage,
    /// Who spoke of late.
    pub(crate) callers: Callers,
    /// Tells the time.
    pub(crate) clock: Arc<dyn Clock>,
    /// Tells who holds an ID token.
    pub(crate) identities: Arc<dyn IdentityVerifier>,
    /// Mails links for new passwords.
    pub(crate) resets: Arc<dyn PasswordResets>,
    /// Shows notifications to open pages.
    pub(crate) inbox: Arc<dyn Inbox>,
    /// Starts, renews and ends sessions.
    pub(crate) sessions: Arc<dyn Sessions>,
    /// Holds the bytes of files.
    pub(crate) files: Arc<dyn FileStore>,
    /// What the operator has set.
    pub(crate) settings: Settings,
    /// Ports as they are searched.
    pub(crate) locations: Locations,
    /// What mails are sent with.
    pub(crate) post: Post,
    /// What became of mails.
    pub(crate) mail_counts: MailCounts,
    /// Who runs a report holds one of these meanwhile.
    pub(crate) report_turns: Semaphore,
    /// What reports last gave to their readers.
    pub(crate) report_results: LatestResults,
    /// Who draws a picture anew holds one of these meanwhile: a decoder takes much memory.
    pub(crate) picture_turns: Semaphore,
    /// Which companies' archives are being written.
    pub(crate) archives: Archives,
}

/// What the operator has set.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Where browsers reach the server, without a slash at the end; links in mails begin with it.
    pub public_origin: String,
    /// Lower-cased mail addresses of the operator's own people. An address counts only once it is verified.
    pub super_admins: BTreeSet<String>,
    /// Where the bytes of files lie; none means `files/` in the data directory.
    pub files: Option<Arc<dyn FileStore>>,
    /// What may change while the services run. Clones share it.
    pub reloadable: Arc<ArcSwap<Reloadable>>,
    /// Whether a cached caller is loaded again for each request and compared. Tests ask for it: a change that does not
    /// move the rights stamp fails the first test that reaches it.
    pub compares_callers: bool,
}

/// What the operator may set anew while the services run.
#[derive(Clone, Debug, Default)]
pub struct Reloadable {
    /// Key of the maps service; empty when there is none.
    pub google_map_key: String,
    /// Key of the analytics service; empty when there is none.
    pub pendo_key: String,
    /// How many files a company may keep.
    pub drive: DriveLimits,
    /// How many mails leave within a day.
    pub mail_quotas: MailQuotas,
}

impl Settings {
    /// What counts at the moment. A request takes it once.
    pub fn reloadable(&self) -> Arc<Reloadable> {
        self.reloadable.load_full()
    }

    /// Changes what counts from now on, for all that share these settings.
    pub fn reload(&self, change: impl FnOnce(&mut Reloadable)) {
        let mut reloadable = Reloadable::clone(&self.reloadable());
        change(&mut reloadable);
        self.reloadable.store(Arc::new(reloadable));
    }
}

/// The session in which somebody speaks.
#[derive(Clone, Copy, Debug)]
pub struct CallerSession {
    /// Its id.
    pub id: LoginSessionId,
    /// Who speaks.
    pub user_id: UserId,
    /// How the user signed in.
    pub method: SignInMethod,
    /// When it ends however much it is used.
    pub ends_at: Timestamp,
    /// Under which other rights it reads, if it does.
    pub viewing: Option<ViewingId>,
}

impl Services {
    /// Puts the services together and brings the reference data up to date, which takes no time when they are.
    pub async fn new(
        storage: Storage,
        clock: Arc<dyn Clock>,
        identities: Arc<dyn IdentityVerifier>,
        sessions: Arc<dyn Sessions>,
        settings: Settings,
    ) -> Result<Self, ServiceError> {
        Self::load_reference_data(&storage, clock.now()).await?;
        let post = Post::kept_in(storage.directory());
        let files = match &settings.files {
            Some(files) => Arc::clone(files),
            None => store::on_disk(&storage.directory().join("files"))?,
        };
        Ok(Self {
            storage,
            callers: Callers::default(),
            clock,
            identities,
            resets: Arc::new(NoPasswords),
            inbox: Arc::new(NoInbox),
            sessions,
            files,
            settings,
            locations: Locations::default(),
            post,
            mail_counts: MailCounts::default(),
            report_turns: Semaphore::new(TURNS),
            report_results: LatestResults::default(),
            picture_turns: Semaphore::new(picture::TURNS),
            archives: Archives::default(),
        })
    }

    /// Brings the reference data of a database up to date: currencies, countries, ports, picklists, templates of mails; and what all
    /// records are found by.
    pub async fn load_reference_data(
        storage: &Storage,
        now: Timestamp,
    ) -> Result<(), ServiceError> {
        // Before this program's own rows are there: they follow today's rules, and a first start has no others.
        nouns::rewrite_search_keys(storage, now).await?;
        let loaded = master::seed::load(storage, now).await?;
        if !loaded.is_empty() {
            tracing::info!(datasets = loaded.join(" "), "Reference data loaded.");
        }
        Ok(mail::templates::seed::load(storage, now).await?)
    }

    /// From now on these settings count.
    pub fn reload(&self, reloadable: Reloadable) {
        self.settings.reload(|it| *it = reloadable);
    }

    /// Lets people choose new passwords by `resets`.
    #[must_use]
    pub fn with_password_resets(mut self, resets: Arc<dyn PasswordResets>) -> Self {
        self.resets = resets;
        self
    }

    /// Lets open pages learn of notifications by `inbox`.
    #[must_use]
    pub fn with_inbox(mut self, inbox: Arc<dyn Inbox>) -> Self {
        self.inbox = inbox;
        self
    }

    /// The caller of a verified session. [`ServiceError::NotSignedIn`] when the user is gone, [`ServiceError::Suspended`] and
    /// [`ServiceError::NotActive`] when it may not be here.
    pub async fn caller(&self, user_id: UserId) -> Result<Caller, ServiceError> {
        if let Some(known) = self.callers.known(self, user_id).await? {
            return Ok(known);
        }
        let caller = self.loaded_caller(user_id).await?;
        self.callers.keep(&caller);
        Ok(caller)
    }

    /// The caller of a verified session, which may read under other rights than its user's own. Errors as [`Services::caller`].
    pub async fn caller_in(&self, session: CallerSession) -> Result<Caller, ServiceError> {
        let own = self.caller(session.user_id).await?;
        let own = own
            .signed_in_by(session.method)
            .in_session(session.id, session.ends_at);
        match session.viewing {
            Some(viewing) => self.viewing_caller(own, viewing).await,
            None => Ok(own),
        }
    }

    pub(crate) async fn loaded_caller(&self, user_id: UserId) -> Result<Caller, ServiceError> {
        let found = users::by_id(self.storage.reader(), user_id).await?;
        let (user, company) = found.ok_or(ServiceError::NotSignedIn)?;
        require_active(&user)?;
        self.caller_of(user, company).await
    }

    /// What a document and the browser know of the caller.
    pub async fn session_view(&self, caller: &Caller) -> Result<SessionView, ServiceError> {
        let db = self.storage.read(caller.home_id()).await?;
        let unread = notifications::unread(&db, caller).await?;
        Ok(SessionView::new(caller, unread)?)
    }

    pub(crate) async fn caller_of(
        &self,
        user: User,
        company: Company,
    ) -> Result<Caller, ServiceError> {
        let db = self.storage.read_latest(company.id).await?;
        let mut found = roles::of_users(&db, company.id, &[user.id]).await?;
        let roles = found.remove(&user.id).unwrap_or_default();
        let is_super_admin = self.is_operators(&user.email, user.email_verified);
        Ok(Caller::new(
            user,
            company,
            roles,
            is_super_admin,
            self.clock.now(),
        )?)
    }

    /// Whether the operator named the address as one of its own people's; it counts only once it is verified.
    pub(crate) fn is_operators(&self, email: &str, email_verified: bool) -> bool {
        email_verified && self.settings.super_admins.contains(email)
    }

    /// The clock they tell the time by.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Services")
            .field("storage", &self.storage)
            .finish_non_exhaustive()
    }
}

/// Passes for an active user; the error says what stands against it.
pub(crate) fn require_active(user: &User) -> Result<(), ServiceError> {
    match user.status.parse().map_err(StorageError::from)? {
        UserStatus::Active => Ok(()),
        UserStatus::Suspended => Err(ServiceError::Suspended),
        UserStatus::Invited | UserStatus::Deactivated => Err(ServiceError::NotActive),
    }
}
