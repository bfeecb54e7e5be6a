//! The browser suite through the balancer, while the two instances behind it are drained and started again in turns.

use crate::toolchain::run_browser_tests;

/// What lives on sockets, sessions and drafts, and one file of everyday work; by hand, all files run so.
const FILES: [&str; 4] = ["notifications", "outage", "sessions", "tabs"];

#[test]
fn people_work_in_a_browser_while_instances_are_restarted() {
    let files = FILES.map(|name| format!("/{name}.e2e.ts"));
    let files = files.each_ref().map(String::as_str);
    let cluster = waybill_test_postgres::database();
    run_browser_tests(&files, &[("WAYBILL_E2E_BALANCED", &cluster)]);
}
