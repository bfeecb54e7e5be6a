//! Viewings: times in which a session reads under other rights than its user's own, as a holder of a role of its company or as a
//! visitor of another company.
//!
//! Invariant: a viewing ends once. The session names the one that it is in, and whoever ends that also clears the session's.

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveValue::Set, QueryOrder as _, QuerySelect as _};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::ids::typed_id;
use crate::login_sessions::{self, LoginSessionId};
use crate::roles::RoleId;
use crate::support_grants::SupportGrantId;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

typed_id!(
    /// A viewing.
    open ViewingId
);

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, LoginSessionId, Millis, UserId, ViewingId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "viewings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ViewingId,
        pub session_id: LoginSessionId,
        pub user_id: UserId,
        pub user_name: String,
        pub company_id: CompanyId,
        pub role_id: Option<Uuid>,
        pub grant_id: Option<Uuid>,
        pub began_at: Millis,
        pub until_at: Millis,
        pub ended_at: Option<Millis>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// What gives a viewing its rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A role of the company.
    Role(RoleId),
    /// A grant of support access by the company.
    Grant(SupportGrantId),
}

/// A viewing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewing {
    /// Its id.
    pub id: ViewingId,
    /// The session that is in it.
    pub session_id: LoginSessionId,
    /// Whose session that is.
    pub user_id: UserId,
    /// How the user was called when it began.
    pub user_name: String,
    /// The company that is read.
    pub company_id: CompanyId,
    /// What gives it its rights.
    pub basis: Basis,
    /// When it began.
    pub began_at: Timestamp,
    /// When it is over by itself.
    pub until: Timestamp,
    /// When it was ended, if it was.
    pub ended_at: Option<Timestamp>,
}

impl TryFrom<Model> for Viewing {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        let basis = match (row.role_id, row.grant_id) {
            (Some(role), None) => Basis::Role(RoleId::from(role)),
            (None, Some(grant)) => Basis::Grant(SupportGrantId::from(grant)),
            _ => return Err(StorageError::Corrupt("viewing")),
        };
        Ok(Self {
            id: row.id,
            session_id: row.session_id,
            user_id: row.user_id,
            user_name: row.user_name,
            company_id: row.company_id,
            basis,
            began_at: row.began_at.into(),
            until: row.until_at.into(),
            ended_at: row.ended_at.map(Timestamp::from),
        })
    }
}

/// What a viewing begins with.
#[derive(Clone, Copy, Debug)]
pub struct NewViewing<'a> {
    /// The session that is in it.
    pub session_id: LoginSessionId,
    /// Whose session that is.
    pub user_id: UserId,
    /// How the user is called.
    pub user_name: &'a str,
    /// The company that is read.
    pub company_id: CompanyId,
    /// What gives it its rights.
    pub basis: Basis,
    /// When it is over by itself.
    pub until: Timestamp,
}

/// Begins a viewing. [`StorageError::Conflict`] when the session has ended.
pub async fn begin(
    tx: &Transaction,
    new: NewViewing<'_>,
    now: Timestamp,
) -> Result<Viewing, StorageError> {
    let (role, grant) = match new.basis {
        Basis::Role(role) => (Some(role.as_uuid()), None),
        Basis::Grant(grant) => (None, Some(grant.as_uuid())),
    };
    let row = ActiveModel {
        id: Set(ViewingId::generate()),
        session_id: Set(new.session_id),
        user_id: Set(new.user_id),
        user_name: Set(new.user_name.to_owned()),
        company_id: Set(new.company_id),
        role_id: Set(role),
        grant_id: Set(grant),
        began_at: Set(now.into()),
        until_at: Set(new.until.into()),
        ended_at: Set(None),
    };
    let viewing = Viewing::try_from(row.insert(&tx.executor()).await?)?;
    match login_sessions::set_viewing(tx, new.session_id, Some(viewing.id)).await? {
        true => Ok(viewing),
        false => Err(StorageError::Conflict),
    }
}

/// The viewing with this id, ended or not, of whatever company.
pub async fn get(db: &dyn Handle, id: ViewingId) -> Result<Option<Viewing>, StorageError> {
    let row = Entity::find_by_id(id).row(db).await?;
    row.map(Viewing::try_from).transpose()
}

/// Ends a viewing, after which its session reads under its user's own rights; `false` when it had ended before.
pub async fn end(
    tx: &Transaction,
    viewing: &Viewing,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let ended = close(tx, viewing, now).await?;
    let session = login_sessions::get(tx, viewing.session_id).await?;
    if session.is_some_and(|session| session.viewing == Some(viewing.id)) {
        login_sessions::set_viewing(tx, viewing.session_id, None).await?;
    }
    Ok(ended)
}

/// Ends a viewing of which the session is to learn yet: until it is cleared there, it reads nothing. `false` when it had ended
/// before.
pub async fn close(
    tx: &Transaction,
    viewing: &Viewing,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let result = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(Millis::from(now)))
        .filter(Column::CompanyId.eq(viewing.company_id))
        .filter(Column::Id.eq(viewing.id))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(result.rows_affected == 1)
}

/// The viewings that nobody ended, of all companies, the earliest first. Of some the time may be over.
pub async fn open(db: &dyn Handle) -> Result<Vec<Viewing>, StorageError> {
    let rows = Entity::find()
        .filter(Column::EndedAt.is_null())
        .order_by_asc(Column::BeganAt)
        .order_by_asc(Column::Id)
        .rows(db)
        .await?;
    rows.into_iter().map(Viewing::try_from).collect()
}

/// The visits of the operator's people under grants of the company, the latest first.
pub async fn visits(
    db: &dyn Handle,
    company: CompanyId,
    limit: u64,
) -> Result<Vec<Viewing>, StorageError> {
    let rows = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::GrantId.is_not_null())
        .order_by_desc(Column::BeganAt)
        .order_by_desc(Column::Id)
        .limit(limit)
        .rows(db)
        .await?;
    rows.into_iter().map(Viewing::try_from).collect()
}

/// The visits of the company that nobody ended.
pub async fn open_visits(
    db: &dyn Handle,
    company: CompanyId,
) -> Result<Vec<Viewing>, StorageError> {
    let rows = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::GrantId.is_not_null())
        .filter(Column::EndedAt.is_null())
        .order_by_asc(Column::Id)
        .rows(db)
        .await?;
    rows.into_iter().map(Viewing::try_from).collect()
}
