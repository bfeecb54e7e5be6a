//! The browser suite through two instances, the second the services of the first.

use crate::firebase::emulator::Emulator;
use crate::toolchain::run_browser_tests;

/// What writes, uploads and waits at services that are elsewhere; by hand, all files run so.
const FILES: [&str; 3] = ["contacts", "files", "reports"];

#[test]
fn people_work_in_a_browser_with_services_on_another_machine() {
    let files = FILES.map(|name| format!("/{name}.e2e.ts"));
    let files = files.each_ref().map(String::as_str);
    let cluster = waybill_test_postgres::database();
    run_browser_tests(&files, &[("WAYBILL_E2E_UPSTREAM", &cluster)]);
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
    let emulator = Emulator::start().await;
    let files = FILES_OF_USERS.map(|name| format!("/{name}.e2e.ts"));
    tokio::task::spawn_blocking(move || {
        let files = files.each_ref().map(String::as_str);
        let variables = [
            ("WAYBILL_E2E_APART", "1"),
            ("WAYBILL_E2E_AUTH_EMULATOR", &emulator.origin),
        ];
        run_browser_tests(&files, &variables);
    })
    .await
    .unwrap();
}
