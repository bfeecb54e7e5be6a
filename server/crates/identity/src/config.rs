//! What can be set from outside. Every default is what production should have; tests lower the costs.

use std::time::Duration;

use jiff::SignedDuration;

/// Settings of the provider.
#[derive(Clone, Debug)]
pub struct Config {
    /// Audience of the tokens and the end of their issuer. It differs from the production project, so that tokens of the
    /// one never pass for tokens of the other.
    pub project_id: String,
    /// Scheme, host and port under which browsers reach this server, without a final slash; mailed links begin with it.
    pub public_origin: String,
    /// What a password hash costs, and how many are computed at once.
    pub hashing: Hashing,
    /// No evaluated sign-in or sign-up is answered sooner, so that its time tells nothing.
    pub answer_floor: Duration,
    /// How often things may be tried.
    pub limits: Limits,
    /// A refresh token that was not used for so long is no longer taken.
    pub refresh_idle: Duration,
    /// How long a mailed link works.
    pub mailed_link_lifetime: Duration,
    /// How long a key signs before the next one takes its turn.
    pub signing_key_life: Duration,
}

/// Cost of argon2id and the bounds of its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashing {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
    /// How many hashes are computed at once; at least 1.
    pub concurrency: usize,
    /// How many callers may wait for their turn; the next one is turned away.
    pub queue: usize,
}

/// One allowance: so many within a window that begins with the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// How many; at least 1.
    pub count: u32,
    /// Within which time.
    pub window: Duration,
}

/// The allowances. An address is an IPv4 address or an IPv6 /64 network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Failed sign-ins for one account; a success clears them.
    pub sign_in_per_account: Allowance,
    /// Failed sign-ins from one address; a success does not count.
    pub sign_in_per_address: Allowance,
    /// Codes of a second factor for one account; a right one clears them.
    pub codes_per_account: Allowance,
    /// Challenges for signing in with a passkey, to one address.
    pub passkeys_per_address: Allowance,
    /// New accounts from one address.
    pub sign_up_per_address: Allowance,
    /// New accounts refused to one address because their e-mail address has one: who has asked so often learns no more.
    pub taken_per_address: Allowance,
    /// Mails to one account.
    pub mail_per_account: Allowance,
    /// Mails asked for from one address.
    pub mail_per_address: Allowance,
    /// Mails with links to one mailbox, of each kind: for whatever accounts, whoever asks.
    pub mail_per_mailbox: Allowance,
}

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

impl Config {
    /// [`Config::signing_key_life`] as differences of moments are.
    pub(crate) fn key_life(&self) -> SignedDuration {
        SignedDuration::try_from(self.signing_key_life).unwrap_or(SignedDuration::MAX)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            project_id: "waybill-embedded".to_owned(),
            public_origin: "http://localhost:8080".to_owned(),
            hashing: Hashing::default(),
            answer_floor: Duration::from_millis(250),
            limits: Limits::default(),
            refresh_idle: 60 * DAY,
            mailed_link_lifetime: DAY,
            signing_key_life: 30 * DAY,
        }
    }
}

/// The least memory, in KiB, and the least memory times passes that OWASP's password storage cheat sheet asks of argon2id.
const LEAST: (u32, u64) = (7 * 1024, 35_840);

impl Hashing {
    /// Whether guessing passwords from stolen hashes costs enough.
    pub fn is_strong(&self) -> bool {
        let work = u64::from(self.memory_kib) * u64::from(self.passes);
        LEAST.0 <= self.memory_kib && LEAST.1 <= work
    }
}

impl Default for Hashing {
    /// The second choice of OWASP's password storage cheat sheet; as many at once as there are cores, twice that waiting.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self {
            memory_kib: 19 * 1024,
            passes: 2,
            lanes: 1,
            concurrency: cores,
            queue: 2 * cores,
        }
    }
}

impl Default for Limits {
    /// Wide enough for an office behind one address, narrow enough that guessing a password takes years.
    fn default() -> Self {
        Self {
            sign_in_per_account: Allowance {
                count: 10,
                window: 15 * MINUTE,
            },
            sign_in_per_address: Allowance {
                count: 100,
                window: 15 * MINUTE,
            },
            codes_per_account: Allowance {
                count: 5,
                window: 15 * MINUTE,
            },
            passkeys_per_address: Allowance {
                count: 300,
                window: 15 * MINUTE,
            },
            sign_up_per_address: Allowance {
                count: 1000,
                window: HOUR,
            },
            taken_per_address: Allowance {
                count: 20,
                window: HOUR,
            },
            mail_per_account: Allowance {
                count: 5,
                window: HOUR,
            },
            mail_per_address: Allowance {
                count: 50,
                window: HOUR,
            },
            mail_per_mailbox: Allowance {
                count: 10,
                window: DAY,
            },
        }
    }
}
