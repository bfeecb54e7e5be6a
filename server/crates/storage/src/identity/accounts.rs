//! Accounts: who can sign in. One per canonical e-mail address, which the unique key guards under concurrency.

use jiff::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::database::held;
use crate::{Handle, StorageError, Transaction};

/// An account's id: 28 letters and digits, as Firebase makes them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, sea_orm::DeriveValueType)]
pub struct Uid(String);

impl Uid {
    /// Takes over an id that a token or a request names. It need not exist.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Uid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl sea_orm::TryFromU64 for Uid {
    fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
        Err(sea_orm::DbErr::ConvertFromU64("Uid"))
    }
}

/// One account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Who it is, for ever.
    pub uid: Uid,
    /// The canonical address (lower case); unique.
    pub email: String,
    /// Whether a mailed code proved the address.
    pub email_verified: bool,
    /// PHC string of the password; `None` when the account has none.
    pub password_hash: Option<String>,
    /// When the password was last set.
    pub password_updated_at: Timestamp,
    /// The name to show, if one was given.
    pub display_name: Option<String>,
    /// The picture to show, if one was given.
    pub photo_url: Option<String>,
    /// A disabled account cannot sign in and its tokens are refused.
    pub disabled: bool,
    /// Tokens of a sign-in before this second are revoked.
    pub valid_since: Timestamp,
    /// Custom claims, put at the top level of every ID token.
    pub claims: Map<String, Value>,
    /// When it was made.
    pub created_at: Timestamp,
    /// The last sign-in with a password.
    pub last_login_at: Timestamp,
}

mod row {
    use sea_orm::entity::prelude::*;

    use super::{Millis, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_accounts")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub uid: Uid,
        pub email: String,
        pub email_verified: bool,
        pub password_hash: Option<String>,
        pub password_updated_at: Millis,
        pub display_name: Option<String>,
        pub photo_url: Option<String>,
        pub disabled: bool,
        pub valid_since_at: Millis,
        pub claims: String,
        pub created_at: Millis,
        pub last_login_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl From<&Account> for row::Model {
    fn from(account: &Account) -> Self {
        Self {
            uid: account.uid.clone(),
            email: account.email.clone(),
            email_verified: account.email_verified,
            password_hash: account.password_hash.clone(),
            password_updated_at: account.password_updated_at.into(),
            display_name: account.display_name.clone(),
            photo_url: account.photo_url.clone(),
            disabled: account.disabled,
            valid_since_at: account.valid_since.into(),
            claims: Value::Object(account.claims.clone()).to_string(),
            created_at: account.created_at.into(),
            last_login_at: account.last_login_at.into(),
        }
    }
}

impl TryFrom<row::Model> for Account {
    type Error = StorageError;

    fn try_from(row: row::Model) -> Result<Self, StorageError> {
        Ok(Self {
            uid: row.uid,
            email: row.email,
            email_verified: row.email_verified,
            password_hash: row.password_hash,
            password_updated_at: row.password_updated_at.into(),
            display_name: row.display_name,
            photo_url: row.photo_url,
            disabled: row.disabled,
            valid_since: row.valid_since_at.into(),
            claims: serde_json::from_str(&row.claims)
                .map_err(|_| StorageError::Corrupt("claims"))?,
            created_at: row.created_at.into(),
            last_login_at: row.last_login_at.into(),
        })
    }
}

/// The account with this id. Read in a transaction, it stays as it is until the end of it.
pub async fn find(db: &dyn Handle, uid: &Uid) -> Result<Option<Account>, StorageError> {
    let row = held(db, row::Entity::find_by_id(uid.clone()))
        .row(db)
        .await?;
    row.map(Account::try_from).transpose()
}

/// The account with this canonical address.
pub async fn find_by_email(db: &dyn Handle, email: &str) -> Result<Option<Account>, StorageError> {
    let row = row::Entity::find()
        .filter(row::Column::Email.eq(email))
        .row(db)
        .await?;
    row.map(Account::try_from).transpose()
}

/// Adds an account. [`StorageError::Conflict`] when its address or id is taken.
pub async fn insert(tx: &Transaction, account: &Account) -> Result<(), StorageError> {
    let row = row::Model::from(account).into_active_model();
    row::Entity::insert(row)
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Writes all of an account that was read in the same transaction, so that nothing is lost between.
pub async fn save(tx: &Transaction, account: &Account) -> Result<(), StorageError> {
    row::Model::from(account)
        .into_active_model()
        .reset_all()
        .update(&tx.executor())
        .await?;
    Ok(())
}

/// Has tokens of sign-ins before this second refused, whosever they are; gives of how many accounts.
pub async fn revoke_everybodys(
    tx: &Transaction,
    valid_since: Timestamp,
) -> Result<u64, StorageError> {
    let since = Millis::from(valid_since);
    let changed = row::Entity::update_many()
        .col_expr(row::Column::ValidSinceAt, Expr::value(since))
        .filter(row::Column::ValidSinceAt.lt(since))
        .exec(&tx.executor())
        .await?;
    Ok(changed.rows_affected)
}

/// Deletes an account with all that belongs to it. A later account may have its address.
pub async fn delete(tx: &Transaction, uid: &Uid) -> Result<(), StorageError> {
    row::Entity::delete_by_id(uid.clone())
        .exec(&tx.executor())
        .await?;
    Ok(())
}
