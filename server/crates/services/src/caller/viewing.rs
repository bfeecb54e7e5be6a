//! Viewing: what becomes of a caller whose session reads under other rights than its user's own.
//!
//! Invariants: nothing is written meanwhile; as a holder of a role nobody reads more than they may anyway; a view that is over
//! opens nothing until the session has left it, so that no page shows the records of one company under the name of another.

use std::sync::Arc;

use jiff::Timestamp;
use waybill_storage::companies::Company;
use waybill_storage::roles::RoleOfUser;
use waybill_storage::viewings::{self, Basis, ViewingId};
use waybill_storage::{CompanyId, StorageError, UserId};

use super::{Caller, Known, is_expired};
use crate::error::ServiceError;
use crate::iam::products;
use crate::permissions::{Action, Grants, Scope};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// As whom a session reads during a view.
    ViewingKind {
        /// As a holder of a role of its company.
        Role = "role",
        /// As a visitor of another company, which has granted support access.
        Support = "support",
    }
}

/// Under which other rights a caller reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewing {
    /// Its id.
    pub id: ViewingId,
    /// As whom.
    pub kind: ViewingKind,
    /// Name of the role or of the company; empty once it is over.
    pub name: String,
    /// When it is over by itself.
    pub until: Timestamp,
    /// Whether it is over. The session has still to leave it.
    pub is_over: bool,
}

/// A viewing, and what the caller is without it.
#[derive(Debug)]
pub(super) struct View {
    viewing: Viewing,
    own: Arc<Known>,
}

impl Viewing {
    fn new(stored: &viewings::Viewing, name: &str) -> Self {
        Self {
            id: stored.id,
            kind: match stored.basis {
                Basis::Role(_) => ViewingKind::Role,
                Basis::Grant(_) => ViewingKind::Support,
            },
            name: name.to_owned(),
            until: stored.until,
            is_over: false,
        }
    }

    /// Passes for an action that changes nothing, while the view goes on.
    pub(super) fn require_to_read(&self, action: Action) -> Result<(), ServiceError> {
        if self.is_over {
            return Err(ServiceError::ViewingOver(Some(self.kind)));
        }
        match action.reads() {
            true => Ok(()),
            false => Err(ServiceError::Viewing(self.kind)),
        }
    }
}

impl Caller {
    /// Under which other rights the caller reads, if it does.
    pub fn viewing(&self) -> Option<&Viewing> {
        self.viewing.as_deref().map(|view| &view.viewing)
    }

    /// The caller under its own rights again.
    #[must_use]
    pub fn own(&self) -> Self {
        match &self.viewing {
            Some(view) => Self {
                known: Arc::clone(&view.own),
                viewing: None,
                ..self.clone()
            },
            None => self.clone(),
        }
    }

    /// The company of the user, which is another than the one that is read while it visits that.
    pub fn home_id(&self) -> CompanyId {
        match &self.viewing {
            Some(view) => view.own.company.id,
            None => self.company_id(),
        }
    }

    /// Who owns what counts as the caller's own. Whoever reads under other rights owns nothing.
    pub(crate) fn owner_id(&self) -> UserId {
        match &self.viewing {
            Some(_) => UserId::from(uuid::Uuid::nil()),
            None => self.user_id(),
        }
    }

    /// The same caller, as somebody would be who holds the role and nothing else, but with nothing that it may not itself.
    pub(crate) fn into_holder(
        self,
        stored: &viewings::Viewing,
        role: RoleOfUser,
    ) -> Result<Self, StorageError> {
        let viewing = Viewing::new(stored, &role.name);
        let known = self.known.within(vec![role])?;
        Ok(self.with_view(viewing, known))
    }

    /// The same caller as a visitor of the company, who sees what its products open.
    pub(crate) fn into_visitor(
        self,
        stored: &viewings::Viewing,
        company: Company,
        now: Timestamp,
    ) -> Result<Self, StorageError> {
        let mut granted = Grants::new();
        for resource in products::resources(&company.products) {
            granted.allow(resource, Action::View, Scope::Company);
        }
        let viewing = Viewing::new(stored, &company.name);
        let known = Known {
            user: self.known.user.clone(),
            roles: Vec::new(),
            products: company.products.clone(),
            grants: granted.clone(),
            granted,
            is_expired: is_expired(&company, now)?,
            is_super_admin: false,
            company,
        };
        Ok(self.with_view(viewing, known))
    }

    /// The same caller, whose view is over: it may do nothing until the session has left it.
    pub(crate) fn after_viewing(self, stored: &viewings::Viewing) -> Self {
        let viewing = Viewing {
            is_over: true,
            ..Viewing::new(stored, "")
        };
        let known = Known {
            granted: Grants::new(),
            grants: Grants::new(),
            roles: Vec::new(),
            is_super_admin: false,
            ..Known::clone(&self.known)
        };
        self.with_view(viewing, known)
    }

    fn with_view(self, viewing: Viewing, known: Known) -> Self {
        let own = self.own().known;
        Self {
            known: Arc::new(known),
            viewing: Some(Arc::new(View { viewing, own })),
            ..self
        }
    }
}
