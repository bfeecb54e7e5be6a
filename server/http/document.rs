//! Documents: match → guard → session → needs → render → write.
//!
//! Invariants: no JavaScript runs before the guard has let the visitor in; a render that fails changes neither status nor
//! headers, only who draws the page; nothing of a document may be kept by anybody but the visitor.

mod default_view;
mod draw;
mod input;
mod markup;
mod posted;
mod state_script;
mod timing;
mod title;
pub(super) mod visitor;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, LOCATION, SET_COOKIE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use tower_sessions::Session;
use waybill_identity::http::ClientAddress;

pub use self::draw::Draft;
pub use self::input::Form;

use self::timing::{Phase, Timing};
pub(super) use self::visitor::Visitor;
use super::headers;
use super::kind::Template;
use super::middleware::address::Address;
use super::middleware::framing::Host;
use super::problem::Problem;
use super::site::Site;
use crate::guard::{Decision, FetchMetadata, Guard, Navigation, Reason, SessionEffect, Visit};
use crate::routes::Match;

/// Methods that a page takes.
const METHODS: &str = "GET, HEAD, OPTIONS";

/// The same of a page with a form.
const METHODS_WITH_FORM: &str = "GET, HEAD, POST, OPTIONS";

/// Any address that nothing else answers.
pub async fn show(
    State(site): State<Arc<Site>>,
    Extension(address): Extension<Address>,
    Extension(session): Extension<Session>,
    host: Option<Extension<Host>>,
    method: Method,
    request: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD | Method::OPTIONS) {
        let matched = site.app().release().matcher.match_path(&address.path);
        return Problem::method_not_allowed(methods(matched.as_ref()));
    }
    let asked = Asked {
        address,
        session,
        host: host.map(|Extension(host)| host),
        request,
    };
    let content = match method {
        Method::OPTIONS => Content::Methods,
        _ => Content::Nothing,
    };
    answer(&site, asked, content).await
}

/// `POST` to the address of a page: its form, sent by the browser itself.
pub async fn take(
    State(site): State<Arc<Site>>,
    Extension(address): Extension<Address>,
    Extension(session): Extension<Session>,
    host: Option<Extension<Host>>,
    client: Option<Extension<ClientAddress>>,
    request: Request,
) -> Response {
    let matched = site.app().release().matcher.match_path(&address.path);
    let allowed = methods(matched.as_ref());
    if allowed == METHODS {
        return Problem::method_not_allowed(allowed);
    }
    let (head, content) = request.into_parts();
    let asked = Asked {
        address,
        session,
        host: host.map(|Extension(host)| host),
        request: head.headers,
    };
    let client = client.map(|Extension(ClientAddress(address))| address);
    answer(&site, asked, Content::Form(content, client)).await
}

/// A request for a page.
struct Asked {
    address: Address,
    session: Session,
    host: Option<Host>,
    request: HeaderMap,
}

/// What it asks for.
enum Content {
    /// The page.
    Nothing,
    /// The methods of the page.
    Methods,
    /// To carry out a form, which came from this address.
    Form(Body, Option<IpAddr>),
}

fn methods(matched: Option<&Match>) -> &'static str {
    match matched.map(Match::leaf) {
        Some(leaf) if leaf.form.is_some() || leaf.runs.is_some() => METHODS_WITH_FORM,
        _ => METHODS,
    }
}

async fn answer(site: &Site, asked: Asked, content: Content) -> Response {
    let Asked {
        address,
        session,
        host,
        request,
    } = asked;
    let mut timing = Timing::start();
    let release = site.app().release();
    let config = site.app().config();

    let matched = release.matcher.match_path(&address.path);
    let visitor = match Visitor::recognise(site, &request, &session).await {
        Ok(visitor) => visitor,
        Err(problem) => return problem.into_response(),
    };
    timing.ends(Phase::Session);

    let guard = Guard {
        matcher: &release.matcher,
        origin: site.origin(),
    };
    let decision = guard.decide(&Visit {
        path: &address.path,
        matched: matched.as_ref(),
        query: &address.query,
        presence: visitor.presence(),
        navigation: navigation(&request),
    });
    timing.ends(Phase::Guard);

    let effect = match &decision {
        Decision::Render(effect)
        | Decision::NotFound(effect)
        | Decision::Redirect {
            session: effect, ..
        } => *effect,
    };
    let cookies = take_effect(site, effect, host.as_ref());

    let mut response = match (decision, &matched) {
        (Decision::Redirect { to, because, .. }, _) => {
            if because == Reason::RedirectRejected {
                tracing::info!(event = "redirect_rejected", "A redirect_uri was rejected.");
            }
            redirect(&to)
        }
        _ if matches!(content, Content::Methods) => options(methods(matched.as_ref())),
        (_, None) => Problem::NOT_FOUND.into_response(),
        (Decision::Render(_) | Decision::NotFound(_), Some(matched)) => {
            let draft = Draft {
                release: &release,
                config: &config,
                address: &address,
                matched,
                caller: visitor.caller(),
                form: None,
                status: status(matched.status()),
                accepted: &request,
                host: host.as_ref(),
            };
            match content {
                Content::Form(content, client) => {
                    posted::take(site, draft, (content, client), &mut timing).await
                }
                Content::Nothing | Content::Methods => draft.draw(site, &mut timing).await,
            }
        }
    };
    if let Some(matched) = &matched {
        let template = Template(matched.pattern().into());
        response.extensions_mut().insert(template);
    }
    let of_session = visitor.into_cookies(site).await;
    let headers = response.headers_mut();
    for cookie in cookies.into_iter().chain(of_session) {
        headers.append(SET_COOKIE, cookie);
    }
    timing.write(headers);
    response
}

/// Draws the sign-in page again for a form that comes back; the status is the form's.
pub(super) async fn return_form(
    site: &Site,
    address: &Address,
    request: &HeaderMap,
    host: Option<&Host>,
    form: Form,
) -> Response {
    let mut timing = Timing::start();
    let release = site.app().release();
    let config = site.app().config();
    let Some(matched) = release.matcher.match_path(&address.path) else {
        return Problem::NOT_FOUND.into_response();
    };
    let draft = Draft {
        release: &release,
        config: &config,
        address,
        matched: &matched,
        caller: None,
        status: form.status(),
        form: Some(form),
        accepted: request,
        host,
    };
    let mut response = draft.draw(site, &mut timing).await;
    timing.write(response.headers_mut());
    response
}

/// 303 to a path of ours.
pub(super) fn redirect(to: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    // The guard promises ASCII fit for a header; a path that is not goes to the start.
    let location = HeaderValue::try_from(to).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, location);
    headers::personal(response.headers_mut());
    response
}

fn options(methods: &'static str) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    response
        .headers_mut()
        .insert(ALLOW, HeaderValue::from_static(methods));
    headers::personal(response.headers_mut());
    response
}

fn navigation(request: &HeaderMap) -> Navigation {
    let text = |name: &str| request.get(name).and_then(|value| value.to_str().ok());
    Navigation::from_metadata(FetchMetadata {
        site: text("sec-fetch-site"),
        mode: text("sec-fetch-mode"),
        dest: text("sec-fetch-dest"),
        purpose: text("sec-purpose"),
    })
}

fn status(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::OK)
}

/// Does to the session what the guard decided; gives the `Set-Cookie` values.
fn take_effect(site: &Site, effect: SessionEffect, host: Option<&Host>) -> Vec<HeaderValue> {
    let sessions = &site.app().sessions;
    let host = host.map(Host::name);
    match effect {
        SessionEffect::Keep => Vec::new(),
        SessionEffect::DropToken => sessions.clear_token(host),
        SessionEffect::End => sessions.clear_all(host),
    }
}
