//! `waybill companies adopt`: a company that nobody can administer any more gets an administrator.
//!
//! A running server looks users up in storage with each request, so it takes effect at once, at all instances.

use waybill_services::iam::users::account;
use waybill_storage::identity::accounts;
use waybill_storage::{Storage, StorageError};

use crate::clock::Clock;

/// Why nobody became an administrator.
#[derive(Debug, thiserror::Error)]
pub enum AdoptError {
    /// There is no such user.
    #[error("no user has the address {0}")]
    Nobody(String),
    /// The account signs in as somebody else.
    #[error("the account belongs to another user")]
    Taken,
    /// Storage failed.
    #[error("the company cannot be changed")]
    Storage(#[from] StorageError),
}

/// Makes the user with this address an active administrator, who signs in with this account, or with that of the embedded identity
/// provider that has the same address; gives the company's name.
///
/// # Errors
/// See [`AdoptError`]; nothing was changed then.
pub async fn adopt(
    storage: &Storage,
    clock: &Clock,
    user: &str,
    account: Option<String>,
) -> Result<String, AdoptError> {
    let tx = storage.begin().await?;
    let own = accounts::find_by_email(&tx, &user.to_lowercase()).await?;
    let account = account.or_else(|| own.map(|account| account.uid.to_string()));
    let adopted = account::adopt(&tx, user, account.as_deref(), clock.now()).await;
    let company = adopted.map_err(|error| match error {
        StorageError::Conflict => AdoptError::Taken,
        error => error.into(),
    })?;
    let company = company.ok_or_else(|| AdoptError::Nobody(user.to_owned()))?;
    tx.commit().await?;
    Ok(company)
}
