//! Login sessions: one row for each time somebody signed in, from its start until long after its end.
//!
//! Invariant: an ended session never lives again. The secret that opens a session is not here, only its hash; the
//! generation grows by exactly one for each accepted rotation, however many ask at the same time.

mod ending;
pub mod replacement;
pub mod tokens;

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveValue::Set, ExprTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::ids::typed_id;
use crate::viewings::ViewingId;
use crate::{Handle, StorageError, Transaction, UserId};

typed_id!(
    /// A login session. Not the secret in the cookie: it may be printed.
    open LoginSessionId
);

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{LoginSessionId, Millis, UserId, ViewingId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "login_sessions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: LoginSessionId,
        pub sid_hash: String,
        pub user_id: UserId,
        pub generation: i32,
        pub rotated_at: Millis,
        pub started_at: Millis,
        pub last_seen_at: Millis,
        pub ended_at: Option<Millis>,
        pub sign_in_method: String,
        pub ip: Option<String>,
        pub browser: Option<String>,
        pub authenticated_at: Option<Millis>,
        pub replace_at: Option<Millis>,
        pub next_sid_hash: Option<String>,
        pub previous_sid_hash: Option<String>,
        pub previous_until: Option<Millis>,
        pub token_hash: Option<String>,
        pub proved_at: Option<Millis>,
        pub viewing_id: Option<ViewingId>,
        pub end_cause: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use ending::{EndCause, end, end_all_of_user, end_everybodys, end_of_sign_in, ended_since};

use entity::{ActiveModel, Column, Entity, Model};

/// A login session as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginSession {
    /// Its id, which session tokens name.
    pub id: LoginSessionId,
    /// Who signed in.
    pub user_id: UserId,
    /// How often its token was renewed.
    pub generation: i32,
    /// When the generation last grew, or the session began.
    pub rotated_at: Timestamp,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was last used; may lag behind, see [`touch`].
    pub last_seen_at: Timestamp,
    /// When it ended, if it did.
    pub ended_at: Option<Timestamp>,
    /// Why it ended, if somebody ended it; none is known of those that ended before causes were recorded.
    pub end_cause: Option<EndCause>,
    /// How the user signed in: a word of the caller's.
    pub sign_in_method: String,
    /// From where it began.
    pub place: Place,
    /// When the user signed in at the identity provider, if the browser holds tokens of that sign-in.
    pub authenticated_at: Option<Timestamp>,
    /// From when on its secret is to be replaced, if it is; see [`replacement`].
    pub replace_at: Option<Timestamp>,
    /// The token of somebody else's that was found good last; see [`tokens`].
    pub proof: Option<tokens::Proof>,
    /// Under which other rights it reads, if it does; see [`crate::viewings`].
    pub viewing: Option<ViewingId>,
}

/// From where a session began, for whoever looks through the own ones. It decides nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Address of the client.
    pub ip: Option<String>,
    /// What its browser calls itself.
    pub browser: Option<String>,
}

impl From<Model> for LoginSession {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            generation: row.generation,
            rotated_at: row.rotated_at.into(),
            started_at: row.started_at.into(),
            last_seen_at: row.last_seen_at.into(),
            ended_at: row.ended_at.map(Timestamp::from),
            end_cause: row.end_cause.as_deref().and_then(EndCause::of),
            sign_in_method: row.sign_in_method,
            place: Place {
                ip: row.ip,
                browser: row.browser,
            },
            authenticated_at: row.authenticated_at.map(Timestamp::from),
            replace_at: row.replace_at.map(Timestamp::from),
            proof: tokens::of(row.token_hash, row.proved_at),
            viewing: row.viewing_id,
        }
    }
}

/// What a new session begins with.
#[derive(Clone, Debug)]
pub struct NewLoginSession<'a> {
    /// Hash of the secret in the cookie.
    pub sid_hash: &'a str,
    /// Who signed in.
    pub user_id: UserId,
    /// How.
    pub sign_in_method: &'a str,
    /// From where.
    pub place: Place,
    /// When the user signed in at the identity provider, if the browser holds tokens of that sign-in.
    pub authenticated_at: Option<Timestamp>,
}

/// Writes a new session of generation 0. [`StorageError::Conflict`] when the hash was ever used before.
pub async fn insert(
    tx: &Transaction,
    new: NewLoginSession<'_>,
    now: Timestamp,
) -> Result<LoginSession, StorageError> {
    let row = ActiveModel {
        id: Set(LoginSessionId::generate()),
        sid_hash: Set(new.sid_hash.to_owned()),
        user_id: Set(new.user_id),
        generation: Set(0),
        rotated_at: Set(now.into()),
        started_at: Set(now.into()),
        last_seen_at: Set(now.into()),
        ended_at: Set(None),
        sign_in_method: Set(new.sign_in_method.to_owned()),
        ip: Set(new.place.ip),
        browser: Set(new.place.browser),
        authenticated_at: Set(new.authenticated_at.map(Millis::from)),
        ..Default::default()
    };
    Ok(row.insert(&tx.executor()).await?.into())
}

/// The session whose secret has this hash, ended or not. One whose secret is being replaced has several.
pub async fn by_sid_hash(
    db: &dyn Handle,
    sid_hash: &str,
    now: Timestamp,
) -> Result<Option<LoginSession>, StorageError> {
    let found = replacement::find(db, sid_hash, now).await?;
    Ok(found.map(|found| found.session))
}

/// The session with this id, ended or not.
pub async fn get(
    db: &dyn Handle,
    id: LoginSessionId,
) -> Result<Option<LoginSession>, StorageError> {
    let row = Entity::find_by_id(id).row(db).await?;
    Ok(row.map(LoginSession::from))
}

/// The sessions of a user that were not ended, the one used last first. Of some the time may be over.
pub async fn of_user(db: &dyn Handle, user_id: UserId) -> Result<Vec<LoginSession>, StorageError> {
    let rows = Entity::find()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::EndedAt.is_null())
        .order_by_desc(Column::LastSeenAt)
        .order_by_desc(Column::Id)
        .rows(db)
        .await?;
    Ok(rows.into_iter().map(LoginSession::from).collect())
}

/// What the browsers call themselves in which sessions of a user began, ended ones included, each once.
pub async fn browsers_of(
    db: &dyn Handle,
    user_id: UserId,
) -> Result<Vec<Option<String>>, StorageError> {
    let browsers = Entity::find()
        .select_only()
        .column(Column::Browser)
        .distinct()
        .filter(Column::UserId.eq(user_id))
        .into_query();
    Ok(db.connection().query_column(&browsers, "browser").await?)
}

/// Raises the generation from `generation` by one. `false` when the session ended or somebody else raised it first.
pub async fn rotate(
    tx: &Transaction,
    id: LoginSessionId,
    generation: i32,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let result = Entity::update_many()
        .col_expr(Column::Generation, Expr::col(Column::Generation).add(1))
        .col_expr(Column::RotatedAt, Expr::value(Millis::from(now)))
        .col_expr(Column::LastSeenAt, Expr::value(Millis::from(now)))
        .filter(Column::Id.eq(id))
        .filter(Column::Generation.eq(generation))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(result.rows_affected == 1)
}

/// Notes that the session is in use. Callers may do so once a minute rather than at each request.
pub async fn touch(
    tx: &Transaction,
    id: LoginSessionId,
    now: Timestamp,
) -> Result<(), StorageError> {
    Entity::update_many()
        .col_expr(Column::LastSeenAt, Expr::value(Millis::from(now)))
        .filter(Column::Id.eq(id))
        .filter(Column::LastSeenAt.lt(Millis::from(now)))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Notes on which sign-in at the identity provider the session rests from now on.
pub async fn rest_on(
    tx: &Transaction,
    id: LoginSessionId,
    authenticated_at: Timestamp,
) -> Result<(), StorageError> {
    Entity::update_many()
        .col_expr(
            Column::AuthenticatedAt,
            Expr::value(Some(Millis::from(authenticated_at))),
        )
        .filter(Column::Id.eq(id))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Notes under which other rights the session reads from now on; none is its user's own. `false` when the session has ended.
pub async fn set_viewing(
    tx: &Transaction,
    id: LoginSessionId,
    viewing: Option<ViewingId>,
) -> Result<bool, StorageError> {
    let result = Entity::update_many()
        .col_expr(
            Column::ViewingId,
            Expr::value(viewing.map(|id| id.as_uuid())),
        )
        .filter(Column::Id.eq(id))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(result.rows_affected == 1)
}

/// Deletes sessions that were last used before `unused_since`; gives how many went.
pub async fn delete_unused(tx: &Transaction, unused_since: Timestamp) -> Result<u64, StorageError> {
    let result = Entity::delete_many()
        .filter(Column::LastSeenAt.lt(Millis::from(unused_since)))
        .exec(&tx.executor())
        .await?;
    Ok(result.rows_affected)
}

#[cfg(test)]
mod tests;
