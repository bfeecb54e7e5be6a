//! Who proves who people are: the provider that the program brings along, or a project of the operator's at Firebase.
//!
//! Invariant: this is the one place that knows the difference; what either cannot do is an error in words, never silence.

use std::net::IpAddr;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::Notify;
use waybill_identity::external::outgoing::Reach;
use waybill_identity::external::{
    self, Endpoints, Firebase, Outgoing, Pending, Project, ServiceAccount,
};
use waybill_identity::notice::Client;
use waybill_identity::provider::SignedIn;
use waybill_identity::{Account, Error, Identity, Provider, Uid};
use waybill_services::mail::Post;
use waybill_storage::{Clock, Storage, StorageError, Transaction};

use super::{AppError, Mirror, adapters, identity_mail};
use crate::config::{self, Config};
use crate::session::Sessions;

/// The identity provider.
#[derive(Clone, Debug)]
pub enum IdentityProvider {
    /// The program's own.
    Embedded(Arc<Provider>),
    /// Google's.
    External(Arc<Firebase>),
}

/// Who signed in by form.
pub struct Proved {
    /// The account.
    pub identity: waybill_services::Identity,
    /// The ID token that says so; none of the program's own provider, which needs none here.
    pub id_token: Option<String>,
}

/// What a form's password led to.
pub enum FormSignIn {
    /// To who it is.
    In(Proved),
    /// To the code of an authenticator app.
    Owes(Pending),
}

/// Starts the program's own provider.
pub(super) async fn embedded(
    config: &Config,
    storage: &Storage,
    clock: &Arc<dyn Clock>,
    sessions: &Arc<Sessions>,
    post: &Post,
) -> Result<IdentityProvider, AppError> {
    let settings = waybill_identity::Config {
        public_origin: config.url(),
        hashing: config.hashing,
        ..waybill_identity::Config::default()
    };
    let provider = Provider::start(
        storage.clone(),
        Arc::clone(clock),
        adapters::relying_party(sessions, storage, config.url()),
        identity_mail::post(storage, post),
        settings,
    );
    let provider = provider.await.map_err(AppError::Identity)?;
    Ok(IdentityProvider::Embedded(Arc::new(provider)))
}

/// The project at Firebase; and who writes into its realtime database, if it has one. Nothing is asked yet.
pub(super) fn external(
    config: &config::Firebase,
    storage: &Storage,
    clock: &Arc<dyn Clock>,
) -> Result<(IdentityProvider, Option<Arc<Mirror>>), AppError> {
    let (endpoints, reach) = match &config.auth_emulator {
        Some(origin) => {
            tracing::warn!(
                origin,
                "Insecure: unsigned tokens of the Auth emulator are accepted, so anyone can sign in as anyone."
            );
            (Endpoints::emulator(origin), Reach::Loopback)
        }
        None => (Endpoints::google(), Reach::Internet),
    };
    let outgoing = Outgoing::new(reach).map_err(|error| AppError::Identity(error.into()))?;
    let service_account = config.service_account.clone().map(|key| {
        let account = ServiceAccount::new(key, outgoing.clone(), Arc::clone(clock));
        Arc::new(account)
    });
    let project = Project {
        id: config.project_id.clone(),
        api_key: config.api_key.clone(),
        tenant: config.tenant_id.clone(),
    };
    let firebase = Arc::new(Firebase::new(
        project,
        &endpoints,
        &outgoing,
        service_account.clone(),
        storage.clone(),
        Arc::clone(clock),
    ));
    // The configuration has no database without a service account.
    let mirror = config.database.as_ref().zip(service_account);
    let mirror = mirror.map(|(database, service_account)| {
        Arc::new(Mirror {
            origin: database.origin().to_owned(),
            outgoing,
            service_account,
            firebase: Arc::clone(&firebase),
            storage: storage.clone(),
            clock: Arc::clone(clock),
            marked: Notify::new(),
        })
    });
    Ok((IdentityProvider::External(firebase), mirror))
}

impl IdentityProvider {
    /// The project whose tokens these are.
    pub fn project_id(&self) -> &str {
        match self {
            Self::Embedded(provider) => &provider.config().project_id,
            Self::External(firebase) => &firebase.project().id,
        }
    }

    /// Who presented this ID token, for a session to begin.
    pub(super) async fn verify(&self, id_token: &str) -> Result<Identity, Error> {
        match self {
            Self::Embedded(provider) => provider.verify(id_token).await,
            Self::External(firebase) => firebase.verify(id_token).await,
        }
    }

    /// The same where nothing begins.
    pub(super) async fn recognise(&self, id_token: &str) -> Result<Identity, Error> {
        match self {
            Self::Embedded(provider) => provider.verify(id_token).await,
            Self::External(firebase) => firebase.recognise(id_token).await,
        }
    }

    /// Whether a sign-in of that second is still good.
    pub(super) async fn is_signed_in(
        &self,
        uid: &Uid,
        authenticated_at: Timestamp,
    ) -> Result<bool, Error> {
        match self {
            Self::Embedded(provider) => provider.is_signed_in(uid, authenticated_at).await,
            Self::External(firebase) => firebase.is_signed_in(uid, authenticated_at).await,
        }
    }

    /// Checks a password as the SDK has it checked: same rules, same counters.
    pub(super) async fn sign_in_with_password(
        &self,
        email: &str,
        password: &str,
        client: Option<IpAddr>,
    ) -> Result<FormSignIn, Error> {
        Ok(match self {
            Self::Embedded(provider) => {
                let signed_in = provider.sign_in_with_password(email, password, client);
                match signed_in.await? {
                    SignedIn::In(account, ()) => FormSignIn::In(of_own(&account, false)),
                    SignedIn::Owes(owed) => FormSignIn::Owes(Pending {
                        credential: owed.credential,
                        factor_id: owed.factor.id,
                    }),
                }
            }
            Self::External(firebase) => {
                let signed_in = firebase.sign_in_with_password(email, password, client);
                match signed_in.await? {
                    external::FormSignIn::In(identity, id_token) => {
                        FormSignIn::In(of_form(*identity, id_token))
                    }
                    external::FormSignIn::Owes(pending) => FormSignIn::Owes(pending),
                }
            }
        })
    }

    /// Whether passkeys can be made and used.
    pub fn offers_passkeys(&self) -> bool {
        match self {
            Self::Embedded(provider) => provider.offers_passkeys(),
            Self::External(_) => false,
        }
    }

    /// Goes on with such a sign-in by a code of the authenticator app, or a recovery code of the program's own provider.
    pub(super) async fn finish_sign_in(
        &self,
        pending: &Pending,
        code: &str,
        client: &Client,
    ) -> Result<Proved, Error> {
        match self {
            Self::Embedded(provider) => {
                let Pending {
                    credential,
                    factor_id,
                } = pending;
                let account = provider.finish_sign_in_by_form(credential, factor_id, code, client);
                Ok(of_own(&account.await?, true))
            }
            Self::External(firebase) => {
                let proved = firebase.finish_sign_in_by_form(pending, code, client.address);
                let (identity, id_token) = proved.await?;
                Ok(of_form(identity, id_token))
            }
        }
    }

    /// Has a link for a new password mailed.
    pub(super) async fn send_password_reset(
        &self,
        email: &str,
        client: Option<IpAddr>,
    ) -> Result<(), Error> {
        match self {
            Self::Embedded(provider) => provider.send_password_reset(email, None, client).await,
            Self::External(firebase) => firebase.send_password_reset(email, client).await,
        }
    }

    /// Ends one sign-in of an account once `tx` is committed.
    pub(super) async fn end_sign_in(
        &self,
        tx: &Transaction,
        uid: &str,
        authenticated_at: Timestamp,
    ) -> Result<(), StorageError> {
        match self {
            Self::Embedded(provider) => {
                let uid = Uid::new(uid);
                provider.end_sign_in(tx, &uid, authenticated_at).await
            }
            Self::External(firebase) => {
                let uid = Uid::new(uid);
                firebase.end_sign_in(tx, &uid, authenticated_at).await
            }
        }
    }

    /// The account's address counts as proved once `tx` is committed. A project of Google's is not told: what it says of an
    /// address changes nothing about one that was proved here.
    pub(super) async fn prove_address(
        &self,
        tx: &Transaction,
        uid: &str,
    ) -> Result<(), StorageError> {
        match self {
            Self::Embedded(provider) => provider.prove_address(tx, &Uid::new(uid)).await,
            Self::External(_) => Ok(()),
        }
    }

    /// Does without the authenticator app of an account; whether it had one. Google does not say, so it counts as one.
    pub(super) async fn remove_second_factor(&self, uid: &str) -> Result<bool, Error> {
        let uid = Uid::new(uid);
        match self {
            Self::Embedded(provider) => provider.remove_factor(&uid).await,
            Self::External(firebase) => firebase.remove_factors(&uid).await.map(|()| true),
        }
    }

    /// Has an account's refresh tokens become worthless once `tx` is committed, where they are not ours. Nobody waits for it: the own
    /// sessions of a user who is not active end anyway.
    pub(super) fn shut_out(&self, tx: &Transaction, uid: &str) {
        let Self::External(firebase) = self else {
            return;
        };
        if !firebase.has_service_account() {
            return;
        }
        let (firebase, uid) = (Arc::clone(firebase), Uid::new(uid));
        tx.after_commit(move || {
            let telling = async move {
                if let Err(error) = firebase.revoke(&uid).await {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(
                        error,
                        "The sessions of an account at Firebase could not be revoked."
                    );
                }
            };
            drop(tokio::spawn(telling));
        });
    }

    /// Lets the next signing key take its turn. Google turns its own.
    pub(super) async fn turn_keys(&self) -> Result<(), Error> {
        match self {
            Self::Embedded(provider) => provider.turn_keys().await,
            Self::External(_) => Ok(()),
        }
    }
}

fn of_own(account: &Account, has_second_factor: bool) -> Proved {
    Proved {
        identity: adapters::identity_of(account, has_second_factor),
        id_token: None,
    }
}

/// Who signed in by form: the browser holds no tokens of that sign-in.
fn of_form(identity: Identity, id_token: String) -> Proved {
    Proved {
        identity: waybill_services::Identity {
            authenticated_at: None,
            ..adapters::identity(identity)
        },
        id_token: Some(id_token),
    }
}
