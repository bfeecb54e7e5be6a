//! The provider through its router, as the SDK meets it, and once with the real SDK.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

mod accounts;
mod address;
mod authenticator;
mod emulator;
mod external;
mod folder;
mod guessing;
mod hostile_tokens;
mod keys;
mod notices;
mod passkeys;
mod profile;
mod protocol;
mod recovery_codes;
mod refresh;
mod relying_party;
mod reset;
mod sdk;
mod second_factor;
mod server;
mod verification;
mod witness;
