//! The redirect rule over one table of hostile values, and case by case against the browser's.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use url::Url;
use waybill::guard::{Origin, RedirectUri};
use waybill::routes::{Matcher, Query};

use crate::matcher::{SPECIFICATION, generate, specification};
use crate::node;

/// Rows of hostile-inputs.md and the edges of each step; values that neither side may let through to another origin.
const CORPUS: &str = include_str!("data/redirects.json");

#[derive(Deserialize)]
pub(crate) struct Corpus {
    pub(crate) origin: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) queries: Vec<QueryRow>,
    families: Families,
}

#[derive(Deserialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) value: String,
    /// The target, or None for the fallback.
    pub(crate) keep: Option<String>,
    /// "none": without a configured origin.
    #[serde(default)]
    pub(crate) origin: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct QueryRow {
    pub(crate) id: String,
    pub(crate) search: String,
    pub(crate) state: State,
    #[serde(default)]
    pub(crate) target: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Absent,
    Rejected,
    Kept,
}

/// Payloads put together: what opens one, where it leads, what closes it.
#[derive(Deserialize)]
struct Families {
    openers: Vec<String>,
    targets: Vec<String>,
    closers: Vec<String>,
}

#[derive(Serialize)]
struct Question<'a> {
    routes: &'a RawValue,
    origin: Option<&'a str>,
    values: &'a [String],
    searches: &'a [String],
}

#[derive(Deserialize)]
struct Answer {
    values: Vec<Option<String>>,
    searches: Vec<Option<String>>,
}

pub(crate) fn corpus() -> Corpus {
    serde_json::from_str(CORPUS).unwrap()
}

#[test]
fn every_row_of_the_table_has_its_outcome() {
    let corpus = corpus();
    let (matcher, origin) = (specification(), Origin::parse(&corpus.origin).unwrap());
    for Row {
        id,
        value,
        keep,
        origin: which,
    } in &corpus.rows
    {
        let origin = which.is_none().then_some(&origin);
        let kept = accept(value, origin, &matcher);
        assert_eq!(kept, *keep, "{id}: {value:?}");
    }
}

#[test]
fn nothing_leaves_the_origin_even_if_decoded_twice_more() {
    let corpus = corpus();
    let (matcher, origin) = (specification(), Origin::parse(&corpus.origin).unwrap());
    let page = Url::parse(&corpus.origin).unwrap().join("/login").unwrap();
    let (mut tried, mut naive, mut kept) = (0, 0, 0);
    for payload in corpus.payloads() {
        for value in decodings(&payload, 2) {
            tried += 1;
            naive += usize::from(value.starts_with('/') && leaves(&page, &value));
            for origin in [None, Some(&origin)] {
                let Some(target) = accept(&value, origin, &matcher) else {
                    continue;
                };
                kept += 1;
                assert!(is_fit_for_a_header(&target), "{value:?} → {target:?}");
                for decoded in decodings(&target, 2) {
                    assert!(
                        !leaves(&page, &decoded),
                        "{value:?} → {target:?} → {decoded:?}"
                    );
                }
            }
        }
    }
    println!(
        "{tried} values, {naive} of those with a slash in front leave the origin, {kept} targets"
    );
    // The table would prove nothing if it held nothing dangerous, or if all of it were refused.
    assert!(
        tried > 150_000 && naive > 10_000 && kept > 100,
        "{tried} {naive} {kept}"
    );
}

#[test]
fn the_browsers_rule_agrees_on_every_case() {
    let corpus = corpus();
    let (matcher, origin) = (specification(), Origin::parse(&corpus.origin).unwrap());
    let routes: Box<RawValue> = serde_json::from_str(SPECIFICATION).unwrap();
    let payloads = corpus.payloads().flat_map(|it| decodings(&it, 2));
    let mut values: Vec<String> = payloads.step_by(8).collect();
    values.extend(corpus.rows.iter().map(|it| it.value.clone()));
    values.extend(generate(near_miss(), 35_000));
    let mut searches: Vec<String> = corpus.queries.iter().map(|it| it.search.clone()).collect();
    searches.extend(generate(search(), 5_000));

    let mut kept = 0;
    for origin in [Some(&origin), None] {
        let question = Question {
            routes: &routes,
            origin: origin.map(|_| corpus.origin.as_str()),
            values: &values,
            searches: &searches,
        };
        let theirs: Answer = node::ask("redirect-uri.ts", &question);
        for (value, theirs) in values.iter().zip(theirs.values) {
            let ours = accept(value, origin, &matcher);
            assert_eq!(ours, theirs, "{value:?} with {origin:?}");
            kept += usize::from(ours.is_some());
        }
        for (search, theirs) in searches.iter().zip(theirs.searches) {
            let query = Query::parse(search.strip_prefix('?').unwrap_or(search));
            let value = query.first("redirect_uri").text();
            let ours = value.and_then(|it| accept(it, origin, &matcher));
            assert_eq!(ours, theirs, "{search:?} with {origin:?}");
            kept += usize::from(ours.is_some());
        }
    }
    let compared = 2 * (values.len() + searches.len());
    println!("{compared} cases, {kept} kept");
    assert!(compared > 100_000 && kept > 10_000, "{compared} {kept}");
}

#[test]
fn only_a_bare_origin_is_an_origin() {
    for text in [
        "https://app.example.test",
        "https://app.example.test/",
        "HTTP://LOCALHOST:8080",
    ] {
        assert!(Origin::parse(text).is_ok(), "{text}");
    }
    for text in [
        "app.example.test",
        "ftp://h",
        "https://u@h",
        "https://h/a",
        "https://h?a",
        "https://h#a",
        "blob:https://h/x",
    ] {
        assert!(Origin::parse(text).is_err(), "{text}");
    }
}

fn accept(value: &str, origin: Option<&Origin>, matcher: &Matcher) -> Option<String> {
    RedirectUri::parse(value, origin, matcher).map(|it| it.as_str().to_owned())
}

/// Where a browser on `page` would go from here.
fn leaves(page: &Url, value: &str) -> bool {
    page.join(value)
        .is_ok_and(|url| url.origin() != page.origin() || url.path().starts_with("//"))
}

fn is_fit_for_a_header(target: &str) -> bool {
    let mut bytes = target.bytes();
    bytes.next() == Some(b'/')
        && !matches!(bytes.next(), Some(b'/' | b'\\'))
        && target.bytes().all(|it| (0x21..0x7f).contains(&it))
}

/// The value, and what it becomes when decoded up to `times` times; ill-formed bytes are replaced, as browsers do.
fn decodings(value: &str, times: usize) -> Vec<String> {
    let mut all = vec![value.to_owned()];
    for _ in 0..times {
        let decoded = percent_encoding::percent_decode_str(&all[all.len() - 1]);
        all.push(decoded.decode_utf8_lossy().into_owned());
    }
    all
}

impl Corpus {
    fn payloads(&self) -> impl Iterator<Item = String> {
        let Families {
            openers,
            targets,
            closers,
        } = &self.families;
        openers.iter().flat_map(move |opener| {
            targets.iter().flat_map(move |target| {
                closers
                    .iter()
                    .map(move |closer| format!("{opener}{target}{closer}"))
            })
        })
    }
}

/// Values about which the two could differ: pages with something odd put in.
fn near_miss() -> impl Strategy<Value = String> {
    let page = select(vec![
        "/dashboard",
        "/settings/profile",
        "/settings/users/7",
        "/settings/",
        "/",
        "/login",
        "/Settings/Port",
        "/settings/templates/a/b",
        "https://app.example.test/dashboard",
        "HTTPS://app.example.test/settings/x",
        "/nowhere",
    ]);
    let odd = select(vec![
        "",
        "",
        "/",
        "//",
        "\\",
        ".",
        "/.",
        "/..",
        "%2e",
        "%2F",
        "%5c",
        "%00",
        "%1f",
        "%20",
        "%25",
        "%",
        "%z",
        "%c3%a9",
        "%ff",
        "%e2%80",
        "?",
        "#",
        "?a=b",
        "#a",
        "?%2f",
        "#%2e",
        "&",
        "@",
        ":",
        ";",
        "'",
        "\"",
        "<",
        ">",
        "`",
        "^",
        "|",
        "{",
        "}",
        "[",
        "]",
        "!",
        "*",
        "+",
        "~",
        " ",
        "\t",
        "\n",
        "\u{0}",
        "\u{1f}",
        "\u{7f}",
        "\u{80}",
        "\u{85}",
        "\u{a0}",
        "\u{ad}",
        "\u{1680}",
        "\u{180e}",
        "\u{200b}",
        "\u{2010}",
        "\u{2028}",
        "\u{202e}",
        "\u{205f}",
        "\u{2061}",
        "\u{3000}",
        "\u{3002}",
        "\u{feff}",
        "\u{fffd}",
        "\u{fffe}",
        "\u{10ffff}",
        "é",
        "ſ",
        "K",
        "\u{212a}",
        "🚢",
        "users",
    ]);
    let part =
        prop_oneof![6 => odd.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    (page, vec((part, any::<prop::sample::Index>()), 0..4)).prop_map(|(page, odds)| {
        let mut value: Vec<char> = page.chars().collect();
        for (odd, at) in odds {
            // Mostly behind the page, where it may still be one.
            let at = at.index(2 * value.len() + 1).min(value.len());
            value.splice(at..at, odd.chars());
        }
        value.into_iter().collect()
    })
}

fn search() -> impl Strategy<Value = String> {
    let name = select(vec![
        "redirect_uri",
        "redirect_uri",
        "redirect%5Furi",
        "redirect+uri",
        "tab",
        "%ff",
        "",
    ]);
    let escape = |value: String, how: usize| match how {
        0 => value,
        1 => percent_encoding::utf8_percent_encode(&value, percent_encoding::NON_ALPHANUMERIC)
            .to_string(),
        _ => value.replace('/', "%2f").replace(' ', "+"),
    };
    let pair = (name, near_miss(), 0..3_usize)
        .prop_map(move |(name, value, how)| format!("{name}={}", escape(value, how)));
    vec(pair, 0..4).prop_map(|pairs| format!("?{}", pairs.join("&")))
}
