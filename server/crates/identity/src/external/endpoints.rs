//! Endpoints: where a project's provider answers.
//!
//! Invariant: the emulator's are those of one address, and its tokens are the only unsigned ones that are ever taken.

/// Where the provider answers.
#[derive(Clone, Debug)]
pub struct Endpoints {
    /// The public keys of its ID tokens, as a JWK set.
    pub keys: String,
    /// What comes before `/v1/accounts:…`.
    pub accounts: String,
    /// Whether it is the Auth emulator, whose tokens nobody signs.
    pub is_emulator: bool,
}

impl Endpoints {
    /// Google's own.
    pub fn google() -> Self {
        const KEYS: &str = "https://www.googleapis.com/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com";

        Self {
            keys: KEYS.to_owned(),
            accounts: "https://identitytoolkit.googleapis.com".to_owned(),
            is_emulator: false,
        }
    }

    /// Those of an Auth emulator at this origin.
    pub fn emulator(origin: &str) -> Self {
        Self {
            keys: String::new(),
            accounts: format!("{origin}/identitytoolkit.googleapis.com"),
            is_emulator: true,
        }
    }
}
