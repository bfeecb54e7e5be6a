//! Browser tests, in a program of their own: cargo runs one program at a time, so whatever they time has the machine to itself.
//!
//! All of them are run at localhost, or over plain http, and some of them at one of the other places that a company may have.
//! Invariant: this program never refers to the server's library, so it links no V8.

#[path = "../browser.rs"]
mod browser;
#[path = "../steps.rs"]
mod steps;
#[path = "../turn.rs"]
mod turn;

use std::io::Write as _;

use browser::{run_browser_tests, run_browser_tests_at_emulator};

/// Another place where browser tests run. Only one of them does at the usual extent.
#[derive(Clone, Copy, Debug)]
enum Elsewhere {
    Emulator,
    UsersApart,
    Upstream,
    Balanced,
    /// All of them, at a host that browsers do not trust.
    PlainHttp,
}

impl Elsewhere {
    const COUNT: usize = 5;

    /// Whether the tests run there in this run; says so where they do not.
    fn has_its_turn(self) -> bool {
        let has = waybill_test_extent::takes(self as usize, Self::COUNT);
        if !has {
            // Past the harness, which keeps what tests print.
            let reason = format!("Not in this run: {self:?}. WAYBILL_TEST_EXTENT=full runs all.\n");
            drop(std::io::stderr().write_all(reason.as_bytes()));
        }
        has
    }
}

#[test]
fn browser_tests_pass() {
    waybill_workshop::needs!(Chromium);
    let is_plain_http = Elsewhere::PlainHttp.has_its_turn();
    if is_plain_http {
        run_browser_tests(&[], &[("WAYBILL_E2E_HOST", "elsewhere.test")]);
    }
    // Both would double the time of a run.
    if !is_plain_http || waybill_test_extent::is_full() {
        run_browser_tests(&[], &[]);
    }
}

/// All that signs in, up and out, and one file of everyday work. What cannot be there prints why.
#[tokio::test(flavor = "multi_thread")]
async fn people_sign_in_with_accounts_at_an_emulator() {
    if !Elsewhere::Emulator.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, FirebaseTools);
    let files = &[
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
    run_browser_tests_at_emulator(files, Vec::new()).await;
}

/// Through two instances, the second the services of the first: what writes, uploads and waits. By hand, all files run so.
#[test]
fn people_work_with_services_on_another_machine() {
    if !Elsewhere::Upstream.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, Postgres, Redis);
    let cluster = waybill_test_postgres::database();
    let variables = [("WAYBILL_E2E_UPSTREAM", cluster.as_str())];
    run_browser_tests(&["contacts", "files", "reports"], &variables);
}

/// What is about who somebody is.
#[tokio::test(flavor = "multi_thread")]
async fn people_work_with_services_and_users_elsewhere() {
    if !Elsewhere::UsersApart.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, FirebaseTools);
    let files = &[
        "first-day",
        "leaving",
        "profile",
        "second-factor",
        "sessions",
        "verification",
    ];
    let variables = vec![("WAYBILL_E2E_APART", "1".to_owned())];
    run_browser_tests_at_emulator(files, variables).await;
}

/// Through the balancer, while the two instances behind it are drained and started again in turns: what lives on sockets,
/// sessions and drafts, and one file of everyday work. By hand, all files run so.
#[test]
fn people_work_while_instances_are_restarted() {
    if !Elsewhere::Balanced.has_its_turn() {
        return;
    }
    waybill_workshop::needs!(Chromium, HaProxy, Postgres, Redis);
    let cluster = waybill_test_postgres::database();
    let files = &["notifications", "outage", "sessions", "tabs"];
    run_browser_tests(files, &[("WAYBILL_E2E_BALANCED", cluster.as_str())]);
}
