//! Reading collections, within the company and the caller's scope.
//!
//! Invariant: a record out of the caller's reach is [`ServiceError::NotFound`], as one that never was.

use std::iter::repeat_with;

use waybill_storage::listing::Total;
use waybill_storage::records::read::{self, Bin, Listing, StoredPage};
use waybill_storage::records::{Cursor, Filter, Id, Row, StoredRow};
use waybill_storage::{Handle, StorageError, audit};

use super::json_rows::JsonRows;
use super::{Collection, SearchMatch, Shown, reach, shown};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::log::audit::AuditEntry;
use crate::permissions::{Action, Scope};
use crate::services::Services;

/// A part of a list.
#[derive(Debug)]
pub struct ShownPage {
    /// In the order asked for.
    pub rows: JsonRows,
    /// How many there are in all, where that was asked for.
    pub total: Option<Total>,
    /// Where the next part begins.
    pub next: Option<Cursor>,
    /// How each was found, the best first; empty where nothing was searched for, or an order was asked for.
    pub matches: Vec<SearchMatch>,
}

impl ShownPage {
    /// The page with its rows as `write` appends each, with what is computed for it.
    fn of<T>(
        page: StoredPage,
        more: impl IntoIterator<Item = T>,
        write: impl Fn(&StoredRow, T, &mut Vec<u8>) -> Result<(), StorageError>,
    ) -> Result<Self, ServiceError> {
        let mut rows = JsonRows::with_room(page.rows.iter().map(|row| row.fields.as_str()));
        for (row, more) in page.rows.iter().zip(more) {
            rows.push(|json| write(row, more, json))?;
        }
        Ok(Self {
            rows,
            total: page.total,
            next: page.next,
            matches: page.ranks.into_iter().map(SearchMatch::from).collect(),
        })
    }
}

impl Services {
    /// A part of the list. Records in the bin are shown to those who may restore them.
    pub async fn list<C: Collection>(
        &self,
        caller: &Caller,
        listing: Listing,
    ) -> Result<ShownPage, ServiceError> {
        let listing = viewed::<C>(caller, listing)?;
        let db = self.storage.read(caller.company_id()).await?;
        let page = read::list_stored::<C>(&db, caller.company_id(), listing).await?;
        let more = C::more_of_stored(self, caller, &db, &page.rows).await?;
        ShownPage::of(page, more, shown::write::<C>)
    }

    /// All of the list, as [`Services::list`] shows it.
    pub(crate) async fn list_shown<C: Collection>(
        &self,
        caller: &Caller,
        filter: Filter,
    ) -> Result<Vec<Shown<C>>, ServiceError> {
        let listing = Listing {
            filter,
            ..Listing::default()
        };
        let listing = viewed::<C>(caller, listing)?;
        let db = self.storage.read(caller.company_id()).await?;
        let page = read::list::<C>(&db, caller.company_id(), listing).await?;
        show(self, caller, &db, page.rows).await
    }

    /// The same without what is computed, for everybody who is signed in, whatever their rights: forms offer these rows, and screens name them. The bin
    /// takes the right that it always takes.
    pub async fn list_brief<C: Collection>(
        &self,
        caller: &Caller,
        listing: Listing,
    ) -> Result<ShownPage, ServiceError> {
        let listing = reached::<C>(caller, listing, Scope::Company)?;
        let db = self.storage.read(caller.company_id()).await?;
        let page = read::list_stored::<C>(&db, caller.company_id(), listing).await?;
        let nothing = repeat_with(C::Computed::default);
        ShownPage::of(page, nothing, shown::write_brief::<C>)
    }

    /// One record, in the bin or not: a link to a deleted record says so instead of leading nowhere.
    pub async fn get<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
    ) -> Result<Shown<C>, ServiceError> {
        let scope = C::scope(caller, Action::View)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        show_one(self, caller, &db, row).await
    }

    /// What was done to one record, the latest first.
    pub async fn history<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
    ) -> Result<Vec<AuditEntry>, ServiceError> {
        let scope = C::scope(caller, Action::View)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        let entries = audit::of_entity(&db, caller.company_id(), row.id.as_uuid()).await?;
        Ok(entries
            .into_iter()
            .map(AuditEntry::try_from)
            .collect::<Result<_, _>>()?)
    }
}

/// What the caller may see of the listing.
pub(super) fn viewed<C: Collection>(
    caller: &Caller,
    listing: Listing,
) -> Result<Listing, ServiceError> {
    let scope = C::scope(caller, Action::View)?;
    reached::<C>(caller, listing, scope)
}

/// What the scope reaches of the listing, the bin only as far as the caller may restore from it.
fn reached<C: Collection>(
    caller: &Caller,
    mut listing: Listing,
    mut scope: Scope,
) -> Result<Listing, ServiceError> {
    if listing.bin != Bin::Outside {
        scope = scope.min(C::scope(caller, Action::Restore)?);
    }
    listing.filter = listing.filter.and(reach::<C>(caller, scope));
    Ok(listing)
}

/// The record, if the caller's right reaches it.
pub(crate) async fn within_reach<C: Collection>(
    db: &dyn Handle,
    caller: &Caller,
    id: Id<C>,
    scope: Scope,
) -> Result<Row<C>, ServiceError> {
    let company = caller.company_id();
    let row = read::get(db, company, id, Bin::Either)
        .await?
        .ok_or(ServiceError::NotFound)?;
    if scope != Scope::Company || C::hidden(caller).is_some() {
        let filter = Filter::Ids(vec![row.id.as_uuid()]).and(reach::<C>(caller, scope));
        if read::count::<C>(db, company, &filter, Bin::Either).await? == 0 {
            return Err(ServiceError::NotFound);
        }
    }
    Ok(row)
}

/// The rows with what is computed for them.
pub(crate) async fn show<C: Collection>(
    services: &Services,
    caller: &Caller,
    db: &dyn Handle,
    rows: Vec<Row<C>>,
) -> Result<Vec<Shown<C>>, ServiceError> {
    let more = C::more(services, caller, db, &rows).await?;
    Ok(rows
        .into_iter()
        .zip(more)
        .map(|(row, more)| Shown::new(row, more))
        .collect())
}

/// The same for one row.
pub(crate) async fn show_one<C: Collection>(
    services: &Services,
    caller: &Caller,
    db: &dyn Handle,
    row: Row<C>,
) -> Result<Shown<C>, ServiceError> {
    let shown = show(services, caller, db, vec![row]).await?;
    shown.into_iter().next().ok_or(ServiceError::NotFound)
}
