//! The hasher: argon2id, as many at once as configured, a bounded number waiting, the rest turned away at once.
//!
//! A caller first takes a [`Slot`] and only then counts the attempt, so that nobody is locked out by attempts that the
//! machine had no time to evaluate. Who sends: sign-in, sign-up, password change. A drop means: ask again in a second.
//!
//! What a hash fills is kept for the next one ([`Blocks`]): megabytes that come and go as fast as people sign in would
//! leave an allocator with much that it cannot give back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Password;
use super::blocks::{Blocks, KEPT};
use crate::Error;
use crate::config::Hashing;

/// Hashes and verifies passwords on blocking threads.
#[derive(Debug)]
pub struct Hasher {
    /// Of new hashes.
    params: Params,
    blocks: Arc<Blocks>,
    /// Verified in place of the hash of an account that does not exist.
    dummy: Arc<str>,
    /// Running and waiting together.
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

/// A place in the queue, whose turn has come. It may be used once.
#[derive(Debug)]
pub struct Slot<'a> {
    hasher: &'a Hasher,
    permits: [OwnedSemaphorePermit; 2],
}

/// What comparing a password with a hash says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the password.
    Right,
    /// It is the password, but its hash was made at another cost and should be made anew.
    Outdated,
    /// It is not, or there is no such account.
    Wrong,
}

impl Hasher {
    /// A hasher of this cost. Takes as long as one hash.
    pub async fn start(config: Hashing) -> Result<Self, Error> {
        let params = Params::new(config.memory_kib, config.passes, config.lanes, None)
            .map_err(|_| Error::Cryptography("the cost of argon2id is out of range"))?;
        let concurrency = config.concurrency.max(1);
        let mut hasher = Self {
            blocks: Arc::new(Blocks::new(params.block_count())),
            params,
            dummy: "".into(),
            admitted: Arc::new(Semaphore::new(concurrency + config.queue)),
            running: Arc::new(Semaphore::new(concurrency)),
        };
        hasher.dummy = hasher
            .slot()
            .await?
            .hash(&Password::new("no account has this password"))
            .await?
            .into();
        Ok(hasher)
    }

    /// Waits for a turn. [`Error::Overloaded`] at once when too many wait already.
    pub async fn slot(&self) -> Result<Slot<'_>, Error> {
        let admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| Error::Overloaded)?;
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|_| Error::Overloaded)?;
        Ok(Slot {
            hasher: self,
            permits: [admitted, running],
        })
    }
}

impl Slot<'_> {
    /// The PHC string of a new password, under a fresh salt.
    pub async fn hash(self, password: &Password) -> Result<String, Error> {
        let params = self.hasher.params.clone();
        let password = password.clone();
        self.run(move |blocks| {
            let kind = (Algorithm::Argon2id, Version::V0x13);
            let salt = Salt::generate();
            let length = Params::DEFAULT_OUTPUT_LEN;
            let output = output(blocks, (kind, &params), (&password, &salt), length);
            let hash = PasswordHash {
                algorithm: kind.0.ident(),
                version: Some(kind.1.into()),
                params: ParamsString::try_from(&params).map_err(|_| FAILED)?,
                salt: Some(salt),
                hash: Some(output?),
            };
            Ok(hash.to_string())
        })
        .await
    }

    /// Compares a password with an account's hash. Without one it takes as long and the answer is [`Verdict::Wrong`].
    pub async fn verify(self, password: &Password, hash: Option<&str>) -> Result<Verdict, Error> {
        let wanted = self.hasher.params.clone();
        let password = password.clone();
        let exists = hash.is_some();
        let hash: Arc<str> = hash.map_or_else(|| Arc::clone(&self.hasher.dummy), Arc::from);
        self.run(move |blocks| {
            let (kind, params, salt, expected) = parts(&hash).ok_or(UNREADABLE)?;
            let computed = output(blocks, (kind, &params), (&password, &salt), expected.len())?;
            // Compared in constant time.
            if expected != computed || !exists {
                return Ok(Verdict::Wrong);
            }
            Ok(match is_same_cost(&params, &wanted) {
                true => Verdict::Right,
                false => Verdict::Outdated,
            })
        })
        .await
    }

    /// The permits go along to the thread: a caller that gives up does not make room before the work is done.
    async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&Blocks) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let permits = self.permits;
        let blocks = Arc::clone(&self.hasher.blocks);
        let outcome = tokio::task::spawn_blocking(move || {
            let result = work(&blocks);
            drop(permits);
            result
        })
        .await
        .map_err(|_| Error::Cryptography("the hashing thread ended"));
        let blocks = Arc::clone(&self.hasher.blocks);
        tokio::spawn(async move {
            tokio::time::sleep(KEPT).await;
            blocks.give_back(KEPT);
        });
        outcome?
    }
}

const FAILED: Error = Error::Cryptography("argon2id");

const UNREADABLE: Error = Error::Cryptography("the stored hash is unreadable");

type Kind = (Algorithm, Version);

/// What a stored hash is made of, if it is one.
fn parts(hash: &str) -> Option<(Kind, Params, Salt, Output)> {
    let hash = PasswordHash::new(hash).ok()?;
    let algorithm = Algorithm::new(hash.algorithm.as_str()).ok()?;
    let version = hash
        .version
        .map_or(Ok(Version::default()), Version::try_from);
    let params = Params::try_from(&hash).ok()?;
    Some(((algorithm, version.ok()?), params, hash.salt?, hash.hash?))
}

/// Argon2 of a password under a salt, so many bytes of it.
fn output(
    blocks: &Blocks,
    ((algorithm, version), params): (Kind, &Params),
    (password, salt): (&Password, &Salt),
    length: usize,
) -> Result<Output, Error> {
    let argon2 = Argon2::new(algorithm, version, params.clone());
    let mut out = [0; Output::MAX_LENGTH];
    let out = out.get_mut(..length).ok_or(FAILED)?;
    let filled = blocks.fill(&argon2, password.0.as_bytes(), salt, out);
    filled.map_err(|_| FAILED)?;
    Output::new(out).map_err(|_| FAILED)
}

/// How long one hash of this cost takes here while nothing else is computed.
pub async fn time_of_one(cost: Hashing) -> Result<Duration, Error> {
    let one_at_a_time = Hashing {
        concurrency: 1,
        queue: 0,
        ..cost
    };
    let hasher = Hasher::start(one_at_a_time).await?;
    let password = Password::new("a password");
    let start = Instant::now();
    hasher.slot().await?.hash(&password).await?;
    Ok(start.elapsed())
}

fn is_same_cost(a: &Params, b: &Params) -> bool {
    (a.m_cost(), a.t_cost(), a.p_cost()) == (b.m_cost(), b.t_cost(), b.p_cost())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: Hashing = Hashing {
        memory_kib: 64,
        passes: 1,
        lanes: 1,
        concurrency: 1,
        queue: 1,
    };

    async fn verify(hasher: &Hasher, typed: &str, hash: Option<&str>) -> Verdict {
        hasher
            .slot()
            .await
            .unwrap()
            .verify(&Password::new(typed), hash)
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn a_hash_knows_its_password_and_no_other() {
        let hasher = Hasher::start(CHEAP).await.unwrap();
        let hash = hasher
            .slot()
            .await
            .unwrap()
            .hash(&Password::new("correct horse"))
            .await
            .unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=64,t=1,p=1$"), "{hash}");
        assert_eq!(
            verify(&hasher, "correct horse", Some(&hash)).await,
            Verdict::Right
        );
        for wrong in ["correct horse ", "Correct horse", "correct hors", ""] {
            assert_eq!(
                verify(&hasher, wrong, Some(&hash)).await,
                Verdict::Wrong,
                "{wrong:?}"
            );
        }
    }

    #[tokio::test]
    async fn nobody_signs_in_to_an_account_that_does_not_exist() {
        let hasher = Hasher::start(CHEAP).await.unwrap();
        assert_eq!(
            verify(&hasher, "no account has this password", None).await,
            Verdict::Wrong
        );
    }

    #[tokio::test]
    async fn a_hash_of_another_cost_is_right_but_outdated() {
        let old = Hasher::start(Hashing { passes: 2, ..CHEAP }).await.unwrap();
        let hash = old
            .slot()
            .await
            .unwrap()
            .hash(&Password::new("correct horse"))
            .await
            .unwrap();
        let hasher = Hasher::start(CHEAP).await.unwrap();
        assert_eq!(
            verify(&hasher, "correct horse", Some(&hash)).await,
            Verdict::Outdated
        );
    }

    #[tokio::test]
    async fn more_passes_take_longer() {
        let hundred = Hashing {
            passes: 200,
            ..CHEAP
        };
        let (one, more) = (time_of_one(CHEAP).await, time_of_one(hundred).await);
        assert!(one.unwrap() < more.unwrap());
    }

    #[tokio::test]
    async fn the_default_cost_is_the_one_that_the_rules_ask_for() {
        let hasher = Hasher::start(Hashing::default()).await.unwrap();
        assert!(
            hasher.dummy.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{}",
            hasher.dummy
        );
    }

    #[tokio::test]
    async fn beyond_the_queue_callers_are_turned_away_at_once() {
        let hasher = Hasher::start(CHEAP).await.unwrap();
        let running = hasher.slot().await.unwrap();
        let mut waiting = Box::pin(hasher.slot());
        assert!(
            std::future::poll_fn(|cx| std::task::Poll::Ready(
                waiting.as_mut().poll(cx).is_pending()
            ))
            .await
        );
        assert!(matches!(hasher.slot().await, Err(Error::Overloaded)));
        drop(running);
        waiting.await.unwrap();
    }
}
