//! The error page: what people see while nothing can be served, from this program or from a load balancer before it.
//!
//! It is one file without script, picture or font of its own. Invariant: it tries again by itself, nobody stores it, and its policy
//! lets nothing run; it says the same in every language of the product, in the one that the browser asks for.

use std::fmt::Write as _;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER, VARY,
};
use http::{Method, StatusCode};
use sha2::{Digest as _, Sha256};
use waybill_services::Language;

use super::negotiation;
use super::problem::Problem;

/// After how many seconds the page tries again.
const RETRY_SECONDS: u8 = 5;

/// Colours are those of `client/src/styles/tokens.css`.
const STYLE: &str = include_str!("error_page.css");

/// The icon of `client/src/assets`.
const ICON: &str = include_str!("../../client/src/assets/icon.svg");

/// Arabic and Spanish are chosen where the browser prefers them, English otherwise.
const LANGUAGES: [Language; 3] = [Language::Arabic, Language::Spanish, Language::English];

/// The texts of a language.
struct Words {
    title: &'static str,
    explanation: &'static str,
    retry: &'static str,
    action: &'static str,
}

const fn words(language: Language) -> Words {
    match language {
        Language::English => Words {
            title: "Waybill is temporarily unavailable",
            explanation: "The server can’t be reached at the moment. No one has been signed out, and saved work is safe.",
            retry: "This page tries again every few seconds.",
            action: "Try again now",
        },
        Language::Spanish => Words {
            title: "Waybill no está disponible temporalmente",
            explanation: "No se puede acceder al servidor en este momento. No se ha cerrado ninguna sesión y el trabajo guardado está a salvo.",
            retry: "Esta página vuelve a intentarlo cada pocos segundos.",
            action: "Reintentar ahora",
        },
        Language::Arabic => Words {
            title: "Waybill غير متاح مؤقتًا",
            explanation: "يتعذّر الوصول إلى الخادم حاليًا. لم يُسجَّل خروج أي مستخدم، والعمل المحفوظ آمن.",
            retry: "تعيد هذه الصفحة المحاولة كل بضع ثوانٍ.",
            action: "أعد المحاولة الآن",
        },
    }
}

/// The page. Without a language it has all of them: the browser shows its own, and one that knows no SVG shows each.
pub fn html(language: Option<Language>) -> String {
    let shown = language.unwrap_or_default();
    let (lang, dir, title) = (shown.as_str(), shown.direction(), words(shown).title);
    let policy = policy();
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{lang}\" dir=\"{dir}\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <meta http-equiv=\"refresh\" content=\"{RETRY_SECONDS}\"><title>{title}</title><style>{STYLE}</style></head>\
         <body><header>{}<b>Waybill</b></header><main>",
        ICON.trim()
    );
    if language.is_some() {
        section(&mut html, shown);
    } else {
        html.push_str("<svg class=\"languages\"><switch>");
        for language in LANGUAGES {
            let condition = match language {
                Language::English => String::new(),
                other => format!(" systemLanguage=\"{}\"", other.as_str()),
            };
            // Writing to a `String` cannot fail.
            write!(
                html,
                "<foreignObject width=\"100%\" height=\"100%\"{condition}>"
            )
            .ok();
            section(&mut html, language);
            html.push_str("</foreignObject>");
        }
        html.push_str("</switch></svg>");
    }
    html.push_str("</main></body></html>\n");
    html
}

fn section(html: &mut String, language: Language) {
    let (lang, dir) = (language.as_str(), language.direction());
    let Words {
        title,
        explanation,
        retry,
        action,
    } = words(language);
    write!(
        html,
        "<section lang=\"{lang}\" dir=\"{dir}\"><h1>{title}</h1><p>{explanation}</p><p>{retry}</p><p><a href=\"\">{action}</a></p></section>"
    )
    .ok();
}

/// What the page may do: have its own style. It says so itself, too, as a server that sends the file alone does not.
fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'")
}

/// The same as a header, which alone can forbid frames.
fn header_policy() -> String {
    policy() + "; frame-ancestors 'none'"
}

/// The page with its head as it goes over the wire, for `errorfile` of `HAProxy`.
pub fn http_response() -> String {
    let html = html(None);
    let (length, policy) = (html.len(), header_policy());
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\n\
         Retry-After: {RETRY_SECONDS}\r\nCache-Control: no-store\r\nContent-Security-Policy: {policy}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\r\n{html}"
    )
}

/// Who reads an answer, as far as it matters for one that nothing can be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Somebody whose browser opens a page, with the language that it asks for.
    Person(Option<Language>),
    /// A program, or a form that was sent: trying again would lose what was typed.
    Program,
}

impl Audience {
    /// Who sent this request.
    pub(super) fn of(request: &Request) -> Self {
        let (method, path, headers) = (request.method(), request.uri().path(), request.headers());
        let accepts_html = || {
            let mut accepted = headers.get_all(ACCEPT).iter();
            accepted.any(|it| it.to_str().is_ok_and(|it| it.contains("text/html")))
        };
        let is_document = matches!(*method, Method::GET | Method::HEAD)
            && !path.contains("/api/v1/")
            && accepts_html();
        match is_document {
            true => Self::Person(negotiation::language(headers)),
            false => Self::Program,
        }
    }
}

/// 503 as the client can read it: the page for a browser that opens one, problem details for everybody else.
pub(super) fn answer(audience: Audience) -> Response {
    let Audience::Person(language) = audience else {
        return Problem::UNAVAILABLE.into_response();
    };
    let head = [
        (CONTENT_SECURITY_POLICY, header_policy()),
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (RETRY_AFTER, RETRY_SECONDS.to_string()),
        (REFERRER_POLICY, "no-referrer".to_owned()),
        (VARY, "accept, accept-language".to_owned()),
    ];
    (StatusCode::SERVICE_UNAVAILABLE, head, html(language)).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn response_file_fits_into_a_buffer_and_is_whole() {
        let response = http_response();
        assert!(response.len() <= 8_000, "{}", response.len());
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}", body.len())));
        assert!(head.lines().any(|it| it == "Retry-After: 5"));
        assert!(head.lines().any(|it| it == "Cache-Control: no-store"));
        assert!(body.contains("http-equiv=\"refresh\" content=\"5\""));
        for language in LANGUAGES {
            assert!(body.contains(words(language).action));
        }
        // Nothing is fetched, and nothing runs.
        for forbidden in ["<script", "src=", "url(", "@import", "style=\""] {
            assert!(!response.contains(forbidden), "{forbidden}");
        }
    }

    #[test]
    fn colours_are_those_of_the_product() {
        let tokens = include_str!("../../client/src/styles/tokens.css");
        for colour in STYLE.split('#').skip(1) {
            let colour: String = colour.chars().take_while(char::is_ascii_hexdigit).collect();
            assert!(tokens.contains(&format!("#{colour}")), "{colour}");
        }
    }

    #[test]
    fn page_is_for_browsers_that_open_one() {
        let kind = |method, path: &str, accepted: &str| {
            let request = Request::builder().method(method).uri(path);
            let request = request.header(ACCEPT, accepted).body(Body::empty());
            let answer = answer(Audience::of(&request.unwrap()));
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert!(answer.headers().contains_key(RETRY_AFTER));
            answer.headers()[CONTENT_TYPE].to_str().unwrap().to_owned()
        };
        let browser = "text/html,*/*;q=0.8";
        let page = kind(Method::GET, "/contacts", browser);
        assert_eq!(page, "text/html; charset=utf-8");
        for problem in [
            kind(Method::GET, "/contact/api/v1/contacts", browser),
            kind(Method::POST, "/contacts/new", browser),
            kind(Method::GET, "/contacts", "*/*"),
        ] {
            assert_eq!(problem, "application/problem+json");
        }
    }

    #[test]
    fn page_speaks_the_language_that_is_asked_for() {
        let page = html(Some(Language::Arabic));
        assert!(page.contains("<html lang=\"ar\" dir=\"rtl\">"));
        assert!(!page.contains(words(Language::English).action));
    }
}
