//! Unsubscribing: the page behind the link in a mail, and the call that mail programs make of it by themselves (RFC 8058).
//!
//! The call comes without a session, and by intent without any proof of where it comes from: the token in the address is the whole
//! authority, and it ends mails of one company to one address. So it is exempt from the check of other sites.
//!
//! Invariant: GET changes nothing, since whoever scans mails for harm follows their links; the page reads no cookie and needs no script.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY};
use http::{HeaderMap, StatusCode, Uri};
use waybill_identity::http::ClientAddress;
use waybill_services::mail::merge::escape_html;
use waybill_services::mail::unsubscribe::Subscription;
use waybill_services::{Language, ServiceError};

use super::headers::Nonce;
use super::site::Site;
use super::{negotiation, sign_in};

pub(super) use waybill_services::mail::unsubscribe::PATH;

const STYLE: &str = ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
body{max-width:32rem;margin:4rem auto;padding:0 1rem}h1{font-size:1.5rem}p{overflow-wrap:anywhere}\
button{font:inherit;padding:.6rem 1.2rem;min-block-size:2.75rem}";

/// `GET /unsubscribe`
pub(super) async fn show(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    address: Uri,
) -> Response {
    let token = token(&address);
    let found = site.app().services.subscription(token).await;
    let page = found.map(|subscription| Page::Question(subscription, token.to_owned()));
    answer(page, &headers)
}

/// `POST /unsubscribe`. What the body says does not matter: RFC 8058 fixes it, in either of two forms.
pub(super) async fn take(
    State(site): State<Arc<Site>>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    address: Uri,
) -> Response {
    let client = client.map(|Extension(ClientAddress(address))| address);
    let source = sign_in::source(&headers, client);
    let services = &site.app().services;
    let ended = services.unsubscribe(token(&address), &source).await;
    answer(ended.map(Page::Done), &headers)
}

/// What the address names. It is written in letters that need no escape.
fn token(address: &Uri) -> &str {
    let mut pairs = address.query().unwrap_or_default().split('&');
    let token = pairs.find_map(|it| it.strip_prefix("token="));
    token.unwrap_or_default()
}

/// What the page says.
enum Page {
    /// Whether somebody wants to unsubscribe; with the token.
    Question(Subscription, String),
    /// That somebody has.
    Done(Subscription),
    /// That the link is none.
    NoLink,
    /// That it has to be tried again.
    Later,
}

fn answer(page: Result<Page, ServiceError>, headers: &HeaderMap) -> Response {
    let (status, page) = match page {
        Ok(page) => (StatusCode::OK, page),
        Err(ServiceError::NotFound) => (StatusCode::NOT_FOUND, Page::NoLink),
        Err(error) => {
            tracing::error!(%error, "Somebody could not be unsubscribed.");
            (StatusCode::SERVICE_UNAVAILABLE, Page::Later)
        }
    };
    let language = negotiation::language(headers).unwrap_or_default();
    let nonce = Nonce::generate();
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        nonce.as_str()
    );
    let headers = [
        (CONTENT_SECURITY_POLICY, policy.as_str()),
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        // The address is a secret of its reader.
        (REFERRER_POLICY, "no-referrer"),
        (VARY, "accept-language"),
    ];
    (status, headers, write(&page, language, &nonce)).into_response()
}

/// The texts of a language.
struct Words {
    title: &'static str,
    /// With `{company}` and `{address}`.
    question: &'static str,
    button: &'static str,
    /// With `{company}` and `{address}`.
    done: &'static str,
    no_link: &'static str,
    later: &'static str,
}

const fn words(language: Language) -> Words {
    match language {
        Language::English => Words {
            title: "Unsubscribe",
            question: "Stop e-mail from {company} to {address}?",
            button: "Unsubscribe",
            done: "{company} will send no more e-mail to {address}. If you have an account, you will still get codes and links that you ask for.",
            no_link: "This link does not work. Open it from the e-mail again, or reply to the sender.",
            later: "This did not work. Try again in a few minutes.",
        },
        Language::Spanish => Words {
            title: "Cancelar suscripción",
            question: "¿Dejar de recibir correos de {company} en {address}?",
            button: "Cancelar suscripción",
            done: "{company} no enviará más correos a {address}. Si tiene una cuenta, seguirá recibiendo los códigos y enlaces que solicite.",
            no_link: "Este enlace no funciona. Ábralo de nuevo desde el correo o responda al remitente.",
            later: "No se pudo completar. Inténtelo de nuevo en unos minutos.",
        },
        Language::Arabic => Words {
            title: "إلغاء الاشتراك",
            question: "هل تريد إيقاف رسائل {company} إلى {address}؟",
            button: "إلغاء الاشتراك",
            done: "لن ترسل {company} مزيدًا من الرسائل إلى {address}. إذا كان لديك حساب، فستظل تصلك الرموز والروابط التي تطلبها.",
            no_link: "هذا الرابط لا يعمل. افتحه من الرسالة مرة أخرى أو رد على المرسل.",
            later: "تعذّر إتمام ذلك. حاول مرة أخرى بعد بضع دقائق.",
        },
    }
}

fn write(page: &Page, language: Language, nonce: &Nonce) -> String {
    let words = words(language);
    let (lang, dir, nonce) = (language.as_str(), language.direction(), nonce.as_str());
    let title = words.title;
    let mut html = format!(
        "<!doctype html><html lang=\"{lang}\" dir=\"{dir}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title}</title><style nonce=\"{nonce}\">{STYLE}</style></head><body><main><h1>{title}</h1>"
    );
    // Writing to a `String` cannot fail.
    let _ = match page {
        Page::Question(subscription, token) => write!(
            html,
            "<p>{}</p><form method=\"post\" action=\"{PATH}?token={}\">\
             <button name=\"List-Unsubscribe\" value=\"One-Click\">{}</button></form>",
            filled(words.question, subscription),
            escape_html(token),
            words.button
        ),
        Page::Done(subscription) => write!(
            html,
            "<p role=\"status\">{}</p>",
            filled(words.done, subscription)
        ),
        Page::NoLink => write!(html, "<p role=\"alert\">{}</p>", words.no_link),
        Page::Later => write!(html, "<p role=\"alert\">{}</p>", words.later),
    };
    html.push_str("</main></body></html>");
    html
}

/// The text with both names in it, each by its own direction.
fn filled(text: &str, subscription: &Subscription) -> String {
    let name = |name: &str| format!("<bdi>{}</bdi>", escape_html(name));
    let (before, after) = text.split_once("{company}").unwrap_or((text, ""));
    let put = |part: &str| part.replace("{address}", &name(&subscription.address));
    format!(
        "{}{}{}",
        put(before),
        name(&subscription.company),
        put(after)
    )
}
