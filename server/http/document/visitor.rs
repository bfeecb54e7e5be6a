//! The visitor of a document: what the cookies prove, and the user behind them as they are now.

use http::{HeaderMap, HeaderValue};
use tower_sessions::Session;
use waybill_services::source::Source;
use waybill_services::{Caller, ServiceError};

use crate::guard::Presence;
use crate::http::gateway::caller_session;
use crate::http::problem::Problem;
use crate::http::site::Site;
use crate::session::{self, Login, Token};

/// Who opens a page.
#[derive(Debug)]
pub(in crate::http) struct Visitor {
    presence: Presence,
    caller: Option<Caller>,
    login: Option<Login>,
    token: Option<Token>,
    set_cookie: Vec<HeaderValue>,
}

impl Visitor {
    /// Fails only when it cannot be known; then nobody's page may be shown.
    pub(in crate::http) async fn recognise(
        site: &Site,
        request: &HeaderMap,
        session: &Session,
    ) -> Result<Self, Problem> {
        let found = site.app().sessions.resolve(request, session).await;
        let found = found.map_err(|error| unavailable(&error))?;
        let (login, token, set_cookie) = match found {
            session::Visitor::Nobody { had_token: false } => {
                return Ok(Self::nobody(Presence::Anonymous));
            }
            session::Visitor::Nobody { had_token: true } => {
                return Ok(Self::nobody(Presence::Invalid));
            }
            session::Visitor::SignedIn {
                login,
                token,
                set_cookie,
            } => (login, token, set_cookie),
        };
        match caller(site, &login).await {
            Ok(caller) => Ok(Self {
                presence: Presence::SignedIn,
                caller: Some(caller),
                login: Some(login),
                token: Some(token),
                set_cookie,
            }),
            // Gone, suspended or deactivated since the token was issued.
            Err(ServiceError::NotSignedIn | ServiceError::Suspended | ServiceError::NotActive) => {
                Ok(Self::nobody(Presence::Invalid))
            }
            Err(error) => Err(unavailable(&error)),
        }
    }

    fn nobody(presence: Presence) -> Self {
        Self {
            presence,
            caller: None,
            login: None,
            token: None,
            set_cookie: Vec::new(),
        }
    }

    pub(in crate::http) fn presence(&self) -> Presence {
        self.presence
    }

    /// Who it is, and the token of the session as it is now.
    pub(in crate::http) fn caller(&self) -> Option<(&Caller, &Token)> {
        self.caller.as_ref().zip(self.token.as_ref())
    }

    /// `Set-Cookie` values of a token that was renewed on the way, and of the session id that takes the place of the old one.
    /// To be asked for when the answer is about to leave.
    pub(in crate::http) async fn into_cookies(self, site: &Site) -> Vec<HeaderValue> {
        let mut cookies = self.set_cookie;
        if let Some(login) = &self.login {
            cookies.extend(site.app().sessions.offer_id(login).await);
        }
        cookies
    }
}

/// Who it is. A view that is over ends here: a page that is opened now shows the user's own.
async fn caller(site: &Site, login: &Login) -> Result<Caller, ServiceError> {
    let services = &site.app().services;
    let caller = services.caller_in(caller_session(login)).await?;
    match caller.viewing() {
        Some(viewing) if viewing.is_over => {
            services.end_viewing(&caller, &Source::default()).await?;
            Ok(caller.own())
        }
        _ => Ok(caller),
    }
}

fn unavailable(error: &(dyn std::error::Error + 'static)) -> Problem {
    tracing::error!(error, "A visitor could not be authenticated.");
    Problem::UNAVAILABLE
}
