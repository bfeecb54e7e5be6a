//! The people of a company and their roles, as lists and one by one.

use waybill_storage::UserId;
use waybill_storage::listing::{Listed, Listing};
use waybill_storage::roles::{self, RoleSort};
use waybill_storage::users::{self, UserSort};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::iam::products;
use crate::iam::role::Role;
use crate::iam::user::User;
use crate::services::Services;

impl Services {
    /// The users of the caller's company.
    pub async fn list_users(
        &self,
        caller: &Caller,
        listing: Listing<UserSort>,
    ) -> Result<Listed<User>, ServiceError> {
        caller.require("user:view")?;
        let (db, company) = (self.storage.reader(), caller.company());
        let found = users::list(db, company.id, listing).await?;
        let ids: Vec<UserId> = found.rows.iter().map(|user| user.id).collect();
        let mut roles = roles::of_users(db, company.id, &ids).await?;
        found.try_map(|user| {
            let own = roles.remove(&user.id).unwrap_or_default();
            let products = products::of_user(&user, company);
            Ok(User::new(user, &own, products)?)
        })
    }

    /// A user of the caller's company. [`ServiceError::NotFound`] for one of another company, as for one that never was.
    pub async fn get_user(&self, caller: &Caller, id: UserId) -> Result<User, ServiceError> {
        caller.require("user:view")?;
        let (db, company) = (self.storage.reader(), caller.company());
        let user = users::get(db, company.id, id)
            .await?
            .ok_or(ServiceError::NotFound)?;
        let roles = roles::of_users(db, company.id, &[id])
            .await?
            .remove(&id)
            .unwrap_or_default();
        let products = products::of_user(&user, company);
        Ok(User::new(user, &roles, products)?)
    }

    /// The roles of the caller's company.
    pub async fn list_roles(
        &self,
        caller: &Caller,
        listing: Listing<RoleSort>,
    ) -> Result<Listed<Role>, ServiceError> {
        caller.require("role:view")?;
        let found = roles::list(self.storage.reader(), caller.company_id(), listing).await?;
        Ok(found.try_map(Role::try_from)?)
    }
}
