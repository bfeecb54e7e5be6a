//! `/v2/accounts/mfa*`: the second factor as the SDK sets it up and asks for it. TOTP alone; a message to a phone is not offered.

use serde_json::Value;

use super::{Body, Refusal, answers};
use crate::notice::Client;
use crate::{Error, Provider, SessionMark};

/// `mfaSignIn:finalize`
pub(super) async fn sign_in(
    provider: &Provider,
    body: &Body,
    client: &Client,
) -> Result<Value, Refusal> {
    let code = code(body.object("totpVerificationInfo")?.as_ref())?;
    let credential = body.text("mfaPendingCredential")?.unwrap_or_default();
    let factor = body.text("mfaEnrollmentId")?.unwrap_or_default();
    let (_, tokens) = provider
        .finish_sign_in(credential, factor, &code, client)
        .await?;
    Ok(answers::second_factor(&tokens))
}

/// `mfaEnrollment:start`
pub(super) async fn begin(provider: &Provider, body: &Body) -> Result<Value, Refusal> {
    if body.object("totpEnrollmentInfo")?.is_none() {
        return Err(Error::NotOffered.into());
    }
    let setup = provider.begin_enrolment(body.id_token()?).await?;
    Ok(answers::enrolment(&setup))
}

/// `mfaEnrollment:finalize`
pub(super) async fn finish(
    provider: &Provider,
    body: &Body,
    own_session: Option<&SessionMark>,
    client: &Client,
) -> Result<Value, Refusal> {
    let info = body.object("totpVerificationInfo")?;
    let code = code(info.as_ref())?;
    let session = info.as_ref().map(|info| info.text("sessionInfo"));
    let session = session.transpose()?.flatten().unwrap_or_default();
    let name = body.text("displayName")?;
    let (_, tokens) = provider
        .finish_enrolment(body.id_token()?, session, &code, name, own_session, client)
        .await?;
    Ok(answers::second_factor(&tokens))
}

/// `mfaEnrollment:withdraw`
pub(super) async fn withdraw(
    provider: &Provider,
    body: &Body,
    client: &Client,
) -> Result<Value, Refusal> {
    let factor = body.text("mfaEnrollmentId")?.unwrap_or_default();
    let withdrawn = provider.withdraw_factor(body.id_token()?, factor, client);
    let (_, tokens) = withdrawn.await?;
    Ok(answers::second_factor(&tokens))
}

/// `recoveryCodes:renew`, which Firebase has not: new ones, in place of those that were left.
pub(super) async fn renew_recovery_codes(
    provider: &Provider,
    body: &Body,
    client: &Client,
) -> Result<Value, Refusal> {
    let renewed = provider.renew_recovery_codes(body.id_token()?, client);
    Ok(answers::recovery_codes(&renewed.await?))
}

/// `recoveryCodes:count`, which Firebase has not: how many are left.
pub(super) async fn count_recovery_codes(
    provider: &Provider,
    body: &Body,
) -> Result<Value, Refusal> {
    let left = provider.recovery_codes_left(body.id_token()?).await?;
    Ok(answers::recovery_codes_left(left))
}

/// The code of an app; a request without one is for another kind of factor.
fn code(info: Option<&Body>) -> Result<String, Refusal> {
    let info = info.ok_or(Error::NotOffered)?;
    Ok(info
        .text("verificationCode")?
        .unwrap_or_default()
        .to_owned())
}
