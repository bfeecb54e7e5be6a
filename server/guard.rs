//! The guard: what becomes of a document request, as a pure function of the match, the session, the query and the way the
//! browser navigates.
//!
//! It is the only place where the rules of specification section 2 stand, in the reading of security.md section 8. No
//! decision leads to a second redirect, whatever the route table, the query and the state of the cookies.

mod navigation;
mod redirect_uri;

pub use navigation::{FetchMetadata, Navigation};
pub use redirect_uri::{Origin, OriginError, RedirectUri};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::routes::{Auth, Match, Matcher, Path, Query, Value};

/// The sign-in page (specification 2).
const LOGIN: &str = "/login";

/// Where a sign-in leads when nothing else is asked for (specification 2).
const DASHBOARD: &str = "/dashboard";

/// While this parameter is in the query a second factor is being asked for: the session stays (specification 2).
const SECOND_FACTOR: &str = "fbtkn";

/// What `encodeURIComponent` escapes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// The guard of one route table.
#[derive(Clone, Copy, Debug)]
pub struct Guard<'a> {
    /// The table, which also says what a redirect may lead to.
    pub matcher: &'a Matcher,
    /// The public origin, if one is configured: absolute values of `redirect_uri` are refused without it.
    pub origin: Option<&'a Origin>,
}

/// A document request as far as it matters here.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// The normalised path.
    pub path: &'a Path,
    /// What the path matches.
    pub matched: Option<&'a Match>,
    /// The query.
    pub query: &'a Query,
    /// What the cookies prove.
    pub presence: Presence,
    /// How the browser came here.
    pub navigation: Navigation,
}

/// What the visitor's cookies prove.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Presence {
    /// No `token` cookie.
    Anonymous,
    /// A valid token that belongs to a living session.
    SignedIn,
    /// A token that is expired beyond renewal, forged, revoked, of another session, or not the only one. It opens nothing.
    Invalid,
}

/// What to do with the request.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Decision {
    /// Render the matched page with its own status.
    Render(SessionEffect),
    /// Render the not-found screen with status 404.
    NotFound(SessionEffect),
    /// Answer 303.
    Redirect {
        /// Value of `Location`: a path of ours, ASCII, and fit for a header.
        to: String,
        /// Why.
        because: Reason,
        /// What happens to the session in the same response.
        session: SessionEffect,
    },
}

/// What happens to the session in the response.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SessionEffect {
    /// Nothing.
    Keep,
    /// The `token` cookie is deleted in both forms, with and without Domain. The session cookie stays.
    DropToken,
    /// The session is cleared in this browser: `token` (both forms) and the session cookie are deleted. On the server it goes on:
    /// a token that is not its own, which a neighbour may have planted, says nothing about it.
    End,
}

/// Why a visitor is redirected.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// The page needs a session.
    SignInRequired,
    /// A signed-in visitor has no use for a guest page.
    AlreadySignedIn,
    /// The same, and the query's `redirect_uri` was refused: counts as `redirect_rejected_total`.
    RedirectRejected,
    /// The route is a redirect.
    Moved,
}

impl Guard<'_> {
    /// Decides about one visit.
    pub fn decide(&self, visit: &Visit<'_>) -> Decision {
        let Some(page) = visit.matched.filter(|it| !it.is_catch_all()) else {
            return unknown(visit);
        };
        match (page.auth(), visit.presence) {
            (Auth::Required, Presence::Anonymous | Presence::Invalid) => {
                self.sign_in(visit.path, visit.query, clear(visit))
            }
            (Auth::Guest, Presence::SignedIn) => self.leave_guest_page(visit.query),
            (Auth::Guest, Presence::Anonymous | Presence::Invalid) => {
                Decision::Render(clear_on_other_route(visit))
            }
            (Auth::Required, Presence::SignedIn) | (Auth::Public, _) => match page.redirect() {
                Some(target) => self.follow(target, visit),
                None => Decision::Render(keep(visit)),
            },
        }
    }

    /// Sends a visitor without a session to the sign-in page, and back afterwards if the address is one we would accept.
    fn sign_in(&self, path: &Path, query: &Query, session: SessionEffect) -> Decision {
        let asked_for = format!("{path}{}", query.search());
        let to = match RedirectUri::parse(&asked_for, None, self.matcher) {
            Some(uri) => {
                let uri = utf8_percent_encode(uri.as_str(), COMPONENT);
                format!("{LOGIN}?redirect_uri={uri}")
            }
            None => LOGIN.to_owned(),
        };
        Decision::Redirect {
            to,
            because: Reason::SignInRequired,
            session,
        }
    }

    /// Sends a signed-in visitor from a guest page to the query's `redirect_uri`, else to the dashboard.
    fn leave_guest_page(&self, query: &Query) -> Decision {
        let wanted = match query.first("redirect_uri") {
            Value::Absent => Ok(None),
            Value::IllFormed => Err(()),
            Value::Text(text) => RedirectUri::parse(text, self.origin, self.matcher)
                .map(Some)
                .ok_or(()),
        };
        let (to, because) = match wanted {
            // Were the redirecting route itself the target, the browser would be redirected twice.
            Ok(Some(uri)) => match uri.moved_to() {
                Some(path) => (path.to_string(), Reason::AlreadySignedIn),
                None => (uri.as_str().to_owned(), Reason::AlreadySignedIn),
            },
            Ok(None) => (DASHBOARD.to_owned(), Reason::AlreadySignedIn),
            Err(()) => (DASHBOARD.to_owned(), Reason::RedirectRejected),
        };
        Decision::Redirect {
            to,
            because,
            session: SessionEffect::Keep,
        }
    }

    /// Follows a redirecting route; where its target would redirect again, straight to where that leads.
    fn follow(&self, target: &Path, visit: &Visit<'_>) -> Decision {
        let matched = self.matcher.match_path(target);
        let decision = self.decide(&Visit {
            path: target,
            matched: matched.as_ref(),
            query: &Query::default(),
            ..*visit
        });
        match decision {
            Decision::Redirect { .. } => decision,
            Decision::Render(session) | Decision::NotFound(session) => Decision::Redirect {
                to: target.to_string(),
                because: Reason::Moved,
                session,
            },
        }
    }
}

/// An address outside the table: the not-found screen for the signed-in, sign-in for others. Nothing is cleared, for only
/// the table's own routes do that (security.md section 8).
fn unknown(visit: &Visit<'_>) -> Decision {
    match visit.presence {
        Presence::SignedIn => Decision::NotFound(SessionEffect::Keep),
        Presence::Anonymous | Presence::Invalid => Decision::Redirect {
            to: LOGIN.to_owned(),
            because: Reason::SignInRequired,
            session: keep(visit),
        },
    }
}

/// Leaves the session alone; an invalid token is deleted all the same, or it would be tried again with every request.
fn keep(visit: &Visit<'_>) -> SessionEffect {
    match visit.presence {
        Presence::SignedIn | Presence::Anonymous => SessionEffect::Keep,
        Presence::Invalid => SessionEffect::DropToken,
    }
}

/// Clears the session, unless the request is not a page of its own: then a foreign page may have caused it, and the cookies
/// that it lacks may be there.
fn clear(visit: &Visit<'_>) -> SessionEffect {
    match visit.navigation {
        Navigation::SameSite | Navigation::CrossSite => SessionEffect::End,
        Navigation::Embedded => keep(visit),
    }
}

/// Specification 2: "On other routes, unless the query contains the parameter fbtkn, the session is cleared first." Only
/// when the visitor came by our own site: a foreign link ends nothing (security.md section 8).
fn clear_on_other_route(visit: &Visit<'_>) -> SessionEffect {
    match visit.navigation {
        Navigation::SameSite if !visit.query.contains(SECOND_FACTOR) => SessionEffect::End,
        Navigation::SameSite | Navigation::CrossSite | Navigation::Embedded => keep(visit),
    }
}
