//! A Firebase project in the provider's place. Google is played by a server of the test's own, with real keys, over real sockets.

mod accounts;
mod google;
mod keys;
mod tokens;

use std::sync::Arc;

use jiff::SignedDuration;
use waybill_identity::Error;
use waybill_identity::external::outgoing::Reach;
use waybill_identity::external::{
    Endpoints, Firebase, Outgoing, Project, ServiceAccount, ServiceAccountKey,
};
use waybill_storage::clock::ManualClock;

use self::google::{Google, PROJECT, Signer};
use crate::server::Server;

/// A project, as this program sees it, and the Google that it asks.
struct World {
    server: Server,
    google: Google,
    signer: Signer,
    firebase: Arc<Firebase>,
}

/// Whether the operator has handed out a service account.
#[derive(Clone, Copy, PartialEq)]
enum Account {
    Given,
    None,
}

impl World {
    async fn new() -> Self {
        Self::with(Account::None, None).await
    }

    async fn with(account: Account, tenant: Option<&str>) -> Self {
        let (server, google) = (Server::start().await, Google::start().await);
        let signer = Signer::new("first");
        google.publish(&[&signer]);
        Self {
            firebase: firebase(&server, &google, account, tenant),
            server,
            google,
            signer,
        }
    }

    /// A token of this moment.
    fn token(&self) -> String {
        self.signer
            .token(&google::claims(self.server.clock.as_ref()))
    }

    fn pass(&self, seconds: i64) {
        self.server.advance(SignedDuration::from_secs(seconds));
    }

    async fn refused(&self, token: &str, why: &str) {
        match self.firebase.verify(token).await {
            Err(Error::InvalidIdToken(_)) => {}
            other => panic!("{why}: {other:?}"),
        }
    }
}

fn firebase(
    server: &Server,
    google: &Google,
    account: Account,
    tenant: Option<&str>,
) -> Arc<Firebase> {
    let outgoing = Outgoing::new(Reach::Loopback).unwrap();
    let endpoints = Endpoints {
        keys: google.url("/keys"),
        accounts: google.url("/toolkit"),
        is_emulator: false,
    };
    let project = Project {
        id: PROJECT.to_owned(),
        api_key: "AIza-1".to_owned(),
        tenant: tenant.map(str::to_owned),
    };
    let clock = Arc::<ManualClock>::clone(&server.clock);
    let account = (account == Account::Given).then(|| {
        let key = ServiceAccountKey::parse(&google.service_account().to_string()).unwrap();
        let clock = Arc::<ManualClock>::clone(&server.clock);
        Arc::new(ServiceAccount::new(key, outgoing.clone(), clock))
    });
    let storage = server.storage.clone();
    Arc::new(Firebase::new(
        project, &endpoints, &outgoing, account, storage, clock,
    ))
}
