//! `accounts:*`: each request as the SDK sends it, each answer as the SDK reads it.

use std::net::IpAddr;
use std::sync::Arc;

use serde_json::Value;

use super::{Body, Refusal, answers};
use crate::email::Email;
use crate::notice::Client;
use crate::password::Password;
use crate::provider::{Change, ProfilePatch, Purpose, SignedIn};
use crate::{Error, Provider, SessionMark};

pub(super) async fn sign_up(
    provider: &Provider,
    body: &Body,
    address: Option<IpAddr>,
) -> Result<Value, Refusal> {
    // Without an address it would be an anonymous account, with an ID token a linked one.
    let (Some(email), false) = (body.text("email")?, body.has("idToken")) else {
        return Err(Error::NotOffered.into());
    };
    let password = Password::new(body.text("password")?.unwrap_or_default());
    let (account, tokens) = provider.sign_up(email, &password, address).await?;
    Ok(answers::signed_up(&account, &tokens))
}

pub(super) async fn sign_in(
    provider: &Provider,
    body: &Body,
    address: Option<IpAddr>,
) -> Result<Value, Refusal> {
    let email = body.text("email")?.unwrap_or_default();
    let password = Password::new(body.text("password")?.unwrap_or_default());
    Ok(match provider.sign_in(email, &password, address).await? {
        SignedIn::In(account, tokens) => answers::signed_in(&account, &tokens),
        SignedIn::Owes(owed) => answers::owes_code(&owed),
    })
}

pub(super) async fn lookup(provider: &Provider, body: &Body) -> Result<Value, Refusal> {
    let account = provider.lookup(body.id_token()?).await?;
    let factor = provider.second_factor(&account.uid).await?;
    Ok(answers::users(&account, factor.as_ref()))
}

pub(super) async fn delete(provider: &Provider, body: &Body) -> Result<Value, Refusal> {
    provider.delete(body.id_token()?).await?;
    Ok(answers::deleted())
}

/// By which ways an address signs in is not told, as it would tell whether it has an account.
pub(super) fn create_auth_uri(body: &Body) -> Result<Value, Refusal> {
    body.text("identifier")?
        .unwrap_or_default()
        .parse::<Email>()?;
    Ok(answers::auth_uri())
}

/// What Firebase changes by this method and this provider does not: other ways of signing in, which no account has beside its
/// password, and what only administrators may change, who have no credentials here.
const NOT_CHANGED: [&str; 12] = [
    "createdAt",
    "customAttributes",
    "deleteProvider",
    "disableUser",
    "email",
    "emailVerified",
    "lastLoginAt",
    "linkProviderUserInfo",
    "mfa",
    "phoneNumber",
    "provider",
    "validSince",
];

/// The profile, as `deleteAttribute` names its members.
const DISPLAY_NAME: &str = "DISPLAY_NAME";
const PHOTO_URL: &str = "PHOTO_URL";

/// One method for four things; what is asked for shows in the members.
pub(super) async fn update(
    provider: &Provider,
    body: &Body,
    own_session: Option<&SessionMark>,
    client: &Client,
) -> Result<Value, Refusal> {
    let is_offered = !NOT_CHANGED.iter().any(|member| body.has(member))
        && body.lists_only("deleteAttribute", &[DISPLAY_NAME, PHOTO_URL]);
    if !is_offered {
        // Otherwise the answer would say that it was done.
        return Err(Error::NotOffered.into());
    }
    if let Some(code) = body.text("oobCode")? {
        return Ok(answers::updated(
            &provider.apply_code(code, client).await?,
            None,
        ));
    }
    let id_token = body.id_token()?;
    let patch = ProfilePatch {
        display_name: change(body, "displayName", DISPLAY_NAME)?,
        photo_url: change(body, "photoUrl", PHOTO_URL)?,
    };
    let Some(password) = body.text("password")? else {
        return Ok(answers::updated(
            &provider.update_profile(id_token, patch).await?,
            None,
        ));
    };
    if patch != ProfilePatch::default() {
        // The SDK never sends both, and half of such a request must not succeed.
        return Err(Error::NotOffered.into());
    }
    let (account, tokens) = provider
        .update_password(id_token, &Password::new(password), own_session, client)
        .await?;
    Ok(answers::updated(&account, Some(&tokens)))
}

pub(super) async fn send_code(
    provider: &Arc<Provider>,
    body: &Body,
    address: Option<IpAddr>,
) -> Result<Value, Refusal> {
    let continue_url = body.text("continueUrl")?;
    let kind = body.text("requestType")?;
    if kind == Some(Purpose::VerifyEmail.as_str()) {
        let sent = provider.send_verification(body.id_token()?, continue_url, address);
        return Ok(answers::mailed(&sent.await?));
    }
    if kind == Some(Purpose::ChangeEmail.as_str()) {
        let new = body.text("newEmail")?.unwrap_or_default();
        let sent = provider.send_address_change(body.id_token()?, new, continue_url, address);
        return Ok(answers::mailed(&sent.await?));
    }
    if kind == Some(Purpose::PasswordReset.as_str()) {
        let email = body.text("email")?.unwrap_or_default();
        provider
            .send_password_reset(email, continue_url, address)
            .await?;
        // As it was sent: how the account writes it would be telling.
        return Ok(answers::mailed(email));
    }
    Err(Error::NotOffered.into())
}

/// Without a new password it only says what the code is for, whatever that is.
pub(super) async fn reset_password(
    provider: &Provider,
    body: &Body,
    client: &Client,
) -> Result<Value, Refusal> {
    let code = body.text("oobCode")?.unwrap_or_default();
    let Some(password) = body.text("newPassword")? else {
        return Ok(answers::code(&provider.check_code(code).await?));
    };
    let password = Password::new(password);
    let account = provider.reset_password(code, &password, client).await?;
    Ok(answers::reset(&account.email))
}

/// The SDK clears a member with `null`, older clients with `deleteAttribute`.
fn change(body: &Body, member: &'static str, attribute: &str) -> Result<Change, Error> {
    if body.lists("deleteAttribute", attribute) {
        Ok(Change::Clear)
    } else {
        body.change(member)
    }
}
