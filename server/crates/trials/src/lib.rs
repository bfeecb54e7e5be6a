//! Trials: the services in a process of their own, which is killed, fuzzed and loaded. For tests and benchmarks alone.
//!
//! The server here has neither V8 nor an identity provider, so it starts in milliseconds: an ID token is `id:` and a uid, a
//! session token is `jwt:` and the user's id. Everything below it, from the router to the disk, is the product's.
//!
//! | Where | What |
//! |---|---|
//! | [`child`] | the server in a process of its own, which ends with whoever started it |
//! | [`http`] | its router |
//! | `seams` | identities and sessions, taken at their word |
//! | `tests/` | `kill -9`, Schemathesis |
//!
//! Invariant: the program does not depend on this crate.

pub mod child;
pub mod http;
mod seams;

use std::path::Path;
use std::sync::Arc;

use waybill_services::demo_data::{DemoData, FillError};
use waybill_services::{Identity, Services, Settings};
use waybill_storage::{DatabaseUrl, Storage, UserId};

use seams::{Identities, SystemClock, TrustingSessions};

/// Opens the services over a data directory, with a PostgreSQL database when its URL is given.
pub async fn open(
    directory: &Path,
    database: Option<&DatabaseUrl>,
) -> Result<Arc<Services>, Box<dyn std::error::Error>> {
    let storage = Storage::open_at(directory, database).await?;
    let services = Services::new(
        storage,
        Arc::new(SystemClock),
        Arc::new(Identities),
        Arc::new(TrustingSessions),
        Settings::default(),
    );
    let services = services.await?;
    Ok(Arc::new(
        services.with_password_resets(Arc::new(Identities)),
    ))
}

/// Makes a company with one person and so many contacts, as `waybill seed` does; gives the person's id.
pub async fn fill(
    directory: &Path,
    database: Option<&DatabaseUrl>,
    contacts: usize,
) -> Result<UserId, Box<dyn std::error::Error>> {
    let services = open(directory, database).await?;
    let first = async |_: &Storage| {
        Ok::<_, FillError>(Identity {
            uid: "bench".to_owned(),
            email: Some("bench@trials.test".to_owned()),
            email_verified: true,
            name: None,
            authenticated_at: None,
            has_second_factor: false,
        })
    };
    Ok(services.fill(first, DemoData::rows(contacts)).await?)
}
