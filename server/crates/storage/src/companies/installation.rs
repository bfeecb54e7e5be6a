//! All companies of the installation, for the operator, who belongs to none of them.
//!
//! Invariant: this is read within [`crate::Storage::reader`] or [`crate::Storage::begin`]; what is about one company sees only
//! its own.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;

use super::Company;
use super::entity::{Column, Entity};
use super::rows::Rows;
use crate::database::connection::SelectRows as _;
use crate::listing::Listed;
use crate::records::read::{self, Listing};
use crate::{CompanyId, Handle, StorageError};

/// A numbered page of all companies, by name unless something else is asked for; `asking` is the operator's own.
pub async fn list(
    db: &dyn Handle,
    asking: CompanyId,
    listing: Listing,
) -> Result<Listed<Company>, StorageError> {
    let page = read::list_of_installation::<Rows>(db, asking, listing).await?;
    let ids: Vec<Uuid> = page.rows.iter().map(|row| row.id.as_uuid()).collect();
    let found = Entity::find()
        .filter(Column::Id.is_in(ids.iter().copied()))
        .rows(db)
        .await?;
    let mut companies = BTreeMap::new();
    for row in found {
        companies.insert(row.id.as_uuid(), Company::try_from(row)?);
    }
    Ok(Listed {
        rows: ids.iter().filter_map(|id| companies.remove(id)).collect(),
        total: page.total.unwrap_or_default(),
    })
}

/// Whether there is a company, or was one.
pub async fn is_any(db: &dyn Handle) -> Result<bool, StorageError> {
    Ok(Entity::find().row(db).await?.is_some())
}

/// The company with this id.
pub async fn by_uuid(db: &dyn Handle, id: Uuid) -> Result<Option<Company>, StorageError> {
    let row = Entity::find()
        .filter(Column::Id.eq(id))
        .filter(Column::DeletedAt.is_null())
        .row(db)
        .await?;
    row.map(Company::try_from).transpose()
}
