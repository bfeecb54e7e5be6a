//! The matrix of a role, and the four roles that every company begins with.
//!
//! Invariant: the permissions of a stored role are closed under implication.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::StorageError;
use waybill_storage::roles::NewRole;

use crate::permissions::{Action, Grants, Resource, Scope};
use crate::vocabulary::wire_enum;

/// The code of the role whose holders administer the company.
pub(crate) const ADMINISTRATOR: &str = "administrator";

wire_enum! {
    /// Whether a role came with the product; a system role is only cloned.
    RoleType { Custom = "custom", System = "system" }
}

/// Actions on a resource, within a scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RolePermission {
    /// On what.
    pub resource: Resource,
    /// What.
    pub actions: Vec<Action>,
    /// How far.
    pub scope: Scope,
}

/// The rights that a matrix gives, with all that they imply.
pub(crate) fn grants_of(permissions: &[RolePermission]) -> Grants {
    let mut grants = Grants::new();
    for permission in permissions {
        for action in &permission.actions {
            grants.allow(permission.resource, *action, permission.scope);
        }
    }
    grants
}

/// The matrix that gives these rights, one entry for each resource and scope.
pub(crate) fn matrix_of(grants: &Grants) -> Result<Vec<RolePermission>, StorageError> {
    let stored = grants.to_stored();
    let entries = stored.iter().map(|grant| {
        let actions = grant.actions.iter().map(|action| action.parse());
        Ok(RolePermission {
            resource: grant.resource.parse()?,
            actions: actions.collect::<Result<_, _>>()?,
            scope: grant.scope.parse()?,
        })
    });
    entries.collect()
}

/// The roles of a new company, the administrator's first (domain reference, section 3).
pub fn seed() -> [NewRole; 4] {
    [
        NewRole {
            name: "Administrator".to_owned(),
            code: ADMINISTRATOR.to_owned(),
            description: "Full access, including roles and subscription.".to_owned(),
            color: "purple".to_owned(),
            role_type: RoleType::System.as_str().to_owned(),
            is_default: false,
            is_assignable: true,
            permissions: administrator().to_stored(),
        },
        NewRole {
            name: "Manager".to_owned(),
            code: "manager".to_owned(),
            description:
                "Runs daily business: everything except roles, company data and permanent deletion."
                    .to_owned(),
            color: "blue".to_owned(),
            role_type: RoleType::System.as_str().to_owned(),
            is_default: false,
            is_assignable: true,
            permissions: manager().to_stored(),
        },
        NewRole {
            name: "Operator".to_owned(),
            code: "operator".to_owned(),
            description: "Works on the contacts, e-mails, files and issues of their own office."
                .to_owned(),
            color: "green".to_owned(),
            role_type: RoleType::System.as_str().to_owned(),
            is_default: true,
            is_assignable: true,
            permissions: operator().to_stored(),
        },
        NewRole {
            name: "Viewer".to_owned(),
            code: "viewer".to_owned(),
            description: "Can view data and change only their own profile.".to_owned(),
            color: "slate".to_owned(),
            role_type: RoleType::System.as_str().to_owned(),
            is_default: false,
            is_assignable: true,
            permissions: viewer().to_stored(),
        },
    ]
}

fn administrator() -> Grants {
    let mut grants = Grants::new();
    for resource in Resource::ALL {
        grants.allow_all(*resource, Scope::Company);
    }
    grants
}

fn manager() -> Grants {
    let mut grants = Grants::new();
    for resource in Resource::ALL {
        let but = match resource {
            Resource::Role => &[
                Action::Create,
                Action::Edit,
                Action::Delete,
                Action::Restore,
            ][..],
            Resource::Company => &[Action::Edit, Action::Manage, Action::Export],
            _ => &[Action::Destroy],
        };
        for action in resource
            .actions()
            .iter()
            .filter(|action| !but.contains(action))
        {
            grants.allow(*resource, *action, Scope::Company);
        }
    }
    grants
}

fn operator() -> Grants {
    let mut grants = viewer();
    for resource in [
        Resource::Contact,
        Resource::ContactTag,
        Resource::Mail,
        Resource::File,
        Resource::Issue,
    ] {
        for action in resource
            .actions()
            .iter()
            .filter(|action| **action != Action::Destroy)
        {
            grants.allow(resource, *action, Scope::Office);
        }
    }
    grants
}

/// Roles, audit and subscription are for those who answer for them.
pub(crate) fn viewer() -> Grants {
    let mut grants = Grants::new();
    let hidden = [
        Resource::Role,
        Resource::Group,
        Resource::Audit,
        Resource::Subscription,
        Resource::Mail,
    ];
    for resource in Resource::ALL
        .iter()
        .filter(|resource| !hidden.contains(resource))
    {
        grants.allow(*resource, Action::View, Scope::Company);
    }
    grants.allow(Resource::Profile, Action::Edit, Scope::Own);
    grants
}
