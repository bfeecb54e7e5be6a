//! Invitations: a secret whose hash stands with the user who may bring it back.
//!
//! Invariant: a secret opens one user, until an identity takes it up or another secret takes its place.

use sea_orm::entity::prelude::*;

use super::entity::{Column, Entity};
use super::{KIND, User, one_with_company};
use crate::companies::Company;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

/// Gives the user an identity, which uses up its invitation. [`StorageError::Conflict`] when the identity has another user.
pub async fn link_identity(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    identity_uid: &str,
    email_verified: bool,
) -> Result<(), StorageError> {
    tx.note_write(KIND, Some(company));
    Entity::update_many()
        .col_expr(Column::IdentityUid, Expr::value(identity_uid))
        .col_expr(Column::InviteHash, Expr::value(None::<String>))
        .col_expr(
            Column::EmailVerified,
            Expr::value(i64::from(email_verified)),
        )
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Sets the hash of the secret by which the user accepts its invitation; the one before it no longer opens anything.
pub async fn set_invitation(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    hash: Option<&str>,
) -> Result<(), StorageError> {
    tx.note_write(KIND, Some(company));
    Entity::update_many()
        .col_expr(Column::InviteHash, Expr::value(hash.map(str::to_owned)))
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// The user who was sent the secret with this hash, with its company.
pub async fn by_invitation(
    db: &dyn Handle,
    hash: &str,
) -> Result<Option<(User, Company)>, StorageError> {
    one_with_company(db, Entity::find().filter(Column::InviteHash.eq(hash))).await
}

/// The secret of an invitation: 256 random bits in hexadecimal digits.
pub struct InvitationSecret(String);

impl InvitationSecret {
    /// A new one.
    pub fn generate() -> Self {
        let bytes: [u8; 32] = rand::random();
        Self(crate::hashing::hex(&bytes))
    }

    /// As it stands in the link.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Under which it is stored. It has more bits than anybody tries, so the hash needs no salt.
    pub fn hash(&self) -> String {
        crate::hashing::sha256_hex(self.0.as_bytes())
    }
}

impl From<String> for InvitationSecret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for InvitationSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}
