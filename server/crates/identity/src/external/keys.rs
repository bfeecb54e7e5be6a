//! Keys: the public keys of a project's ID tokens, fetched from where the provider publishes them and kept as long as it says.
//!
//! Invariants: one fetch at a time, however many ask, and none sooner than [`PAUSE`] after the one before. Keys that were good stay
//! so while nobody answers; who waits for a fetch is only who has no key without it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, KeyAlgorithm, PublicKeyUse};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::{Mutex, MutexGuard};
use waybill_storage::Clock;

use super::{Failure, Outgoing};
use crate::Error;
use crate::tokens::Flaw;

/// How long keys are kept when nothing is said about it.
const KEPT: Duration = Duration::from_hours(6);

/// How long keys are kept at most, whatever is said about it.
const KEPT_AT_MOST: Duration = Duration::from_hours(24);

/// Between two fetches: tokens with invented key ids cost the provider no more than this.
const PAUSE: SignedDuration = SignedDuration::from_secs(30);

/// The same as long as there are no keys at all, when nobody can sign in.
const PAUSE_WITHOUT_KEYS: SignedDuration = SignedDuration::from_secs(5);

/// More keys than any provider has at a time.
const MOST: usize = 32;

/// The public keys of a project.
pub(super) struct Keys {
    url: String,
    outgoing: Outgoing,
    clock: Arc<dyn Clock>,
    known: ArcSwapOption<Known>,
    fetching: Mutex<Option<Fetched>>,
}

/// The keys that were fetched last.
struct Known {
    by_kid: HashMap<String, Arc<DecodingKey>>,
    fresh_until: Timestamp,
}

/// The last fetch.
#[derive(Clone, Copy)]
struct Fetched {
    at: Timestamp,
    succeeded: bool,
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

impl Keys {
    /// Nothing is fetched before a key is wanted.
    pub(super) fn new(url: &str, outgoing: Outgoing, clock: Arc<dyn Clock>) -> Self {
        Self {
            url: url.to_owned(),
            outgoing,
            clock,
            known: ArcSwapOption::empty(),
            fetching: Mutex::new(None),
        }
    }

    /// The key of this id. [`Flaw::Key`] when the provider has none such, [`Error::External`] when that cannot be known.
    pub(super) async fn get(&self, kid: &str) -> Result<Arc<DecodingKey>, Error> {
        let known = self.known.load_full();
        let now = self.clock.now();
        if let Some(known) = known
            && let Some(key) = known.by_kid.get(kid)
        {
            // Whoever finds them old sees to new ones; everybody else goes on with these.
            if known.fresh_until <= now
                && let Ok(fetching) = self.fetching.try_lock()
            {
                self.fetch(fetching).await;
                return self.key(kid);
            }
            return Ok(Arc::clone(key));
        }
        let fetching = self.fetching.lock().await;
        // Somebody may have fetched them meanwhile.
        if let Ok(key) = self.key(kid) {
            return Ok(key);
        }
        if self.fetch(fetching).await {
            self.key(kid)
        } else {
            Err(Failure::Lately("set of keys").into())
        }
    }

    fn key(&self, kid: &str) -> Result<Arc<DecodingKey>, Error> {
        let known = self.known.load();
        let key = known.as_ref().and_then(|known| known.by_kid.get(kid));
        key.map(Arc::clone).ok_or_else(|| Flaw::Key.into())
    }

    /// Fetches the keys, unless that was done just now. Whether the provider's present keys are known.
    async fn fetch(&self, mut fetching: MutexGuard<'_, Option<Fetched>>) -> bool {
        let now = self.clock.now();
        let pause = match &*self.known.load() {
            Some(_) => PAUSE,
            None => PAUSE_WITHOUT_KEYS,
        };
        if let Some(last) = *fetching
            && now.duration_since(last.at).abs() < pause
        {
            return last.succeeded;
        }
        let fetched = self.fetched(now).await;
        let succeeded = fetched.is_ok();
        *fetching = Some(Fetched { at: now, succeeded });
        match fetched {
            Ok(known) => self.known.store(Some(Arc::new(known))),
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(
                    error,
                    "The identity provider's keys could not be fetched; cached keys are used."
                );
            }
        }
        succeeded
    }

    async fn fetched(&self, now: Timestamp) -> Result<Known, Failure> {
        let answer = self.outgoing.get(&self.url).await?;
        if answer.status != 200 {
            return Err(Failure::Answer {
                status: answer.status,
                code: String::new(),
            });
        }
        let by_kid = read(&answer.body).ok_or(Failure::Unreadable("set of keys"))?;
        let kept = answer.max_age.unwrap_or(KEPT).min(KEPT_AT_MOST);
        let kept = SignedDuration::try_from(kept).unwrap_or(SignedDuration::ZERO);
        Ok(Known {
            by_kid,
            fresh_until: now.checked_add(kept).unwrap_or(now),
        })
    }
}

/// The keys that sign ID tokens: RSA, for RS256. None when there is none, which no provider means.
fn read(json: &[u8]) -> Option<HashMap<String, Arc<DecodingKey>>> {
    let KeySet { keys } = serde_json::from_slice(json).ok()?;
    if MOST < keys.len() {
        return None;
    }
    let usable = keys.into_iter().filter_map(usable);
    let by_kid: HashMap<_, _> = usable.collect();
    (!by_kid.is_empty()).then_some(by_kid)
}

fn usable(json: Value) -> Option<(String, Arc<DecodingKey>)> {
    let jwk: Jwk = serde_json::from_value(json).ok()?;
    let AlgorithmParameters::RSA(_) = &jwk.algorithm else {
        return None;
    };
    let common = &jwk.common;
    let is_for_signatures = matches!(common.public_key_use, None | Some(PublicKeyUse::Signature));
    let is_rs256 = matches!(common.key_algorithm, None | Some(KeyAlgorithm::RS256));
    if !is_for_signatures || !is_rs256 {
        return None;
    }
    let kid = common.key_id.clone().filter(|kid| !kid.is_empty())?;
    let key = DecodingKey::from_jwk(&jwk).ok()?;
    Some((kid, Arc::new(key)))
}
