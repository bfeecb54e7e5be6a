//! Claims: what a token says, judged alike whoever signed it: this provider, or Google for a project of the operator's.
//!
//! Invariant: a claim that is missing or has another type than it must is a flaw, never "not there".

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::{Flaw, LIFETIME};

/// How far clocks may differ.
const LEEWAY_SECONDS: i64 = 60;

/// What the tokens of a project have to say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected<'a> {
    /// Who issues them.
    pub(crate) issuer: &'a str,
    /// For whom.
    pub(crate) audience: &'a str,
    /// Of which of the project's tenants; none means that they are of no tenant.
    pub(crate) tenant: Option<&'a str>,
}

/// What a genuine token states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Whose token it is.
    pub subject: String,
    /// When the person signed in.
    pub authenticated_at: Timestamp,
    /// When the token was issued.
    pub issued_at: Timestamp,
    /// From when on it is not taken any more.
    pub expires_at: Timestamp,
    /// Which second factor the person proved beside the password, if one.
    pub second_factor: Option<String>,
}

/// What these claims state, if they are those of a token that is `expected` and valid at `now`.
pub(crate) fn check(
    claims: &Map<String, Value>,
    expected: Expected<'_>,
    now: Timestamp,
) -> Result<Statement, Flaw> {
    let text = |name: &'static str| {
        claims
            .get(name)
            .and_then(Value::as_str)
            .ok_or(Flaw::Claim(name))
    };
    if text("iss")? != expected.issuer {
        return Err(Flaw::Claim("iss"));
    }
    if text("aud")? != expected.audience {
        return Err(Flaw::Claim("aud"));
    }
    let subject = text("sub")?;
    if subject.is_empty() || subject.len() > 128 {
        return Err(Flaw::Claim("sub"));
    }
    if text("user_id")? != subject {
        return Err(Flaw::Claim("user_id"));
    }
    // People of one tenant are strangers to another: the same address there may be somebody else's.
    let firebase = match claims.get("firebase") {
        Some(Value::Object(firebase)) => Some(firebase),
        Some(_) => return Err(Flaw::Claim("firebase")),
        None => None,
    };
    let tenant = firebase.and_then(|it| it.get("tenant"));
    if tenant != expected.tenant.map(Value::from).as_ref() {
        return Err(Flaw::Claim("firebase.tenant"));
    }
    let second_factor = second_factor(firebase)?;
    let (issued, authenticated, expires) = (
        seconds(claims, "iat")?,
        seconds(claims, "auth_time")?,
        seconds(claims, "exp")?,
    );
    let latest = now.as_second() + LEEWAY_SECONDS;
    if issued > latest {
        return Err(Flaw::Claim("iat"));
    }
    if authenticated > latest {
        return Err(Flaw::Claim("auth_time"));
    }
    // No ID token lives longer: a far `exp` is a sign of a defect, not of a long session.
    if expires <= issued || expires - issued > LIFETIME.as_secs() {
        return Err(Flaw::Claim("exp"));
    }
    if expires + LEEWAY_SECONDS <= now.as_second() {
        return Err(Flaw::Expired);
    }
    let at = |second: i64, name| Timestamp::from_second(second).map_err(|_| Flaw::Claim(name));
    Ok(Statement {
        subject: subject.to_owned(),
        authenticated_at: at(authenticated, "auth_time")?,
        issued_at: at(issued, "iat")?,
        expires_at: at(expires, "exp")?,
        second_factor,
    })
}

/// Which second factor a sign-in proved: its kind is there with its id, or neither is.
fn second_factor(firebase: Option<&Map<String, Value>>) -> Result<Option<String>, Flaw> {
    let claim = |name: &'static str| match firebase.and_then(|it| it.get(name)) {
        None => Ok(None),
        Some(Value::String(text)) if !text.is_empty() => Ok(Some(text)),
        Some(_) => Err(Flaw::Claim("firebase")),
    };
    match (
        claim("sign_in_second_factor")?,
        claim("second_factor_identifier")?,
    ) {
        (Some(_), Some(id)) => Ok(Some(id.clone())),
        (None, None) => Ok(None),
        _ => Err(Flaw::Claim("firebase")),
    }
}

/// A whole, non-negative number of seconds since 1970. A string, a float or `null` is not one.
fn seconds(claims: &Map<String, Value>, name: &'static str) -> Result<i64, Flaw> {
    let seconds = claims
        .get(name)
        .and_then(Value::as_i64)
        .ok_or(Flaw::Claim(name))?;
    // The bound keeps every later addition far from overflow.
    if (0..=i64::from(u32::MAX) * 4).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(Flaw::Claim(name))
    }
}
