//! URI templates over one table, and case by case against the browser's.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use waybill::needs::{ExpandError, SessionIds, Template, Variables};
use waybill::routes::{Manifest, Params, Query};

use crate::matcher::{MANIFEST, generate};
use crate::node;

/// Templates with values and their expansions, and templates that are refused.
const CORPUS: &str = include_str!("data/templates.json");

#[derive(Deserialize)]
struct Corpus {
    rows: Vec<Row>,
    refused: Vec<Refused>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(flatten)]
    case: Case,
    /// None: the address names no resource.
    expected: Option<String>,
}

#[derive(Deserialize)]
struct Refused {
    template: String,
    error: String,
}

/// A template and everything its variables may stand for, as the browser's function takes it.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Case {
    template: String,
    params: BTreeMap<String, String>,
    search: String,
    session: Option<Session>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    user_id: String,
    company_id: String,
}

impl Case {
    fn expand(&self) -> Result<String, ExpandError> {
        let params: Params = self
            .params
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        Template::parse(&self.template).unwrap().expand(&Variables {
            params: &params,
            query: &Query::parse(self.search.strip_prefix('?').unwrap_or(&self.search)),
            session: self.session.as_ref().map(|it| SessionIds {
                user: &it.user_id,
                company: &it.company_id,
            }),
        })
    }
}

#[test]
fn every_row_of_the_table_expands_as_it_says() {
    let corpus: Corpus = serde_json::from_str(CORPUS).unwrap();
    for Row { case, expected } in &corpus.rows {
        assert_eq!(case.expand().ok(), *expected, "{case:?}");
    }
}

#[test]
fn a_template_that_could_lead_elsewhere_is_refused_when_it_is_loaded() {
    let corpus: Corpus = serde_json::from_str(CORPUS).unwrap();
    for Refused { template, error } in &corpus.refused {
        assert_eq!(Template::parse(template).unwrap_err().to_string(), *error);
    }
}

#[test]
fn what_is_missing_is_told_from_what_is_dangerous() {
    let case = |id: &str| Case {
        template: "/iam/api/v1/users/{id}".to_owned(),
        params: BTreeMap::from([("id".to_owned(), id.to_owned())]),
        search: String::new(),
        session: None,
    };
    assert_eq!(
        case("").expand(),
        Err(ExpandError::Missing("id".to_owned()))
    );
    assert_eq!(case("..").expand(), Err(ExpandError::DotSegment));
}

#[test]
fn every_need_of_the_builds_manifest_is_a_template() {
    fn check(routes: &[waybill::routes::Route]) -> usize {
        let own = routes.iter().flat_map(|it| &it.needs).map(|(key, text)| {
            Template::parse(text).unwrap_or_else(|error| panic!("{key}: {error}"));
        });
        own.count() + routes.iter().map(|it| check(&it.children)).sum::<usize>()
    }
    assert!(check(&Manifest::parse(MANIFEST).unwrap().routes) > 0);
}

#[test]
fn the_browsers_templates_agree_on_every_case() {
    let corpus: Corpus = serde_json::from_str(CORPUS).unwrap();
    let mut cases: Vec<Case> = corpus.rows.into_iter().map(|it| it.case).collect();
    cases.extend(generate(case(), 20_000));
    let theirs: Vec<Option<String>> = node::ask("uri-template.ts", &cases);
    let mut expanded = 0;
    for (case, theirs) in cases.iter().zip(theirs) {
        let ours = case.expand().ok();
        assert_eq!(ours, theirs, "{case:?}");
        let Some(address) = ours else { continue };
        expanded += 1;
        // Whatever the values are, a browser asks for just this address.
        let url = url::Url::parse("https://h")
            .unwrap()
            .join(&address)
            .unwrap();
        let asked_for = format!(
            "{}{}",
            url.path(),
            url.query().map_or(String::new(), |it| format!("?{it}"))
        );
        assert_eq!(
            (url.host_str(), asked_for),
            (Some("h"), address),
            "{case:?}"
        );
    }
    println!("{} cases, {expanded} expanded", cases.len());
    assert!(expanded > 10_000, "{expanded}");
}

fn case() -> impl Strategy<Value = Case> {
    let names = || {
        select(vec![
            "id",
            "port",
            "page",
            "search",
            "companyId",
            "userId",
            "constructor",
            "__proto__",
            "x_1",
        ])
    };
    let list = || vec(names(), 1..4).prop_map(|it| it.join(","));
    // Of these each stands in a template in one way.
    let exploded = || vec(select(vec!["filter*", "toString*", "x_2*"]), 1..3);
    let query =
        move || (list(), exploded()).prop_map(|(names, all)| format!("{names},{}", all.join(",")));
    let part = prop_oneof![
        names().prop_map(|it| format!("/{{{it}}}")),
        names().prop_map(|it| format!("/b-{{{it}}}.json")),
        list().prop_map(|it| format!("/{{{it}}}")),
        Just("/c%20d".to_owned()),
        Just("/$&!*(),;=:@[]~".to_owned()),
    ];
    let end = prop_oneof![
        Just(String::new()),
        list().prop_map(|it| format!("{{?{it}}}")),
        list().prop_map(|it| format!("?a=b{{&{it}}}")),
        query().prop_map(|it| format!("{{?{it}}}")),
        query().prop_map(|it| format!("?a=b{{&{it}}}")),
    ];
    let template =
        (vec(part, 0..3), end).prop_map(|(parts, end)| format!("/a{}{end}", parts.concat()));
    let any_name = || prop_oneof![2 => names(), 1 => select(vec!["filter", "toString", "x_2"])];
    let pair = (any_name(), text(), any::<bool>()).prop_map(|(name, value, escape)| {
        let set = percent_encoding::NON_ALPHANUMERIC;
        let escaped = percent_encoding::utf8_percent_encode(&value, set).to_string();
        format!("{name}={}", if escape { escaped } else { value })
    });
    let session = ("[a-z0-9-]{1,6}", "[a-z0-9-]{1,6}").prop_map(|(user_id, company_id)| Session {
        user_id,
        company_id,
    });
    let params = btree_map(any_name().prop_map(str::to_owned), text(), 0..4);
    (
        template,
        params,
        vec(pair, 0..6),
        option::weighted(0.8, session),
    )
        .prop_map(|(template, params, pairs, session)| Case {
            template,
            params,
            search: format!("?{}", pairs.join("&")),
            session,
        })
}

fn text() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "", "a", "7", ".", "..", "/", "\\", "%2e", "%2F", "%", "%zz", "%ff", "?", "#", "&", "=",
        "+", " ", "'", "(", "*", "!", "~", "{", "}", "é", "€", "🚢", "\u{0}", "\n", "\u{7f}",
        "\u{2028}", "\u{feff}", "\u{fffd}", "\u{ffff}", "[", "]", "@", ":",
    ]);
    let piece =
        prop_oneof![8 => piece.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    vec(piece, 0..4).prop_map(|it| it.concat())
}
