//! Users: people who work for a company.
//!
//! Invariant: a mail address and an identity belong to one user of the whole installation; apart from [`by_identity`] and
//! [`by_id`], which find the tenant for a verified identity or session, every function takes the tenant.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{ExprTrait as _, QueryOrder as _, QuerySelect as _, QueryTrait as _};
use serde::Deserialize;

use crate::clock::Millis;
use crate::companies::{self, Company};
use crate::database::connection::SelectRows as _;
use crate::folding::fold;
use crate::offices::OfficeId;
use crate::records::Id;
use crate::records::read::{self, Bin};
use crate::records::write::{self, Stamp};
use crate::roles::RoleId;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text};

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, UserId, companies};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub company_id: CompanyId,
        pub fields: String,
        pub name_key: String,
        pub email: String,
        pub status: String,
        pub identity_uid: Option<String>,
        pub invite_hash: Option<String>,
        pub email_verified: i64,
        pub last_login_at: i64,
        pub version: i32,
        pub created_at: Millis,
        pub updated_at: Millis,
        pub deleted_at: Option<Millis>,
    }

    #[derive(Copy, Clone, Debug, EnumIter)]
    pub enum Relation {
        Company,
    }

    impl RelationTrait for Relation {
        fn def(&self) -> RelationDef {
            match self {
                Self::Company => Entity::belongs_to(companies::entity::Entity)
                    .from(Column::CompanyId)
                    .to(companies::entity::Column::Id)
                    .into(),
            }
        }
    }

    impl Related<companies::entity::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Company.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

mod adopted;
mod invitations;
mod noted;
mod rows;

use entity::{Column, Entity, Model};
use rows::{Rows, Stored};

pub use adopted::AdoptedUser;
pub(crate) use adopted::adopt;
pub use invitations::{InvitationSecret, by_invitation, link_identity, set_invitation};
pub use noted::{Noted, note_email_verified, note_sign_in, noted};
pub use rows::{KEYS, KIND, NOTED, ORDER, TABLE, keys, links, picklist_values};

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// Its company.
    pub company_id: CompanyId,
    /// The identity provider's id of its account; none before it has accepted an invitation.
    pub identity_uid: Option<String>,
    /// Lower-cased mail address.
    pub email: String,
    /// Whether the identity provider has seen the address verified.
    pub email_verified: bool,
    /// The address that it will have once that is confirmed there.
    pub pending_email: Option<String>,
    /// First name.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    /// First and last name.
    pub name: String,
    /// E.164.
    pub phone: Option<String>,
    /// The file that holds its photo.
    pub photo_file_id: Option<Uuid>,
    /// What the job is called.
    pub job_title: Option<String>,
    /// Where in the company.
    pub department: Option<String>,
    /// Its office.
    pub office_id: OfficeId,
    /// Codes of the products it may use; none means all that the company has.
    pub products: Option<Vec<String>>,
    /// Where it stands.
    pub status: String,
    /// Why it is suspended.
    pub status_reason: Option<String>,
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
    /// When it last signed in.
    pub last_login_at: Option<Timestamp>,
    /// One step per write.
    pub version: i32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// What a new user begins with. Colours, formats and density begin with `system`, `auto` and `comfortable`.
#[derive(Clone, Debug)]
pub struct NewUser {
    /// Its id, so that what it makes can name it.
    pub id: UserId,
    /// The identity provider's id of the account.
    pub identity_uid: String,
    /// Mail address, lower-cased here.
    pub email: String,
    /// Whether the address is verified.
    pub email_verified: bool,
    /// First name.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    /// Its office.
    pub office_id: OfficeId,
    /// Where it stands.
    pub status: String,
    /// BCP 47.
    pub language: String,
    /// IANA zone.
    pub timezone: String,
}

impl TryFrom<Model> for User {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        let stored: Stored = json_text::read(&row.fields, KIND)?;
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        let last_login_at = (row.last_login_at != 0)
            .then(|| Timestamp::from_millisecond(row.last_login_at))
            .transpose()
            .map_err(|_| StorageError::Corrupt(KIND))?;
        Ok(Self {
            id: row.id,
            company_id: row.company_id,
            identity_uid: row.identity_uid,
            email: stored.email_id,
            email_verified: row.email_verified != 0,
            pending_email: stored.pending_email,
            first_name: stored.first_name,
            last_name: stored.last_name,
            name: stored.name,
            phone: given(stored.phone),
            photo_file_id: stored.photo_file_id,
            job_title: given(stored.job_title),
            department: given(stored.department),
            office_id: stored.office_id.ok_or(StorageError::Corrupt(KIND))?,
            products: stored.products,
            status: stored.status,
            status_reason: given(stored.status_reason),
            two_factor_auth: stored.two_factor_auth,
            language: stored.language,
            timezone: stored.timezone,
            date_format: stored.date_format,
            time_format: stored.time_format,
            hour_cycle: stored.hour_cycle,
            theme: stored.theme,
            density: stored.density,
            last_login_at,
            version: row.version,
            created_at: row.created_at.into(),
            updated_at: row.updated_at.into(),
        })
    }
}

/// Writes a new user. [`StorageError::Conflict`] when the identity or the mail address has one already.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewUser,
    created_by: UserId,
    now: Timestamp,
) -> Result<User, StorageError> {
    let name = format!("{} {}", new.first_name, new.last_name)
        .trim()
        .to_owned();
    let fields = Stored {
        first_name: new.first_name,
        last_name: new.last_name,
        name,
        email_id: new.email.to_lowercase(),
        office_id: Some(new.office_id),
        status: new.status,
        language: new.language,
        timezone: new.timezone,
        date_format: "auto".to_owned(),
        // A version of the program that does not know of the choice reads these hours.
        time_format: "24".to_owned(),
        hour_cycle: Some("auto".to_owned()),
        theme: "system".to_owned(),
        density: "comfortable".to_owned(),
        ..Stored::default()
    };
    let stamp = Stamp {
        by: Some(created_by),
        at: now,
    };
    write::insert::<Rows>(tx, company, Id::from(new.id.as_uuid()), fields, stamp).await?;
    link_identity(tx, company, new.id, &new.identity_uid, new.email_verified).await?;
    get(tx, company, new.id)
        .await?
        .ok_or(StorageError::Corrupt(KIND))
}

/// The user of a verified session, with its company.
pub async fn by_id(db: &dyn Handle, id: UserId) -> Result<Option<(User, Company)>, StorageError> {
    one_with_company(db, Entity::find_by_id(id)).await
}

/// The user of a verified identity, with its company.
pub async fn by_identity(
    db: &dyn Handle,
    identity_uid: &str,
) -> Result<Option<(User, Company)>, StorageError> {
    one_with_company(
        db,
        Entity::find().filter(Column::IdentityUid.eq(identity_uid)),
    )
    .await
}

/// The user with this mail address, with its company.
pub async fn by_address(
    db: &dyn Handle,
    address: &str,
) -> Result<Option<(User, Company)>, StorageError> {
    let address = address.to_lowercase();
    one_with_company(db, Entity::find().filter(Column::Email.eq(address))).await
}

/// Whether a user of the installation has this identity or this mail address.
pub async fn exists(
    db: &dyn Handle,
    identity_uid: &str,
    email: &str,
) -> Result<bool, StorageError> {
    let taken = Column::IdentityUid
        .eq(identity_uid)
        .or(Column::Email.eq(email.to_lowercase()));
    let found = Entity::find()
        .filter(taken)
        .filter(Column::DeletedAt.is_null());
    Ok(found.many(db).await? > 0)
}

/// A user of the company.
pub async fn get(
    db: &dyn Handle,
    company: CompanyId,
    id: UserId,
) -> Result<Option<User>, StorageError> {
    let row = of_company(company)
        .filter(Column::Id.eq(id))
        .row(db)
        .await?;
    row.map(User::try_from).transpose()
}

/// A user of the company, in the bin or not.
pub async fn get_either(
    db: &dyn Handle,
    company: CompanyId,
    id: UserId,
) -> Result<Option<User>, StorageError> {
    let row = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .row(db)
        .await?;
    row.map(User::try_from).transpose()
}

/// The users of the company with these ids, by name.
pub async fn some(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[UserId],
) -> Result<Vec<User>, StorageError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let rows = of_company(company)
            .filter(Column::Id.is_in(chunk.iter().copied()))
            .rows(db)
            .await?;
        for row in rows {
            found.push(User::try_from(row)?);
        }
    }
    found.sort_by_cached_key(|user| fold(&user.name));
    Ok(found)
}

/// All users of the company, by name.
pub async fn all(db: &dyn Handle, company: CompanyId) -> Result<Vec<User>, StorageError> {
    let rows = of_company(company)
        .order_by_asc(Column::NameKey)
        .order_by_asc(Column::Id)
        .rows(db)
        .await?;
    rows.into_iter().map(User::try_from).collect()
}

/// Names of these users of the company; who is not one is left out.
pub async fn names(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[UserId],
) -> Result<HashMap<UserId, String>, StorageError> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }

    let query = of_company(company)
        .filter(Column::Id.is_in(ids.iter().copied()))
        .select_only()
        .columns([Column::Id, Column::Fields])
        .into_query();
    let rows = db.connection().query_all(&query).await?;
    rows.into_iter()
        .map(|mut row| {
            let Named { name } = json_text::read(&row.take_text("fields")?, KIND)?;
            Ok((row.get("id")?, name))
        })
        .collect()
}

/// How many users each of the companies has, by status. A company without users is left out.
pub async fn counts(
    db: &dyn Handle,
    companies: &[CompanyId],
) -> Result<HashMap<CompanyId, HashMap<String, u64>>, StorageError> {
    let query = Entity::find()
        .filter(Column::CompanyId.is_in(companies.iter().copied()))
        .filter(Column::DeletedAt.is_null())
        .select_only()
        .columns([Column::CompanyId, Column::Status])
        .column_as(Column::Id.count(), "users")
        .group_by(Column::CompanyId)
        .group_by(Column::Status)
        .into_query();
    let mut counts: HashMap<CompanyId, HashMap<String, u64>> = HashMap::new();
    for row in db.connection().query_all(&query).await? {
        let users: i64 = row.get("users")?;
        let of_company = counts.entry(row.get("company_id")?).or_default();
        of_company.insert(row.get("status")?, users.try_into().unwrap_or(0));
    }
    Ok(counts)
}

/// How many users the company has.
pub async fn count(db: &dyn Handle, company: CompanyId) -> Result<u64, StorageError> {
    Ok(of_company(company).many(db).await?)
}

/// Moves the user to another status; `false` when the company has no such user.
pub async fn set_status(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    status: &str,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let found = read::get::<Rows>(tx, company, Id::from(id.as_uuid()), Bin::Outside).await?;
    let Some(row) = found else {
        return Ok(false);
    };
    let fields = Stored {
        status: status.to_owned(),
        status_reason: reason.unwrap_or_default().to_owned(),
        ..row.fields.clone()
    };
    let stamp = Stamp { by: None, at: now };
    let written = write::update(tx, company, &row, fields, stamp).await?;
    Ok(written.is_some())
}

/// Gives the user one more role; `false` when the company has no such user.
pub(crate) async fn give_role(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    role: RoleId,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let found = read::get::<Rows>(tx, company, Id::from(id.as_uuid()), Bin::Outside).await?;
    let Some(row) = found else {
        return Ok(false);
    };
    let mut fields = row.fields.clone();
    fields.role_ids.push(role);
    let stamp = Stamp {
        by: Some(id),
        at: now,
    };
    let written = write::update(tx, company, &row, fields, stamp).await?;
    Ok(written.is_some())
}

async fn one_with_company(
    db: &dyn Handle,
    user: Select<Entity>,
) -> Result<Option<(User, Company)>, StorageError> {
    let both = user
        .filter(Column::DeletedAt.is_null())
        .find_both_related(companies::entity::Entity)
        .filter(companies::entity::Column::DeletedAt.is_null())
        .into_query();
    let Some(row) = db.connection().query_one(&both).await? else {
        return Ok(None);
    };
    // What SeaORM calls the columns of the one and of the other.
    let user = row.model::<Entity>("A_")?.try_into()?;
    let company = row.model::<companies::entity::Entity>("B_")?.try_into()?;
    Ok(Some((user, company)))
}

fn of_company(company: CompanyId) -> Select<Entity> {
    Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::DeletedAt.is_null())
}
