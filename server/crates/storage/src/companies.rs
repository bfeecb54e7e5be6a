//! Companies: the tenants.
//!
//! Invariant: a [`CompanyId`] begins here, with a row that was written or read; no other module makes one.

use jiff::Timestamp;
use jiff::civil::Date;
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::database::Lock;
use crate::database::sealed::Connected;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text};

pub(crate) mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, UserId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "companies")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CompanyId,
        pub name: String,
        pub short_name: Option<String>,
        pub short_name_key: Option<String>,
        pub company_type: String,
        pub account_type: String,
        pub account_setup: String,
        pub preferred_language: String,
        pub operating_country: String,
        pub currency: String,
        pub timezone: String,
        pub address: Option<String>,
        pub phone: Option<String>,
        pub is_subscribed_for_campaign: bool,
        pub two_factor_auth: bool,
        pub plan_name: Option<String>,
        pub plan_expiry_date: Option<String>,
        pub products: String,
        pub version: i32,
        pub created_at: Millis,
        pub created_by: Option<UserId>,
        pub updated_at: Millis,
        pub updated_by: Option<UserId>,
        pub deleted_at: Option<Millis>,
        pub deleted_by: Option<UserId>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// A company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// Its id: the tenant.
    pub id: CompanyId,
    /// Its name.
    pub name: String,
    /// A short form, unique over the installation.
    pub short_name: Option<String>,
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
    pub address: Option<Address>,
    /// E.164.
    pub phone: Option<String>,
    /// Whether it agreed to campaigns.
    pub is_subscribed_for_campaign: bool,
    /// Whether it enforces a second factor.
    pub two_factor_auth: bool,
    /// What it has subscribed to.
    pub plan: Option<Plan>,
    /// Codes of its products.
    pub products: Vec<String>,
    /// One step per write.
    pub version: i32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A postal address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Up to four lines.
    pub lines: Vec<String>,
    /// City.
    pub city: String,
    /// State, province or region.
    pub subdivision: String,
    /// Postal code.
    pub postal: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
}

/// A subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// The last day on which it can be used.
    pub expiry_date: Option<Date>,
}

impl TryFrom<Model> for Company {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        let expiry_date = row
            .plan_expiry_date
            .map(|day| day.parse())
            .transpose()
            .map_err(|_| StorageError::Corrupt("company's expiry date"))?;
        Ok(Self {
            id: row.id,
            name: row.name,
            short_name: row.short_name,
            company_type: row.company_type,
            account_type: row.account_type,
            account_setup: row.account_setup,
            preferred_language: row.preferred_language,
            operating_country: row.operating_country,
            currency: row.currency,
            timezone: row.timezone,
            address: row
                .address
                .map(|text| json_text::read(&text, "company's address"))
                .transpose()?,
            phone: row.phone,
            is_subscribed_for_campaign: row.is_subscribed_for_campaign,
            two_factor_auth: row.two_factor_auth,
            plan: row.plan_name.map(|name| Plan { name, expiry_date }),
            products: json_text::read(&row.products, "company's products")?,
            version: row.version,
            created_at: row.created_at.into(),
            updated_at: row.updated_at.into(),
        })
    }
}

/// What a new company begins with.
#[derive(Clone, Debug)]
pub struct NewCompany {
    /// Its name.
    pub name: String,
    /// What it does.
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
    /// What it has subscribed to.
    pub plan: Option<Plan>,
    /// Codes of its products.
    pub products: Vec<String>,
}

/// Writes a new company, made by `created_by`, who is about to be its first user.
pub async fn insert(
    tx: &Transaction,
    new: NewCompany,
    created_by: UserId,
    now: Timestamp,
) -> Result<Company, StorageError> {
    let (plan_name, plan_expiry_date) = match new.plan {
        Some(plan) => (Some(plan.name), plan.expiry_date.map(|day| day.to_string())),
        None => (None, None),
    };
    let row = ActiveModel {
        id: Set(CompanyId::generate()),
        name: Set(new.name),
        short_name: Set(None),
        short_name_key: Set(None),
        company_type: Set(new.company_type),
        account_type: Set(new.account_type),
        account_setup: Set(new.account_setup),
        preferred_language: Set(new.preferred_language),
        operating_country: Set(new.operating_country),
        currency: Set(new.currency),
        timezone: Set(new.timezone),
        address: Set(None),
        phone: Set(None),
        is_subscribed_for_campaign: Set(false),
        two_factor_auth: Set(false),
        plan_name: Set(plan_name),
        plan_expiry_date: Set(plan_expiry_date),
        products: Set(json_text::write(&new.products, "company's products")?),
        version: Set(1),
        created_at: Set(now.into()),
        created_by: Set(Some(created_by)),
        updated_at: Set(now.into()),
        updated_by: Set(Some(created_by)),
        deleted_at: Set(None),
        deleted_by: Set(None),
    };
    row.insert(tx.connection()).await?.try_into()
}

/// The company itself, unless it was deleted.
pub async fn get(db: &impl Handle, company: CompanyId) -> Result<Option<Company>, StorageError> {
    let row = Entity::find_by_id(company)
        .filter(Column::DeletedAt.is_null())
        .one(db.connection())
        .await?;
    row.map(Company::try_from).transpose()
}

/// Waits until nobody else writes the company's data, and keeps it so until the end of the transaction.
///
/// A transaction of [`crate::Storage::begin_for`] has it from the start; this is for one that is not about one company alone.
pub async fn hold(tx: &Transaction, company: CompanyId) -> Result<(), StorageError> {
    tx.lock(Lock::Company(company)).await
}

/// Sets what the company has subscribed to; none ends its subscription without an expiry.
pub async fn set_plan(
    tx: &Transaction,
    company: CompanyId,
    plan: Option<&Plan>,
    now: Timestamp,
) -> Result<(), StorageError> {
    let name = plan.map(|plan| plan.name.clone());
    let expiry_date = plan
        .and_then(|plan| plan.expiry_date)
        .map(|day| day.to_string());
    Entity::update_many()
        .col_expr(Column::PlanName, Expr::value(name))
        .col_expr(Column::PlanExpiryDate, Expr::value(expiry_date))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(Millis::from(now)))
        .filter(Column::Id.eq(company))
        .exec(tx.connection())
        .await?;
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;
