//! Changing one's own account: name, picture, password.

use std::time::Duration;

use super::{
    Account, Cause, Error, Password, Provider, SessionMark, Tokens, accounts, check_alive,
};
use crate::notice::{Client, Event};

/// A change of password or address wants a sign-in that is not older (Firebase's rule).
pub(super) const RECENT: Duration = Duration::from_mins(5);

const MAX_NAME_CHARS: usize = 256;
const MAX_PHOTO_URL_BYTES: usize = 2048;

/// What happens to one member of the profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// It stays as it is.
    #[default]
    Keep,
    /// It is removed.
    Clear,
    /// It becomes this.
    Set(String),
}

/// A change of the profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfilePatch {
    /// The name to show, at most 256 characters.
    pub display_name: Change,
    /// An http or https address of a picture, at most 2 KiB.
    pub photo_url: Change,
}

impl Provider {
    /// The account of whoever presents this ID token.
    pub async fn lookup(&self, id_token: &str) -> Result<Account, Error> {
        Ok(self.bearer(id_token).await?.0)
    }

    /// Changes name and picture. [`Error::InvalidMember`] names the one that is not acceptable.
    pub async fn update_profile(
        &self,
        id_token: &str,
        patch: ProfilePatch,
    ) -> Result<Account, Error> {
        check_profile(&patch)?;
        let (bearer, statement) = self.bearer(id_token).await?;
        let tx = self.storage.begin().await?;
        let mut account = accounts::find(&tx, &bearer.uid)
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, statement.authenticated_at)?;
        patch.display_name.apply(&mut account.display_name);
        patch.photo_url.apply(&mut account.photo_url);
        accounts::save(&tx, &account).await?;
        tx.commit().await?;
        Ok(account)
    }

    /// Sets a new password, ends every other sign-in and all sessions but the spared one, and gives this sign-in new tokens.
    ///
    /// [`Error::SignInTooOld`] when the token's sign-in is older than five minutes: a browser left open is not enough.
    pub async fn update_password(
        &self,
        id_token: &str,
        password: &Password,
        spared: Option<&SessionMark>,
        client: &Client,
    ) -> Result<(Account, Tokens), Error> {
        let (bearer, statement) = self.recent_bearer(id_token).await?;
        password.check(&bearer.email)?;
        let hash = self.hasher.slot().await?.hash(password).await?;

        let now = self.clock.now();
        let tx = self.storage.begin().await?;
        let mut account = accounts::find(&tx, &bearer.uid)
            .await?
            .ok_or(Error::NotFound)?;
        // It may have been revoked while the hash was computed.
        check_alive(&account, statement.authenticated_at)?;
        account.password_hash = Some(hash);
        account.password_updated_at = now;
        self.revoke_sign_ins(&tx, &mut account, spared, Cause::Password)
            .await?;
        accounts::save(&tx, &account).await?;
        let second_factor = statement.second_factor.as_deref();
        let (account, tokens) = self.signed_in(tx, account, second_factor).await?;
        self.notify(&account, Event::PasswordChanged, client).await;
        Ok((account, tokens))
    }
}

impl Change {
    fn apply(self, member: &mut Option<String>) {
        match self {
            Self::Keep => {}
            Self::Clear => *member = None,
            Self::Set(value) => *member = Some(value),
        }
    }
}

fn check_profile(patch: &ProfilePatch) -> Result<(), Error> {
    if let Change::Set(name) = &patch.display_name
        && (name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control))
    {
        return Err(Error::InvalidMember("displayName"));
    }
    if let Change::Set(url) = &patch.photo_url
        && (url.len() > MAX_PHOTO_URL_BYTES
            || !(url.starts_with("https://") || url.starts_with("http://")))
    {
        return Err(Error::InvalidMember("photoUrl"));
    }
    Ok(())
}
