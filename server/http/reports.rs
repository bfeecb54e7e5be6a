//! Reports of browsers, about the content security policy and about faults of a page: bounded in size and in number, logged in part.
//!
//! Invariant: a report is a stranger's text. What is logged of it is short, escaped, and without the query of any address.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde_json::Value;

use super::problem::Problem;
use super::site::Site;

/// Where pages tell what failed in them.
pub(super) const FAULT_PATH: &str = "/fault-report";

const LIMIT_BYTES: usize = 16 * 1024;

/// Reports logged in one minute.
const PER_MINUTE: u32 = 30;

/// Longest text that is logged of a member.
const SAMPLE: usize = 200;

/// Longest part of a stack that is logged.
const STACK: usize = 2_000;

/// `POST /csp-report`, in the old form (one report) and the new one (a list).
pub(super) async fn take(
    State(site): State<Arc<Site>>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let value = match read(body) {
        Ok(value) => value,
        Err(problem) => return problem.into_response(),
    };
    let reports = match &value {
        Value::Array(reports) => reports.as_slice(),
        report => std::slice::from_ref(report),
    };
    for report in reports {
        if site.reports().take(minute_of(&site), PER_MINUTE).is_none() {
            break;
        }
        log(report);
    }
    StatusCode::NO_CONTENT.into_response()
}

/// `POST /fault-report`: what failed in a page, as `{"message", "stack", "route", "release"}`; each is a text, and may be missing.
pub(super) async fn take_fault(
    State(site): State<Arc<Site>>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let fault = match read(body) {
        Ok(fault) => fault,
        Err(problem) => return problem.into_response(),
    };
    if site.reports().take(minute_of(&site), PER_MINUTE).is_some() {
        let member = |name: &str, limit: usize| -> String {
            let text = fault.get(name).and_then(Value::as_str).unwrap_or_default();
            text.chars().take(limit).collect()
        };
        tracing::warn!(
            event = "browser_fault",
            route = member("route", SAMPLE),
            release = member("release", SAMPLE),
            fault = member("message", SAMPLE),
            stack = member("stack", STACK),
            "A page reported an error."
        );
    }
    StatusCode::NO_CONTENT.into_response()
}

fn read(body: Result<Bytes, BytesRejection>) -> Result<Value, Problem> {
    let body = body.map_err(|unread| Problem::unread(unread.status()))?;
    if LIMIT_BYTES < body.len() {
        return Err(Problem::TOO_LARGE);
    }
    serde_json::from_slice(&body).map_err(|_| Problem::UNSUPPORTED_MEDIA)
}

fn minute_of(site: &Site) -> u64 {
    u64::try_from(site.app().clock.now().as_second() / 60).unwrap_or_default()
}

fn log(report: &Value) {
    let body = report
        .get("csp-report")
        .or_else(|| report.get("body"))
        .unwrap_or(report);
    let member = |old: &str, new: &str| -> String {
        let text = body
            .get(old)
            .or_else(|| body.get(new))
            .and_then(Value::as_str);
        // Without the query, which may hold a token.
        let text = text.unwrap_or_default().split(['?', '#']).next();
        text.unwrap_or_default().chars().take(SAMPLE).collect()
    };
    tracing::warn!(
        event = "csp_report",
        directive = member("violated-directive", "effectiveDirective"),
        blocked = member("blocked-uri", "blockedURL"),
        document = member("document-uri", "documentURL"),
        source = member("source-file", "sourceFile"),
        sample = member("script-sample", "sample"),
        "A browser reported a violation of the content security policy."
    );
}
