//! All companies of the installation, for the operator, who belongs to none of them.
//!
//! Invariant: this is read within [`crate::Storage::reader`] or [`crate::Storage::begin`]; what is about one company sees only
//! its own.

use sea_orm::entity::prelude::*;

use super::Company;
use super::entity::{Column, Entity};
use crate::listing::{self, Direction, Listed, Listing};
use crate::{Handle, StorageError};

/// What companies can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompanySort {
    /// Name.
    Name,
    /// Kind of contract.
    AccountType,
    /// The last day of the subscription; those without one come first.
    ExpiryDate,
    /// When it was registered.
    CreatedAt,
}

/// All companies, by name unless something else is asked for.
pub async fn list(
    db: &dyn Handle,
    listing: Listing<CompanySort>,
) -> Result<Listed<Company>, StorageError> {
    let column = |sort| match sort {
        CompanySort::Name => Column::NameKey,
        CompanySort::AccountType => Column::AccountType,
        CompanySort::ExpiryDate => Column::ExpiryDate,
        CompanySort::CreatedAt => Column::CreatedAt,
    };
    let live = Entity::find().filter(Column::DeletedAt.is_null());
    let own_order = [(Column::NameKey, Direction::Ascending)];
    let rows = listing::list(
        db,
        live,
        listing,
        Column::SearchKey,
        column,
        &own_order,
        Column::Id,
    );
    rows.await?.try_map(Company::try_from)
}

/// Whether there is a company, or was one.
pub async fn is_any(db: &dyn Handle) -> Result<bool, StorageError> {
    Ok(Entity::find().one(&db.connection()).await?.is_some())
}

/// The company with this id.
pub async fn by_uuid(db: &dyn Handle, id: Uuid) -> Result<Option<Company>, StorageError> {
    let row = Entity::find()
        .filter(Column::Id.eq(id))
        .filter(Column::DeletedAt.is_null())
        .one(&db.connection())
        .await?;
    row.map(Company::try_from).transpose()
}
