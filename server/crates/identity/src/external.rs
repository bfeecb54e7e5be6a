//! A Firebase project at Google in the place of this crate's own provider: who holds its ID tokens, sign-in by a form, mails for
//! new passwords, and what the operator's service account may know and do about accounts.
//!
//! | Module | Noun |
//! |---|---|
//! | [`outgoing`] | [`Outgoing`]: requests to other machines, bounded in time and size |
//! | [`keys`] | the project's public keys, fetched and kept |
//! | [`service_account`] | [`ServiceAccount`]: access tokens of the operator's |
//! | [`toolkit`] | Google's endpoints of accounts |
//! | [`standing`] | what was heard lately about accounts |
//! | [`accounts`] | what is asked of the provider besides verifying |
//!
//! Invariants: the configuration decides who verifies a token, never the token. Unsigned tokens are taken only where the operator
//! has named an Auth emulator on this machine. Who cannot be asked has not said yes.

mod accounts;
mod endpoints;
mod keys;
pub mod outgoing;
pub mod service_account;
mod standing;
mod toolkit;

use std::sync::Arc;

use jiff::Timestamp;
use jsonwebtoken::Algorithm;
use serde_json::{Map, Value};
use waybill_storage::identity::{Uid, ended};
use waybill_storage::{Clock, Storage};

use crate::config::Limits;
use crate::counting::Counters;
use crate::email::Email;
use crate::tokens::Statement;
use crate::tokens::claims::{self, Expected};
use crate::tokens::compact::Compact;
use crate::{Error, Identity};

pub use accounts::{Claim, FormSignIn, Pending};
pub use endpoints::Endpoints;
pub use outgoing::{Outgoing, OutgoingError};
pub use service_account::{AccessToken, KeyError, ServiceAccount, ServiceAccountKey};

use keys::Keys;
use standing::{Standing, Standings};
use toolkit::Toolkit;

/// A project as the operator names it.
#[derive(Clone, Debug)]
pub struct Project {
    /// Its id: audience of its tokens and end of their issuer.
    pub id: String,
    /// What browsers name it by; no secret.
    pub api_key: String,
    /// The one of its tenants whose people these are; none when it has no tenants.
    pub tenant: Option<String>,
}

/// Why the project could not be asked, or its answer decides nothing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Nobody answered, or too much, or too late.
    #[error(transparent)]
    Outgoing(#[from] OutgoingError),
    /// It answered with an error of which nothing follows for the account.
    #[error("it responded with {status} {code}")]
    Answer {
        /// The status.
        status: u16,
        /// Google's word for it; may be empty.
        code: String,
    },
    /// The answer is not what was asked for.
    #[error("its {0} cannot be read")]
    Unreadable(&'static str),
    /// It did not answer a moment ago, and is not asked again so soon.
    #[error("its {0} could not be fetched a moment ago")]
    Lately(&'static str),
    /// This takes a service account, and none is configured.
    #[error("no service account is configured")]
    NoServiceAccount,
}

/// A project of Firebase Authentication. Share it in an [`Arc`].
pub struct Firebase {
    project: Project,
    issuer: String,
    takes_unsigned: bool,
    keys: Keys,
    toolkit: Toolkit,
    service_account: Option<Arc<ServiceAccount>>,
    standings: Standings,
    storage: Storage,
    clock: Arc<dyn Clock>,
    counters: Counters,
    limits: Limits,
}

impl std::fmt::Debug for Firebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Firebase")
            .field("project_id", &self.project.id)
            .finish_non_exhaustive()
    }
}

impl Firebase {
    /// The project behind these endpoints. Nothing is asked yet. `service_account` may know and change what accounts are; without
    /// one, a token is good until it expires, whatever became of its account.
    pub fn new(
        project: Project,
        endpoints: &Endpoints,
        outgoing: &Outgoing,
        service_account: Option<Arc<ServiceAccount>>,
        storage: Storage,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            issuer: format!("https://securetoken.google.com/{}", project.id),
            takes_unsigned: endpoints.is_emulator,
            keys: Keys::new(&endpoints.keys, outgoing.clone(), Arc::clone(&clock)),
            toolkit: Toolkit::new(&endpoints.accounts, outgoing.clone(), &project),
            service_account,
            standings: Standings::default(),
            counters: Counters::new(storage.clone(), Arc::clone(&clock)),
            limits: Limits::default(),
            project,
            storage,
            clock,
        }
    }

    /// The project.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Who presented this ID token, for a session to begin: with a service account, the provider is asked whether the account and
    /// its sign-ins are still good.
    ///
    /// [`Error::InvalidIdToken`] unless it is the project's, unexpired and whole; [`Error::NotFound`], [`Error::Disabled`] or
    /// [`Error::Revoked`] when the account says so since; [`Error::External`] when that could not be decided.
    pub async fn verify(&self, id_token: &str) -> Result<Identity, Error> {
        let (statement, claims) = self.open(id_token).await?;
        let heard = match &self.service_account {
            Some(_) => {
                let standing = self.ask_standing(&statement.subject).await?;
                Some((standing, Timestamp::MAX))
            }
            None => None,
        };
        identity(statement, claims, heard)
    }

    /// The same where nothing begins: what was heard about the account minutes ago is enough, or longer ago while the provider is
    /// away.
    pub async fn recognise(&self, id_token: &str) -> Result<Identity, Error> {
        let (statement, claims) = self.open(id_token).await?;
        let heard = match &self.service_account {
            Some(_) => Some(self.known_standing(&statement.subject).await?),
            None => None,
        };
        identity(statement, claims, heard)
    }

    /// Whether a sign-in of that second is still good, as far as was heard minutes ago.
    pub async fn is_signed_in(
        &self,
        uid: &Uid,
        authenticated_at: Timestamp,
    ) -> Result<bool, Error> {
        if ended::is_ended(self.storage.reader(), uid, authenticated_at).await? {
            return Ok(false);
        }
        if self.service_account.is_none() {
            return Ok(true);
        }
        match self.known_standing(uid.as_str()).await {
            Ok((standing, _)) => Ok(check_alive(&standing, authenticated_at).is_ok()),
            Err(Error::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What the token states, and its claims, if it is one of the project's.
    async fn open(&self, id_token: &str) -> Result<(Statement, Map<String, Value>), Error> {
        let token = Compact::parse(id_token)?;
        let claims = if self.takes_unsigned {
            token.claims_signed_by_nobody()?
        } else {
            let key = self.keys.get(token.key_id(Algorithm::RS256)?).await?;
            token.claims_signed_by(&key, Algorithm::RS256)?
        };
        let expected = Expected {
            issuer: &self.issuer,
            audience: &self.project.id,
            tenant: self.project.tenant.as_deref(),
        };
        let statement = claims::check(&claims, expected, self.clock.now())?;
        let (db, uid) = (self.storage.reader(), Uid::new(&*statement.subject));
        if ended::is_ended(db, &uid, statement.authenticated_at).await? {
            return Err(Error::Revoked);
        }
        Ok((statement, claims))
    }
}

/// The account as it was heard of, and as a token has it that was issued since, or of which nothing was heard.
fn identity(
    statement: Statement,
    claims: Map<String, Value>,
    heard: Option<(Standing, Timestamp)>,
) -> Result<Identity, Error> {
    let text = |name| claims.get(name).and_then(Value::as_str).map(str::to_owned);
    let (mut email, mut email_verified) = (
        text("email"),
        claims.get("email_verified") == Some(&Value::Bool(true)),
    );
    let name = text("name");
    let mut custom = claims;
    if let Some((standing, at)) = heard {
        check_alive(&standing, statement.authenticated_at)?;
        // Who has just followed the link of a mail has a token that says so.
        if statement.issued_at.as_second() < at.as_second() {
            (email, email_verified) = (standing.email, standing.email_verified);
        }
        custom = standing.claims;
    } else {
        custom.retain(|name, _| !crate::tokens::is_reserved(name));
    }
    // An address that is none of ours is none: nobody can be found or told by it.
    let email = email.and_then(|it| it.parse::<Email>().ok());
    Ok(Identity {
        has_second_factor: statement.second_factor.is_some(),
        uid: Uid::new(statement.subject),
        email_verified: email_verified && email.is_some(),
        email: email.map(|it| it.as_str().to_owned()),
        name,
        claims: custom,
        authenticated_at: statement.authenticated_at,
        expires_at: statement.expires_at,
    })
}

fn check_alive(standing: &Standing, authenticated_at: Timestamp) -> Result<(), Error> {
    if standing.disabled {
        Err(Error::Disabled)
    } else if authenticated_at < standing.valid_since {
        Err(Error::Revoked)
    } else {
        Ok(())
    }
}

impl From<OutgoingError> for Error {
    fn from(error: OutgoingError) -> Self {
        Failure::from(error).into()
    }
}
