//! Drawing one page that the guard has let through: needs → render → write.

use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, REFERRER_POLICY, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};
use tracing::Instrument as _;
use waybill_services::Caller;

use super::input::{Form, Input};
use super::markup::{Markup, Root};
use super::state_script::StateScript;
use super::timing::{Phase, Timing};
use super::{default_view, redirect, title};
use crate::app::Release;
use crate::config::Config;
use crate::http::compression;
use crate::http::doors::Class;
use crate::http::gateway::AsCaller;
use crate::http::headers::{Guests, Nonce};
use crate::http::middleware::address::Address;
use crate::http::middleware::framing::Host;
use crate::http::problem::Problem;
use crate::http::site::Site;
use crate::needs::{Fetched, Refusal, SessionIds, Variables};
use crate::routes::{Auth, Match};
use crate::session::Token;
use crate::telemetry::traces;

/// Why the browser draws a page when too many are in work; the pool has words of its own.
const OVERLOADED: &str = "overloaded";

/// In the address of a page that is to be whole: its reader has no script to fetch what would be late.
const WAIT: &str = "wait";

/// What a page with a map needs.
const MAPS_KEY: &str = "mapsKey";

/// How long such a page waits for what it needs.
const PATIENCE: Duration = Duration::from_secs(10);

/// A page about to be drawn.
pub struct Draft<'a> {
    /// The build it is drawn from.
    pub release: &'a Release,
    /// The settings it is drawn by.
    pub config: &'a Config,
    /// Where it stands.
    pub address: &'a Address,
    /// The routes it is made of.
    pub matched: &'a Match,
    /// Who sees it, and the token of the session.
    pub caller: Option<(&'a Caller, &'a Token)>,
    /// A form that came back with it.
    pub form: Option<Form>,
    /// Its status, unless the visitor is not shown what it is about.
    pub status: StatusCode,
    /// Headers of the request.
    pub accepted: &'a HeaderMap,
    /// Host of the request.
    pub host: Option<&'a Host>,
}

impl<'a> Draft<'a> {
    /// Whose scripts the page runs beside ours: nobody's before a sign-in, and those of the maps only where a map can be.
    pub(super) fn guests(&self) -> Guests<'a> {
        if self.caller.is_none() {
            return Guests::default();
        }
        let has_map = self.matched.needs().any(|(key, _)| key == MAPS_KEY);
        Guests {
            maps: has_map && !self.config.google_map_key.is_empty(),
            scripts: &self.config.scripts,
        }
    }
}

impl Draft<'_> {
    pub(super) async fn draw(self, site: &Site, timing: &mut Timing) -> Response {
        // Held until the page is written; without one the page is not fetched for and not rendered.
        let turn = site.enter(Class::Documents);
        let Fetched { results, refusal } = match &turn {
            Some(_) => self.fetch_needs(site).await,
            None => Fetched::default(),
        };
        timing.ends(Phase::Needs);
        if let Some(to) = default_view::address_of(self.address, &results) {
            return redirect(&to);
        }
        let named = title::of_record(self.matched, &results);

        let input = match Input::new(site, &self, results).await {
            Ok(input) => input,
            Err(error) => {
                let error: &(dyn std::error::Error + 'static) = &error;
                tracing::error!(error, "A session could not be read.");
                return Problem::INTERNAL.into_response();
            }
        };
        let state = StateScript::of_json(&input.to_json());
        let rendered = match &turn {
            Some(_) => self.render(site, &state, timing).await,
            None => Err(OVERLOADED),
        };
        let root = match &rendered {
            Ok(html) => Root::Rendered(html),
            Err(reason) => {
                timing.falls_back(reason);
                Root::Shell(reason)
            }
        };
        let nonce = Nonce::generate();
        let markup = Markup {
            release: self.release,
            matched: self.matched,
            named: named.as_deref(),
            nonce: &nonce,
            locale: input.locale(),
            theme: input.theme(),
            root,
            state: &state,
            dev_script: site.dev_script(),
        };
        let html = markup.write();
        self.answer(site, &nonce, self.status_after(refusal), html)
    }

    /// A page of which the visitor is not shown what it is about says so by its status, and shows why.
    fn status_after(&self, refusal: Option<Refusal>) -> StatusCode {
        match refusal {
            Some(Refusal::NotFound) if self.status == StatusCode::OK => StatusCode::NOT_FOUND,
            Some(Refusal::Forbidden) if self.status == StatusCode::OK => StatusCode::FORBIDDEN,
            _ => self.status,
        }
    }

    /// What of a request the page depends on: its language, too, until somebody has signed in and chosen one.
    fn vary(&self, is_coded: bool) -> &'static str {
        match (self.caller, is_coded) {
            (Some(_), false) => "Cookie",
            (Some(_), true) => "Cookie, Accept-Encoding",
            (None, false) => "Cookie, Accept-Language",
            (None, true) => "Cookie, Accept-Language, Accept-Encoding",
        }
    }

    /// The address at the services that a template of the page's route expands to.
    pub(super) fn address_of(&self, template: &str) -> Option<String> {
        let (caller, _) = self.caller?;
        let (user, company) = (
            caller.user_id().to_string(),
            caller.company_id().to_string(),
        );
        let variables = Variables {
            params: self.matched.params(),
            query: &self.address.query,
            session: Some(SessionIds {
                user: &user,
                company: &company,
            }),
        };
        self.release.needs.address(template, &variables)
    }

    async fn fetch_needs(&self, site: &Site) -> Fetched {
        let Some((caller, token)) = self.caller else {
            return Fetched::default();
        };
        let (user, company) = (
            caller.user_id().to_string(),
            caller.company_id().to_string(),
        );
        let variables = Variables {
            params: self.matched.params(),
            query: &self.address.query,
            session: Some(SessionIds {
                user: &user,
                company: &company,
            }),
        };
        let mut budget = self.config.needs_budget;
        // Whoever sent a form has no script, as far as is known.
        if self.address.query.contains(WAIT) || self.form.is_some() {
            budget = budget.max(PATIENCE);
        }
        let fetch = AsCaller::new(site, caller.clone(), token);
        self.release
            .needs
            .fetch(self.matched, &variables, &fetch, budget)
            .await
    }

    async fn render(
        &self,
        site: &Site,
        state: &StateScript,
        timing: &mut Timing,
    ) -> Result<String, &'static str> {
        let rendering = site.app().pool.render(state.as_str().to_owned());
        match rendering.instrument(traces::render()).await {
            Ok(rendered) => {
                timing.took(Phase::Queue, rendered.queued);
                timing.took(Phase::Render, rendered.rendered);
                Ok(rendered.html)
            }
            Err(failure) => {
                timing.ends(Phase::Render);
                let route = self.matched.pattern();
                tracing::warn!(route, failure = %failure, "A page was not rendered on the server; the browser renders it.");
                Err(failure.reason())
            }
        }
    }

    fn answer(&self, site: &Site, nonce: &Nonce, status: StatusCode, html: String) -> Response {
        let (bytes, coding) = match compression::compress(html.as_bytes(), self.accepted) {
            Some((bytes, coding)) => (bytes, Some(coding)),
            None => (html.into_bytes(), None),
        };
        let mut response = Response::new(Body::from(bytes));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        let host = self.host.map(Host::authority);
        site.reached().page(headers, nonce, host, self.guests());
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        );
        if let Some(coding) = coding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        headers.insert(VARY, HeaderValue::from_static(self.vary(coding.is_some())));
        // The address of a guest page may hold a token or a mail address (specification 2, second factor), which no other
        // site may see. With `no-referrer` a form sent over plain http would say `Origin: null` and be refused.
        if self.matched.auth() == Auth::Guest {
            headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        }
        response
    }
}
