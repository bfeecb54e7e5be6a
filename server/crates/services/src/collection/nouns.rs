//! Nouns that are known at run time only: by the kind that an audit entry names, by the dataset of a report.
//!
//! **Adding one:** its line in [`ALL`]. A test compares it with the contract.
//!
//! Invariant: what is reached here is reached with the caller's rights, as everywhere.

use std::marker::PhantomData;

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;
use waybill_storage::records::answers::once;
use waybill_storage::records::{Id, Record as _, search_keys};
use waybill_storage::reference::timezones::Timezones;
use waybill_storage::{Storage, StorageError, Transaction};

use super::read::within_reach;
use super::stored::Stored;
use super::{Collection, Writing};
use crate::caller::Caller;
use crate::contact::contacts::Contacts;
use crate::contact::tags::ContactTags;
use crate::drive::file::Files;
use crate::error::ServiceError;
use crate::iam::app_admin;
use crate::iam::companies::Companies;
use crate::iam::groups::Groups;
use crate::iam::issues::Issues;
use crate::iam::offices::Offices;
use crate::iam::roles::Roles;
use crate::iam::saved_views::SavedViews;
use crate::iam::users::Users;
use crate::log::imports::ImportJobs;
use crate::mail::drafts::Drafts;
use crate::mail::messages::MailMessages;
use crate::mail::templates::Templates;
use crate::master::countries::Countries;
use crate::master::currencies::Currencies;
use crate::master::picklists::{PicklistGroups, PicklistValues};
use crate::master::ports::{Airports, OceanPorts, Ports, ReceivingLocations};
use crate::permissions::Action;
use crate::report::sketch::ReportSketches;
use crate::services::Services;

/// What goes by the name of a mail: one that left, or a draft.
pub const MAILS: [&str; 2] = [MailMessages::KIND, Drafts::KIND];

/// What goes by the name of a port.
pub const PORTS: [&str; 3] = [
    Ports::<OceanPorts>::KIND,
    Ports::<Airports>::KIND,
    Ports::<ReceivingLocations>::KIND,
];

/// All nouns. A static, as a constant would compile the nouns once more in each crate that uses it.
pub static ALL: &[&dyn Noun] = &[
    &Of::<ContactTags>::NOUN,
    &Of::<Contacts>::NOUN,
    &Of::<Companies>::NOUN,
    &Of::<Groups>::NOUN,
    &Of::<Issues>::NOUN,
    &Of::<Offices>::NOUN,
    &Of::<Roles>::NOUN,
    &Of::<SavedViews>::NOUN,
    &Of::<Users>::NOUN,
    &Of::<Countries>::NOUN,
    &Of::<Currencies>::NOUN,
    &Of::<PicklistGroups>::NOUN,
    &Of::<PicklistValues>::NOUN,
    &Of::<Ports<Airports>>::NOUN,
    &Of::<Ports<OceanPorts>>::NOUN,
    &Of::<Ports<ReceivingLocations>>::NOUN,
    &Of::<Timezones>::NOUN,
    &Of::<Files>::NOUN,
    &Of::<ImportJobs>::NOUN,
    &Of::<ReportSketches>::NOUN,
    &Of::<Templates>::NOUN,
    &Of::<Drafts>::NOUN,
    &Of::<MailMessages>::NOUN,
];

/// A noun without its types.
#[async_trait]
pub trait Noun: Stored + Send + Sync {
    /// What the audit trail calls it.
    fn kind(&self) -> &'static str;

    /// The path of its list.
    fn path(&self) -> &'static str;

    /// The table of its records.
    fn table(&self) -> &'static str;

    /// What several are called in a sentence.
    fn plural(&self) -> &'static str;

    /// Whether the caller may see any of them.
    fn may_view(&self, caller: &Caller) -> bool;

    /// Passes when the caller may see the record of this id.
    async fn require_view(
        &self,
        services: &Services,
        caller: &Caller,
        id: Uuid,
    ) -> Result<(), ServiceError>;

    /// Writes what the records are found by where it differs, see [`search_keys`].
    async fn rewrite_search_keys(&self, tx: &Transaction) -> Result<u64, StorageError>;

    /// Whether there is a record of this id outside the bin that who changes something may see. The own user may always.
    async fn is_seen(&self, writing: &Writing<'_>, id: Uuid) -> Result<bool, ServiceError>;
}

/// The noun of a collection.
pub struct Of<C>(PhantomData<fn() -> C>);

impl<C: Collection> Of<C> {
    /// Its only value.
    pub const NOUN: Self = Self(PhantomData);
}

#[async_trait]
impl<C: Collection> Noun for Of<C> {
    fn kind(&self) -> &'static str {
        C::KIND
    }

    fn path(&self) -> &'static str {
        C::PATH
    }

    fn table(&self) -> &'static str {
        C::TABLE
    }

    fn may_view(&self, caller: &Caller) -> bool {
        C::scope(caller, Action::View).is_ok()
    }

    fn plural(&self) -> &'static str {
        C::PLURAL
    }

    async fn require_view(
        &self,
        services: &Services,
        caller: &Caller,
        id: Uuid,
    ) -> Result<(), ServiceError> {
        let scope = C::scope(caller, Action::View)?;
        let db = services.storage.read(caller.company_id()).await?;
        within_reach(&db, caller, Id::<C>::from(id), scope).await?;
        Ok(())
    }

    async fn rewrite_search_keys(&self, tx: &Transaction) -> Result<u64, StorageError> {
        search_keys::rewrite::<C>(tx).await
    }

    async fn is_seen(&self, writing: &Writing<'_>, id: Uuid) -> Result<bool, ServiceError> {
        let caller = writing.caller;
        if C::KIND == Users::KIND && id == caller.user_id().as_uuid() {
            return Ok(true);
        }
        let Ok(scope) = C::scope(caller, Action::View) else {
            return Ok(false);
        };
        let ask = async {
            match within_reach(writing.tx, caller, Id::<C>::from(id), scope).await {
                Ok(row) => Ok(row.meta.deleted_at.is_none()),
                Err(ServiceError::NotFound) => Ok(false),
                Err(error) => Err(error),
            }
        };
        // An import names the same in many rows.
        once::<C, _, _>(writing.tx, writing.company(), &format!("seen {id}"), ask).await
    }
}

/// Whether the caller sees a record of this id, of one of these kinds.
pub async fn is_any_seen(
    writing: &Writing<'_>,
    kinds: &[&str],
    id: Uuid,
) -> Result<bool, ServiceError> {
    for noun in kinds.iter().filter_map(|kind| of_kind(kind)) {
        if noun.is_seen(writing, id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Rewrites what all records are found by, if the program makes it in another way than the one that wrote it.
pub(crate) async fn rewrite_search_keys(
    storage: &Storage,
    now: Timestamp,
) -> Result<(), StorageError> {
    if search_keys::are_current(storage.reader()).await? {
        return Ok(());
    }
    let tx = storage.begin().await?;
    search_keys::lock(&tx).await?;
    // Of two processes that start at once, the second finds nothing left to do.
    if search_keys::are_current(&tx).await? {
        return Ok(());
    }
    let mut rows = 0;
    for noun in ALL {
        rows += noun.rewrite_search_keys(&tx).await?;
    }
    search_keys::note_current(&tx, now).await?;
    tx.commit().await?;
    tracing::info!(rows, "Search keys rebuilt.");
    Ok(())
}

/// Whether a list of records lies at this path.
pub fn is_list(path: &str) -> bool {
    path == app_admin::PATH || ALL.iter().any(|noun| noun.path() == path)
}

/// The noun that the audit trail calls so.
pub fn of_kind(kind: &str) -> Option<&'static dyn Noun> {
    ALL.iter().copied().find(|noun| noun.kind() == kind)
}
