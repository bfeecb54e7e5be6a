//! `waybill mail returned`: what mail servers and providers send back, piped in by the mail server.
//!
//! A running server looks addresses up in storage with each mail, so it takes effect at once, at all instances.

use std::io::Read;

use waybill_services::ServiceError;
use waybill_services::mail::returned::{self, Returned};
use waybill_services::mail::suppressions::SuppressionReason;
use waybill_storage::Storage;

use crate::clock::Clock;

/// How much of a message is read: a report may bring the whole mail along.
const LARGEST: u64 = 40 * 1024 * 1024;

/// Why a message was not taken.
#[derive(Debug, thiserror::Error)]
pub enum ReturnedError {
    /// It does not come.
    #[error("the message cannot be read from standard input")]
    Input(#[source] std::io::Error),
    /// Storage failed.
    #[error("the address cannot be suppressed")]
    Storage(#[source] ServiceError),
}

/// Reads the message that mail was returned with, of which a report may be longer than is read.
///
/// # Errors
/// [`ReturnedError::Input`].
pub fn read(from: impl Read) -> Result<Vec<u8>, ReturnedError> {
    let mut message = Vec::new();
    let mut from = from.take(LARGEST);
    from.read_to_end(&mut message)
        .map_err(ReturnedError::Input)?;
    Ok(message)
}

/// Takes the message; gives in a sentence what came of it.
///
/// # Errors
/// [`ReturnedError::Storage`]; nothing was changed then, and the message may be piped in again.
pub async fn take(
    storage: &Storage,
    clock: &Clock,
    message: &[u8],
) -> Result<String, ReturnedError> {
    let taken = returned::take(storage, message, clock.now()).await;
    Ok(match taken.map_err(ReturnedError::Storage)? {
        Returned::Suppressed {
            subscription,
            reason,
        } => {
            let why = match reason {
                SuppressionReason::Bounced => "it does not exist",
                SuppressionReason::Complained => "its owner complained",
                SuppressionReason::Unsubscribed => "its owner unsubscribed",
            };
            let (company, address) = (subscription.company, subscription.address);
            format!("{company} sends no more mail to {address}: {why}.")
        }
        Returned::Nothing(why) => format!("Nothing changed. {why}"),
    })
}
