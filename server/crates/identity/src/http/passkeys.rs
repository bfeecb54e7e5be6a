//! Passkeys. The paths and members are those that Firebase has for its SDKs of telephones; its SDK for browsers knows none of it, so
//! that it signs in by `accounts:signInWithCustomToken`: the token is the answer of the authenticator.

use serde_json::{Value, json};

use super::{Body, Refusal, answers};
use crate::notice::Client;
use crate::{Error, Provider, strict_json};

/// `accounts:signInWithCustomToken`. `token` is the text of a JSON object: `sessionInfo`, and `authenticatorAuthenticationResponse`.
pub(super) async fn sign_in(
    provider: &Provider,
    body: &Body,
    client: &Client,
) -> Result<Value, Refusal> {
    let token = body.text("token")?.unwrap_or_default();
    let token = strict_json::object(token.as_bytes()).ok_or(Error::InvalidMember("token"))?;
    let token = Body::from(token);
    let session = token.text("sessionInfo")?.unwrap_or_default();
    let answer = token.value("authenticatorAuthenticationResponse")?;
    let signed_in = provider.finish_passkey_sign_in(session, answer, client);
    let (_, tokens) = signed_in.await?;
    Ok(answers::signed_in_by_token(&tokens))
}

/// `passkeySignIn:start`
pub(super) async fn begin_sign_in(provider: &Provider, client: &Client) -> Result<Value, Refusal> {
    let challenge = provider.begin_passkey_sign_in(client).await?;
    Ok(answers::passkey_challenge(
        "credentialRequestOptions",
        &challenge,
    ))
}

/// `passkeyEnrollment:start`
pub(super) async fn begin(provider: &Provider, body: &Body) -> Result<Value, Refusal> {
    let challenge = provider.begin_passkey(body.id_token()?).await?;
    Ok(answers::passkey_challenge(
        "credentialCreationOptions",
        &challenge,
    ))
}

/// `passkeyEnrollment:finalize`
pub(super) async fn finish(
    provider: &Provider,
    body: &Body,
    client: &Client,
) -> Result<Value, Refusal> {
    let session = body.text("sessionInfo")?.unwrap_or_default();
    let answer = body.value("authenticatorRegistrationResponse")?;
    let name = body.text("name")?.unwrap_or_default();
    let made = provider.finish_passkey(body.id_token()?, session, answer, name, client);
    Ok(answers::passkey(&made.await?))
}

/// `passkeys:list`, which Firebase has not.
pub(super) async fn list(provider: &Provider, body: &Body) -> Result<Value, Refusal> {
    let passkeys = provider.passkeys(body.id_token()?).await?;
    Ok(answers::passkeys(passkeys.as_deref()))
}

/// `passkeys:remove`, for which Firebase has a member of `accounts:update`.
pub(super) async fn remove(
    provider: &Provider,
    body: &Body,
    client: &Client,
) -> Result<Value, Refusal> {
    let id = body.text("id")?.unwrap_or_default();
    provider
        .remove_passkey(body.id_token()?, id, client)
        .await?;
    Ok(json!({}))
}
