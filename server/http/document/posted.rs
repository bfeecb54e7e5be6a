//! The form of a page: carried out and answered with a redirect, or drawn again.
//!
//! Invariant: the guard has let the visitor in, and `cross_site` has refused other origins, before anything of the form is read.

use std::net::IpAddr;

use axum::body::{Body, to_bytes};
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;

use super::draw::Draft;
use super::input::Form;
use super::redirect;
use super::timing::Timing;
use crate::http::doors::Class;
use crate::http::gateway::AsCaller;
use crate::http::problem::Problem;
use crate::http::record_form::{Page, Step};
use crate::http::site::Site;

/// The need whose template is the address of the page's record.
const RECORD: &str = "record";

/// The most content that is read, as of every light request (`Weight`).
const MOST_BYTES: usize = 2 << 20;

/// Carries out what the form of a page asks for.
pub(super) async fn take(
    site: &Site,
    mut draft: Draft<'_>,
    (content, client): (Body, Option<IpAddr>),
    timing: &mut Timing,
) -> Response {
    let Some((caller, token)) = draft.caller else {
        return Problem::NOT_FOUND.into_response();
    };
    let content = match to_bytes(content, MOST_BYTES).await {
        Ok(content) => content,
        Err(error) if is_too_much(&error) => return Problem::TOO_LARGE.into_response(),
        Err(_) => return Problem::TOO_SLOW.into_response(),
    };
    let step = {
        let Some(_turn) = site.enter(Class::Calls) else {
            return Problem::UNAVAILABLE.into_response();
        };
        let leaf = draft.matched.leaf();
        let address_of = |template: &String| draft.address_of(template);
        let record = leaf.needs.get(RECORD);
        let address = record.and_then(address_of);
        // Otherwise it would be taken for the form of a new record.
        if record.is_some() && address.is_none() {
            return Problem::NOT_FOUND.into_response();
        }
        let page = Page {
            path: draft.address.path.as_str(),
            form: leaf.form.as_ref(),
            record: address,
            runs: leaf.runs.as_ref().and_then(address_of),
            visitor: AsCaller::new(site, caller.clone(), token).of_browser(draft.accepted, client),
        };
        page.submit(draft.accepted, &content).await
    };
    match step {
        Ok(Step::To(to)) => redirect(&to),
        Ok(Step::Back(back)) => {
            let form = Form::of_record(back);
            draft.status = form.status();
            draft.form = Some(form);
            draft.draw(site, timing).await
        }
        Err(problem) => problem.into_response(),
    }
}

/// Whether content was longer than is read, here or at the edge.
fn is_too_much(error: &(dyn std::error::Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_too_much)
}
