//! Access tokens: what programs bring in place of a session, a row for each until its owner or an administrator revokes it.
//!
//! Invariant: the secret is not here, only its hash, which opens nothing. A token belongs to one user of one company for ever.

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveValue::Set, ExprTrait as _, QueryOrder as _};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::ids::typed_id;
use crate::roles::RoleId;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text};

typed_id!(
    /// An access token. Not its secret: it may be printed.
    open AccessTokenId
);

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{AccessTokenId, CompanyId, Millis, UserId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "access_tokens")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AccessTokenId,
        pub company_id: CompanyId,
        pub user_id: UserId,
        pub name: String,
        pub secret_hash: String,
        pub ending: String,
        pub scopes: String,
        pub role_id: Option<Uuid>,
        pub created_at: Millis,
        pub expires_at: Millis,
        pub last_used_at: Option<Millis>,
        pub last_used_ip: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// An access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// Its id.
    pub id: AccessTokenId,
    /// The company that it reads and writes.
    pub company_id: CompanyId,
    /// The user for whom its program acts.
    pub user_id: UserId,
    /// What its owner calls it.
    pub name: String,
    /// The last characters of its secret, by which its owner recognises it.
    pub ending: String,
    /// What it opens: words of the caller's.
    pub scopes: Vec<String>,
    /// The role to which it is restricted, if it is.
    pub role_id: Option<RoleId>,
    /// When it was created.
    pub created_at: Timestamp,
    /// From when on it opens nothing.
    pub expires_at: Timestamp,
    /// When it was last used; may lag behind, see [`note_use`].
    pub last_used_at: Option<Timestamp>,
    /// From which address it was last used.
    pub last_used_ip: Option<String>,
}

impl TryFrom<Model> for AccessToken {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            company_id: row.company_id,
            user_id: row.user_id,
            name: row.name,
            ending: row.ending,
            scopes: json_text::read(&row.scopes, "access token")?,
            role_id: row.role_id.map(RoleId::from),
            created_at: row.created_at.into(),
            expires_at: row.expires_at.into(),
            last_used_at: row.last_used_at.map(Timestamp::from),
            last_used_ip: row.last_used_ip,
        })
    }
}

/// What a new token begins with.
#[derive(Clone, Copy, Debug)]
pub struct NewAccessToken<'a> {
    /// The user for whom its program acts.
    pub user_id: UserId,
    /// What its owner calls it.
    pub name: &'a str,
    /// Hash of its secret.
    pub secret_hash: &'a str,
    /// The last characters of its secret.
    pub ending: &'a str,
    /// What it opens.
    pub scopes: &'a [&'a str],
    /// The role to which it is restricted, if it is.
    pub role_id: Option<RoleId>,
    /// From when on it opens nothing.
    pub expires_at: Timestamp,
}

/// Writes a new token.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewAccessToken<'_>,
    now: Timestamp,
) -> Result<AccessToken, StorageError> {
    let row = ActiveModel {
        id: Set(AccessTokenId::generate()),
        company_id: Set(company),
        user_id: Set(new.user_id),
        name: Set(new.name.to_owned()),
        secret_hash: Set(new.secret_hash.to_owned()),
        ending: Set(new.ending.to_owned()),
        scopes: Set(json_text::write(new.scopes, "access token")?),
        role_id: Set(new.role_id.map(|role| role.as_uuid())),
        created_at: Set(now.into()),
        expires_at: Set(new.expires_at.into()),
        last_used_at: Set(None),
        last_used_ip: Set(None),
    };
    row.insert(&tx.executor()).await?.try_into()
}

/// The token whose secret has this hash, expired or not, of whatever company.
pub async fn by_secret_hash(
    db: &dyn Handle,
    secret_hash: &str,
) -> Result<Option<AccessToken>, StorageError> {
    let row = Entity::find()
        .filter(Column::SecretHash.eq(secret_hash))
        .row(db)
        .await?;
    row.map(AccessToken::try_from).transpose()
}

/// The tokens of a user, expired or not, the newest first.
pub async fn of_user(
    db: &dyn Handle,
    company: CompanyId,
    user_id: UserId,
) -> Result<Vec<AccessToken>, StorageError> {
    let rows = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::UserId.eq(user_id))
        .order_by_desc(Column::Id)
        .rows(db)
        .await?;
    rows.into_iter().map(AccessToken::try_from).collect()
}

/// The tokens of all users of all companies, expired or not, those of one user together, the newest first.
pub async fn all(db: &dyn Handle) -> Result<Vec<AccessToken>, StorageError> {
    let rows = Entity::find()
        .order_by_asc(Column::CompanyId)
        .order_by_asc(Column::UserId)
        .order_by_desc(Column::Id)
        .rows(db)
        .await?;
    rows.into_iter().map(AccessToken::try_from).collect()
}

/// Notes when and from where a token was used, unless a later use is noted already.
pub async fn note_use(
    tx: &Transaction,
    token: &AccessToken,
    ip: Option<&str>,
    now: Timestamp,
) -> Result<(), StorageError> {
    let earlier = Column::LastUsedAt
        .is_null()
        .or(Column::LastUsedAt.lt(Millis::from(now)));
    Entity::update_many()
        .col_expr(Column::LastUsedAt, Expr::value(Millis::from(now)))
        .col_expr(Column::LastUsedIp, Expr::value(ip))
        .filter(Column::CompanyId.eq(token.company_id))
        .filter(Column::Id.eq(token.id))
        .filter(earlier)
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Removes a token, if it is there.
pub async fn delete(
    tx: &Transaction,
    company: CompanyId,
    id: AccessTokenId,
) -> Result<(), StorageError> {
    Entity::delete_many()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .exec(&tx.executor())
        .await?;
    Ok(())
}
