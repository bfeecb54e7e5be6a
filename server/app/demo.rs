//! Fills an installation that has no company: for a demonstration, or with rows for a benchmark.
//!
//! Invariant: the password is made anew each time, told once and kept nowhere but as a hash.

use waybill_identity::password::Password;
use waybill_services::demo_data::FillError;
use waybill_storage::StorageError;

use super::{App, IdentityProvider, adapters};

pub use waybill_services::demo_data::DemoData;

/// The address of the person who can sign in.
const ADDRESS: &str = "mara.vermeer@meridian-freight.example";

/// Letters and digits that nobody takes for each other.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

/// Who can sign in to what was filled.
pub struct FirstPerson {
    /// The mail address.
    pub address: &'static str,
    /// The password.
    pub password: String,
}

/// Why nothing was filled.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// There is a company already, or one could not be filled in.
    #[error(transparent)]
    Filling(#[from] FillError),
    /// People sign in with accounts that are not ours to make.
    #[error(
        "`--demo` and `seed` make an account to sign in with, which cannot be done at Firebase; leave `[firebase]` out"
    )]
    ExternalIdentity,
    /// The account of the first person.
    #[error("the first person's account cannot be made")]
    Identity(#[source] waybill_identity::Error),
}

impl From<StorageError> for DemoError {
    fn from(error: StorageError) -> Self {
        Self::Filling(error.into())
    }
}

impl App {
    /// Fills in a company, and gives who can sign in to it. The account is a part of the whole: without company, no account.
    ///
    /// # Errors
    /// See [`DemoError`]. Nothing was changed then.
    pub async fn fill(&self, data: DemoData) -> Result<FirstPerson, DemoError> {
        let IdentityProvider::Embedded(provider) = &self.identity else {
            return Err(DemoError::ExternalIdentity);
        };
        let password = password();
        let secret = Password::new(&password);
        let filled = self.services.fill(
            async |storage| {
                let made = provider.vouch_for(storage, ADDRESS, &secret).await;
                let account = made.map_err(DemoError::Identity)?;
                Ok(adapters::identity_of(&account, false))
            },
            data,
        );
        filled.await.map(|_| FirstPerson {
            address: ADDRESS,
            password,
        })
    }
}

impl std::fmt::Display for FirstPerson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Sign in as {} with the password {}.",
            self.address, self.password
        )
    }
}

/// Four groups of four, 80 random bits.
fn password() -> String {
    let letters: Vec<char> = rand::random::<[u8; 16]>()
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect();
    let groups: Vec<String> = letters.chunks(4).map(String::from_iter).collect();
    groups.join("-")
}
