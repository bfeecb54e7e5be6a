//! All records of a noun as they are stored, a part at a time, for whoever writes out everything that a company has.
//!
//! Invariant: of shared nouns only the company's own rows are given, and of no noun what is private to somebody else.

use std::marker::PhantomData;

use async_trait::async_trait;
use waybill_storage::records::read::{self, Bin, Listing, Part};
use waybill_storage::records::{Cursor, Filter, Record};
use waybill_storage::{CompanyId, Handle};

use super::nouns::Of;
use super::plain::PlainPage;
use super::{Collection, changes, export, plain, reach};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::permissions::Scope;

/// How many records are read at once.
const ROWS_AT_ONCE: u64 = 500;

/// What a noun has stored, without its types.
#[async_trait]
pub trait Stored: Send + Sync {
    /// What the audit trail calls the noun.
    fn stored_kind(&self) -> &'static str;

    /// Whether an import reads a table of these columns again.
    fn is_imported(&self) -> bool;

    /// Paths of the columns of its tables.
    fn columns(&self) -> Result<Vec<String>, ServiceError>;

    /// The records behind the cursor, or the first ones, those in the bin among them.
    async fn part(
        &self,
        db: &dyn Handle,
        caller: &Caller,
        after: Option<Cursor>,
    ) -> Result<PlainPage, ServiceError>;

    /// How many records there are.
    async fn count(&self, db: &dyn Handle, caller: &Caller) -> Result<StoredCount, ServiceError>;
}

/// How many records a noun has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredCount {
    /// Those that the caller is given.
    pub given: u64,
    /// Those that are private to somebody else.
    pub private: u64,
}

/// A noun that is stored, and belongs to another one, which has its rules.
pub struct Plain<R>(PhantomData<fn() -> R>);

impl<R: Record<Fields: Default>> Plain<R> {
    /// Its only value.
    pub const NOUN: Self = Self(PhantomData);
}

#[async_trait]
impl<C: Collection> Stored for Of<C> {
    fn stored_kind(&self) -> &'static str {
        C::KIND
    }

    fn is_imported(&self) -> bool {
        C::ABILITIES.import
    }

    fn columns(&self) -> Result<Vec<String>, ServiceError> {
        export::columns::<C>()
    }

    async fn part(
        &self,
        db: &dyn Handle,
        caller: &Caller,
        after: Option<Cursor>,
    ) -> Result<PlainPage, ServiceError> {
        let seen = reach::<C>(caller, Scope::Company);
        plain::page::<C>(db, caller.company_id(), part_of(seen, after)).await
    }

    async fn count(&self, db: &dyn Handle, caller: &Caller) -> Result<StoredCount, ServiceError> {
        let company = caller.company_id();
        let all = count_of::<C>(db, company, Filter::default()).await?;
        let given = match C::hidden(caller) {
            Some(_) => count_of::<C>(db, company, reach::<C>(caller, Scope::Company)).await?,
            None => all,
        };
        Ok(StoredCount {
            given,
            private: all - given,
        })
    }
}

#[async_trait]
impl<R: Record<Fields: Default>> Stored for Plain<R> {
    fn stored_kind(&self) -> &'static str {
        R::KIND
    }

    fn is_imported(&self) -> bool {
        false
    }

    fn columns(&self) -> Result<Vec<String>, ServiceError> {
        let blank = changes::object(Some(&R::Fields::default()))?;
        Ok(export::columns_of(&blank))
    }

    async fn part(
        &self,
        db: &dyn Handle,
        caller: &Caller,
        after: Option<Cursor>,
    ) -> Result<PlainPage, ServiceError> {
        let part = part_of(Filter::default(), after);
        plain::page::<R>(db, caller.company_id(), part).await
    }

    async fn count(&self, db: &dyn Handle, caller: &Caller) -> Result<StoredCount, ServiceError> {
        Ok(StoredCount {
            given: count_of::<R>(db, caller.company_id(), Filter::default()).await?,
            private: 0,
        })
    }
}

/// The part behind the cursor.
fn part_of(filter: Filter, after: Option<Cursor>) -> Listing {
    Listing {
        filter: Filter::Owned.and(filter),
        sort: Vec::new(),
        bin: Bin::Either,
        part: Part::After {
            cursor: after,
            limit: ROWS_AT_ONCE,
            counted: false,
        },
    }
}

async fn count_of<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: Filter,
) -> Result<u64, ServiceError> {
    let filter = Filter::Owned.and(filter);
    Ok(read::count::<R>(db, company, &filter, Bin::Either).await?)
}
