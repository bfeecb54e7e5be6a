//! Access tokens: what programs bring in place of a session. Users create, see and revoke their own; who may suspend a user also
//! revokes that user's.
//!
//! Invariant: a token opens what its scopes and its role name, as far as its user may do that at the moment of each request, and
//! nothing that belongs to a session. Its secret is shown once.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::access_tokens::{self, AccessToken as Row, NewAccessToken as NewRow};
use waybill_storage::audit::{self, Change, NewAuditEntry};
use waybill_storage::roles::RoleId;
use waybill_storage::users::User;
use waybill_storage::{StorageError, Transaction};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::iam::security_notice::SecurityEvent;
use crate::log::audit::{done, subject_user};
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

pub mod of_installation;
mod of_others;
mod scope;
mod secret;

pub use scope::TokenScope;
pub use secret::PREFIX;
use secret::Secret;

/// How many tokens a user has at most.
const LIMIT: usize = 50;

/// How long a token lives at most, in days.
const LONGEST_DAYS: i64 = 366;

/// A token in use is noted at most this often: the note is a write.
const NOTE_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// An access token. Its secret is not here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessToken {
    /// Its id. It opens nothing.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What its owner calls it.
    #[schema(example = "Nightly export")]
    pub name: String,
    /// The last characters of its secret.
    #[schema(example = "x7Qd")]
    pub ending: String,
    /// What it opens.
    pub scopes: Vec<TokenScope>,
    /// The role to which it is restricted; null where it may do what its user may.
    #[schema(required)]
    pub role_id: Option<Uuid>,
    /// When it was created.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// From when on it opens nothing.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
    /// When it was last used, give or take a minute; null when it never was.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub last_used_at: Option<Timestamp>,
    /// Address from which it was last used.
    #[schema(required)]
    pub last_used_ip: Option<String>,
}

/// A token that was just created.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedAccessToken {
    /// What is known of it from now on.
    #[serde(flatten)]
    pub token: AccessToken,
    /// The secret, which is never shown again.
    #[schema(example = "wb_2Yx0bWnq8PcM4vTzR7dLkE1sJgHf9A3uQeVi")]
    pub secret: String,
}

impl std::fmt::Debug for CreatedAccessToken {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CreatedAccessToken")
            .field("token", &self.token)
            .finish_non_exhaustive()
    }
}

/// An access token about to be created.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAccessToken {
    /// What its owner calls it.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// What it opens.
    #[schema(min_items = 1)]
    pub scopes: Vec<TokenScope>,
    /// In how many days it expires.
    #[schema(minimum = 1, maximum = 366)]
    pub expires_in_days: i64,
    /// One of the caller's roles, to which it is restricted; null for all that the caller may do.
    #[serde(default)]
    #[schema(nullable)]
    pub role_id: Option<Uuid>,
}

impl TryFrom<Row> for AccessToken {
    type Error = StorageError;

    fn try_from(row: Row) -> Result<Self, StorageError> {
        let scopes = row.scopes.iter().map(|word| word.parse());
        Ok(Self {
            id: row.id.as_uuid(),
            name: row.name,
            ending: row.ending,
            scopes: scopes.collect::<Result<_, _>>()?,
            role_id: row.role_id.map(|role| role.as_uuid()),
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            last_used_ip: row.last_used_ip,
        })
    }
}

impl Services {
    /// The caller's tokens, the newest first, those that have expired too.
    pub async fn list_access_tokens(
        &self,
        caller: &Caller,
    ) -> Result<Vec<AccessToken>, ServiceError> {
        caller.require("profile:view")?;
        let company = caller.home_id();
        let db = self.storage.read(company).await?;
        let rows = access_tokens::of_user(&db, company, caller.user_id()).await?;
        Ok(shown(rows)?)
    }

    /// Creates a token of the caller, and notifies them by mail.
    ///
    /// [`ServiceError::Invalid`] with every wrong field, [`ServiceError::State`] when the caller has too many.
    pub async fn create_access_token(
        &self,
        caller: &Caller,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<CreatedAccessToken, ServiceError> {
        caller.require("profile:edit")?;
        let new = read(caller, body)?;
        let secret = Secret::generate();
        let (company, now) = (caller.company_id(), self.now());
        let tx = self.storage.begin_for(company).await?;
        let user = caller.user();
        let owned = access_tokens::of_user(&tx, company, user.id).await?;
        if LIMIT <= owned.len() {
            return Err(ServiceError::State(
                "You have 50 access tokens. Revoke one that you do not need.",
            ));
        }
        let scopes: Vec<&str> = new.scopes.iter().map(|scope| scope.as_str()).collect();
        let row = NewRow {
            user_id: user.id,
            name: &new.name,
            secret_hash: &secret.hash(),
            ending: secret.ending(),
            scopes: &scopes,
            role_id: new.role_id.map(RoleId::from),
            expires_at: now + SignedDuration::from_hours(24 * new.expires_in_days),
        };
        let row = access_tokens::insert(&tx, company, row, now).await?;
        let mut entry = done(user, "user.createAccessToken", subject_user(user), source);
        entry.changes = vec![change(&row, Value::Null, described(&row))];
        audit::append(&tx, company, entry, now).await?;
        tx.commit().await?;
        let event = SecurityEvent::AccessTokenCreated(&new.name);
        self.tell_security(user, event, source).await;
        Ok(CreatedAccessToken {
            token: row.try_into()?,
            secret: secret.into_text(),
        })
    }

    /// Revokes one of the caller's tokens at once. [`ServiceError::NotFound`] when the caller has no such one.
    pub async fn revoke_access_token(
        &self,
        caller: &Caller,
        id: Uuid,
        source: &Source,
    ) -> Result<(), ServiceError> {
        caller.require("profile:edit")?;
        let (company, now) = (caller.company_id(), self.now());
        let tx = self.storage.begin_for(company).await?;
        let user = caller.user();
        let entry = revocation(user, user, source);
        revoke(&tx, user, id, entry, now).await?;
        Ok(tx.commit().await?)
    }

    /// The user for whom a program speaks that brings this secret from that address.
    ///
    /// [`ServiceError::InvalidToken`] when there is no such token, or it has expired, or its user may not be here any more;
    /// [`ServiceError::Suspended`] when the user is suspended.
    pub async fn program_caller(
        &self,
        secret: &str,
        address: Option<IpAddr>,
    ) -> Result<Caller, ServiceError> {
        let secret = Secret::parse(secret).ok_or(ServiceError::InvalidToken)?;
        let now = self.now();
        let found = access_tokens::by_secret_hash(self.storage.reader(), &secret.hash()).await?;
        let token = found.filter(|token| now < token.expires_at);
        let token = token.ok_or(ServiceError::InvalidToken)?;
        let caller = match self.caller(token.user_id).await {
            Err(ServiceError::NotSignedIn | ServiceError::NotActive) => {
                return Err(ServiceError::InvalidToken);
            }
            caller => caller?,
        };
        if caller.company_id() != token.company_id {
            return Err(ServiceError::InvalidToken);
        }
        let is_due = |noted: Timestamp| NOTE_EVERY <= now.duration_since(noted);
        if token.last_used_at.is_none_or(is_due)
            && let Err(error) = self.note_use(&token, address, now).await
        {
            tracing::warn!(%error, token = %token.id, "The use of an access token was not noted.");
        }
        Ok(caller.through(token)?)
    }

    async fn note_use(
        &self,
        token: &Row,
        address: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let address = address.map(|it| it.to_string());
        let tx = self.storage.begin_for(token.company_id).await?;
        access_tokens::note_use(&tx, token, address.as_deref(), now).await?;
        tx.commit().await
    }
}

fn read(caller: &Caller, body: Map<String, Value>) -> Result<NewAccessToken, ServiceError> {
    let mut new = NewAccessToken::default();
    let mut members = Members::new(body);
    members.filled_text("name", 60, &mut new.name);
    members.words("scopes", TokenScope::ALL.len(), &mut new.scopes);
    members.ensure(
        "scopes",
        !new.scopes.is_empty(),
        "Choose at least one scope.",
    );
    members.number("expiresInDays", 1..=LONGEST_DAYS, &mut new.expires_in_days);
    members.ensure(
        "expiresInDays",
        0 < new.expires_in_days,
        "This field is required.",
    );
    members.optional_id("roleId", &mut new.role_id);
    let holds = |id: Uuid| caller.roles().iter().any(|role| role.id.as_uuid() == id);
    let is_own = new.role_id.is_none_or(holds);
    members.ensure("roleId", is_own, "Choose one of your roles.");
    members.finish().check()?;
    Ok(new)
}

fn shown(rows: Vec<Row>) -> Result<Vec<AccessToken>, StorageError> {
    rows.into_iter().map(AccessToken::try_from).collect()
}

/// The entry of the audit trail that says who revoked a token of `owner`.
fn revocation(by: &User, owner: &User, source: &Source) -> NewAuditEntry {
    done(by, "user.revokeAccessToken", subject_user(owner), source)
}

/// Revokes this token of the user, with the entry that says so; gives what it was. [`ServiceError::NotFound`] when the user has no
/// such one.
async fn revoke(
    tx: &Transaction,
    user: &User,
    id: Uuid,
    entry: NewAuditEntry,
    now: Timestamp,
) -> Result<Row, ServiceError> {
    let owned = access_tokens::of_user(tx, user.company_id, user.id).await?;
    let mut owned = owned.into_iter();
    let token = owned.find(|token| token.id.as_uuid() == id);
    let token = token.ok_or(ServiceError::NotFound)?;
    remove(tx, &token, entry, now).await?;
    Ok(token)
}

async fn remove(
    tx: &Transaction,
    token: &Row,
    mut entry: NewAuditEntry,
    now: Timestamp,
) -> Result<(), StorageError> {
    access_tokens::delete(tx, token.company_id, token.id).await?;
    entry.changes = vec![change(token, described(token), Value::Null)];
    audit::append(tx, token.company_id, entry, now).await
}

fn change(token: &Row, old: Value, new: Value) -> Change {
    Change {
        path: format!("/accessTokens/{}", token.id),
        old,
        new,
        masked: false,
    }
}

/// What the audit history says of a token.
fn described(token: &Row) -> Value {
    json!({
        "name": token.name,
        "scopes": token.scopes,
        "roleId": token.role_id.map(|role| role.as_uuid()),
        "expiresAt": token.expires_at,
    })
}
