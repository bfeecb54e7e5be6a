//! Counting: how often something was tried, in storage, so that all instances count together.
//!
//! Invariant: an attempt is counted before it is evaluated, by one atomic statement.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use waybill_storage::identity::attempts::{self, Admission, Limit};
use waybill_storage::{Clock, Storage};

use crate::Error;
use crate::config::Allowance;
use crate::email::Email;
use crate::fingerprint::fingerprint;

/// Sign-ins with one address.
pub(crate) const SIGN_IN_ACCOUNT: &str = "sign-in/account";

/// Sign-ins from one network.
pub(crate) const SIGN_IN_ADDRESS: &str = "sign-in/address";

/// Codes of one second factor.
pub(crate) const SECOND_FACTOR: &str = "second-factor/provider";

/// Counts attempts.
pub(crate) struct Counters {
    storage: Storage,
    clock: Arc<dyn Clock>,
    /// When expired counters were last deleted, in milliseconds.
    pruned_at: AtomicI64,
}

impl Counters {
    pub(crate) fn new(storage: Storage, clock: Arc<dyn Clock>) -> Self {
        Self {
            storage,
            clock,
            pruned_at: AtomicI64::new(0),
        }
    }

    /// Counts one attempt against all limits, in a transaction of its own. [`Error::TooManyAttempts`] if one is exhausted.
    pub(crate) async fn admit(&self, limits: &[Limit]) -> Result<(), Error> {
        if self.count(limits).await?.is_admitted {
            Ok(())
        } else {
            Err(Error::TooManyAttempts)
        }
    }

    /// Whether the limit is exhausted. Nothing is counted.
    pub(crate) async fn is_used_up(&self, limit: &Limit) -> Result<bool, Error> {
        let now = self.clock.now();
        Ok(attempts::is_used_up(self.storage.reader(), limit, now).await?)
    }

    /// The same as [`Self::admit`], for who wants to know which limits were used up.
    pub(crate) async fn count(&self, limits: &[Limit]) -> Result<Admission, Error> {
        const PRUNE_EVERY_MILLIS: i64 = 60_000;

        let now = self.clock.now();
        let tx = self.storage.begin().await?;
        if now.as_millisecond() - self.pruned_at.load(Ordering::Relaxed) > PRUNE_EVERY_MILLIS {
            self.pruned_at
                .store(now.as_millisecond(), Ordering::Relaxed);
            attempts::prune(&tx, now).await?;
        }
        let admission = attempts::count(&tx, limits, now).await?;
        tx.commit().await?;
        Ok(admission)
    }
}

/// A limit for an account's canonical address, whether or not there is such an account.
pub(crate) fn per_account(scope: &'static str, email: &Email, allowance: Allowance) -> Limit {
    Limit {
        scope,
        subject: fingerprint(email.as_str()),
        allowed: allowance.count,
        window: allowance.window,
    }
}

/// A limit for the mailbox of an address, whether or not it has an account.
pub(crate) fn per_mailbox(scope: &'static str, email: &Email, allowance: Allowance) -> Limit {
    Limit {
        scope,
        subject: fingerprint(&attempts::mailbox(email.as_str())),
        allowed: allowance.count,
        window: allowance.window,
    }
}

/// A limit for the codes of whoever has a second factor, by the account or the factor.
pub(crate) fn per_factor(of: &str, allowance: Allowance) -> Limit {
    Limit {
        scope: SECOND_FACTOR,
        subject: fingerprint(of),
        allowed: allowance.count,
        window: allowance.window,
    }
}

/// The network of a client: an IPv4 address, or the first address of an IPv6 /64, which a subscriber is given at least: single
/// addresses of it are free.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
    }
}

/// A limit for the network that a request came from. Requests from nowhere share one.
pub(crate) fn per_address(
    scope: &'static str,
    address: Option<IpAddr>,
    allowance: Allowance,
) -> Limit {
    let subject = match address.map(network) {
        None => "unknown".to_owned(),
        Some(IpAddr::V4(address)) => address.to_string(),
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    };
    Limit {
        scope,
        subject,
        allowed: allowance.count,
        window: allowance.window,
    }
}
