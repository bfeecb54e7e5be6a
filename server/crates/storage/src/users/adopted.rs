//! Users as another program's IAM service tells of them.
//!
//! Invariant: whether the user may be written so is [`crate::adoptions`]' to say, which alone calls this.

use jiff::Timestamp;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;

use super::entity::{Column, Entity};
use super::rows::{Rows, Stored};
use super::{KIND, link_identity, note_email_verified};
use crate::offices::OfficeId;
use crate::records::Id;
use crate::records::read::{self, Bin};
use crate::records::write::{self, Stamp};
use crate::roles::RoleId;
use crate::{CompanyId, StorageError, Transaction, UserId};

/// What is taken over of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedUser {
    /// Its id there and here.
    pub id: UserId,
    /// Its account at the identity provider, where it is known.
    pub identity_uid: Option<String>,
    /// Mail address.
    pub email: String,
    /// Whether the address is verified.
    pub email_verified: bool,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Both.
    pub name: String,
    /// E.164; empty when it has none.
    pub phone: String,
    /// What the job is called.
    pub job_title: String,
    /// Where in the company.
    pub department: String,
    /// Codes of the products it may use; none means all that the company has.
    pub products: Option<Vec<String>>,
    /// Whether it signs in with a second factor.
    pub two_factor_auth: bool,
    /// BCP 47.
    pub language: String,
    /// IANA zone.
    pub timezone: String,
    /// Order of day, month and year.
    pub date_format: String,
    /// Hours of the day.
    pub time_format: String,
    /// Which hours it has chosen; none where that is what the former says.
    pub hour_cycle: Option<String>,
    /// Colours of the screen.
    pub theme: String,
    /// How close rows stand.
    pub density: String,
}

/// Writes the user as it is told of, active, with this office and no role but this one.
pub(crate) async fn adopt(
    tx: &Transaction,
    company: CompanyId,
    told: AdoptedUser,
    office: OfficeId,
    role: RoleId,
    now: Timestamp,
) -> Result<(), StorageError> {
    let email = told.email.to_lowercase();
    make_way(tx, &told, &email).await?;
    let id = Id::from(told.id.as_uuid());
    let stamp = Stamp { by: None, at: now };
    let found = read::get::<Rows>(tx, company, id, Bin::Outside).await?;
    let before = found.as_ref().map(|row| row.fields.clone());
    let fields = Stored {
        first_name: told.first_name,
        last_name: told.last_name,
        name: told.name,
        email_id: email,
        phone: told.phone,
        job_title: told.job_title,
        department: told.department,
        office_id: Some(office),
        role_ids: vec![role],
        products: told.products,
        status: "active".to_owned(),
        status_reason: String::new(),
        two_factor_auth: told.two_factor_auth,
        language: told.language,
        timezone: told.timezone,
        date_format: told.date_format,
        time_format: told.time_format,
        hour_cycle: told.hour_cycle,
        theme: told.theme,
        density: told.density,
        // Pictures are with whoever tells of the user.
        ..before.unwrap_or_default()
    };
    match found {
        Some(row) => {
            write::update(tx, company, &row, fields, stamp).await?;
        }
        None => {
            write::insert::<Rows>(tx, company, id, fields, stamp).await?;
        }
    }
    let verified = told.email_verified;
    match told.identity_uid {
        Some(uid) => link_identity(tx, company, told.id, &uid, verified).await,
        None => note_email_verified(tx, company, told.id, verified)
            .await
            .map(drop),
    }
}

/// An address or an account that has passed from one user to another is taken from whoever is not told of yet to have lost it.
async fn make_way(tx: &Transaction, told: &AdoptedUser, email: &str) -> Result<(), StorageError> {
    let held = Column::Email
        .eq(email)
        .or(Column::IdentityUid.eq(told.identity_uid.clone()));
    let others = Entity::find()
        .filter(held)
        .filter(Column::Id.ne(told.id))
        .all(&tx.executor())
        .await?;
    for other in others {
        let (company, id) = (other.company_id, other.id);
        if crate::adoptions::of_user(tx, id).await?.is_none() {
            return Err(StorageError::Conflict);
        }
        tx.note_write(KIND, Some(company));
        Entity::update_many()
            .col_expr(Column::IdentityUid, Expr::value(None::<String>))
            .filter(Column::Id.eq(id))
            .exec(&tx.executor())
            .await?;
        let row = Id::from(id.as_uuid());
        let Some(row) = read::get::<Rows>(tx, company, row, Bin::Outside).await? else {
            continue;
        };
        let fields = Stored {
            email_id: format!("{id}@address.invalid"),
            ..row.fields.clone()
        };
        let stamp = Stamp {
            by: None,
            at: row.meta.updated_at,
        };
        write::update(tx, company, &row, fields, stamp).await?;
    }
    Ok(())
}
