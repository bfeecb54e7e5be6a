//! The caller: the user on whose behalf a request is answered, with everything that decides what it may do.
//!
//! Invariant: a caller is made from a user loaded for a verified session, never from anything that a request says. Rights are
//! checked here and nowhere else.

use std::sync::Arc;

use jiff::Timestamp;
use waybill_storage::companies::Company;
use waybill_storage::roles::RoleOfUser;
use waybill_storage::users::User;
use waybill_storage::{CompanyId, LoginSessionId, StorageError, UserId};

use crate::error::ServiceError;
use crate::iam::{products, rights};
use crate::permissions::{Grants, Permission, Scope};
use crate::seams::Identity;
use crate::vocabulary::wire_enum;
use crate::zones;

mod callers;
mod program;
pub mod viewing;

pub(crate) use callers::Callers;
pub use program::Program;
pub use viewing::{Viewing, ViewingKind};

wire_enum! {
    /// How the user signed in.
    SignInMethod {
        /// With the identity provider's SDK in the browser.
        Sdk = "sdk",
        /// With the form, without JavaScript.
        Form = "form",
    }
}

/// The user on whose behalf a request is answered. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Caller {
    known: Arc<Known>,
    sign_in_method: SignInMethod,
    authenticated_at: Option<Timestamp>,
    has_second_factor: bool,
    session: Option<LoginSessionId>,
    session_ends_at: Option<Timestamp>,
    viewing: Option<Arc<viewing::View>>,
    program: Option<Arc<Program>>,
}

/// What holds for all requests of the user until somebody changes the user, its company, its roles or its groups.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    user: User,
    company: Company,
    roles: Vec<RoleOfUser>,
    products: Vec<String>,
    /// What the roles give.
    granted: Grants,
    /// What the subscription leaves of it.
    grants: Grants,
    is_expired: bool,
    is_super_admin: bool,
}

impl Known {
    /// The same user with what these roles and the user both have.
    fn within(&self, roles: Vec<RoleOfUser>) -> Result<Self, StorageError> {
        let mut of_roles = Grants::new();
        for role in &roles {
            of_roles.add_stored(&role.permissions)?;
        }
        Ok(Self {
            granted: self.granted.within(&of_roles),
            grants: self.grants.within(&of_roles),
            roles,
            is_super_admin: false,
            ..self.clone()
        })
    }
}

impl Caller {
    /// Puts together what was loaded; `now` decides whether the subscription has ended.
    pub(crate) fn new(
        user: User,
        company: Company,
        roles: Vec<RoleOfUser>,
        is_super_admin: bool,
        now: Timestamp,
    ) -> Result<Self, StorageError> {
        let products = products::of_user(&user, &company);
        let is_expired = is_expired(&company, now)?;
        let mut grants = rights::effective(&user, &company, &roles)?;
        let granted = grants.clone();
        if is_expired {
            grants.limit_to_expired();
        }
        let known = Known {
            user,
            company,
            roles,
            products,
            granted,
            grants,
            is_expired,
            is_super_admin,
        };
        Ok(Self {
            known: Arc::new(known),
            sign_in_method: SignInMethod::Sdk,
            authenticated_at: None,
            has_second_factor: false,
            session: None,
            session_ends_at: None,
            viewing: None,
            program: None,
        })
    }

    /// Whether what was worked out about the caller is still so, if the company's rights stamp is this one.
    pub(crate) fn holds(&self, stamp: i64, now: Timestamp) -> Result<bool, StorageError> {
        let company = &self.known.company;
        // Time alone ends a subscription.
        Ok(company.rights_stamp == stamp && self.known.is_expired == is_expired(company, now)?)
    }

    /// Whether both were worked out to be the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.known == other.known
    }

    /// The same caller, known to have signed in this way; without it, with the SDK.
    #[must_use]
    pub fn signed_in_by(self, method: SignInMethod) -> Self {
        Self {
            sign_in_method: method,
            ..self
        }
    }

    /// The same caller, known to have signed in at the identity provider then.
    #[must_use]
    pub(crate) fn authenticated_at(self, moment: Option<Timestamp>) -> Self {
        Self {
            authenticated_at: moment,
            ..self
        }
    }

    /// The same caller, known to have signed in at the identity provider so.
    #[must_use]
    pub(crate) fn identified_by(self, identity: &Identity) -> Self {
        Self {
            has_second_factor: identity.has_second_factor,
            ..self.authenticated_at(identity.authenticated_at)
        }
    }

    /// The same caller, known to speak in this session, which ends then however much it is used.
    #[must_use]
    pub fn in_session(self, session: LoginSessionId, ends_at: Timestamp) -> Self {
        Self {
            session: Some(session),
            session_ends_at: Some(ends_at),
            ..self
        }
    }

    /// Passes when the caller has the right, such as `user:view`; otherwise the error names it.
    pub fn require(&self, permission: &str) -> Result<Scope, ServiceError> {
        let named: Permission = permission
            .parse()
            .map_err(|_| ServiceError::NoSuchPermission(permission.to_owned()))?;
        self.require_permission(named)
    }

    /// The same for a right that is not named by a text.
    pub fn require_permission(&self, permission: Permission) -> Result<Scope, ServiceError> {
        if let Some(viewing) = self.viewing() {
            viewing.require_to_read(permission.action)?;
        }
        self.known.grants.scope(permission).ok_or_else(|| {
            match self.known.granted.scope(permission) {
                Some(_) => ServiceError::Expired,
                None => ServiceError::Forbidden(permission),
            }
        })
    }

    /// Passes for the operator's own people, whatever their company's subscription says.
    pub fn require_super_admin(&self) -> Result<(), ServiceError> {
        match self.known.is_super_admin {
            true => Ok(()),
            false => Err(ServiceError::NotOperator),
        }
    }

    /// What the caller may do.
    pub fn grants(&self) -> &Grants {
        &self.known.grants
    }

    /// What the roles of the caller give, whatever a subscription that has ended leaves of it.
    pub(crate) fn granted(&self) -> &Grants {
        &self.known.granted
    }

    /// The tenant.
    pub fn company_id(&self) -> CompanyId {
        self.known.company.id
    }

    /// The user's id.
    pub fn user_id(&self) -> UserId {
        self.known.user.id
    }

    /// The user.
    pub fn user(&self) -> &User {
        &self.known.user
    }

    /// The company.
    pub fn company(&self) -> &Company {
        &self.known.company
    }

    /// The user's roles, ordered by name. One that the user holds in several ways comes several times.
    pub fn roles(&self) -> &[RoleOfUser] {
        &self.known.roles
    }

    /// Codes of the products that the user may use.
    pub fn products(&self) -> &[String] {
        &self.known.products
    }

    /// All rights, as `resource:action`.
    pub fn permissions(&self) -> Vec<String> {
        self.known
            .grants
            .iter()
            .map(|(permission, _)| permission.to_string())
            .collect()
    }

    /// Whether the company's subscription has ended.
    pub fn is_expired(&self) -> bool {
        self.known.is_expired
    }

    /// Whether the operator named the user as one of its own.
    pub fn is_super_admin(&self) -> bool {
        self.known.is_super_admin
    }

    /// The session in which the caller speaks; none outside a browser.
    pub fn session(&self) -> Option<LoginSessionId> {
        self.session
    }

    /// When that session ends however much it is used.
    pub fn session_ends_at(&self) -> Option<Timestamp> {
        self.session_ends_at
    }

    /// When the user signed in at the identity provider, if the browser holds tokens of that sign-in; known while it signs in.
    pub fn sign_in_at_provider(&self) -> Option<Timestamp> {
        self.authenticated_at
    }

    /// Whether the user proved a second factor at the identity provider; known while it signs in.
    pub fn has_second_factor(&self) -> bool {
        self.has_second_factor
    }

    /// How the user signed in.
    pub fn sign_in_method(&self) -> SignInMethod {
        self.sign_in_method
    }
}

/// Whether the subscription has ended: the expiry date is before today in the company's zone, so it is usable to the end of
/// that day (specification sections 4 and 5). No date means no end.
pub(crate) fn is_expired(company: &Company, now: Timestamp) -> Result<bool, StorageError> {
    let Some(expiry_date) = company.plan.as_ref().and_then(|plan| plan.expiry_date) else {
        return Ok(false);
    };
    Ok(expiry_date < now.to_zoned(zones::get(&company.timezone)?).date())
}
