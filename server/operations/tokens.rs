//! `waybill tokens`: the access tokens of programs, listed, and revoked for their users.
//!
//! A running server looks a token up in storage with each call, so it takes effect at once, at all instances.

use std::fmt::Write as _;
use std::io::Read;

use waybill_services::iam::access_tokens::of_installation::{self, FindError, HeldToken, find};
use waybill_storage::{Storage, StorageError};

pub use waybill_services::iam::access_tokens::of_installation::Whose;

use crate::clock::Clock;

/// How much of a finding is read.
const LARGEST: u64 = 16 * 1024 * 1024;

/// Why none was listed or revoked.
#[derive(Debug, thiserror::Error)]
pub enum TokensError {
    /// It does not come.
    #[error("the text with the tokens cannot be read from standard input")]
    Input(#[source] std::io::Error),
    /// They are not found.
    #[error(transparent)]
    Find(#[from] FindError),
    /// Storage failed.
    #[error("the access tokens cannot be revoked")]
    Storage(#[from] StorageError),
}

/// Those whose secrets are in what is read.
///
/// # Errors
/// [`TokensError::Input`].
pub fn found(from: impl Read) -> Result<Whose, TokensError> {
    let mut text = Vec::new();
    let mut from = from.take(LARGEST);
    from.read_to_end(&mut text).map_err(TokensError::Input)?;
    // A scanner may print parts of files that are no text.
    Ok(Whose::Found(String::from_utf8_lossy(&text).into_owned()))
}

/// The tokens, a line for each, its members separated by tabs.
///
/// # Errors
/// See [`TokensError`].
pub async fn list(storage: &Storage, whose: &Whose) -> Result<String, TokensError> {
    let held = find(storage.reader(), whose).await?;
    if held.is_empty() {
        return Ok("No access tokens.".to_owned());
    }
    let mut lines = "USER\tTOKEN\tENDING\tSCOPES\tEXPIRES\tLAST USED\tFROM".to_owned();
    for HeldToken { user, token } in held {
        let used = token.last_used_at;
        let used = used.map_or_else(|| "never".to_owned(), |at| at.to_string());
        let ip = token.last_used_ip.as_deref().unwrap_or("-");
        let (name, ending, expires) = (&token.name, &token.ending, token.expires_at);
        let scopes = token.scopes.join(",");
        let _ = write!(
            lines,
            "\n{}\t{name}\t{ending}\t{scopes}\t{expires}\t{used}\t{ip}",
            user.email
        );
    }
    Ok(lines)
}

/// Revokes them; gives in sentences which they were.
///
/// # Errors
/// See [`TokensError`]; none was revoked then.
pub async fn revoke(
    storage: &Storage,
    clock: &Clock,
    whose: &Whose,
) -> Result<String, TokensError> {
    let tx = storage.begin().await?;
    let held = find(&tx, whose).await?;
    of_installation::revoke(&tx, &held, clock.now()).await?;
    tx.commit().await?;
    let mut said = format!("Access tokens that were revoked: {}.", held.len());
    for HeldToken { user, token } in held {
        let _ = write!(said, "\n{} of {}", token.name, user.email);
    }
    Ok(said)
}
