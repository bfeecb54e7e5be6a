//! The browser suite, where it is about who somebody is, with an Auth emulator in the place of our own provider.

use crate::toolchain::{Elsewhere, run_browser_tests_at_emulator};

/// All that signs in, up and out, and one file of everyday work. What cannot be there prints why.
const FILES: [&str; 11] = [
    "access",
    "authenticator",
    "expiry",
    "first-day",
    "invitation",
    "leaving",
    "password",
    "profile",
    "second-factor",
    "sessions",
    "verification",
];

#[tokio::test(flavor = "multi_thread")]
async fn people_sign_in_with_accounts_at_an_emulator_in_a_browser() {
    if !Elsewhere::Emulator.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, FirebaseTools);
    run_browser_tests_at_emulator(&FILES, Vec::new()).await;
}
