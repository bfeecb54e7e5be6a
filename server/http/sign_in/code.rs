//! The second step of a sign-in by form: the code of a mail.
//!
//! Invariant: the page of this step has the query of specification section 2 and no other, whoever leads to it.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use waybill_services::ServiceError;
use waybill_services::http::ApiError;
use waybill_services::http::factor_cookie::FactorCookie;
use waybill_services::iam::second_factor::{OwedFactor, TypedCode, WaitingSignIn};
use waybill_services::validate::{Draft, FromMembers, Members};

use super::{Form, LOGIN, Step, Visitor, begin_session, elsewhere, path_of};
use crate::guard::RedirectUri;

/// Leads to the page that asks for the code, and binds the code to this browser.
pub(super) fn ask(visitor: &Visitor<'_>, owed: &OwedFactor, target: Option<&RedirectUri>) -> Step {
    let cookie = FactorCookie::of(&visitor.site.app().services);
    let page = page(owed.handle.as_str(), &owed.email_id, target);
    Step::To(page, vec![cookie.set(&owed.browser)])
}

/// The address of the page that asks for the code.
pub(super) fn page(handle: &str, email_id: &str, target: Option<&RedirectUri>) -> String {
    let component = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let mut page = format!(
        "{LOGIN}?fbtkn={}&sendCode=true&emailId={}",
        component(handle),
        component(email_id)
    );
    if let Some(uri) = target {
        page.push_str("&redirect_uri=");
        page.push_str(&component(uri.as_str()));
    }
    page
}

/// Signs in with a code, typed as people type: with spaces.
pub(super) async fn give(
    visitor: &Visitor<'_>,
    handle: String,
    code: String,
    target: Option<RedirectUri>,
) -> Step {
    let digits: String = code.split_whitespace().collect();
    if let Some(iam) = &visitor.site.app().iam {
        return elsewhere::give(visitor, iam, &handle, (&digits, code), target).await;
    }
    let services = &visitor.site.app().services;
    let cookie = FactorCookie::of(services);
    let draft = draft::<TypedCode>(&[("fbtkn", handle), ("code", digits)]);
    let browser = cookie.read(visitor.headers);
    let admitted = match services.give_code(draft, browser, &visitor.source).await {
        Ok(admitted) => admitted,
        Err(error) => return refused(error, code),
    };
    match begin_session(visitor, &admitted).await {
        Ok(mut cookies) => {
            cookies.push(cookie.clear());
            Step::To(path_of(target), cookies)
        }
        Err(problem) => Step::Back(Form::refused(problem, String::new())),
    }
}

/// Has another code mailed.
pub(super) async fn send(visitor: &Visitor<'_>, handle: String) -> Step {
    if let Some(iam) = &visitor.site.app().iam {
        return elsewhere::send(visitor, iam, &handle).await;
    }
    let services = &visitor.site.app().services;
    let draft = draft::<WaitingSignIn>(&[("fbtkn", handle)]);
    let browser = FactorCookie::of(services).read(visitor.headers);
    match services.send_code(draft, browser, &visitor.source).await {
        Ok(_) => Step::Back(Form::code_sent()),
        Err(error) => refused(error, String::new()),
    }
}

/// The fields as the JSON of a call would hold them, so that the same rules are applied.
fn draft<T: FromMembers>(fields: &[(&str, String)]) -> Draft<T> {
    let members = fields
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.as_str().into()));
    Members::read(members.collect())
}

pub(super) fn refused(error: ServiceError, code: String) -> Step {
    let refusal = ApiError::from(error);
    if refusal.problem().status >= 500 {
        tracing::error!(error = ?refusal, "A code could not be verified.");
    }
    Step::Back(Form::code_refused(&refusal, code))
}
