//! Who holds a role.

use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::records::{Id, read};
use waybill_storage::roles::{self, RoleId};
use waybill_storage::{UserId, users};

use super::Roles;
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::error::ServiceError;
use crate::iam::groups::Groups;
use crate::iam::user::UserStatus;
use crate::services::Services;

/// A user who holds a role, in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleMember {
    /// The user.
    #[serde(rename = "_id")]
    pub id: UserId,
    /// Its name.
    pub name: String,
    /// Its mail address.
    pub email_id: String,
    /// Where it stands.
    pub status: UserStatus,
    /// The group through which it holds the role; none when the role was given to the user.
    #[schema(required, value_type = Option<Uuid>)]
    pub group_id: Option<Id<Groups>>,
    /// Name of that group.
    #[schema(required)]
    pub group_name: Option<String>,
}

impl Services {
    /// The users who hold a role, by name. One that holds it in several ways comes several times.
    pub async fn role_members(
        &self,
        caller: &Caller,
        id: Id<Roles>,
    ) -> Result<Vec<RoleMember>, ServiceError> {
        let scope = caller.require("role:view")?;
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        within_reach(&db, caller, id, scope).await?;
        let holders = roles::holders(&db, company, &[RoleId::from(id.as_uuid())]).await?;
        let ids: Vec<UserId> = holders.iter().map(|it| it.user).collect();
        let mut groups: Vec<Id<Groups>> = holders
            .iter()
            .filter_map(|it| it.group.map(Id::from))
            .collect();
        groups.sort_unstable();
        groups.dedup();
        let groups = read::get_all(&db, company, &groups, read::Bin::Outside).await?;
        let mut members = Vec::with_capacity(holders.len());
        for user in users::some(&db, company, &ids).await? {
            for holder in holders.iter().filter(|it| it.user == user.id) {
                let group = groups
                    .iter()
                    .find(|group| Some(group.id.as_uuid()) == holder.group);
                members.push(RoleMember {
                    id: user.id,
                    name: user.name.clone(),
                    email_id: user.email.clone(),
                    status: user
                        .status
                        .parse()
                        .map_err(waybill_storage::StorageError::from)?,
                    group_id: group.map(|group| group.id),
                    group_name: group.map(|group| group.fields.name.clone()),
                });
            }
        }
        Ok(members)
    }
}
