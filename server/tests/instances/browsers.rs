//! The browser suite through the balancer, while the two instances behind it are drained and started again in turns.

use crate::toolchain::{Elsewhere, run_browser_tests};

/// What lives on sockets, sessions and drafts, and one file of everyday work; by hand, all files run so.
const FILES: [&str; 4] = ["notifications", "outage", "sessions", "tabs"];

#[test]
fn people_work_in_a_browser_while_instances_are_restarted() {
    if !Elsewhere::Balanced.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, HaProxy, Postgres, Redis);
    let cluster = waybill_test_postgres::database();
    let variables = [("WAYBILL_E2E_BALANCED", cluster.as_str())];
    run_browser_tests(&FILES, &variables);
}
