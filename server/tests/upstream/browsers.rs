//! The browser suite through two instances, the second the services of the first.

use super::own_iam;
use crate::toolchain::{Elsewhere, run_browser_tests, run_browser_tests_at_emulator};

/// What writes, uploads and waits at services that are elsewhere; by hand, all files run so.
const FILES: [&str; 3] = ["contacts", "files", "reports"];

#[test]
fn people_work_in_a_browser_with_services_on_another_machine() {
    if !Elsewhere::Upstream.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, Postgres, Redis);
    let cluster = waybill_test_postgres::database();
    let variables = [("WAYBILL_E2E_UPSTREAM", cluster.as_str())];
    run_browser_tests(&FILES, &variables);
}

/// What is about who somebody is.
const FILES_OF_USERS: [&str; 6] = [
    "first-day",
    "leaving",
    "profile",
    "second-factor",
    "sessions",
    "verification",
];

#[tokio::test(flavor = "multi_thread")]
async fn people_work_in_a_browser_with_all_services_and_the_users_on_another_machine() {
    if !Elsewhere::UsersApart.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, FirebaseTools);
    let variables = vec![("WAYBILL_E2E_APART", "1".to_owned())];
    run_browser_tests_at_emulator(&FILES_OF_USERS, variables).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_sign_in_at_a_companys_own_iam() {
    waybill_workshop::needs!(Chromium, FirebaseTools);
    let service = own_iam::service(own_iam::usual()).await;
    let address = format!("http://{}", service.address);
    let variables = vec![("WAYBILL_E2E_OWN_IAM", address)];
    run_browser_tests_at_emulator(&["own-iam"], variables).await;
}
