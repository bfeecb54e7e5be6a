//! Which address is answered by whom. What nothing else answers is a path of the realtime database, if it names that, or else a
//! page's address.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::handler::Handler as _;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Method};
use percent_encoding::percent_decode_str;
use tower::ServiceExt;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, Session, SessionManagerLayer};
use waybill_identity::SessionMark;
use waybill_identity::http::overloaded;

use super::doors::Class;
use super::headers::REPORT_PATH;
use super::problem::Problem;
use super::reports::FAULT_PATH;
use super::site::Site;
use super::{
    assets, document, download, gateway, middleware, outage, probes, realtime, reports,
    security_txt, sign_in, unsubscribe, viewing,
};
use crate::app::IdentityProvider;
use crate::dev;
use crate::session::{LoginStore, Sessions};

/// The whole server as one service.
pub fn router(site: &Arc<Site>) -> Router {
    let router = for_accounts(site)
        .merge(realtime::sockets(site).layer(session_cookie(site)))
        .merge(for_visitors(site))
        .layer(from_fn_with_state(Arc::clone(site), outage::refuse))
        .merge(for_machines(site))
        .with_state(Arc::clone(site));
    middleware::around(router, site)
}

/// Answers that depend on no session.
fn for_machines(site: &Arc<Site>) -> Router<Arc<Site>> {
    let router = Router::new()
        .route(probes::ALIVE, get(probes::alive))
        .route(probes::READY, get(probes::ready))
        .route("/assets/{*name}", get(assets::show))
        .route("/assets", any(gateway::nothing))
        .route("/assets/", any(gateway::nothing))
        .route("/favicon.ico", get(assets::favicon))
        .route("/robots.txt", get(assets::robots))
        .route(security_txt::PATH, get(security_txt::show))
        .route(
            unsubscribe::PATH,
            get(unsubscribe::show)
                .post(unsubscribe::take)
                .layer(from_fn_with_state(Arc::clone(site), outage::refuse)),
        )
        .route("/openapi.json", get(openapi))
        .route(REPORT_PATH, post(reports::take))
        .route(FAULT_PATH, post(reports::take_fault))
        .method_not_allowed_fallback(not_allowed)
        // Firebase's own paths and errors; never a page, whatever comes after the prefix.
        .route("/identitytoolkit.googleapis.com", any(gateway::nothing))
        .route("/securetoken.googleapis.com", any(gateway::nothing))
        .route("/__", any(gateway::nothing))
        .route("/__/{*rest}", any(gateway::nothing));
    match site.reloads() {
        Some(_) => router.route(dev::RELOAD_PATH, get(reloads)),
        None => router,
    }
}

/// The embedded identity provider. Its answers depend on no session, but a change of password spares that of the browser.
fn for_accounts(site: &Arc<Site>) -> Router<Arc<Site>> {
    let provider = match &site.app().identity {
        IdentityProvider::Embedded(provider) => Arc::clone(provider),
        IdentityProvider::External(_) => {
            return Router::new()
                .route(
                    "/identitytoolkit.googleapis.com/{*rest}",
                    any(gateway::nothing),
                )
                .route("/securetoken.googleapis.com/{*rest}", any(gateway::nothing));
        }
    };
    waybill_identity::http::router(provider)
        .with_state(())
        .layer(from_fn(mark_session))
        .layer(session_cookie(site))
        .layer(from_fn_with_state(Arc::clone(site), admit))
}

/// Lets in who signs up, or signs in, if there is room. What keeps people signed in always has it.
async fn admit(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let path = percent_decode_str(request.uri().path()).decode_utf8_lossy();
    let (is_sign_up, is_sign_in) = (
        path.ends_with("/accounts:signUp"),
        path.ends_with("/accounts:signInWithPassword"),
    );
    drop(path);
    if is_sign_up {
        return match site.enter(Class::SignUps) {
            Some(_turn) => next.run(request).await,
            None => overloaded(),
        };
    }
    if is_sign_in && !site.has_memory_for("sign_ins") {
        return overloaded();
    }
    next.run(request).await
}

async fn mark_session(session: Session, mut request: Request, next: Next) -> Response {
    if let Some(mark) = Sessions::mark(&session) {
        request.extensions_mut().insert(SessionMark(mark));
    }
    next.run(request).await
}

/// Answers that depend on the session cookie.
fn for_visitors(site: &Arc<Site>) -> Router<Arc<Site>> {
    Router::new()
        .route("/{service}/api/v1/{*rest}", any(gateway::call))
        .route("/{service}/api/v1", any(gateway::nothing))
        .route("/{service}/api/v1/", any(gateway::nothing))
        .route(download::PATH, get(download::company))
        .route("/login", page().post(sign_in::by_form))
        .route("/logout", page().post(sign_in::out_by_form))
        .route(viewing::PATH, page().post(viewing::begin_by_form))
        .route(viewing::END_PATH, page().post(viewing::end_by_form))
        .method_not_allowed_fallback(not_allowed)
        .fallback(unrouted)
        .layer(session_cookie(site))
}

fn session_cookie(site: &Site) -> SessionManagerLayer<LoginStore> {
    let sessions = &site.app().sessions;
    let life = time::Duration::seconds(sessions.cookie_life().as_secs());
    SessionManagerLayer::new(sessions.store())
        .with_name(sessions.cookie_name())
        .with_path("/")
        .with_http_only(true)
        // The default, strict, hides the session from a page that was opened by a link in a mail.
        .with_same_site(SameSite::Lax)
        .with_secure(site.reached().https)
        .with_expiry(Expiry::OnInactivity(life))
}

/// Any address that no route has.
async fn unrouted(State(site): State<Arc<Site>>, request: Request) -> Response {
    match *request.method() {
        _ if realtime::is_addressed(request.uri()) => realtime::answer.call(request, site).await,
        Method::POST => document::take.call(request, site).await,
        _ => document::show.call(request, site).await,
    }
}

/// axum adds `Allow`.
async fn not_allowed() -> Problem {
    Problem::METHOD
}

/// A page that takes a form as well.
fn page() -> MethodRouter<Arc<Site>> {
    get(document::show).options(document::show)
}

/// `GET /openapi.json`: the services describe themselves.
async fn openapi(State(site): State<Arc<Site>>, request: Request) -> Response {
    let Ok(response) = site.gateway().oneshot(request).await;
    response
}

/// The event stream of the development loop.
async fn reloads(State(site): State<Arc<Site>>) -> Response {
    let Some(reloads) = site.reloads() else {
        return Problem::NOT_FOUND.into_response();
    };
    let mut response = Response::new(Body::new(reloads.events()));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response
}
