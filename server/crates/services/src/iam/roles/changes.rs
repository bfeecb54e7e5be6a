//! What is done to a role besides editing it: it is cloned, and its members get another one when it goes.

use serde_json::{Map, Value};
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, links};
use waybill_storage::roles::RoleId;

use super::{RoleFields, Roles};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{apply_body, insert_in, require_live, update_in};
use crate::collection::{Collection as _, Shown, Writing};
use crate::error::ServiceError;
use crate::iam::groups::Groups;
use crate::iam::rights::{beyond, cannot_give};
use crate::iam::role::{RoleType, grants_of};
use crate::iam::users::Users;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;

impl Services {
    /// Makes a role that begins with the fields of another one, but for those in `body`.
    pub async fn clone_role(
        &self,
        caller: &Caller,
        id: Id<Roles>,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Shown<Roles>, ServiceError> {
        let scope = caller.require_permission(Roles::permission(Action::Create))?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        let mut fields = RoleFields {
            code: String::new(),
            role_type: RoleType::Custom,
            is_default: false,
            is_assignable: true,
            cloned_from: Some(row.id),
            ..row.fields
        };
        apply_body::<Roles>(&writing, None, &mut fields, body)
            .await?
            .check()?;
        let row = insert_in::<Roles>(&writing, fields).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}

/// Gives the members of a role another one.
pub(super) async fn replace(
    writing: &Writing<'_>,
    id: Id<Roles>,
    replacement: Id<Roles>,
) -> Result<(), ServiceError> {
    writing.caller.require("user:assign")?;
    let (tx, company) = (writing.tx, writing.company());
    let fault = |detail: String| {
        ServiceError::Invalid(vec![FieldProblem::parameter("replacementRoleId", detail)])
    };
    let found = read::get(tx, company, replacement, Bin::Outside).await?;
    let Some(other) = found.filter(|other| other.id != id && other.fields.is_assignable) else {
        return Err(fault("Choose another assignable role.".to_owned()));
    };
    if let Some(lacking) = beyond(writing.caller, &grants_of(&other.fields.permissions)) {
        return Err(fault(cannot_give(lacking)));
    }
    let own = RoleId::from(id.as_uuid());
    let is_own = writing.caller.roles().iter().any(|role| role.id == own);
    if is_own {
        return Err(ServiceError::State(
            "You have this role yourself. Someone else has to replace it.",
        ));
    }
    let replaced = |roles: &[Id<Roles>]| {
        let mut roles: Vec<Id<Roles>> = roles
            .iter()
            .map(|role| if *role == id { replacement } else { *role })
            .collect();
        let mut seen = std::collections::HashSet::new();
        roles.retain(|role| seen.insert(*role));
        roles
    };
    let users = links::naming::<Users>(tx, company, "roleIds", id.as_uuid()).await?;
    for user in read::get_all(tx, company, &users, Bin::Outside).await? {
        let mut fields = user.fields.clone();
        fields.role_ids = replaced(&fields.role_ids);
        update_in(writing, user, fields, "edit").await?;
    }
    let groups = links::naming::<Groups>(tx, company, "roleIds", id.as_uuid()).await?;
    for group in read::get_all(tx, company, &groups, Bin::Outside).await? {
        let mut fields = group.fields.clone();
        fields.role_ids = replaced(&fields.role_ids);
        update_in(writing, group, fields, "edit").await?;
    }
    Ok(())
}
