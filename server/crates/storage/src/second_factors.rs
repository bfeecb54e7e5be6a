//! Second factors: codes that were mailed to somebody who is about to sign in. They belong to nobody's company yet.
//!
//! Invariant: counting an attempt and deciding whether it may be evaluated are one statement, so of a hundred at once no more
//! than the allowed ones are; a factor is used once. Neither the handle nor a code is here, only their hashes.

use jiff::Timestamp;
use rand::RngExt as _;
use sea_orm::IntoActiveModel as _;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{BinOper, Expr, ExprTrait as _, Query};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::database::sealed::Connected as _;
use crate::hashing::{hex, sha256_hex};
use crate::{Handle, StorageError, Transaction, UserId};

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{Millis, UserId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "second_factors")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub handle_hash: String,
        pub browser_hash: String,
        pub code_hash: String,
        /// Those of former codes, each with a space behind it.
        pub replaced_hashes: String,
        pub user_id: UserId,
        pub sign_in_method: String,
        pub attempts: i32,
        pub code_ends_at: Millis,
        pub ends_at: Millis,
        pub used_at: Option<Millis>,
        pub authenticated_at: Option<Millis>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{Column, Entity, Model};

/// What one browser holds of a sign-in: 256 random bits in hexadecimal digits. Its `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new one.
    pub fn generate() -> Self {
        let bytes: [u8; 32] = rand::random();
        Self(hex(&bytes))
    }

    /// As the browser shows it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Under which it is kept. It has more bits than anybody tries, so the hash needs no salt.
    pub fn hash(&self) -> String {
        sha256_hex(self.0.as_bytes())
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

/// Six random digits.
pub fn six_digits() -> String {
    let number: u32 = rand::rng().random_range(0..1_000_000);
    format!("{number:06}")
}

/// A sign-in that waits for a code.
#[derive(Clone, Debug)]
pub struct NewFactor {
    /// Hash of the handle that the browser shows.
    pub handle_hash: String,
    /// Hash of the secret in the cookie of that browser.
    pub browser_hash: String,
    /// Hash of the code.
    pub code_hash: String,
    /// Who is about to sign in.
    pub user_id: UserId,
    /// How: a word of the caller's.
    pub sign_in_method: String,
    /// When the first factor was shown to the identity provider, if the browser holds tokens of that sign-in.
    pub authenticated_at: Option<Timestamp>,
    /// The code does not work from here on.
    pub code_ends_at: Timestamp,
    /// Nor does any later one.
    pub ends_at: Timestamp,
}

/// An attempt that may be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Hash of the right code.
    pub code_hash: String,
    /// Hashes of codes that it took the place of, the first one first.
    pub replaced: Vec<String>,
    /// Who is about to sign in.
    pub user_id: UserId,
    /// How.
    pub sign_in_method: String,
    /// When the first factor was shown to the identity provider, if the browser holds tokens of that sign-in.
    pub authenticated_at: Option<Timestamp>,
    /// How many attempts at this code there were, with this one.
    pub attempts: i32,
}

/// How a sign-in stands, for whoever could not try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who is about to sign in.
    pub user_id: UserId,
    /// Whether it was used.
    pub is_used: bool,
    /// How many attempts at the latest code there were.
    pub attempts: i32,
    /// The code does not work from here on.
    pub code_ends_at: Timestamp,
    /// Nor does any later one.
    pub ends_at: Timestamp,
}

/// Writes a new one and deletes those that are over.
pub async fn insert(tx: &Transaction, new: NewFactor, now: Timestamp) -> Result<(), StorageError> {
    Entity::delete_many()
        .filter(Column::EndsAt.lte(Millis::from(now)))
        .exec(&tx.executor())
        .await?;
    let row = Model {
        handle_hash: new.handle_hash,
        browser_hash: new.browser_hash,
        code_hash: new.code_hash,
        replaced_hashes: String::new(),
        user_id: new.user_id,
        sign_in_method: new.sign_in_method,
        attempts: 0,
        code_ends_at: new.code_ends_at.into(),
        ends_at: new.ends_at.into(),
        used_at: None,
        authenticated_at: new.authenticated_at.map(Millis::from),
    };
    Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Counts one attempt by this browser. None when there is no such sign-in, or it was used, or its code has expired or was
/// tried as often as is allowed. Commit the transaction before the code is compared.
pub async fn attempt(
    tx: &Transaction,
    handle_hash: &str,
    browser_hash: &str,
    allowed: i32,
    now: Timestamp,
) -> Result<Option<Attempt>, StorageError> {
    let mut update = Query::update();
    update
        .table(Entity)
        .value(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .and_where(Expr::col(Column::HandleHash).eq(handle_hash))
        .and_where(Expr::col(Column::BrowserHash).eq(browser_hash))
        .and_where(Expr::col(Column::UsedAt).is_null())
        .and_where(Expr::col(Column::CodeEndsAt).gt(Millis::from(now)))
        .and_where(Expr::col(Column::Attempts).lt(allowed))
        .returning(Query::returning().columns([
            Column::CodeHash,
            Column::ReplacedHashes,
            Column::UserId,
            Column::SignInMethod,
            Column::AuthenticatedAt,
            Column::Attempts,
        ]));
    let row = tx.connection().query_one(&update).await?;
    row.map(|row| {
        let replaced: String = row.get("replaced_hashes")?;
        Ok(Attempt {
            code_hash: row.get("code_hash")?,
            replaced: replaced.split_whitespace().map(str::to_owned).collect(),
            user_id: UserId::from(row.get::<Uuid>("user_id")?),
            sign_in_method: row.get("sign_in_method")?,
            authenticated_at: row
                .get::<Option<Millis>>("authenticated_at")?
                .map(Timestamp::from),
            attempts: row.get("attempts")?,
        })
    })
    .transpose()
}

/// How the sign-in of this browser stands; none when there is no such one.
pub async fn standing(
    db: &dyn Handle,
    handle_hash: &str,
    browser_hash: &str,
) -> Result<Option<Standing>, StorageError> {
    let row = Entity::find_by_id(handle_hash.to_owned())
        .filter(Column::BrowserHash.eq(browser_hash))
        .row(db)
        .await?;
    Ok(row.map(|row| Standing {
        user_id: row.user_id,
        is_used: row.used_at.is_some(),
        attempts: row.attempts,
        code_ends_at: row.code_ends_at.into(),
        ends_at: row.ends_at.into(),
    }))
}

/// Puts a new code in the place of the one before it; its attempts are counted from none. `false` when the sign-in was used
/// or is over.
pub async fn replace_code(
    tx: &Transaction,
    handle_hash: &str,
    code_hash: &str,
    code_ends_at: Timestamp,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let concatenated = BinOper::Custom("||");
    let replaced = Expr::col(Column::ReplacedHashes)
        .binary(concatenated, Expr::col(Column::CodeHash))
        .binary(concatenated, Expr::value(" "));
    let updated = Entity::update_many()
        .col_expr(Column::ReplacedHashes, replaced)
        .col_expr(Column::CodeHash, Expr::value(code_hash))
        .col_expr(Column::CodeEndsAt, Expr::value(Millis::from(code_ends_at)))
        .col_expr(Column::Attempts, Expr::value(0))
        .filter(Column::HandleHash.eq(handle_hash))
        .filter(Column::UsedAt.is_null())
        .filter(Column::EndsAt.gt(Millis::from(now)))
        .exec(&tx.executor())
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Uses it up. Of two that try, one gets `true`.
pub async fn consume(
    tx: &Transaction,
    handle_hash: &str,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let consumed = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(Millis::from(now)))
        .filter(Column::HandleHash.eq(handle_hash))
        .filter(Column::UsedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(consumed.rows_affected == 1)
}

/// Lets nobody go on who was about to sign in as this user, as after a new password.
pub async fn forget_user(tx: &Transaction, user_id: UserId) -> Result<(), StorageError> {
    Entity::delete_many()
        .filter(Column::UserId.eq(user_id))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::Storage;
    use crate::testing::storage;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn factor(handle: &str) -> NewFactor {
        NewFactor {
            handle_hash: handle.to_owned(),
            browser_hash: "browser".to_owned(),
            code_hash: "code".to_owned(),
            user_id: UserId::generate(),
            sign_in_method: "sdk".to_owned(),
            authenticated_at: Some(NOW),
            code_ends_at: NOW + SignedDuration::from_mins(10),
            ends_at: NOW + SignedDuration::from_mins(30),
        }
    }

    async fn waiting(storage: &Storage) -> NewFactor {
        let tx = storage.begin().await.unwrap();
        let new = factor("handle");
        insert(&tx, new.clone(), NOW).await.unwrap();
        tx.commit().await.unwrap();
        new
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn of_a_hundred_attempts_at_once_five_are_evaluated() {
        let (_folder, storage) = storage().await;
        waiting(&storage).await;
        let mut tries = tokio::task::JoinSet::new();
        for _ in 0..100 {
            let storage = storage.clone();
            tries.spawn(async move {
                let tx = storage.begin().await.unwrap();
                let attempt = attempt(&tx, "handle", "browser", 5, NOW).await.unwrap();
                tx.commit().await.unwrap();
                attempt.map(|it| it.attempts)
            });
        }
        let mut evaluated: Vec<i32> = tries.join_all().await.into_iter().flatten().collect();
        evaluated.sort_unstable();
        assert_eq!(evaluated, [1, 2, 3, 4, 5]);
    }

    #[tokio::test]
    async fn it_is_good_for_its_browser_until_its_end_and_once() {
        let (_folder, storage) = storage().await;
        waiting(&storage).await;
        let tx = storage.begin().await.unwrap();
        let code_end = NOW + SignedDuration::from_mins(10);
        for (handle, browser, at) in [
            ("other", "browser", NOW),
            ("handle", "other", NOW),
            ("handle", "browser", code_end),
        ] {
            let tried = attempt(&tx, handle, browser, 5, at).await.unwrap();
            assert_eq!(tried, None, "{handle} {browser} {at}");
        }
        let tried = attempt(&tx, "handle", "browser", 5, NOW).await.unwrap();
        assert_eq!(tried.unwrap().code_hash, "code");
        assert!(consume(&tx, "handle", NOW).await.unwrap());
        assert!(!consume(&tx, "handle", NOW).await.unwrap());
        let tried = attempt(&tx, "handle", "browser", 5, NOW).await.unwrap();
        assert_eq!(tried, None);
        let replaced = replace_code(&tx, "handle", "next", code_end, NOW);
        assert!(!replaced.await.unwrap());
        assert_eq!(standing(&tx, "handle", "other").await.unwrap(), None);
        let stands = standing(&tx, "handle", "browser").await.unwrap().unwrap();
        assert!(stands.is_used);
        // A later one sweeps what is over.
        insert(&tx, factor("next"), stands.ends_at).await.unwrap();
        assert_eq!(standing(&tx, "handle", "browser").await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_new_code_has_attempts_of_its_own_and_the_former_ones_are_remembered() {
        let (_folder, storage) = storage().await;
        let new = waiting(&storage).await;
        let tx = storage.begin().await.unwrap();
        for _ in 0..5 {
            attempt(&tx, "handle", "browser", 5, NOW).await.unwrap();
        }
        let later = NOW + SignedDuration::from_mins(20);
        for code in ["second", "third"] {
            let replaced = replace_code(&tx, "handle", code, later, NOW);
            assert!(replaced.await.unwrap());
        }
        let tried = attempt(&tx, "handle", "browser", 5, NOW)
            .await
            .unwrap()
            .unwrap();
        assert_eq!((tried.code_hash.as_str(), tried.attempts), ("third", 1));
        assert_eq!(tried.replaced, ["code", "second"]);
        let over = replace_code(&tx, "handle", "fourth", later, new.ends_at);
        assert!(!over.await.unwrap());
        forget_user(&tx, new.user_id).await.unwrap();
        assert_eq!(standing(&tx, "handle", "browser").await.unwrap(), None);
    }

    #[test]
    fn a_code_has_six_digits_and_a_secret_is_not_printed() {
        for _ in 0..100 {
            let code = six_digits();
            assert!(code.len() == 6 && code.bytes().all(|it| it.is_ascii_digit()));
        }
        let secret = Secret::generate();
        assert_eq!(format!("{secret:?}"), "***");
        assert_ne!(secret, Secret::generate());
    }
}
