//! Programs: what becomes of a caller for whom a program speaks, with an access token instead of a session.
//!
//! Invariant: a program may do nothing that its user may not. It has no session, and nothing of the operator's is open to it.

use std::sync::Arc;

use waybill_storage::StorageError;
use waybill_storage::access_tokens::{AccessToken, AccessTokenId};

use super::{Caller, Known};
use crate::iam::access_tokens::TokenScope;

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
        let known = match token.role_id {
            Some(role_id) => {
                let mut roles = self.known.roles.clone();
                roles.retain(|role| role.id == role_id);
                Arc::new(self.known.within(roles)?)
            }
            None if self.known.is_super_admin => Arc::new(Known {
                is_super_admin: false,
                ..Known::clone(&self.known)
            }),
            None => self.known,
        };
        Ok(Self {
            known,
            program: Some(Arc::new(program)),
            ..self
        })
    }
}
