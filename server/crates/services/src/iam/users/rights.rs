//! What a user may do, how far, and which role or group gives it (domain reference, section 3, rule 12).

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::Id;
use waybill_storage::roles::RoleOfUser;
use waybill_storage::{StorageError, UserId, roles, users};

use super::Users;
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::error::ServiceError;
use crate::iam::rights::effective;
use crate::permissions::{Action, Grants, Permission, Resource, Scope};
use crate::services::Services;

/// A right that a user has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EffectivePermission {
    /// The right, as `resource:action`.
    #[schema(example = "contact:edit")]
    pub permission: String,
    /// On what.
    pub resource: Resource,
    /// What.
    pub action: Action,
    /// How far.
    pub scope: Scope,
    /// The roles that give it as far; empty for what every user has.
    pub sources: Vec<PermissionSource>,
}

/// A role that gives a right, and the group through which the user holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PermissionSource {
    /// The role.
    pub role_id: Uuid,
    /// Its name.
    pub role_name: String,
    /// The group; none when the role was given to the user.
    #[schema(required)]
    pub group_id: Option<Uuid>,
    /// Its name.
    #[schema(required)]
    pub group_name: Option<String>,
}

impl Services {
    /// Every right of a user, in a fixed order: what its roles and groups give, limited to its products.
    pub async fn effective_permissions(
        &self,
        caller: &Caller,
        id: Id<Users>,
    ) -> Result<Vec<EffectivePermission>, ServiceError> {
        let scope = caller.require("user:view")?;
        let company = caller.company();
        let db = self.storage.read(company.id).await?;
        within_reach(&db, caller, id, scope).await?;
        let id = UserId::from(id.as_uuid());
        let user = users::get_either(&db, company.id, id)
            .await?
            .ok_or(ServiceError::NotFound)?;
        let mut held = roles::of_users(&db, company.id, &[id]).await?;
        let held = held.remove(&id).unwrap_or_default();
        let given = held
            .iter()
            .map(|role| {
                let mut grants = Grants::new();
                grants.add_stored(&role.permissions)?;
                Ok((role, grants))
            })
            .collect::<Result<Vec<_>, StorageError>>()?;
        let all = effective(&user, company, &held)?;
        Ok(all
            .iter()
            .map(|(permission, scope)| explained(permission, scope, &given))
            .collect())
    }
}

fn explained(
    permission: Permission,
    scope: Scope,
    given: &[(&RoleOfUser, Grants)],
) -> EffectivePermission {
    let sources = given
        .iter()
        .filter(|(_, grants)| grants.scope(permission) == Some(scope))
        .map(|(role, _)| PermissionSource {
            role_id: role.id.as_uuid(),
            role_name: role.name.clone(),
            group_id: role.group.as_ref().map(|group| group.id),
            group_name: role.group.as_ref().map(|group| group.name.clone()),
        });
    EffectivePermission {
        permission: permission.to_string(),
        resource: permission.resource,
        action: permission.action,
        scope,
        sources: sources.collect(),
    }
}
