//! Security notices of the identity provider, handed to the services: they know the reader's language and have the outbox.
//!
//! Invariant: each event of the provider has one of the services' own, with the same meaning.

use waybill_identity::mail::PostError;
use waybill_identity::notice::{Event, Notice};
use waybill_services::iam::security_notice::{self, SecurityEvent, SecurityNotice};
use waybill_storage::Storage;

/// Writes the mail; `false` when no user has the account.
pub(super) async fn tell(
    storage: &Storage,
    notice: Notice<'_>,
    origin: &str,
) -> Result<bool, PostError> {
    let address = notice.client.address;
    let ip = address.map(|address| address.to_canonical().to_string());
    let told = SecurityNotice {
        event: security_event(notice.event),
        to: notice.to,
        ip: ip.as_deref(),
        browser: notice.client.browser.as_deref(),
        at: notice.at,
    };
    Ok(security_notice::tell(storage, notice.uid.as_str(), told, origin).await?)
}

fn security_event(event: Event<'_>) -> SecurityEvent<'_> {
    match event {
        Event::PasswordChanged => SecurityEvent::PasswordChanged,
        Event::AddressChanged(new) => SecurityEvent::AddressChanged(new),
        Event::AddressTaken => SecurityEvent::AddressTaken,
        Event::AppAdded(link) => SecurityEvent::AppAdded(link),
        Event::AppRemoved => SecurityEvent::AppRemoved,
        Event::AppRemovedByAdministrator => SecurityEvent::AppRemovedByAdministrator,
        Event::PasskeyAdded(name) => SecurityEvent::PasskeyAdded(name),
        Event::PasskeyRemoved(name) => SecurityEvent::PasskeyRemoved(name),
        Event::RecoveryCodesRenewed => SecurityEvent::RecoveryCodesRenewed,
        Event::RecoveryCodeUsed(left) => SecurityEvent::RecoveryCodeUsed(left),
    }
}
