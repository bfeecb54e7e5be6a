//! `security.txt` (RFC 9116): to whom faults that endanger people's data are reported.
//!
//! Invariant: it is there only where the operator names somebody, and it ends less than a year after it was read.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use waybill_services::Language;

use super::problem::Problem;
use super::site::Site;

/// Where it is looked for.
pub(super) const PATH: &str = "/.well-known/security.txt";

const DAY: i64 = 24 * 60 * 60;

/// For how long it counts from the beginning of the day, in days. RFC 9116, section 2.5.5, wants less than a year.
const LIFE: i64 = 364;

/// `GET /.well-known/security.txt`, or 404.
pub(super) async fn show(State(site): State<Arc<Site>>) -> Response {
    text(&site).map_or_else(
        || Problem::NOT_FOUND.into_response(),
        IntoResponse::into_response,
    )
}

fn text(site: &Site) -> Option<String> {
    let config = site.app().config();
    let security = config.security.as_ref()?;
    let today = site.app().clock.now().as_second() / DAY;
    let expires = Timestamp::from_second((today + LIFE) * DAY).ok()?;
    let languages: Vec<&str> = Language::ALL.iter().map(|it| it.as_str()).collect();
    let mut text = format!("Contact: {}\nExpires: {expires}\n", security.contact);
    if let Some(policy) = &security.policy {
        writeln!(text, "Policy: {policy}").ok()?;
    }
    writeln!(text, "Preferred-Languages: {}", languages.join(", ")).ok()?;
    if let Some(origin) = &config.public_origin {
        writeln!(text, "Canonical: {}{PATH}", origin.as_str()).ok()?;
    }
    Some(text)
}
