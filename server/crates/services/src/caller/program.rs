//! Programs: what becomes of a caller for whom a program speaks, with an access token instead of a session.
//!
//! Invariant: a program may do nothing that its user may not. It has no session, and nothing of the operator's is open to it.

use std::sync::Arc;

use waybill_storage::StorageError;
use waybill_storage::access_tokens::{AccessToken, AccessTokenId};

use super::{Caller, Known};
use crate::iam::access_tokens::TokenScope;
use crate::permissions::Grants;

/// The access token with which a program speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Id of the token.
    pub id: AccessTokenId,
    /// What the token's owner calls it.
    pub name: String,
    /// What the token opens.
    pub scopes: Vec<TokenScope>,
}

impl Program {
    /// Whether the token opens what needs this scope.
    pub(crate) fn may(&self, needed: TokenScope) -> bool {
        self.scopes.iter().any(|scope| scope.includes(needed))
    }
}

impl Caller {
    /// The program that speaks for the user, if one does.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_deref()
    }

    /// The same user, for whom a program speaks with this token. A token that is restricted to a role which the user no longer holds
    /// opens nothing.
    pub(crate) fn through(self, token: AccessToken) -> Result<Self, StorageError> {
        let scopes = token.scopes.iter().map(|word| word.parse());
        let program = Program {
            id: token.id,
            name: token.name,
            scopes: scopes.collect::<Result<_, _>>()?,
        };
        let known = match (token.role_id, self.known.is_super_admin) {
            (None, false) => Arc::clone(&self.known),
            (role_id, _) => {
                let mut known = Known {
                    is_super_admin: false,
                    ..Known::clone(&self.known)
                };
                if let Some(role_id) = role_id {
                    known.roles.retain(|role| role.id == role_id);
                    let mut of_role = Grants::new();
                    for role in &known.roles {
                        of_role.add_stored(&role.permissions)?;
                    }
                    known.granted = known.granted.within(&of_role);
                    known.grants = known.grants.within(&of_role);
                }
                Arc::new(known)
            }
        };
        Ok(Self {
            known,
            program: Some(Arc::new(program)),
            ..self
        })
    }
}
