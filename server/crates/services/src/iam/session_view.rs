//! The session view: what a document and the browser know of who is signed in.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::roles::RoleOfUser;
use waybill_storage::viewings::ViewingId;
use waybill_storage::{CompanyId, StorageError};

use crate::caller::{Caller, SignInMethod, Viewing, ViewingKind};
use crate::iam::company::Company;
use crate::iam::role::matrix_of;
use crate::iam::user::{CurrentUser, Profile, RoleLabel};

/// Who is signed in, and what that allows: the `session` of a document's input.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// The user, with the company's formats where it has chosen none.
    pub user: Profile,
    /// The company.
    pub company: Company,
    /// Codes of the products that the user may use.
    pub products: Vec<String>,
    /// Rights as `resource:action`; the server checks them again.
    #[schema(example = json!(["user:view", "user:create"]))]
    pub permissions: Vec<String>,
    /// Whether the operator named the user as one of its own.
    pub is_super_admin: bool,
    /// Whether the company's subscription has ended.
    pub is_expired: bool,
    /// How many notifications are new, counted up to ten.
    #[schema(maximum = 10)]
    pub unread: usize,
    /// How the user signed in.
    pub sign_in_method: SignInMethod,
    /// When the session ends however much it is used; null where the caller speaks in none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<Timestamp>,
    /// The view as a role or as a visitor that the session is in; null for none. Nothing can be changed during it.
    #[schema(required)]
    pub viewing: Option<ViewingView>,
}

/// A view that a session is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewingView {
    /// Its id, which pages send along as `X-Viewing`.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    pub id: ViewingId,
    /// As a holder of a role, or as a visitor.
    pub kind: ViewingKind,
    /// Name of the role or of the visited company.
    pub name: String,
    /// When it ends by itself.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
    /// The user's own company, which has the notifications.
    pub home_id: CompanyId,
}

impl ViewingView {
    fn new(viewing: &Viewing, home_id: CompanyId) -> Self {
        Self {
            id: viewing.id,
            kind: viewing.kind,
            name: viewing.name.clone(),
            until: viewing.until,
            home_id,
        }
    }
}

impl SessionView {
    /// What is known of the caller, who has so many new notifications.
    pub(crate) fn new(caller: &Caller, unread: usize) -> Result<Self, StorageError> {
        let company = Company::try_from(caller.company())?;
        Ok(Self {
            user: Profile::try_from(caller.user())?.with_formats_of(&company),
            company,
            products: caller.products().to_vec(),
            permissions: caller.permissions(),
            is_super_admin: caller.is_super_admin(),
            is_expired: caller.is_expired(),
            unread,
            sign_in_method: caller.sign_in_method(),
            ends_at: caller.session_ends_at(),
            viewing: caller
                .viewing()
                .map(|viewing| ViewingView::new(viewing, caller.home_id())),
        })
    }
}

impl TryFrom<&Caller> for CurrentUser {
    type Error = StorageError;

    fn try_from(caller: &Caller) -> Result<Self, StorageError> {
        let company = Company::try_from(caller.company())?;
        Ok(Self {
            profile: Profile::try_from(caller.user())?,
            company_id: company.id,
            company,
            products: caller.products().to_vec(),
            office_id: caller.user().office_id.as_uuid(),
            roles: labels(caller.roles()),
            permissions: matrix_of(caller.granted())?,
            is_expired: caller.is_expired(),
        })
    }
}

/// The names of roles, each once, in their order.
fn labels(roles: &[RoleOfUser]) -> Vec<RoleLabel> {
    let mut labels: Vec<RoleLabel> = Vec::new();
    for role in roles {
        let label = RoleLabel::from(role);
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
}
