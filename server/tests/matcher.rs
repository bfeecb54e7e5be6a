//! The matcher gives what react-router gives, for the product's table and for random ones.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test whose preparation fails should stop"
)]

mod tables;

use std::collections::BTreeMap;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill::routes::{Auth, Manifest, Match, Matcher, MatcherError, Path, PathError, Route};

use crate::node;
use tables::Table;

/// A table with every route of specification 2.
pub(crate) const SPECIFICATION: &str = include_str!("data/routes.json");

/// The manifest of this build.
pub(crate) const MANIFEST: &str = include_str!(concat!(env!("OUT_DIR"), "/manifest.json"));

/// A table and the pathnames to try on it.
#[derive(Serialize)]
struct Question<'a> {
    routes: &'a RawValue,
    pathnames: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Refused(Refusal),
    Matches(Vec<Option<Found>>),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Refusal {
    Refused,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Found {
    ids: Vec<String>,
    params: BTreeMap<String, String>,
}

impl From<&Match> for Found {
    fn from(matched: &Match) -> Self {
        Self {
            ids: matched.chain().iter().map(|it| it.id.clone()).collect(),
            params: matched
                .params()
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
    }
}

#[test]
fn the_matcher_agrees_with_react_router_on_random_tables() {
    let tables = generate(tables::table(), 2_000);
    let texts: Vec<Box<RawValue>> = tables.iter().map(Table::json).collect();
    let questions = texts.iter().zip(&tables).map(|(routes, table)| Question {
        routes,
        pathnames: table
            .pathnames()
            .into_iter()
            .filter(|it| Path::parse(it).is_ok())
            .collect(),
    });
    let count = compare(&questions.collect::<Vec<_>>());
    println!("{count:?}");
    assert!(
        count.compared > 40_000 && count.matched > 20_000,
        "{count:?}"
    );
    assert!(count.refused > 50 && count.unclear < 40, "{count:?}");
}

#[test]
fn the_matcher_agrees_with_react_router_on_the_products_tables() {
    let manifest: BTreeMap<String, Box<RawValue>> = {
        let whole: BTreeMap<String, Box<RawValue>> = serde_json::from_str(MANIFEST).unwrap();
        whole
            .into_iter()
            .filter(|(key, _)| key == "routes")
            .collect()
    };
    let tables = [
        serde_json::from_str::<Box<RawValue>>(SPECIFICATION).unwrap(),
        manifest["routes"].clone(),
    ];
    let questions = tables.iter().map(|routes| {
        let list: Vec<Route> = serde_json::from_str(routes.get()).unwrap();
        let patterns = tables::full_patterns(&list);
        let pathnames = generate(tables::pathname(patterns), 5_000);
        Question {
            routes,
            pathnames: pathnames
                .into_iter()
                .filter(|it| Path::parse(it).is_ok())
                .collect(),
        }
    });
    let count = compare(&questions.collect::<Vec<_>>());
    println!("{count:?}");
    assert!(count.compared > 9_000 && count.matched > 9_000, "{count:?}");
    assert_eq!((count.refused, count.unclear), (0, 0));
}

#[derive(Debug, Default)]
struct Count {
    compared: usize,
    matched: usize,
    refused: usize,
    unclear: usize,
}

/// Compares both matchers on all pathnames, and on all tables that both refuse.
#[track_caller]
fn compare(questions: &[Question<'_>]) -> Count {
    let answers: Vec<Answer> = node::ask("match-routes.ts", &questions);
    let mut count = Count::default();
    for (question, answer) in questions.iter().zip(answers) {
        let routes: Vec<Route> = serde_json::from_str(question.routes.get()).unwrap();
        let (matcher, answers) = match (Matcher::new(&routes), answer) {
            (Ok(matcher), Answer::Matches(answers)) => (matcher, answers),
            (Err(MatcherError::Ranking), Answer::Matches(_)) => {
                count.unclear += 1;
                continue;
            }
            (Err(MatcherError::Outside { .. }), Answer::Refused(Refusal::Refused)) => {
                count.refused += 1;
                continue;
            }
            (ours, Answer::Refused(Refusal::Refused)) => panic!(
                "only react-router refuses, we say {ours:?}: {}",
                question.routes
            ),
            (Err(error), _) => panic!("only we refuse, {error}: {}", question.routes),
        };
        for (pathname, theirs) in question.pathnames.iter().zip(answers) {
            let ours = matcher.match_path(&Path::parse(pathname).unwrap());
            let ours = ours.as_ref().map(Found::from);
            assert_eq!(ours, theirs, "{pathname:?} on {}", question.routes);
            count.compared += 1;
            count.matched += usize::from(ours.is_some());
        }
    }
    count
}

/// `count` values of a strategy, the same ones each time.
pub(crate) fn generate<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}

/// The matcher of specification 2.
pub(crate) fn specification() -> Matcher {
    Matcher::new(&serde_json::from_str::<Vec<Route>>(SPECIFICATION).unwrap()).unwrap()
}

fn find(matcher: &Matcher, path: &str) -> Option<Match> {
    matcher.match_path(&Path::parse(path).unwrap())
}

#[test]
fn the_builds_manifest_is_a_table_with_the_pages_of_the_specification() {
    let manifest = Manifest::parse(MANIFEST).unwrap();
    let matcher = Matcher::new(&manifest.routes).unwrap();
    for (path, id, auth) in [
        ("/", "home", Auth::Public),
        ("/login", "login", Auth::Guest),
        ("/register", "register", Auth::Guest),
        ("/dashboard", "dashboard", Auth::Required),
        ("/notFound", "not-found", Auth::Required),
        ("/accounts/roles/create/", "role-create", Auth::Required),
        ("/settings", "settings-index", Auth::Required),
        ("/settings/profile", "profile", Auth::Required),
        ("/settings/company", "company", Auth::Required),
        ("/settings/users", "users", Auth::Required),
        ("/settings/users/7", "user", Auth::Required),
        ("/settings/roles", "roles", Auth::Required),
        ("/settings/roles/7", "role", Auth::Required),
        ("/settings/picklist", "picklists", Auth::Required),
        ("/settings/airport", "airports", Auth::Required),
        ("/settings/oceanport", "ocean-ports", Auth::Required),
        (
            "/settings/receivinglocation",
            "receiving-locations",
            Auth::Required,
        ),
        ("/settings/countries", "countries", Auth::Required),
        ("/settings/currencies", "currencies", Auth::Required),
        ("/settings/templates", "templates", Auth::Required),
        ("/settings/templates/7/quote", "template", Auth::Required),
        ("/no/such/page", "unknown", Auth::Required),
    ] {
        let page = find(&matcher, path).unwrap_or_else(|| panic!("{path} matches nothing"));
        assert_eq!((&*page.leaf().id, page.auth()), (id, auth), "{path}");
    }
    assert!(find(&matcher, "/no/such/page").unwrap().is_catch_all());
}

#[test]
fn literal_siblings_win_over_the_port_wildcard() {
    let matcher = specification();
    for (path, id) in [
        ("/settings/users", "users"),
        ("/settings/USERS/", "users"),
        ("/settings/airport", "ports"),
        ("/settings/templates/7/mail", "template"),
        ("/settings/templates/7", "unknown"),
        ("/settings", "settings-index"),
        ("/accounts/roles/create", "role-create"),
        ("/accounts/roles/create/", "role-create"),
    ] {
        assert_eq!(find(&matcher, path).unwrap().leaf().id, id, "{path}");
    }
}

#[test]
fn a_match_tells_what_the_document_needs() {
    let matcher = specification();
    let page = find(&matcher, "/settings/profile").unwrap();
    assert_eq!(page.pattern(), "/settings/profile");
    assert_eq!(page.title("en"), Some("Profile"));
    assert_eq!(
        page.needs().collect::<Vec<_>>(),
        [
            ("company", "/iam/api/v1/companies/{companyId}"),
            ("user", "/iam/api/v1/users-token")
        ]
    );
    assert_eq!(
        page.modules().collect::<Vec<_>>(),
        [
            "/assets/shared-1.js",
            "/assets/settings-1.js",
            "/assets/profile-1.js"
        ]
    );
    let user = find(&matcher, "/settings/users/%E2%82%AC%20a").unwrap();
    assert_eq!(user.params().get("id"), Some("€ a"));
    assert_eq!(user.params().get("port"), None);
}

#[test]
fn the_leafs_auth_counts_unless_a_parent_requires_a_session() {
    let table = r#"[
      {"id":"open","path":"open","auth":"public","children":[
        {"id":"inherits","path":"inherits"},
        {"id":"stricter","path":"stricter","auth":"required","children":[
          {"id":"laxer","path":"laxer","auth":"public"}]}]},
      {"id":"silent","path":"silent"},
      {"id":"moved","path":"moved","redirect":"/open"}]"#;
    let matcher = Matcher::new(&serde_json::from_str::<Vec<Route>>(table).unwrap()).unwrap();
    for (path, auth) in [
        ("/open", Auth::Public),
        ("/open/inherits", Auth::Public),
        ("/open/stricter", Auth::Required),
        ("/open/stricter/laxer", Auth::Required),
        ("/silent", Auth::Required),
        ("/moved", Auth::Public),
    ] {
        assert_eq!(find(&matcher, path).unwrap().auth(), auth, "{path}");
    }
}

#[test]
fn a_table_that_could_mean_two_things_is_refused() {
    for (table, sentence) in [
        (
            r#"[{"id":"a","path":"a//b"}]"#,
            "route `a`: pattern `a//b`: it has an empty segment",
        ),
        (
            r#"[{"id":"a","path":"a*"}]"#,
            "route `a`: pattern `a*`: `*` may only be the last segment",
        ),
        (
            r#"[{"id":"a","path":"*/a"}]"#,
            "route `a`: pattern `*/a`: `*` may only be the last segment",
        ),
        (
            r#"[{"id":"a","path":"a?b"}]"#,
            "route `a`: pattern `a?b`: `?` may only end a segment",
        ),
        (
            r#"[{"id":"a","path":"a\\b"}]"#,
            "route `a`: pattern `a\\b`: it has a backslash",
        ),
        (
            r#"[{"id":"a","path":"a","children":[{"id":"b","path":"/b"}]}]"#,
            "route `b`: the absolute pattern `/b` must begin with `/a`",
        ),
        (
            r#"[{"id":"a","index":true,"children":[{"id":"b","path":"b"}]}]"#,
            "route `a`: an index route has no children",
        ),
        (
            r#"[{"id":"a","path":"a","redirect":"//evil.test"}]"#,
            "route `a`: redirect to `//evil.test`: the path has an empty segment",
        ),
        (
            r#"[{"id":"a","path":"a","redirect":"/b"},{"id":"b","path":"b","redirect":"/a"}]"#,
            "route `a`: redirect to `/b`, which is no page",
        ),
    ] {
        let routes: Vec<Route> = serde_json::from_str(table).unwrap();
        assert_eq!(Matcher::new(&routes).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn a_path_is_normalised_once() {
    for (raw, expected) in [
        ("/dashboard/", Ok("/dashboard/")),
        ("/%64ashboard", Ok("/%64ashboard")),
        ("/a{b}\"^é", Ok("/a%7Bb%7D%22%5E%C3%A9")),
        ("/100%", Ok("/100%")),
        ("dashboard", Err((PathError::NotAbsolute, 400))),
        ("*", Err((PathError::NotAbsolute, 400))),
        ("/dashboard%2f", Err((PathError::EscapedSeparator, 400))),
        ("/%2Fevil.test", Err((PathError::EscapedSeparator, 400))),
        ("/a%5Cb", Err((PathError::EscapedSeparator, 400))),
        ("/a\\b", Err((PathError::EscapedSeparator, 400))),
        ("/%2e%2F..", Err((PathError::EscapedSeparator, 400))),
        ("/dashboard%00", Err((PathError::ControlCharacter, 400))),
        ("/a b", Err((PathError::ControlCharacter, 400))),
        ("/a\r\nb", Err((PathError::ControlCharacter, 400))),
        ("/%ff", Err((PathError::NotUtf8, 400))),
        ("/%c0%af", Err((PathError::NotUtf8, 400))),
        ("/%ed%a0%80", Err((PathError::NotUtf8, 400))),
        ("//dashboard", Err((PathError::EmptySegment, 404))),
        ("/dashboard//", Err((PathError::EmptySegment, 404))),
        ("/./dashboard", Err((PathError::DotSegment, 404))),
        ("/a/..", Err((PathError::DotSegment, 404))),
        ("/a/%2e%2E/b", Err((PathError::DotSegment, 404))),
        ("/%zz/%2e", Err((PathError::DotSegment, 404))),
    ] {
        let path = Path::parse(raw);
        let ours = path
            .as_ref()
            .map(Path::as_str)
            .map_err(|it| (*it, it.status()));
        assert_eq!(ours, expected, "{raw:?}");
    }
}
