//! Companies: the tenants.
//!
//! A company is a record of its own: the tenant of its row is itself. The rules for all its fields are the services'; here
//! is what registration writes and what everybody's rights depend on.
//!
//! Invariant: a [`CompanyId`] begins here, with a row that was written or read; no other module makes one.

use jiff::Timestamp;
use jiff::civil::Date;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::database::Lock;
use crate::database::connection::SelectRows as _;
use crate::folding::fold;
use crate::records::Id;
use crate::records::read::{self, Bin};
use crate::records::write::{self, Stamp};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text};

pub(crate) mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "companies")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CompanyId,
        pub fields: String,
        pub name_key: String,
        pub short_name_key: String,
        pub account_type: String,
        pub expiry_date: String,
        pub search_key: String,
        pub rights_stamp: i64,
        pub version: i32,
        pub created_at: Millis,
        pub updated_at: Millis,
        pub deleted_at: Option<Millis>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod adopted;
mod installation;
mod rows;

use entity::{Column, Entity, Model};
use rows::{Rows, Stored};

pub use adopted::AdoptedCompany;
pub(crate) use adopted::{adopt, known};
pub use installation::{by_uuid, is_any, list};
pub use rows::{KEYS, KIND, ORDER, TABLE, keys, links};

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
    /// How its mails look to those who get them.
    pub mail: MailSender,
    /// How it writes, for those of its users who have not chosen otherwise.
    pub formats: Formats,
    /// Whether it agreed to campaigns.
    pub is_subscribed_for_campaign: bool,
    /// Whether it enforces a second factor.
    pub two_factor_auth: bool,
    /// What it has subscribed to.
    pub plan: Option<Plan>,
    /// Codes of its products.
    pub products: Vec<String>,
    /// See [`crate::rights_stamp`].
    pub rights_stamp: i64,
    /// One step per write.
    pub version: i32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A postal address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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

/// How mails of a company look to those who get them; what is empty was not said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MailSender {
    /// The name beside the address that they come from.
    pub from_name: String,
    /// Who is answered to mails that nobody of the company wrote.
    pub reply_to: String,
    /// What stands under each, as a text of several lines.
    pub footer: String,
}

/// How a company writes dates, times and numbers, and on what it prints; the words are the services'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Formats {
    /// Order of day, month and year.
    pub date: String,
    /// Hours of the day.
    pub time: String,
    /// Separators of numbers.
    pub number: String,
    /// Size of paper.
    pub paper: String,
}

impl Default for Formats {
    /// As the language of whoever reads.
    fn default() -> Self {
        let auto = || "auto".to_owned();
        Self {
            date: auto(),
            time: auto(),
            number: auto(),
            paper: "a4".to_owned(),
        }
    }
}

/// A subscription.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// The last day on which it can be used.
    pub expiry_date: Option<Date>,
}

impl TryFrom<Model> for Company {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        let stored: Stored = json_text::read(&row.fields, KIND)?;
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        Ok(Self {
            id: row.id,
            name: stored.name,
            short_name: given(stored.short_name),
            company_type: stored.company_type,
            account_type: stored.account_type,
            account_setup: stored.account_setup,
            preferred_language: stored.preferred_language,
            operating_country: stored.operating_country,
            currency: stored.currency,
            timezone: stored.timezone,
            address: Some(stored.address).filter(|address| *address != Address::default()),
            phone: given(stored.phone),
            mail: stored.mail,
            formats: stored.formats,
            is_subscribed_for_campaign: stored.is_subscribed_for_campaign,
            two_factor_auth: stored.two_factor_auth,
            plan: stored.plan,
            products: stored.products,
            rights_stamp: row.rights_stamp,
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
    let company = CompanyId::generate();
    let fields = Stored {
        name: new.name,
        company_type: new.company_type,
        account_type: new.account_type,
        account_setup: new.account_setup,
        preferred_language: new.preferred_language,
        operating_country: new.operating_country,
        currency: new.currency,
        timezone: new.timezone,
        plan: new.plan,
        products: new.products,
        ..Stored::default()
    };
    let stamp = Stamp {
        by: Some(created_by),
        at: now,
    };
    write::insert::<Rows>(tx, company, Id::from(company.as_uuid()), fields, stamp).await?;
    get(tx, company).await?.ok_or(StorageError::Corrupt(KIND))
}

/// The company itself, unless it was deleted.
pub async fn get(db: &dyn Handle, company: CompanyId) -> Result<Option<Company>, StorageError> {
    let row = Entity::find_by_id(company)
        .filter(Column::DeletedAt.is_null())
        .row(db)
        .await?;
    row.map(Company::try_from).transpose()
}

/// Waits until nobody else writes the company's data, and keeps it so until the end of the transaction.
///
/// A transaction of [`crate::Storage::begin_for`] has it from the start; this is for one that is not about one company alone.
pub async fn hold(tx: &Transaction, company: CompanyId) -> Result<(), StorageError> {
    tx.lock(Lock::Company(company)).await
}

/// Whether another company of the installation has this short form of a name.
pub async fn has_short_name(
    db: &dyn Handle,
    short_name: &str,
    but: CompanyId,
) -> Result<bool, StorageError> {
    let found = Entity::find()
        .filter(Column::ShortNameKey.eq(fold(short_name)))
        .filter(Column::DeletedAt.is_null())
        .filter(Column::Id.ne(but))
        .row(db)
        .await?;
    Ok(found.is_some())
}

/// Sets what was agreed with the company: its kind of contract, and what it has subscribed to; none ends its subscription
/// without an expiry.
pub async fn set_contract(
    tx: &Transaction,
    company: CompanyId,
    account_type: &str,
    plan: Option<&Plan>,
    now: Timestamp,
) -> Result<(), StorageError> {
    let id = Id::from(company.as_uuid());
    let Some(row) = read::get::<Rows>(tx, company, id, Bin::Outside).await? else {
        return Ok(());
    };
    let fields = Stored {
        account_type: account_type.to_owned(),
        plan: plan.cloned(),
        ..row.fields.clone()
    };
    let stamp = Stamp { by: None, at: now };
    write::update(tx, company, &row, fields, stamp).await?;
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;
