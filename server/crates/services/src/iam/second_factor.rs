//! The second factor: six digits that are mailed to those who want it, or whose company or role does (domain reference,
//! sections 3 and 4).
//!
//! Who has shown the first factor gets a handle for the address of the next page and a secret for a cookie; both have to come
//! back with the code.
//!
//! Invariant: nobody is [`Admitted`] who owes a code. Of all attempts at one code five are evaluated, however many come at
//! once, and only so many codes are mailed to a user.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::Map;
use utoipa::ToSchema;
use waybill_storage::hashing::sha256_hex;
use waybill_storage::identity::attempts::{self, Limit};
use waybill_storage::second_factors::{self, Attempt, NewFactor, Secret, six_digits};
use waybill_storage::users::User;
use waybill_storage::{StorageError, Transaction, audit, users};

use crate::caller::{Caller, SignInMethod};
use crate::error::ServiceError;
use crate::iam::security_notice::SecurityEvent;
use crate::log::audit::{denied, done, subject_user};
use crate::mail::{MailAddress, SystemMail, SystemTemplate, enqueue_system};
use crate::problem::FieldProblem;
use crate::services::{Services, require_active};
use crate::source::Source;
use crate::validate::{Draft, FromMembers, Members};

/// How long a code works.
const CODE_LIFE: SignedDuration = SignedDuration::from_mins(10);

/// How long new codes can be asked for after the first factor.
pub(crate) const SIGN_IN_LIFE: SignedDuration = SignedDuration::from_mins(30);

/// How often a code is compared.
const TRIES: i32 = 5;

/// How many more codes one sign-in may ask for.
const MORE_CODES: u32 = 3;

/// How many codes are mailed to a user within so many hours, the shorter window first.
const CODES: [(&str, u32, u64); 2] = [("second-factor/hour", 10, 1), ("second-factor/day", 30, 24)];

/// What a sign-in came to.
#[derive(Clone, Debug)]
pub enum SignedIn {
    /// All that is wanted was shown.
    In(Admitted),
    /// A code is on its way.
    Owes(OwedFactor),
}

/// Somebody who owes no second factor: whose session may begin.
#[derive(Clone, Debug)]
pub struct Admitted(Caller);

impl Admitted {
    /// Who it is.
    pub fn caller(&self) -> &Caller {
        &self.0
    }
}

/// A sign-in that waits for its code.
#[derive(Clone, Debug)]
pub struct OwedFactor {
    /// Where the code went.
    pub email_id: String,
    /// What the next page shows in its address; it works once and not for long.
    pub handle: Secret,
    /// What the browser keeps in a cookie.
    pub browser: Secret,
    /// Until when the code works.
    pub expires_at: Timestamp,
}

/// A code that was typed.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TypedCode {
    /// The handle that the sign-in answered with.
    #[schema(min_length = 1, max_length = 100, example = "8c7d0e3f")]
    pub fbtkn: String,
    /// The six digits of the mail.
    #[schema(pattern = "^[0-9]{6}$", example = "123456")]
    pub code: String,
}

impl std::fmt::Debug for TypedCode {
    /// Without handle and code.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypedCode").finish_non_exhaustive()
    }
}

impl FromMembers for TypedCode {
    fn from_members(members: &mut Members) -> Self {
        Self {
            fbtkn: members.required_text("fbtkn", 100),
            code: members.digits("code", 6, "Enter the six-digit code from the e-mail."),
        }
    }
}

/// A sign-in that waits for a code, and asks for another one.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitingSignIn {
    /// The handle that the sign-in answered with.
    #[schema(min_length = 1, max_length = 100, example = "8c7d0e3f")]
    pub fbtkn: String,
}

impl std::fmt::Debug for WaitingSignIn {
    /// Without the handle.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WaitingSignIn").finish_non_exhaustive()
    }
}

impl FromMembers for WaitingSignIn {
    fn from_members(members: &mut Members) -> Self {
        Self {
            fbtkn: members.required_text("fbtkn", 100),
        }
    }
}

/// Why a code was not accepted. The texts are for whoever typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeFault {
    /// It is not the code; so many attempts are left.
    #[error("This is not the code from the e-mail.{}", left(*.0))]
    Wrong(i32),
    /// It is the code of a former mail.
    #[error("A newer code has replaced this one. Enter the code from the latest e-mail.")]
    Replaced,
    /// It is too late.
    #[error("This code has expired. Request a new one.")]
    Expired,
    /// It was tried too often.
    #[error("Too many wrong codes. Request a new one.")]
    Exhausted,
    /// Somebody has signed in with it.
    #[error("This code has already been used. Sign in again.")]
    Used,
    /// Nobody is about to sign in so, or not in this browser; which of them is not told.
    #[error("This sign-in has ended or was started in another browser. Sign in again.")]
    Unknown,
}

impl CodeFault {
    /// The field at fault.
    pub(crate) fn problem(self) -> FieldProblem {
        let field = match self {
            Self::Unknown => "fbtkn",
            _ => "code",
        };
        FieldProblem::member(field, self.to_string())
    }
}

fn left(attempts: i32) -> String {
    match attempts {
        ..=0 => " Request a new one.".to_owned(),
        1 => " You can try once more.".to_owned(),
        more => format!(" You can try {more} more times."),
    }
}

impl Caller {
    /// Whether a session of this user begins with a second factor: by its own setting, its company's, or one of its roles'.
    pub fn wants_second_factor(&self) -> bool {
        self.user().two_factor_auth
            || self.company().two_factor_auth
            || self.roles().iter().any(|role| role.requires_2fa)
    }

    /// Whether a code has to be mailed: a second factor is wanted, and none was proved at the identity provider.
    pub(crate) fn owes_code(&self) -> bool {
        self.wants_second_factor() && !self.has_second_factor()
    }
}

impl Services {
    /// Admits somebody who has shown the first factor, or mails a code where a second one is wanted.
    ///
    /// [`ServiceError::TooManyAttempts`] when too many codes were mailed lately.
    pub(crate) async fn admit(
        &self,
        caller: Caller,
        source: &Source,
    ) -> Result<SignedIn, ServiceError> {
        if !caller.owes_code() {
            return Ok(SignedIn::In(Admitted(caller)));
        }
        let now = self.now();
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let (handle, browser, code) = (Secret::generate(), Secret::generate(), six_digits());
        let expires_at = now + CODE_LIFE;
        if !may_mail(&tx, &caller, now).await? {
            tx.commit().await?;
            return Err(ServiceError::TooManyAttempts);
        }
        let factor = NewFactor {
            handle_hash: handle.hash(),
            browser_hash: browser.hash(),
            code_hash: hash_of(&handle, &code),
            user_id: caller.user_id(),
            sign_in_method: caller.sign_in_method().as_str().to_owned(),
            authenticated_at: caller.sign_in_at_provider(),
            code_ends_at: expires_at,
            ends_at: now + SIGN_IN_LIFE,
        };
        second_factors::insert(&tx, factor, now).await?;
        self.mail_code(&caller, &tx, &code, expires_at, source)
            .await?;
        tx.commit().await?;
        Ok(SignedIn::Owes(OwedFactor {
            email_id: caller.user().email.clone(),
            handle,
            browser,
            expires_at,
        }))
    }

    /// Mails another code, in whose favour the former ones no longer work; gives until when it works.
    ///
    /// [`ServiceError::Code`] when nobody is about to sign in so in this browser, [`ServiceError::TooManyAttempts`] when too
    /// many codes were asked for.
    pub async fn send_code(
        &self,
        draft: Draft<WaitingSignIn>,
        browser: Option<Secret>,
        source: &Source,
    ) -> Result<Timestamp, ServiceError> {
        draft.faults.check()?;
        let handle = Secret::from(draft.value.fbtkn);
        let browser = browser.ok_or(CodeFault::Unknown)?;
        let now = self.now();
        let reader = self.storage.reader();
        let waiting = second_factors::standing(reader, &handle.hash(), &browser.hash()).await?;
        let waiting = waiting
            .filter(|it| now < it.ends_at)
            .ok_or(CodeFault::Unknown)?;
        if waiting.is_used {
            return Err(CodeFault::Used.into());
        }
        let caller = self.caller(waiting.user_id).await?;
        let limit = Limit {
            scope: "second-factor/sign-in",
            subject: handle.hash(),
            allowed: MORE_CODES,
            window: SIGN_IN_LIFE.unsigned_abs(),
        };
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let is_allowed = attempts::admit(&tx, &[limit], now).await?;
        if !is_allowed || !may_mail(&tx, &caller, now).await? {
            tx.commit().await?;
            return Err(ServiceError::TooManyAttempts);
        }
        let (code, expires_at) = (six_digits(), now + CODE_LIFE);
        let hash = hash_of(&handle, &code);
        if !second_factors::replace_code(&tx, &handle.hash(), &hash, expires_at, now).await? {
            return Err(CodeFault::Used.into());
        }
        self.mail_code(&caller, &tx, &code, expires_at, source)
            .await?;
        tx.commit().await?;
        Ok(expires_at)
    }

    async fn mail_code(
        &self,
        caller: &Caller,
        tx: &Transaction,
        code: &str,
        expires_at: Timestamp,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let now = self.now();
        let user = caller.user();
        let mut values = Map::new();
        values.insert("code".to_owned(), code.into());
        values.insert("expiresAt".to_owned(), expires_at.to_string().into());
        let mail = SystemMail {
            template: SystemTemplate::TwoFactor,
            to: MailAddress::new(&user.name, &user.email),
            language: &user.language,
            timezone: &user.timezone,
            values,
        };
        enqueue_system(&self.writing(caller, tx, source, now), mail).await?;
        let entry = done(user, "user.sendCode", subject_user(user), source);
        audit::append(tx, caller.company_id(), entry, now).await?;
        Ok(())
    }

    /// Admits whoever typed the right code, in the browser that the handle was given to.
    ///
    /// [`ServiceError::Code`] says why it was not accepted; [`ServiceError::Suspended`] and [`ServiceError::NotActive`] come
    /// after the right one.
    pub async fn give_code(
        &self,
        draft: Draft<TypedCode>,
        browser: Option<Secret>,
        source: &Source,
    ) -> Result<Admitted, ServiceError> {
        draft.faults.check()?;
        let TypedCode { fbtkn, code } = draft.value;
        let handle = Secret::from(fbtkn);
        let browser = browser.ok_or(CodeFault::Unknown)?;
        let now = self.now();
        // It counts before it is compared, so that no attempt is evaluated uncounted.
        let tx = self.storage.begin().await?;
        let attempt =
            second_factors::attempt(&tx, &handle.hash(), &browser.hash(), TRIES, now).await?;
        tx.commit().await?;
        let Some(attempt) = attempt else {
            return Err(self.why_no_attempt(&handle, &browser, now).await?.into());
        };
        let found = users::by_id(self.storage.reader(), attempt.user_id).await?;
        let (user, company) = found.ok_or(CodeFault::Unknown)?;
        let tx = self.storage.begin_for(company.id).await?;
        let entry = done(&user, "user.signIn", subject_user(&user), source);
        if let Err(error) = evaluate(&attempt, &handle, &code, &user) {
            tell_refused(&user, source);
            let entry = denied(entry, &error.to_string());
            audit::append(&tx, company.id, entry, now).await?;
            tx.commit().await?;
            return Err(error);
        }
        if !second_factors::consume(&tx, &handle.hash(), now).await? {
            return Err(CodeFault::Used.into());
        }
        users::note_sign_in(&tx, company.id, user.id, user.email_verified, now).await?;
        audit::append(&tx, company.id, entry, now).await?;
        let is_new_device = self.is_new_device(&user, source).await;
        tx.commit().await?;
        if is_new_device {
            let event = SecurityEvent::NewDevice;
            self.tell_security(&user, event, source).await;
        }
        let method: SignInMethod = attempt.sign_in_method.parse().map_err(StorageError::from)?;
        let caller = self.caller_of(user, company).await?;
        let caller = caller
            .signed_in_by(method)
            .authenticated_at(attempt.authenticated_at);
        Ok(Admitted(caller))
    }

    async fn why_no_attempt(
        &self,
        handle: &Secret,
        browser: &Secret,
        now: Timestamp,
    ) -> Result<CodeFault, StorageError> {
        let reader = self.storage.reader();
        let standing = second_factors::standing(reader, &handle.hash(), &browser.hash()).await?;
        Ok(match standing {
            Some(it) if it.ends_at <= now => CodeFault::Unknown,
            None => CodeFault::Unknown,
            Some(it) if it.is_used => CodeFault::Used,
            Some(it) if it.code_ends_at <= now => CodeFault::Expired,
            Some(_) => CodeFault::Exhausted,
        })
    }
}

/// The same line as of a wrong password, see `waybill_identity`: tools outside ban an address by it.
fn tell_refused(user: &User, source: &Source) {
    tracing::info!(
        event = "sign_in_refused",
        address = source.ip.as_deref().unwrap_or("unknown"),
        account = user.identity_uid.as_deref().unwrap_or("unknown"),
        reason = "code",
        "Sign-in refused."
    );
}

/// Compares hashes of secrets: how far they agree tells nothing about the code.
fn evaluate(
    attempt: &Attempt,
    handle: &Secret,
    code: &str,
    user: &User,
) -> Result<(), ServiceError> {
    let hash = hash_of(handle, code);
    if attempt.code_hash == hash {
        require_active(user)
    } else if attempt.replaced.contains(&hash) {
        Err(CodeFault::Replaced.into())
    } else {
        Err(CodeFault::Wrong(TRIES - attempt.attempts).into())
    }
}

/// Counts a mail to the user. One that a shorter window refuses does not use up a longer one, or whoever knows the password
/// could keep its owner out for a day within minutes.
async fn may_mail(tx: &Transaction, caller: &Caller, now: Timestamp) -> Result<bool, StorageError> {
    for (scope, allowed, hours) in CODES {
        let limit = Limit {
            scope,
            subject: caller.user_id().to_string(),
            allowed,
            window: Duration::from_hours(hours),
        };
        if !attempts::admit(tx, &[limit], now).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Six digits alone could be tried out on a stolen database; with the handle, which is not there, they cannot.
fn hash_of(handle: &Secret, code: &str) -> String {
    sha256_hex(format!("second factor\n{}\n{code}", handle.as_str()).as_bytes())
}
