//! The second step of a sign-in by form: a code of the authenticator app, for accounts that have one at the identity provider.
//!
//! Invariant: what goes on with the sign-in stands in the form alone, never in an address, a cookie or a log.

use waybill_identity::Error;
use waybill_identity::external::Pending;
use waybill_identity::notice::Client;

use super::{Credentials, Form, Step, Visitor, enter, refusal_of_provider};
use crate::guard::RedirectUri;

/// Signs in with a code, typed as apps show it: with a space; or with a recovery code.
pub(super) async fn give(
    visitor: &Visitor<'_>,
    credentials: Credentials,
    target: Option<RedirectUri>,
) -> Step {
    let Credentials {
        pending,
        factor,
        code,
        ..
    } = credentials;
    let pending = Pending {
        credential: pending.unwrap_or_default(),
        factor_id: factor.unwrap_or_default(),
    };
    let digits: String = code.split_whitespace().collect();
    let app = visitor.site.app();
    let client = Client {
        address: visitor.client,
        browser: visitor.source.browser.clone(),
    };
    match app.finish_sign_in(&pending, &digits, &client).await {
        Ok(proved) => enter(visitor, proved, String::new(), target).await,
        Err(error) => {
            let problem = refusal_of_provider(&error);
            Step::Back(match error {
                Error::InvalidFactorCode | Error::TooManyAttempts => {
                    Form::wants_app_code(pending, Some(problem), code)
                }
                _ => Form::refused(problem, String::new()),
            })
        }
    }
}
