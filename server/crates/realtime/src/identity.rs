//! Who is at the other end of a socket, as somebody else established it.
//!
//! The database is handed a [`Verifier`]; it knows neither tokens nor cookies. Invariant: nothing is read or written for an
//! identity past its expiry.

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::{Map, Value as Json};

use crate::path::Path;

/// Somebody whose token was accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// Id of the account.
    pub uid: String,
    /// What the person is called.
    pub name: String,
    /// What the token says, as the client is told.
    pub claims: Map<String, Json>,
    /// Where the records for this person lie, if anywhere.
    pub inbox: Option<Path>,
    /// Where this person says what it has open, and reads who else has, if anywhere.
    pub presence: Option<Path>,
    /// The application's session, or whatever else of its own, that it rests on; when that ends, so does this.
    pub session: Option<String>,
    /// When the token expires.
    pub expires_at: Timestamp,
}

/// How the client came in: what the request that opened the socket said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Door {
    /// What the application recognises its session by, if the request carried a cookie of one.
    pub session: Option<String>,
    /// Whether it is a page, which always says where it comes from.
    pub is_browser: bool,
}

/// Tells who holds a token.
#[async_trait]
pub trait Verifier: Send + Sync {
    /// The identity, if the token is good and its holder may be here at this moment.
    async fn verify(&self, token: &str, door: &Door) -> Result<Identity, Refusal>;
}

/// Why nobody is known.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Malformed, forged, revoked, of a disabled account, or without what it has to rest on.
    #[error("the token was refused")]
    Invalid,
    /// It was good once.
    #[error("the token has expired")]
    Expired,
    /// Nobody could be asked.
    #[error("the token cannot be checked at this moment")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

#[cfg(test)]
impl Identity {
    pub(crate) fn for_tests(uid: &str, inbox: &str) -> Self {
        Self {
            uid: uid.to_owned(),
            name: "Ann".to_owned(),
            claims: Map::new(),
            inbox: Some(inbox.parse().unwrap()),
            presence: inbox
                .parse::<Path>()
                .unwrap()
                .prefix(1)
                .join(&["presence".try_into().unwrap()])
                .ok(),
            session: None,
            expires_at: Timestamp::MAX,
        }
    }
}
