//! A forgotten password: the way to the provider's mail for a new one.
//!
//! Invariant: whether an address has an account shows in nothing that is answered.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::ServiceError;
use crate::mail::address;
use crate::problem::FieldProblem;
use crate::seams::{IdentityError, ResetError};
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Draft, FromMembers, Members};

/// Whose password was forgotten.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForgottenPassword {
    /// Mail address of the account.
    #[schema(min_length = 3, max_length = 254, example = "grace.hopper@example.com")]
    pub email_id: String,
}

impl FromMembers for ForgottenPassword {
    fn from_members(members: &mut Members) -> Self {
        let mut email_id = None;
        members.parsed("emailId", 320, &mut email_id, address::parse);
        let given = email_id.is_some();
        members.ensure("emailId", given, "This field is required.");
        Self {
            email_id: email_id.unwrap_or_default(),
        }
    }
}

impl Services {
    /// Has the provider mail a link for a new password, if the address has an account.
    ///
    /// [`ServiceError::TooManyAttempts`] counts addresses without one as well.
    pub async fn reset_password(
        &self,
        draft: Draft<ForgottenPassword>,
        source: &Source,
    ) -> Result<(), ServiceError> {
        draft.faults.check()?;
        let address = source.ip.as_deref().and_then(|ip| ip.parse().ok());
        let asked = self.resets.ask(&draft.value.email_id, address).await;
        asked.map_err(|error| match error {
            ResetError::Malformed => {
                let detail = "Enter an e-mail address, for example joan@shipper.example.";
                ServiceError::Invalid(vec![FieldProblem::member("emailId", detail)])
            }
            ResetError::TooMany => ServiceError::TooManyAttempts,
            ResetError::Unavailable(cause) => {
                ServiceError::Identity(IdentityError::Unavailable(cause))
            }
        })
    }
}
