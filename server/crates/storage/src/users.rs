//! Users: people who work for a company.
//!
//! Invariant: a mail address and an identity belong to one user of the whole installation; apart from [`by_identity`] and
//! [`by_id`], which find the tenant for a verified identity or session, every function takes the tenant.

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;

use crate::clock::Millis;
use crate::companies::{self, Company};
use crate::database::sealed::Connected;
use crate::folding::fold;
use crate::listing::{self, Direction, Listed, Listing};
use crate::offices::OfficeId;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text};

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, OfficeId, UserId, companies};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub company_id: CompanyId,
        pub identity_uid: Option<String>,
        pub email: String,
        pub email_verified: bool,
        pub first_name: String,
        pub last_name: String,
        pub name: String,
        pub name_key: String,
        pub search_key: String,
        pub phone: Option<String>,
        pub job_title: Option<String>,
        pub department: Option<String>,
        pub office_id: OfficeId,
        pub products: Option<String>,
        pub status: String,
        pub status_reason: Option<String>,
        pub two_factor_auth: bool,
        pub language: String,
        pub timezone: String,
        pub date_format: String,
        pub time_format: String,
        pub theme: String,
        pub density: String,
        pub last_login_at: Option<Millis>,
        pub version: i32,
        pub created_at: Millis,
        pub created_by: Option<UserId>,
        pub updated_at: Millis,
        pub updated_by: Option<UserId>,
        pub deleted_at: Option<Millis>,
        pub deleted_by: Option<UserId>,
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

use entity::{ActiveModel, Column, Entity, Model};

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// Its company.
    pub company_id: CompanyId,
    /// Lower-cased mail address.
    pub email: String,
    /// Whether the identity provider has seen the address verified.
    pub email_verified: bool,
    /// First name.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    /// First and last name.
    pub name: String,
    /// E.164.
    pub phone: Option<String>,
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

/// What a new user begins with. Colours, formats and density begin with `system`, `auto`, `24` and `comfortable`.
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

/// What users can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserSort {
    /// First and last name, folded.
    Name,
    /// Mail address.
    Email,
    /// Where it stands.
    Status,
    /// When it last signed in; never comes first.
    LastLoginAt,
    /// When it was made.
    CreatedAt,
    /// When it was last changed.
    UpdatedAt,
}

impl TryFrom<Model> for User {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            company_id: row.company_id,
            email: row.email,
            email_verified: row.email_verified,
            first_name: row.first_name,
            last_name: row.last_name,
            name: row.name,
            phone: row.phone,
            job_title: row.job_title,
            department: row.department,
            office_id: row.office_id,
            products: row
                .products
                .map(|text| json_text::read(&text, "user's products"))
                .transpose()?,
            status: row.status,
            status_reason: row.status_reason,
            two_factor_auth: row.two_factor_auth,
            language: row.language,
            timezone: row.timezone,
            date_format: row.date_format,
            time_format: row.time_format,
            theme: row.theme,
            density: row.density,
            last_login_at: row.last_login_at.map(Timestamp::from),
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
    let email = new.email.to_lowercase();
    let name = format!("{} {}", new.first_name, new.last_name)
        .trim()
        .to_owned();
    let row = ActiveModel {
        id: Set(new.id),
        company_id: Set(company),
        identity_uid: Set(Some(new.identity_uid)),
        email_verified: Set(new.email_verified),
        first_name: Set(new.first_name),
        last_name: Set(new.last_name),
        name_key: Set(fold(&name)),
        search_key: Set(fold(&format!("{name} {email}"))),
        name: Set(name),
        email: Set(email),
        phone: Set(None),
        job_title: Set(None),
        department: Set(None),
        office_id: Set(new.office_id),
        products: Set(None),
        status: Set(new.status),
        status_reason: Set(None),
        two_factor_auth: Set(false),
        language: Set(new.language),
        timezone: Set(new.timezone),
        date_format: Set("auto".to_owned()),
        time_format: Set("24".to_owned()),
        theme: Set("system".to_owned()),
        density: Set("comfortable".to_owned()),
        last_login_at: Set(None),
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

/// The user of a verified session, with its company.
pub async fn by_id(db: &impl Handle, id: UserId) -> Result<Option<(User, Company)>, StorageError> {
    one_with_company(db, Entity::find_by_id(id)).await
}

/// The user of a verified identity, with its company.
pub async fn by_identity(
    db: &impl Handle,
    identity_uid: &str,
) -> Result<Option<(User, Company)>, StorageError> {
    one_with_company(
        db,
        Entity::find().filter(Column::IdentityUid.eq(identity_uid)),
    )
    .await
}

/// Whether a user of the installation has this identity or this mail address.
pub async fn exists(
    db: &impl Handle,
    identity_uid: &str,
    email: &str,
) -> Result<bool, StorageError> {
    let taken = Column::IdentityUid
        .eq(identity_uid)
        .or(Column::Email.eq(email.to_lowercase()));
    Ok(Entity::find().filter(taken).count(db.connection()).await? > 0)
}

/// A user of the company.
pub async fn get(
    db: &impl Handle,
    company: CompanyId,
    id: UserId,
) -> Result<Option<User>, StorageError> {
    let row = of_company(company)
        .filter(Column::Id.eq(id))
        .one(db.connection())
        .await?;
    row.map(User::try_from).transpose()
}

/// The company's users.
pub async fn list(
    db: &impl Handle,
    company: CompanyId,
    listing: Listing<UserSort>,
) -> Result<Listed<User>, StorageError> {
    let column = |sort| match sort {
        UserSort::Name => Column::NameKey,
        UserSort::Email => Column::Email,
        UserSort::Status => Column::Status,
        UserSort::LastLoginAt => Column::LastLoginAt,
        UserSort::CreatedAt => Column::CreatedAt,
        UserSort::UpdatedAt => Column::UpdatedAt,
    };
    let own_order = [(Column::NameKey, Direction::Ascending)];
    let rows = listing::list(
        db,
        of_company(company),
        listing,
        Column::SearchKey,
        column,
        &own_order,
        Column::Id,
    )
    .await?;
    rows.try_map(User::try_from)
}

/// How many users the company has.
pub async fn count(db: &impl Handle, company: CompanyId) -> Result<u64, StorageError> {
    Ok(of_company(company).count(db.connection()).await?)
}

/// Notes a sign-in and what the identity provider says of the address. It is no change of the user: the version stays.
pub async fn note_sign_in(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    email_verified: bool,
    now: Timestamp,
) -> Result<(), StorageError> {
    Entity::update_many()
        .col_expr(Column::LastLoginAt, Expr::value(Millis::from(now)))
        .col_expr(Column::EmailVerified, Expr::value(email_verified))
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Notes that the identity provider now says otherwise of the address; `false` when it was known.
pub async fn note_email_verified(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    email_verified: bool,
) -> Result<bool, StorageError> {
    let result = Entity::update_many()
        .col_expr(Column::EmailVerified, Expr::value(email_verified))
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .filter(Column::EmailVerified.ne(email_verified))
        .exec(tx.connection())
        .await?;
    Ok(result.rows_affected == 1)
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
    let result = Entity::update_many()
        .col_expr(Column::Status, Expr::value(status))
        .col_expr(Column::StatusReason, Expr::value(reason.map(str::to_owned)))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(Millis::from(now)))
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .filter(Column::DeletedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(result.rows_affected == 1)
}

async fn one_with_company(
    db: &impl Handle,
    user: Select<Entity>,
) -> Result<Option<(User, Company)>, StorageError> {
    let row = user
        .filter(Column::DeletedAt.is_null())
        .find_also_related(companies::entity::Entity)
        .filter(companies::entity::Column::DeletedAt.is_null())
        .one(db.connection())
        .await?;
    let Some((user, Some(company))) = row else {
        return Ok(None);
    };
    Ok(Some((user.try_into()?, company.try_into()?)))
}

fn of_company(company: CompanyId) -> Select<Entity> {
    Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::DeletedAt.is_null())
}
