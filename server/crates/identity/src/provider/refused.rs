//! A refused sign-in: one log line, by which a tool outside bans the address that it came from.
//!
//! Invariant: the account is named by its id and never by what somebody typed, which may be a password. The form of the line is
//! what `packaging/fail2ban/filter.d/waybill.conf` reads and the runbook describes.

use std::net::IpAddr;

use super::{Error, Uid};

/// Tells that the sign-in was refused, if it was for something that somebody could be trying out. `uid` is the account's, where there is one.
pub(super) fn tell(error: &Error, address: Option<IpAddr>, uid: Option<&Uid>) {
    let reason = match error {
        Error::InvalidCredentials => "password",
        Error::InvalidFactorCode => "code",
        Error::TooManyAttempts => "locked",
        Error::Disabled => "disabled",
        Error::InvalidPasskey => "passkey",
        _ => return,
    };
    let address = address.map(|it| it.to_canonical().to_string());
    tracing::info!(
        event = "sign_in_refused",
        address = address.as_deref().unwrap_or("unknown"),
        account = uid.map_or("unknown", Uid::as_str),
        reason,
        "Sign-in refused."
    );
}
