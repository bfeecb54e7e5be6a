//! The whole guard at one view: every route of this build's manifest × session state × query.

use std::fmt::Write;

use waybill::guard::{Decision, Navigation};
use waybill::routes::{Manifest, Matcher, Route};

use super::{PRESENCES, QUERIES, decide_on};
use crate::matcher::MANIFEST;

/// Who may open a new screen, and where does everyone else go? Its lines in this snapshot say.
#[test]
fn the_guard_as_a_table() {
    let manifest = Manifest::parse(MANIFEST).unwrap();
    let matcher = Matcher::new(&manifest.routes).unwrap();
    let mut table = String::new();
    for path in paths(&manifest.routes) {
        writeln!(table, "{path}").unwrap();
        for presence in PRESENCES {
            for query in QUERIES {
                let decision = decide_on(
                    &matcher,
                    None,
                    &format!("{path}{query}"),
                    presence,
                    Navigation::SameSite,
                );
                let presence = format!("{presence:?}");
                writeln!(table, "  {presence:<10}{query:<38} {}", line(&decision)).unwrap();
            }
        }
    }
    insta::assert_snapshot!("the_guard_as_a_table", table);
}

fn line(decision: &Decision) -> String {
    match decision {
        Decision::Render(session) => format!("render, {session:?}"),
        Decision::NotFound(session) => format!("404, {session:?}"),
        Decision::Redirect {
            to,
            because,
            session,
        } => format!("303 {to} ({because:?}), {session:?}"),
    }
}

/// A path for each route with an address, in the order of the table, each once.
pub(super) fn paths(routes: &[Route]) -> Vec<String> {
    fn add(routes: &[Route], parent: &str, found: &mut Vec<String>) {
        for route in routes {
            let path = route.path.as_deref().unwrap_or_default();
            let full = match path.strip_prefix('/') {
                Some(_) => path.to_owned(),
                None if path.is_empty() => parent.to_owned(),
                None => format!("{}/{path}", parent.trim_end_matches('/')),
            };
            let sample = full
                .split('/')
                .map(|segment| match (segment, segment.strip_prefix(':')) {
                    ("*", _) => "no/such/page".to_owned(),
                    (_, Some(name)) => format!("some-{name}"),
                    _ => segment.to_owned(),
                })
                .collect::<Vec<_>>()
                .join("/");
            if (route.path.is_some() || route.index) && !found.contains(&sample) {
                found.push(sample);
            }
            add(&route.children, &full, found);
        }
    }
    let mut found = Vec::new();
    add(routes, "", &mut found);
    found
}
