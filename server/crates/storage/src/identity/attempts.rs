//! Attempt counters: how often something was tried within a window of time.
//!
//! Invariant: counting and deciding are one SQL statement. Reading first and writing later would lose counts under
//! concurrency, and a hundred parallel guesses would then be evaluated instead of the allowed ten.

use jiff::Timestamp;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::database::sealed::Connected;
use crate::{Handle, StorageError, Transaction};

/// The mailbox of an e-mail address, as a subject of limits: what stands behind `+` is its owner's to choose, and of whoever
/// writes there.
pub fn mailbox(address: &str) -> String {
    let Some((local, domain)) = address.rsplit_once('@') else {
        return address.to_owned();
    };
    let local = local.split_once('+').map_or(local, |(before, _)| before);
    format!("{local}@{domain}")
}

/// What is counted, for whom, and how often it may happen within a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The kind of attempt, such as `sign-in/account`.
    pub scope: &'static str,
    /// Whose attempts they are: a hash of an address, a network.
    pub subject: String,
    /// How many attempts a window allows; at least 1.
    pub allowed: u32,
    /// How long a window lasts from its first attempt.
    pub window: std::time::Duration,
}

mod row {
    use sea_orm::entity::prelude::*;

    use super::Millis;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_attempts")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub scope: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub subject: String,
        pub count: i32,
        pub allowed: i32,
        pub window_ends_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What counting one attempt came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// Whether all limits allow the attempt to be evaluated.
    pub is_admitted: bool,
    /// Scopes of which this was the last attempt within the window; of all that ask at once it is the last of one alone.
    pub used_up: Vec<&'static str>,
}

/// Counts one attempt against every limit and says whether all of them allow it to be evaluated.
///
/// A limit that is exhausted is not counted up; the others are. Commit the transaction before the attempt is evaluated.
pub async fn admit(
    tx: &Transaction,
    limits: &[Limit],
    now: Timestamp,
) -> Result<bool, StorageError> {
    Ok(count(tx, limits, now).await?.is_admitted)
}

/// The same, and says which limits it used up.
pub async fn count(
    tx: &Transaction,
    limits: &[Limit],
    now: Timestamp,
) -> Result<Admission, StorageError> {
    let counting = counting(limits.iter().map(|limit| (limit, 1)), now);
    let counted = tx.connection().query_all(&counting).await?;
    let mut used_up = Vec::new();
    for row in &counted {
        let (scope, subject): (String, String) = (row.get("scope")?, row.get("subject")?);
        let count: i32 = row.get("count")?;
        let limit = limits
            .iter()
            .find(|it| it.scope == scope && it.subject == subject);
        if let Some(limit) = limit.filter(|it| i64::from(count) == i64::from(it.allowed)) {
            used_up.push(limit.scope);
        }
    }
    Ok(Admission {
        is_admitted: counted.len() == limits.len(),
        used_up,
    })
}

/// A limit that has no room, and when its window is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// The kind of attempt.
    pub scope: &'static str,
    /// How many a window allows.
    pub allowed: u32,
    /// From then on there is room again.
    pub until: Timestamp,
}

/// Counts so many at once against each limit, as far as it has room for them, and says which have none. What is more than a
/// limit ever allows counts as all that it allows.
///
/// Let go of the transaction, instead of committing it, where any has none: then nothing was counted.
pub async fn spend(
    tx: &Transaction,
    spent: &[(Limit, u32)],
    now: Timestamp,
) -> Result<Vec<Exhausted>, StorageError> {
    let counting = counting(spent.iter().map(|(limit, count)| (limit, *count)), now);
    let mut counted = std::collections::HashSet::new();
    for row in tx.connection().query_all(&counting).await? {
        let key: (String, String) = (row.get("scope")?, row.get("subject")?);
        counted.insert(key);
    }
    let mut exhausted = Vec::new();
    for (limit, _) in spent {
        let key = (limit.scope.to_owned(), limit.subject.clone());
        if counted.contains(&key) {
            continue;
        }
        let found = row::Entity::find_by_id(key).one(&tx.executor()).await?;
        exhausted.push(Exhausted {
            scope: limit.scope,
            allowed: limit.allowed,
            until: found.map_or(now, |it| it.window_ends_at.into()),
        });
    }
    Ok(exhausted)
}

/// The statement that counts and decides: it gives a row for each limit that had room.
fn counting<'a>(
    limits: impl Iterator<Item = (&'a Limit, u32)>,
    now: Timestamp,
) -> sea_orm::sea_query::InsertStatement {
    use row::Column::{Allowed, Count, Scope, Subject, WindowEndsAt};

    let now = Millis::from(now);
    let stored = |column| Expr::col((row::Entity, column));
    let offered = |column: row::Column| Expr::col(("excluded", column));
    let is_over = || stored(WindowEndsAt).lte(now);
    let sum = || stored(Count).add(offered(Count));
    let on_conflict = OnConflict::columns([Scope, Subject])
        .value(
            Count,
            CaseStatement::new()
                .case(is_over(), offered(Count))
                .finally(sum()),
        )
        .value(Allowed, offered(Allowed))
        .value(
            WindowEndsAt,
            CaseStatement::new()
                .case(is_over(), offered(WindowEndsAt))
                .finally(stored(WindowEndsAt)),
        )
        .action_and_where(is_over().or(sum().lte(offered(Allowed))))
        .to_owned();

    let mut insert = Query::insert();
    insert
        .into_table(row::Entity)
        .columns([Scope, Subject, Count, Allowed, WindowEndsAt])
        .on_conflict(on_conflict)
        .returning(Query::returning().columns([Scope, Subject, Count]));
    // In one order everywhere, so that no two transactions wait for each other's counter.
    let mut ordered: Vec<(&Limit, u32)> = limits.collect();
    ordered.sort_by_key(|(limit, _)| (limit.scope, &limit.subject));
    for (limit, count) in ordered {
        let ends_at = Millis(
            now.0
                .saturating_add(i64::try_from(limit.window.as_millis()).unwrap_or(i64::MAX)),
        );
        let number = |it: u32| i32::try_from(it).unwrap_or(i32::MAX);
        insert.values_panic([
            limit.scope.into(),
            limit.subject.clone().into(),
            number(Ord::min(count, limit.allowed)).into(),
            number(limit.allowed).into(),
            ends_at.into(),
        ]);
    }
    insert
}

/// Whether the limit allows no further attempt for now. Counts none, so it decides nothing that must not be passed by several at once.
pub async fn is_used_up(
    db: &dyn Handle,
    limit: &Limit,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let key = (limit.scope.to_owned(), limit.subject.clone());
    let found = row::Entity::find_by_id(key).row(db).await?;
    Ok(found.is_some_and(|it| {
        Millis::from(now).0 < it.window_ends_at.0 && i64::from(limit.allowed) <= i64::from(it.count)
    }))
}

/// Forgets the attempts of one subject, as after a success.
pub async fn forget(tx: &Transaction, scope: &str, subject: &str) -> Result<(), StorageError> {
    row::Entity::delete_by_id((scope.to_owned(), subject.to_owned()))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Takes one attempt back, so that successes behind a shared address do not use up its allowance.
pub async fn give_back(tx: &Transaction, scope: &str, subject: &str) -> Result<(), StorageError> {
    row::Entity::update_many()
        .col_expr(row::Column::Count, Expr::col(row::Column::Count).sub(1))
        .filter(row::Column::Scope.eq(scope))
        .filter(row::Column::Subject.eq(subject))
        .filter(row::Column::Count.gt(0))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Deletes counters whose window is over.
pub async fn prune(tx: &Transaction, now: Timestamp) -> Result<(), StorageError> {
    let over = row::Column::WindowEndsAt.lte(Millis::from(now));
    row::Entity::delete_many()
        .filter(over)
        .exec(&tx.executor())
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_of_a_mailbox_are_one() {
        assert_eq!(mailbox("joan+freight@x.example"), "joan@x.example");
        assert_eq!(mailbox("joan@x.example"), "joan@x.example");
    }
}
