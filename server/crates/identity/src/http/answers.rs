//! The bodies of answers. Types matter to the SDK: `createdAt` and `lastLoginAt` are texts of milliseconds, or the next page
//! load signs the user out.

use serde_json::{Map, Value, json};

use crate::provider::{Challenge, CheckedCode, Factor, OwedCode, Passkey, Purpose, Setup, Tokens};
use crate::tokens::LIFETIME;
use crate::{Account, Provider, password, totp};

pub(super) fn signed_up(account: &Account, tokens: &Tokens) -> Value {
    with_tokens(
        json!({ "kind": "identitytoolkit#SignupNewUserResponse", "localId": account.uid, "email": account.email }),
        tokens,
    )
}

pub(super) fn signed_in(account: &Account, tokens: &Tokens) -> Value {
    with_tokens(
        json!({
            "kind": "identitytoolkit#VerifyPasswordResponse",
            "registered": true,
            "localId": account.uid,
            "email": account.email,
            "displayName": account.display_name.as_deref().unwrap_or_default(),
        }),
        tokens,
    )
}

/// The password was right; the SDK takes `mfaPendingCredential` for "a second factor is wanted".
pub(super) fn owes_code(owed: &OwedCode) -> Value {
    json!({
        "kind": "identitytoolkit#VerifyPasswordResponse",
        "registered": true,
        "localId": owed.account.uid,
        "email": owed.account.email,
        "displayName": owed.account.display_name.as_deref().unwrap_or_default(),
        "mfaPendingCredential": owed.credential,
        "mfaInfo": [factor(&owed.factor)],
    })
}

pub(super) fn second_factor(tokens: &Tokens) -> Value {
    json!({ "idToken": tokens.id_token, "refreshToken": tokens.refresh_token, "totpAuthInfo": {} })
}

pub(super) fn recovery_codes(codes: &[String]) -> Value {
    json!({ "codes": codes, "left": codes.len() })
}

pub(super) fn recovery_codes_left(left: u64) -> Value {
    json!({ "left": left })
}

pub(super) fn enrolment(setup: &Setup) -> Value {
    json!({
        "totpSessionInfo": {
            "sharedSecretKey": setup.secret,
            "verificationCodeLength": totp::DIGITS,
            "hashingAlgorithm": "SHA1",
            "periodSec": totp::PERIOD_SECONDS,
            "sessionInfo": setup.session,
            "finalizeEnrollmentTime": setup.expires_at.to_string(),
        },
    })
}

pub(super) fn passkey_challenge(options: &str, challenge: &Challenge) -> Value {
    json!({ options: challenge.options, "sessionInfo": challenge.session })
}

/// `null` where passkeys are not offered.
pub(super) fn passkeys(passkeys: Option<&[Passkey]>) -> Value {
    let shown = passkeys.map(|them| them.iter().map(passkey).collect::<Vec<_>>());
    json!({ "passkeys": shown })
}

pub(super) fn passkey(passkey: &Passkey) -> Value {
    json!({
        "id": passkey.id,
        "name": passkey.name,
        "createdAt": passkey.created_at.to_string(),
        "usedAt": passkey.used_at.map(|at| at.to_string()),
    })
}

/// What a custom token leads to.
pub(super) fn signed_in_by_token(tokens: &Tokens) -> Value {
    with_tokens(
        json!({ "kind": "identitytoolkit#VerifyCustomTokenResponse", "isNewUser": false }),
        tokens,
    )
}

pub(super) fn deleted() -> Value {
    json!({ "kind": "identitytoolkit#DeleteAccountResponse" })
}

pub(super) fn auth_uri() -> Value {
    json!({ "kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": uuid::Uuid::new_v4().simple().to_string() })
}

pub(super) fn users(account: &Account, second_factor: Option<&Factor>) -> Value {
    let mut user = profile(account);
    user.extend(members(json!({
        "validSince": account.valid_since.as_second().to_string(),
        "disabled": account.disabled,
        "createdAt": account.created_at.as_millisecond().to_string(),
        "lastLoginAt": account.last_login_at.as_millisecond().to_string(),
        "passwordUpdatedAt": account.password_updated_at.as_millisecond(),
    })));
    if let Some(second_factor) = second_factor {
        user.insert("mfaInfo".to_owned(), json!([factor(second_factor)]));
    }
    json!({ "kind": "identitytoolkit#GetAccountInfoResponse", "users": [user] })
}

pub(super) fn updated(account: &Account, tokens: Option<&Tokens>) -> Value {
    let mut answer = profile(account);
    answer.insert(
        "kind".to_owned(),
        json!("identitytoolkit#SetAccountInfoResponse"),
    );
    match tokens {
        Some(tokens) => with_tokens(Value::Object(answer), tokens),
        None => Value::Object(answer),
    }
}

pub(super) fn mailed(email: &str) -> Value {
    json!({ "kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": email })
}

pub(super) fn reset(email: &str) -> Value {
    json!({
        "kind": "identitytoolkit#ResetPasswordResponse",
        "requestType": Purpose::PasswordReset.as_str(),
        "email": email,
    })
}

/// What a code is for, before it is used.
pub(super) fn code(checked: &CheckedCode) -> Value {
    let mut answer = json!({
        "kind": "identitytoolkit#ResetPasswordResponse",
        "requestType": checked.purpose.as_str(),
        "email": checked.email,
    });
    if let Some(new_email) = &checked.new_email {
        answer["newEmail"] = json!(new_email);
    }
    if let Some(second_factor) = &checked.factor {
        answer["mfaInfo"] = factor(second_factor);
    }
    answer
}

pub(super) fn refreshed(account: &Account, tokens: &Tokens, provider: &Provider) -> Value {
    json!({
        "id_token": tokens.id_token,
        "access_token": tokens.id_token,
        "expires_in": lifetime(),
        "refresh_token": tokens.refresh_token,
        "token_type": "Bearer",
        "user_id": account.uid,
        "project_id": provider.config().project_id,
    })
}

/// `schemaVersion` must be 1 for the SDK.
pub(super) fn password_policy() -> Value {
    json!({
        "customStrengthOptions": { "minPasswordLength": password::MIN_CHARS },
        "allowedNonAlphanumericCharacters": (b'!'..=b'~')
            .filter(u8::is_ascii_punctuation)
            .map(|byte| char::from(byte).to_string())
            .collect::<Vec<_>>(),
        "enforcementState": "ENFORCE",
        "forceUpgradeOnSignin": false,
        "schemaVersion": 1,
    })
}

pub(super) fn recaptcha_config() -> Value {
    json!({ "recaptchaEnforcementState": [{ "provider": "EMAIL_PASSWORD_PROVIDER", "enforcementState": "OFF" }] })
}

pub(super) fn project(provider: &Provider) -> Value {
    json!({ "projectId": provider.config().project_id, "authorizedDomains": [] })
}

/// The key `totpInfo` tells the SDK which kind it is.
fn factor(factor: &Factor) -> Value {
    let mut info = json!({
        "mfaEnrollmentId": factor.id,
        "enrolledAt": factor.enrolled_at.to_string(),
        "totpInfo": {},
    });
    if let Some(name) = &factor.display_name {
        info["displayName"] = json!(name);
    }
    info
}

/// Provider data and a dummy hash must be there, or the SDK takes the account for an anonymous one.
fn profile(account: &Account) -> Map<String, Value> {
    let mut provider = members(json!({
        "providerId": "password",
        "rawId": account.email,
        "federatedId": account.email,
        "email": account.email,
    }));
    let mut profile = members(json!({
        "localId": account.uid,
        "email": account.email,
        "emailVerified": account.email_verified,
        "passwordHash": "UkVEQUNURUQ=",
    }));
    for object in [&mut provider, &mut profile] {
        for (name, value) in [
            ("displayName", &account.display_name),
            ("photoUrl", &account.photo_url),
        ] {
            if let Some(value) = value {
                object.insert(name.to_owned(), json!(value));
            }
        }
    }
    profile.insert("providerUserInfo".to_owned(), json!([provider]));
    profile
}

fn with_tokens(mut answer: Value, tokens: &Tokens) -> Value {
    if let Value::Object(answer) = &mut answer {
        answer.extend(members(json!({
            "idToken": tokens.id_token,
            "refreshToken": tokens.refresh_token,
            "expiresIn": lifetime(),
        })));
    }
    answer
}

fn lifetime() -> String {
    LIFETIME.as_secs().to_string()
}

/// The members of an object literal.
fn members(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
