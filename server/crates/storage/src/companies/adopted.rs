//! Companies as another program's IAM service tells of them.
//!
//! Invariant: whether the company may be written so is [`crate::adoptions`]' to say, which alone calls this.

use jiff::Timestamp;
use sea_orm::entity::prelude::*;

use super::entity::Entity;
use super::rows::{Rows, Stored};
use super::{Address, Plan};
use crate::database::connection::SelectRows as _;
use crate::records::Id;
use crate::records::read::{self, Bin};
use crate::records::write::{self, Stamp};
use crate::{CompanyId, Handle, StorageError, Transaction};

/// What is taken over of a company. Its short name is not: those are unique here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedCompany {
    /// Its id there and here.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// What it does in the transport chain.
    pub company_type: String,
    /// The kind of contract.
    pub account_type: String,
    /// Whether its data are complete.
    pub account_setup: String,
    /// BCP 47.
    pub preferred_language: String,
    /// ISO 3166-1 alpha-2.
    pub operating_country: String,
    /// ISO 4217.
    pub currency: String,
    /// IANA zone.
    pub timezone: String,
    /// Postal address.
    pub address: Address,
    /// E.164; empty when it has none.
    pub phone: String,
    /// What it has subscribed to.
    pub plan: Option<Plan>,
    /// Codes of its products.
    pub products: Vec<String>,
}

/// The id of the company, if it is here.
pub(crate) async fn known(db: &dyn Handle, id: Uuid) -> Result<Option<CompanyId>, StorageError> {
    let row = Entity::find_by_id(CompanyId::adopted(id)).row(db).await?;
    Ok(row.map(|row| row.id))
}

/// Writes the company as it is told of.
pub(crate) async fn adopt(
    tx: &Transaction,
    told: AdoptedCompany,
    now: Timestamp,
) -> Result<CompanyId, StorageError> {
    let company = CompanyId::adopted(told.id);
    let id = Id::from(told.id);
    let found = read::get::<Rows>(tx, company, id, Bin::Either).await?;
    let before = found.as_ref().map(|row| row.fields.clone());
    let fields = Stored {
        name: told.name,
        company_type: told.company_type,
        account_type: told.account_type,
        account_setup: told.account_setup,
        preferred_language: told.preferred_language,
        operating_country: told.operating_country,
        currency: told.currency,
        timezone: told.timezone,
        address: told.address,
        phone: told.phone,
        plan: told.plan,
        products: told.products,
        ..before.unwrap_or_default()
    };
    let stamp = Stamp { by: None, at: now };
    match found {
        Some(row) if row.fields == fields => {}
        Some(row) => {
            write::update(tx, company, &row, fields, stamp).await?;
        }
        None => {
            write::insert::<Rows>(tx, company, id, fields, stamp).await?;
        }
    }
    Ok(company)
}
