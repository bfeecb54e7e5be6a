//! An answer of the IAM service on another machine.
//!
//! Invariant: whoever owes a code is not in, whatever else the answer holds (specification section 2).

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::{Map, Value};
use waybill_services::iam::elsewhere::{data_of, says_suspended};

use crate::session::Token;

/// An answer, with its whole content.
#[derive(Debug)]
pub struct Told {
    /// Its status.
    pub status: StatusCode,
    /// Its headers, those that pass.
    pub headers: HeaderMap,
    /// Its content.
    pub content: Bytes,
}

/// A sign-in that waits for the code of a mail.
#[derive(Debug)]
pub struct Owed {
    /// What the code is given with, if the service named anything; else it is the provider's ID token.
    pub fbtkn: Option<String>,
    /// Where the code went, if the service said so.
    pub email_id: Option<String>,
}

impl Told {
    /// What a success is about.
    pub fn data(&self) -> Option<Map<String, Value>> {
        let data = self.status.is_success().then(|| data_of(&self.content));
        data?.ok()?
    }

    /// Whether it refuses somebody who is suspended (specification section 8).
    pub fn is_of_suspended(&self) -> bool {
        self.status.is_client_error() && says_suspended(&self.content)
    }
}

/// What the data of a sign-in say of a code; none where none is owed.
pub fn owed_in(data: &Map<String, Value>) -> Option<Owed> {
    let is_owed = data.get("twoFactorAuth") == Some(&Value::Bool(true));
    is_owed.then(|| Owed {
        fbtkn: text(data, "fbtkn"),
        email_id: text(data, "emailId"),
    })
}

/// The token in the data of a sign-in or a renewal.
pub fn token_in(data: &Map<String, Value>) -> Option<Token> {
    text(data, "jwt").map(|jwt| Token::from_request(&jwt))
}

fn text(data: &Map<String, Value>, name: &str) -> Option<String> {
    let text = data.get(name)?.as_str()?;
    (!text.is_empty()).then(|| text.to_owned())
}
