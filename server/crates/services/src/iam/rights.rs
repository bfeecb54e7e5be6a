//! Who may give what to whom (domain reference, section 3, rules 3 to 5).
//!
//! Invariant: a company has an active administrator at the end of every transaction that could have taken it the last one:
//! whoever writes such a change asks [`require_administrator`] after it, in its transaction. The writers of one company
//! queue, so two of them never take away each other's last one.

use waybill_storage::companies::Company;
use waybill_storage::roles::{self, RoleOfUser};
use waybill_storage::users::{self, User};
use waybill_storage::{CompanyId, Handle, StorageError, Transaction, UserId};

use crate::caller::Caller;
use crate::collection::Writing;
use crate::error::ServiceError;
use crate::iam::user::UserStatus;
use crate::iam::{products, role};
use crate::permissions::{Action, Grants, Permission, Resource, Scope};
use crate::services::Services;

/// What roles give to a user with these products.
pub(crate) fn effective(
    user: &User,
    company: &Company,
    roles: &[RoleOfUser],
) -> Result<Grants, StorageError> {
    let mut grants = Grants::new();
    for role in roles {
        grants.add_stored(&role.permissions)?;
    }
    grants.limit_to(&products::resources(&products::of_user(user, company)));
    grants.allow(Resource::Profile, Action::Edit, Scope::Own);
    Ok(grants)
}

/// The first of these rights that the caller lacks, as far as the company's products open it.
pub(crate) fn beyond(caller: &Caller, wanted: &Grants) -> Option<Permission> {
    let opened = products::resources(&caller.company().products);
    let lacks = |permission: Permission, scope: Scope| {
        let own = caller.grants().scope(permission);
        opened.contains(&permission.resource) && own.is_none_or(|own| own < scope)
    };
    wanted
        .iter()
        .find(|(permission, scope)| lacks(*permission, *scope))
        .map(|(permission, _)| permission)
}

/// What is wrong with giving this right.
pub(crate) fn cannot_give(permission: Permission) -> String {
    format!(
        "You cannot grant the permission “{}” because you do not have it.",
        permission.in_words()
    )
}

/// Passes when the user holds no right that the caller lacks.
pub(crate) async fn require_not_above(
    writing: &Writing<'_>,
    user: UserId,
) -> Result<(), ServiceError> {
    if user == writing.caller.user_id() {
        return Ok(());
    }
    let company = writing.caller.company();
    let Some(user) = users::get_either(writing.tx, company.id, user).await? else {
        return Ok(());
    };
    let mut held = roles::of_users(writing.tx, company.id, &[user.id]).await?;
    let held = held.remove(&user.id).unwrap_or_default();
    match beyond(writing.caller, &effective(&user, company, &held)?) {
        Some(permission) => Err(ServiceError::Forbidden(permission)),
        None => Ok(()),
    }
}

/// Passes when an active user administers the company.
pub(crate) async fn require_administrator(
    tx: &Transaction,
    company: CompanyId,
) -> Result<(), ServiceError> {
    if administrators(tx, company).await?.is_empty() {
        Err(ServiceError::NoAdministrator)
    } else {
        Ok(())
    }
}

/// The active users who administer the company, by name.
pub(crate) async fn administrators(
    db: &dyn Handle,
    company: CompanyId,
) -> Result<Vec<User>, StorageError> {
    let all = roles::all(db, company).await?;
    let administrators: Vec<_> = all
        .iter()
        .filter(|it| it.code == role::ADMINISTRATOR)
        .map(|it| it.id)
        .collect();
    let holders = roles::holders(db, company, &administrators).await?;
    let mut ids: Vec<UserId> = holders.iter().map(|it| it.user).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut found = users::some(db, company, &ids).await?;
    found.retain(|user| {
        let administers = |codes: &Vec<String>| codes.iter().any(|it| it == products::WORKSPACE);
        user.status == UserStatus::Active.as_str() && user.products.as_ref().is_none_or(administers)
    });
    Ok(found)
}

impl Services {
    /// Names of people of the caller's company who have the right and can give it, for a problem that says it is missing;
    /// none when they cannot be found out.
    pub(crate) async fn granted_by(&self, caller: &Caller, permission: &str) -> Vec<String> {
        let Ok(permission) = permission.parse() else {
            return Vec::new();
        };
        let found = async {
            let db = self.storage.read(caller.company_id()).await?;
            who_can_grant(&db, caller.company(), permission).await
        };
        found.await.unwrap_or_default()
    }
}

/// Names of up to three active users who have the right and may give it to others, by name.
async fn who_can_grant(
    db: &dyn Handle,
    company: &Company,
    permission: Permission,
) -> Result<Vec<String>, StorageError> {
    let assign = Permission {
        resource: Resource::User,
        action: Action::Assign,
    };
    let mut giving = Vec::new();
    for role in roles::all(db, company.id).await? {
        let mut grants = Grants::new();
        grants.add_stored(&role.permissions)?;
        if grants.scope(permission).is_some() && grants.scope(assign).is_some() {
            giving.push(role.id);
        }
    }
    let holders = roles::holders(db, company.id, &giving).await?;
    let mut ids: Vec<UserId> = holders.iter().map(|it| it.user).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut found = users::some(db, company.id, &ids).await?;
    found.retain(|user| {
        let opened = products::resources(&products::of_user(user, company));
        user.status == UserStatus::Active.as_str()
            && opened.contains(&permission.resource)
            && opened.contains(&assign.resource)
    });
    Ok(found.into_iter().take(3).map(|user| user.name).collect())
}
