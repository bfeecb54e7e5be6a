//! The browser suite through two instances, the second the services of the first.

use crate::toolchain::run_browser_tests;

/// A file for each service that is elsewhere; by hand, all files run so.
const FILES: [&str; 5] = ["audit", "contacts", "files", "reference", "reports"];

#[test]
fn people_work_in_a_browser_with_services_on_another_machine() {
    let files = FILES.map(|name| format!("/{name}.e2e.ts"));
    let files = files.each_ref().map(String::as_str);
    let cluster = waybill_test_postgres::database();
    run_browser_tests(&files, &[("WAYBILL_E2E_UPSTREAM", &cluster)]);
}
