//! Google's endpoints of accounts: what is said to them and what their answers mean. The rules are in [`super::accounts`].
//!
//! Invariant: a refusal that decides something about the account becomes the error that the own provider has for it; whatever else
//! comes back decides nothing.

use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::outgoing::Answer;
use super::{Failure, Outgoing, Pending, Project, Standing};
use crate::Error;
use crate::strict_json;

/// Longer words of Google's are cut: they are for the log.
const LONGEST_WORD: usize = 60;

/// What stands in an address as it is (RFC 3986 section 2.3).
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The endpoints, for one project.
pub(super) struct Toolkit {
    base: String,
    outgoing: Outgoing,
    project: Project,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignedIn {
    #[serde(default)]
    id_token: Option<String>,
    #[serde(default)]
    mfa_pending_credential: Option<String>,
    #[serde(default)]
    mfa_info: Vec<FactorInfo>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FactorInfo {
    mfa_enrollment_id: String,
    /// What makes it an authenticator app.
    #[serde(default)]
    totp_info: Option<Map<String, Value>>,
}

/// What a right password leads to.
pub(super) enum Step {
    /// To an ID token.
    In(String),
    /// To the code of an authenticator app.
    Owes(Pending),
}

#[derive(Deserialize)]
struct Found {
    #[serde(default)]
    users: Vec<FoundUser>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundUser {
    local_id: String,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
    #[serde(default)]
    disabled: bool,
    /// Seconds, in a string.
    #[serde(default)]
    valid_since: Option<String>,
    /// JSON in a string.
    #[serde(default)]
    custom_attributes: Option<String>,
}

impl Toolkit {
    pub(super) fn new(base: &str, outgoing: Outgoing, project: &Project) -> Self {
        Self {
            base: base.to_owned(),
            outgoing,
            project: project.clone(),
        }
    }

    /// Signs in, or begins to.
    pub(super) async fn sign_in(&self, email: &str, password: &str) -> Result<Step, Error> {
        let body = json!({ "email": email, "password": password, "returnSecureToken": true });
        let SignedIn {
            id_token,
            mfa_pending_credential,
            mfa_info,
        } = self
            .signed_in("v1/accounts:signInWithPassword", body)
            .await?;
        if let Some(id_token) = id_token {
            return Ok(Step::In(id_token));
        }
        // A message to a phone is asked for by Firebase's SDK alone.
        let factor = mfa_info.into_iter().find(|it| it.totp_info.is_some());
        match (mfa_pending_credential, factor) {
            (Some(credential), Some(factor)) => Ok(Step::Owes(Pending {
                credential,
                factor_id: factor.mfa_enrollment_id,
            })),
            _ => Err(Error::NotOffered),
        }
    }

    /// Goes on with a code; gives the ID token.
    pub(super) async fn finish_sign_in(
        &self,
        pending: &Pending,
        code: &str,
    ) -> Result<String, Error> {
        let body = json!({
            "mfaPendingCredential": pending.credential,
            "mfaEnrollmentId": pending.factor_id,
            "totpVerificationInfo": { "verificationCode": code },
        });
        let signed_in = self.signed_in("v2/accounts/mfaSignIn:finalize", body);
        signed_in.await?.id_token.ok_or(Error::NotOffered)
    }

    async fn signed_in(&self, method: &str, body: Value) -> Result<SignedIn, Error> {
        let answer = self.ask(method, body).await?;
        if answer.status != 200 {
            return Err(refusal(&answer));
        }
        serde_json::from_slice(&answer.body).map_err(|_| Error::NotOffered)
    }

    /// Has a mail for a new password sent, if the address has an account.
    pub(super) async fn send_password_reset(&self, email: &str) -> Result<(), Error> {
        let body = json!({ "requestType": "PASSWORD_RESET", "email": email });
        let answer = self.ask("v1/accounts:sendOobCode", body).await?;
        match answer.status {
            200 => Ok(()),
            // Whether there is an account, and how often it asked, shows in nothing.
            _ => match code_of(&answer).as_str() {
                "EMAIL_NOT_FOUND" | "USER_DISABLED" | "RESET_PASSWORD_EXCEED_LIMIT" => Ok(()),
                _ => Err(refusal(&answer)),
            },
        }
    }

    /// An account; none when there is no such one.
    pub(super) async fn lookup(
        &self,
        uid: &str,
        bearer: &str,
    ) -> Result<Option<Standing>, Failure> {
        let url = self.admin_url("lookup");
        let body = json!({ "localId": [uid] });
        let answer = self.outgoing.post(&url, &body, Some(bearer)).await?;
        require_success(&answer)?;
        let unreadable = || Failure::Unreadable("account");
        let Found { users } = serde_json::from_slice(&answer.body).map_err(|_| unreadable())?;
        let Some(user) = users.into_iter().find(|user| user.local_id == uid) else {
            return Ok(None);
        };
        standing(user).map(Some).ok_or_else(unreadable)
    }

    /// Changes members of an account.
    pub(super) async fn update(
        &self,
        uid: &str,
        mut change: Map<String, Value>,
        bearer: &str,
    ) -> Result<(), Failure> {
        change.insert("localId".to_owned(), uid.into());
        let url = self.admin_url("update");
        let body = Value::Object(change);
        let answer = self.outgoing.post(&url, &body, Some(bearer)).await?;
        require_success(&answer)
    }

    /// Asks as a browser does: by the API key.
    async fn ask(&self, method: &str, mut body: Value) -> Result<Answer, Failure> {
        if let Some(tenant) = &self.project.tenant {
            body["tenantId"] = tenant.as_str().into();
        }
        let key = utf8_percent_encode(&self.project.api_key, PLAIN);
        let url = format!("{}/{method}?key={key}", self.base);
        Ok(self.outgoing.post(&url, &body, None).await?)
    }

    fn admin_url(&self, method: &str) -> String {
        let project = utf8_percent_encode(&self.project.id, PLAIN);
        let tenant = self.project.tenant.as_deref();
        let tenant = tenant.map(|it| format!("tenants/{}/", utf8_percent_encode(it, PLAIN)));
        format!(
            "{}/v1/projects/{project}/{}accounts:{method}",
            self.base,
            tenant.unwrap_or_default()
        )
    }
}

fn standing(user: FoundUser) -> Option<Standing> {
    let valid_since = match user.valid_since {
        Some(seconds) => Timestamp::from_second(seconds.parse().ok()?).ok()?,
        None => Timestamp::UNIX_EPOCH,
    };
    let claims = match user.custom_attributes.as_deref() {
        None | Some("") => Map::new(),
        Some(json) => strict_json::object(json.as_bytes())?,
    };
    Some(Standing {
        email: user.email,
        email_verified: user.email_verified,
        disabled: user.disabled,
        valid_since,
        claims,
    })
}

/// What Google says no to, in the provider's own words (section 4 of Firebase's protocol).
fn refusal(answer: &Answer) -> Error {
    let code = code_of(answer);
    match code.as_str() {
        "INVALID_LOGIN_CREDENTIALS" | "EMAIL_NOT_FOUND" | "INVALID_PASSWORD" => {
            Error::InvalidCredentials
        }
        "INVALID_EMAIL" | "MISSING_EMAIL" => Error::InvalidEmail,
        "MISSING_PASSWORD" => Error::MissingPassword,
        "USER_DISABLED" => Error::Disabled,
        "TOO_MANY_ATTEMPTS_TRY_LATER" | "QUOTA_EXCEEDED" => Error::TooManyAttempts,
        "INVALID_CODE" | "MISSING_CODE" => Error::InvalidFactorCode,
        "INVALID_MFA_PENDING_CREDENTIAL" | "TOTP_CHALLENGE_TIMEOUT" => Error::InvalidPendingSignIn,
        "MFA_ENROLLMENT_NOT_FOUND" => Error::UnknownFactor,
        "OPERATION_NOT_ALLOWED" | "PASSWORD_LOGIN_DISABLED" => Error::NotOffered,
        _ => Failure::Answer {
            status: answer.status,
            code,
        }
        .into(),
    }
}

fn require_success(answer: &Answer) -> Result<(), Failure> {
    match answer.status {
        200 => Ok(()),
        status => Err(Failure::Answer {
            status,
            code: code_of(answer),
        }),
    }
}

/// Google's word for an error: what comes before ` : `.
fn code_of(answer: &Answer) -> String {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let message = body["error"]["message"].as_str().unwrap_or_default();
    word(message.split(" : ").next().unwrap_or_default())
}

/// A word for the log: letters, digits and a few marks, whatever a server sent.
pub(super) fn word(text: &str) -> String {
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || "_-. ".contains(*letter);
    text.chars().filter(is_plain).take(LONGEST_WORD).collect()
}
