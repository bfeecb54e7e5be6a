//! What users change of themselves: personal fields, and nothing that gives them anything.

use serde_json::{Map, Value};
use waybill_storage::records::Id;
use waybill_storage::records::read::{self, Bin};

use super::{Users, fields};
use crate::caller::Caller;
use crate::collection::Shown;
use crate::collection::read::show_one;
use crate::collection::write::{Expected, require_version, update_in};
use crate::error::ServiceError;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

impl Services {
    /// The caller as one of the users.
    pub async fn own_user(&self, caller: &Caller) -> Result<Shown<Users>, ServiceError> {
        caller.require("profile:view")?;
        let db = self.storage.read(caller.company_id()).await?;
        let id = Id::<Users>::from(caller.user_id().as_uuid());
        let row = read::get(&db, caller.company_id(), id, Bin::Outside)
            .await?
            .ok_or(ServiceError::NotSignedIn)?;
        show_one(self, caller, &db, row).await
    }

    /// Changes the caller's own personal fields.
    pub async fn change_own_user(
        &self,
        caller: &Caller,
        expected: Expected,
        body: Map<String, Value>,
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
        let mut members = Members::new(body);
        let mut changed = row.fields.clone();
        fields::read_personal(&mut changed, &mut members);
        let mut faults = members.finish();
        if caller.company().two_factor_auth && !changed.two_factor_auth {
            let detail = "Your company wants a second factor of everybody.";
            faults.add(FieldProblem::member("twoFactorAuth", detail));
        }
        if changed.two_factor_auth && !row.fields.two_factor_auth && !caller.user().email_verified {
            let detail = "Please verify your e-mail address first: that is where the codes go.";
            faults.add(FieldProblem::member("twoFactorAuth", detail));
        }
        faults.check()?;
        let row = update_in(&writing, row, changed, "edit").await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}
