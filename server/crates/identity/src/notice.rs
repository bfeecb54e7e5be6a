//! Notices: what the owner of an account is told by mail once it has happened, and from where it was done.
//!
//! Invariant: a notice goes only to an address that was proved, and what it is about has happened whether or not it arrives.

use std::net::IpAddr;

use jiff::Timestamp;
use waybill_storage::identity::Uid;

/// Where a request comes from, as far as a notice shows it. It decides nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// The address, as the server's edge determined it.
    pub address: Option<IpAddr>,
    /// What the browser calls itself, cut to 200 characters.
    pub browser: Option<String>,
}

/// What has happened to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// It has another password.
    PasswordChanged,
    /// It has this address instead of the one that is told.
    AddressChanged(&'a str),
    /// This is its address from now on.
    AddressTaken,
    /// Signing in takes a code of an authenticator app; the link removes the app again.
    AppAdded(&'a str),
    /// Signing in takes no code of an authenticator app any more.
    AppRemoved,
    /// The same, and an administrator did it.
    AppRemovedByAdministrator,
    /// It has a passkey of this name, which signs in without the password.
    PasskeyAdded(&'a str),
    /// The passkey of this name signs in no more.
    PasskeyRemoved(&'a str),
    /// It has new recovery codes; the old ones are good for nothing.
    RecoveryCodesRenewed,
    /// Somebody signed in with a recovery code; so many are left.
    RecoveryCodeUsed(u64),
}

/// Something that the owner of an account is told.
#[derive(Clone, Copy)]
pub struct Notice<'a> {
    /// The account.
    pub uid: &'a Uid,
    /// The address that is told, a proved one.
    pub to: &'a str,
    /// What has happened.
    pub event: Event<'a>,
    /// From where it was done; nowhere if the operator or an administrator did it.
    pub client: &'a Client,
    /// When.
    pub at: Timestamp,
}
