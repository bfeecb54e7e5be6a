//! The IAM service on another machine: who signs in there, whose its tokens are, and what it tells of them.
//!
//! Invariant: a user is here what the service said of it last; what it does not say decides nothing.

mod told;

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use http_body_util::{BodyExt as _, Full};
use waybill_services::Services;
use waybill_services::iam::adoption::AdoptionError;
use waybill_storage::UserId;
use waybill_upstream::{BodyError, Call, CallError, Upstream};

pub use self::told::{Owed, Told, owed_in, token_in};

use super::{IdentityProvider, Upstreams, adapters};
use crate::session::{Issuer, IssuerError, Token};
use crate::telemetry::traces;

/// Its name among the services.
pub const IAM: &str = "iam";

/// Tells whose a token is (specification 7, `fetch-users-by-token`).
pub const USERS_TOKEN: &str = "/iam/api/v1/users-token";

/// Gives another token.
const TOKEN_REFRESH: &str = "/iam/api/v1/auth/token-refresh";

/// Largest answer that tells of somebody.
const MOST_BYTES: u64 = 1 << 20;

/// The service. Cheap to clone.
#[derive(Clone)]
pub struct Iam {
    upstreams: Arc<Upstreams>,
    services: Arc<Services>,
    accounts: IdentityProvider,
}

/// Why nothing was told.
#[derive(Debug, thiserror::Error)]
pub enum IamError {
    /// The call has no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The answer broke off.
    #[error("the response of the IAM service was interrupted")]
    Content(#[source] BodyError),
    /// It tells of a user who cannot be taken over.
    #[error(transparent)]
    Adoption(#[from] AdoptionError),
    /// It is none that the specification knows.
    #[error("the IAM service responded with {0}")]
    Status(StatusCode),
}

impl Iam {
    /// The service, if it is on another machine.
    pub(super) fn of(
        upstreams: &Arc<Upstreams>,
        services: &Arc<Services>,
        accounts: &IdentityProvider,
    ) -> Option<Self> {
        upstreams.get(IAM)?;
        Some(Self {
            upstreams: Arc::clone(upstreams),
            services: Arc::clone(services),
            accounts: accounts.clone(),
        })
    }

    /// Calls it. What is no 5xx is an answer.
    ///
    /// # Errors
    /// [`IamError::Call`] and [`IamError::Content`].
    pub async fn call(
        &self,
        method: Method,
        path_and_query: String,
        mut headers: HeaderMap,
        content: Option<Bytes>,
    ) -> Result<Told, IamError> {
        let upstream = self.upstream()?;
        traces::write(&mut headers);
        let call = Call {
            method,
            path_and_query,
            headers,
            deadline: self.upstreams.deadline(),
            most_bytes: MOST_BYTES,
        };
        let answer = upstream.call(call, content.map(Full::new)).await?;
        let (head, content) = answer.into_parts();
        let content = content.collect().await.map_err(IamError::Content)?;
        Ok(Told {
            status: head.status,
            headers: head.headers,
            content: content.to_bytes(),
        })
    }

    /// The headers of a call with this proof of who calls.
    pub fn headers(&self, token: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(value) = token.and_then(|token| self.upstreams.authorization(token)) {
            headers.insert(AUTHORIZATION, value);
        }
        headers
    }

    /// The headers of a call with JSON.
    pub fn headers_of_json(&self) -> HeaderMap {
        let mut headers = self.headers(None);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers
    }

    /// Takes over whose token it is, whose account at the identity provider is `uid` where that is known. None when the token is good for
    /// nothing.
    ///
    /// # Errors
    /// See [`IamError`].
    pub async fn adopt_holder(
        &self,
        token: &Token,
        uid: Option<&str>,
    ) -> Result<Option<UserId>, IamError> {
        let headers = self.headers(Some(token.as_str()));
        let told = self.call(Method::GET, USERS_TOKEN.to_owned(), headers, None);
        let told = told.await?;
        match told.status {
            StatusCode::OK => Ok(self.services.adopt(&told.content, uid).await?),
            // Signed out, suspended, gone.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND => Ok(None),
            status => Err(IamError::Status(status)),
        }
    }

    fn upstream(&self) -> Result<&Upstream, CallError> {
        // It was there when this was made, and what is configured stays.
        self.upstreams.get(IAM).ok_or(CallError::Address)
    }
}

#[async_trait]
impl Issuer for Iam {
    async fn prove(&self, token: &Token) -> Result<Option<UserId>, IssuerError> {
        // The service names the user of an ID token as well, and that is no session's (security.md section 2).
        match self.accounts.recognise(token.as_str()).await {
            Ok(_) => return Ok(None),
            Err(error) if adapters::is_undecided(&error) => {
                return Err(IssuerError(Box::new(error)));
            }
            Err(_) => {}
        }
        let proved = self.adopt_holder(token, None).await;
        proved.map_err(|error| IssuerError(Box::new(error)))
    }

    async fn renew(&self, token: &Token) -> Result<Option<Token>, IssuerError> {
        let headers = self.headers(Some(token.as_str()));
        let told = self.call(Method::GET, TOKEN_REFRESH.to_owned(), headers, None);
        let told = told.await.map_err(|error| IssuerError(Box::new(error)))?;
        match told.status {
            StatusCode::OK => Ok(told.data().and_then(|data| token_in(&data))),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND => Ok(None),
            status => Err(IssuerError(Box::new(IamError::Status(status)))),
        }
    }
}
