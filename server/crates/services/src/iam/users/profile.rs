//! What users change of themselves: personal fields, and nothing that gives them anything.

use serde_json::{Map, Value};
use waybill_storage::records::Id;
use waybill_storage::records::read::{self, Bin};

use super::{Users, fields};
use crate::caller::Caller;
use crate::collection::Shown;
use crate::collection::changes::object;
use crate::collection::read::show_one;
use crate::collection::write::{Expected, require_version, update_in};
use crate::error::ServiceError;
use crate::iam::security_notice::SecurityEvent;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

/// How much of the own record is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The personal fields that are to change.
    Part,
    /// All fields; those that the caller may not change have to be as they are.
    Whole,
}

impl Services {
    /// The caller as one of the users.
    pub async fn own_user(&self, caller: &Caller) -> Result<Shown<Users>, ServiceError> {
        // A visitor of another company is one of its own all the same.
        let caller = &caller.own();
        caller.require("profile:view")?;
        let db = self.storage.read(caller.company_id()).await?;
        let id = Id::<Users>::from(caller.user_id().as_uuid());
        let row = read::get(&db, caller.company_id(), id, Bin::Outside)
            .await?
            .ok_or(ServiceError::NotSignedIn)?;
        Ok(seen_by_itself(
            caller,
            show_one(self, caller, &db, row).await?,
        ))
    }

    /// Changes the caller's own personal fields.
    pub async fn change_own_user(
        &self,
        caller: &Caller,
        expected: Expected,
        (extent, mut body): (Extent, Map<String, Value>),
        source: &Source,
    ) -> Result<Shown<Users>, ServiceError> {
        caller.require("profile:edit")?;
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let id = Id::<Users>::from(caller.user_id().as_uuid());
        let row = read::get(&tx, company, id, Bin::Outside)
            .await?
            .ok_or(ServiceError::NotSignedIn)?;
        require_version(&writing, &row, expected).await?;
        if extent == Extent::Whole {
            let mut own = row.fields.clone();
            own.products = Some(caller.products().to_vec());
            let own = object(Some(&own))?;
            body.retain(|name, value| own.get(name) != Some(value));
        }
        let country = &caller.company().operating_country;
        let mut members = Members::new(body).dialled_from(country);
        let mut changed = row.fields.clone();
        fields::read_personal(&mut changed, &mut members);
        let mut faults = members.finish();
        if caller.company().two_factor_auth && !changed.two_factor_auth {
            let detail = "Your company requires two-factor authentication.";
            faults.add(FieldProblem::member("twoFactorAuth", detail));
        }
        if changed.two_factor_auth && !row.fields.two_factor_auth && !caller.user().email_verified {
            let detail = "Verify your e-mail address first. The codes are sent there.";
            faults.add(FieldProblem::member("twoFactorAuth", detail));
        }
        faults.check()?;
        let was_on = row.fields.two_factor_auth;
        let row = update_in(&writing, row, changed, "edit").await?;
        let is_on = row.fields.two_factor_auth;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        if was_on != is_on {
            let event = match is_on {
                true => SecurityEvent::MailedCodesOn,
                false => SecurityEvent::MailedCodesOff,
            };
            self.tell_security(caller.user(), event, source).await;
        }
        Ok(seen_by_itself(caller, shown))
    }
}

/// The caller's own record as the caller reads it: with the products that it may use, as its session has them.
pub(crate) fn seen_by_itself(caller: &Caller, mut own: Shown<Users>) -> Shown<Users> {
    own.fields.products = Some(caller.products().to_vec());
    own
}
