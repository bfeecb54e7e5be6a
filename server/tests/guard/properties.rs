//! What holds for every visit: at most one redirect, and a sign-in that leads back.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use waybill::guard::{Decision, Navigation, Presence, Reason, SessionEffect};
use waybill::routes::{Path, Route};

use super::{NAVIGATIONS, PRESENCES, QUERIES, decide, decide_on, table};
use crate::matcher::{SPECIFICATION, specification};
use crate::redirect::corpus;

use Navigation::SameSite;
use Presence::{Anonymous, Invalid, SignedIn};
use SessionEffect::{DropToken, End, Keep};

/// The next request of a browser that follows `decision`.
fn next(decision: &Decision, presence: Presence) -> Option<(String, Presence)> {
    let Decision::Redirect { to, session, .. } = decision else {
        return None;
    };
    let left = match (presence, session) {
        (SignedIn, Keep) => SignedIn,
        // The cookies are gone, or there were none.
        (Anonymous, _) | (_, DropToken | End) => Anonymous,
        (Invalid, Keep) => Invalid,
    };
    Some((to.clone(), left))
}

#[test]
fn no_visit_is_redirected_twice() {
    let matcher = specification();
    let mut visits = 0;
    let rows = corpus().rows.into_iter().map(|it| {
        let value = utf8_percent_encode(&it.value, NON_ALPHANUMERIC);
        format!("?redirect_uri={value}")
    });
    let queries: Vec<String> = QUERIES
        .iter()
        .map(|it| (*it).to_owned())
        .chain(rows)
        .collect();
    for path in specification_paths() {
        for query in &queries {
            for (presence, navigation) in PRESENCES
                .iter()
                .flat_map(|it| NAVIGATIONS.map(|other| (*it, other)))
            {
                let url = format!("{path}{query}");
                let first = decide_on(&matcher, None, &url, presence, navigation);
                visits += 1;
                let Some((to, left)) = next(&first, presence) else {
                    continue;
                };
                assert!(to.starts_with('/') && !to.starts_with("//"), "{url} → {to}");
                let second = decide_on(&matcher, None, &to, left, navigation);
                assert!(
                    next(&second, left).is_none(),
                    "{presence:?} {url} → {to} → {second:?}"
                );
                // Even a browser that keeps the bad cookie ends there.
                let stubborn = decide_on(&matcher, None, &to, presence, navigation);
                assert!(
                    next(&stubborn, presence).is_none(),
                    "{presence:?} {url} → {to} → {stubborn:?}"
                );
            }
        }
    }
    assert!(visits > 20_000, "{visits}");
}

#[test]
fn a_sign_in_leads_back_to_where_it_was_asked_for() {
    for path in specification_paths() {
        let Decision::Redirect {
            to,
            because: Reason::SignInRequired,
            ..
        } = decide(&path, Anonymous, SameSite)
        else {
            continue;
        };
        let Some(asked_for) = to.strip_prefix("/login?redirect_uri=") else {
            continue;
        };
        let asked_for = percent_decode_str(asked_for).decode_utf8().unwrap();
        let matcher = specification();
        let page = |url: &str| matcher.match_path(&Path::parse(url).unwrap()).unwrap();
        let there = page(&asked_for);
        let there = there
            .redirect()
            .map_or(asked_for.to_string(), ToString::to_string);
        let Decision::Redirect { to, .. } = decide(&to, SignedIn, SameSite) else {
            panic!("{to} does not redirect the signed-in");
        };
        assert_eq!(to, there);
    }
}

fn specification_paths() -> Vec<String> {
    let routes: Vec<Route> = serde_json::from_str(SPECIFICATION).unwrap();
    table::paths(&routes)
}
