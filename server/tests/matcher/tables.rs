//! Random route tables and pathnames that come close to matching them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use waybill::routes::Route;

/// A route table, its ids numbered in order of appearance, and choices for pathnames.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    nodes: Vec<Node>,
    attempts: Vec<Attempt>,
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    case_sensitive: bool,
    children: Vec<Self>,
}

#[derive(Clone, Debug)]
enum Kind {
    Layout,
    Index,
    Relative(String),
    /// Written with the parents' pattern in front.
    Absolute(String),
    /// Written as absolute, without regard to the parents.
    Foreign(String),
}

/// How to make a pathname of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pattern: Index,
    values: Vec<Index>,
    change: Change,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    SwapCase,
    Escape,
    AddSlash,
    AddSegment,
    DropSegment,
    Malform,
}

const STATIC: &[&str] = &[
    "a", "b", "ab", "A", "x.json", "a-b", "é", "ſ", "Σς", "µ", "k", "(x)", "[y]", "$", "+|", "{1}",
    ":", "%61", "ß",
];

const DYNAMIC: &[&str] = &[":p", ":q", ":p-1", ":_", ":p.json", ":q.JS", ":pé", ":p:q"];

const VALUES: &[&str] = &[
    "a",
    "b",
    "B",
    "7",
    ".json",
    "x.json",
    "x.JSON",
    "a.js",
    "é",
    "É",
    "ſ",
    "s",
    "\u{212a}",
    "K",
    "ς",
    "µ",
    "µµ",
    "%252F",
    "%252f",
    "%25",
    "%0A",
    "%E2%80%A8",
    "x%0Dy",
    "%20",
    "%3F",
    "%23",
    "%3a",
    "a%2eb",
    "...",
    "~",
    "a;b",
    "%f0%9f%9a%a2",
    "z:q",
    "ß",
    "SS",
    "1-b",
    "@",
    "%61",
];

/// Tables of up to three levels with 24 pathnames each.
pub(crate) fn table() -> impl Strategy<Value = Table> {
    (vec(node(), 1..5), vec(attempt(), 24)).prop_map(|(nodes, attempts)| Table { nodes, attempts })
}

/// Pathnames for the patterns given.
pub(crate) fn pathname(patterns: Vec<String>) -> impl Strategy<Value = String> {
    attempt().prop_map(move |it| it.pathname(&patterns))
}

/// The full pattern of every route that has an address, as written.
pub(crate) fn full_patterns(routes: &[Route]) -> Vec<String> {
    fn add(routes: &[Route], parent: &str, found: &mut Vec<String>) {
        for route in routes {
            let path = route.path.as_deref().unwrap_or_default();
            let full = if path.starts_with('/') {
                path.to_owned()
            } else {
                format!("{parent}/{path}")
            };
            add(&route.children, full.trim_end_matches('/'), found);
            found.push(full);
        }
    }
    let mut found = Vec::new();
    add(routes, "", &mut found);
    found
}

fn node() -> impl Strategy<Value = Node> {
    let leaf = (leaf_kind(), any::<bool>()).prop_map(|(kind, case_sensitive)| Node {
        kind,
        case_sensitive,
        children: Vec::new(),
    });
    leaf.prop_recursive(2, 12, 4, |inner| {
        (kind(), any::<bool>(), vec(inner, 1..4)).prop_map(|(kind, case_sensitive, children)| {
            Node {
                kind,
                case_sensitive,
                children,
            }
        })
    })
}

fn leaf_kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        1 => Just(Kind::Index),
        6 => kind(),
    ]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        20 => Just(Kind::Layout),
        120 => pattern().prop_map(Kind::Relative),
        40 => pattern().prop_map(Kind::Absolute),
        2 => pattern().prop_map(Kind::Foreign),
    ]
}

/// A pattern by the rules of `routes::pattern`, without a slash at its start.
fn pattern() -> impl Strategy<Value = String> {
    let segment = prop_oneof![3 => select(STATIC), 2 => select(DYNAMIC)];
    let segment = (segment, prop::bool::weighted(0.12))
        .prop_map(|(text, optional)| format!("{text}{}", if optional { "?" } else { "" }));
    let end = select(vec!["", "", "", "", "", "/", "/*"]);
    (vec(segment, 0..4), end).prop_map(|(segments, end)| match (segments.join("/"), end) {
        (text, _) if text.is_empty() => end.trim_start_matches('/').to_owned(),
        (text, end) => format!("{text}{end}"),
    })
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let change = select(vec![
        Change::Nothing,
        Change::Nothing,
        Change::Nothing,
        Change::SwapCase,
        Change::Escape,
        Change::AddSlash,
        Change::AddSegment,
        Change::DropSegment,
        Change::Malform,
    ]);
    (any::<Index>(), vec(any::<Index>(), 6), change).prop_map(|(pattern, values, change)| Attempt {
        pattern,
        values,
        change,
    })
}

impl Table {
    /// The table as react-router and the manifest write it.
    pub(crate) fn json(&self) -> Box<RawValue> {
        to_raw_value(&self.values()).unwrap()
    }

    pub(crate) fn pathnames(&self) -> Vec<String> {
        let routes: Vec<Route> = serde_json::from_value(self.values()).unwrap();
        let patterns = full_patterns(&routes);
        self.attempts
            .iter()
            .map(|it| it.pathname(&patterns))
            .collect()
    }

    fn values(&self) -> Value {
        let mut next = 0;
        self.nodes
            .iter()
            .map(|it| it.value("", &mut next))
            .collect()
    }
}

impl Node {
    fn value(&self, parent: &str, next: &mut usize) -> Value {
        let id = next.to_string();
        *next += 1;
        let path = match &self.kind {
            Kind::Layout | Kind::Index => None,
            Kind::Relative(text) => Some(text.clone()),
            // Nothing absolute can be written below a splat.
            Kind::Absolute(text) if parent.contains('*') => Some(text.clone()),
            Kind::Absolute(text) => Some(format!("{parent}/{text}")),
            Kind::Foreign(text) => Some(format!("/{text}")),
        };
        let full = match path.as_deref() {
            Some(path) if path.starts_with('/') => path.to_owned(),
            Some(path) => format!("{parent}/{path}"),
            None => parent.to_owned(),
        };
        let full = full.trim_end_matches('/');
        let children: Vec<Value> = self
            .children
            .iter()
            .map(|it| it.value(full, next))
            .collect();
        let mut value = json!({ "id": id, "index": matches!(self.kind, Kind::Index), "caseSensitive": self.case_sensitive });
        if let Some(path) = path {
            value["path"] = path.into();
        }
        if !children.is_empty() {
            value["children"] = children.into();
        }
        value
    }
}

impl Attempt {
    fn pathname(&self, patterns: &[String]) -> String {
        let pattern = self.pattern.get(patterns);
        let mut values = self.values.iter().map(|it| *it.get(VALUES));
        let mut value = || values.next().unwrap_or("v");
        let mut segments: Vec<String> = pattern
            .split('/')
            .filter(|it| !it.is_empty())
            .filter_map(|segment| {
                let (segment, optional) = match segment.strip_suffix('?') {
                    Some(segment) => (segment, true),
                    None => (segment, false),
                };
                let value = value();
                // Some optional segments are there, some are not.
                (!optional || value.len() % 2 == 0).then(|| fill(segment, value))
            })
            .collect();
        match self.change {
            Change::AddSegment => segments.push(value().to_owned()),
            Change::DropSegment => drop(segments.pop()),
            Change::Malform => segments.push("%z".to_owned()),
            Change::Nothing | Change::SwapCase | Change::Escape | Change::AddSlash => {}
        }
        let path = format!("/{}", segments.join("/"));
        match self.change {
            Change::SwapCase => swap_case(&path),
            Change::Escape => escape(&path),
            Change::AddSlash => format!("{path}/"),
            _ => path,
        }
    }
}

/// A text that one segment of a pattern matches.
fn fill(segment: &str, value: &str) -> String {
    let ends_name = |it: char| !(it.is_ascii_alphanumeric() || "-_".contains(it));
    match segment.strip_prefix(':') {
        Some(rest) if rest.find(ends_name) != Some(0) && !rest.is_empty() => {
            let suffix = rest.find(ends_name).map_or("", |at| &rest[at..]);
            format!("{value}{suffix}")
        }
        _ if segment == "*" => format!("{value}/{value}"),
        _ => segment.replace('%', "%25"),
    }
}

fn swap_case(text: &str) -> String {
    text.chars()
        .flat_map(|it| {
            let lower = it.is_lowercase();
            let other: Vec<char> = if lower {
                it.to_uppercase().collect()
            } else {
                it.to_lowercase().collect()
            };
            other
        })
        .collect()
}

/// Escapes every ASCII letter that is not part of an escape.
fn escape(text: &str) -> String {
    use std::fmt::Write;
    if text.contains('%') {
        return text.to_owned();
    }
    text.chars().fold(String::new(), |mut out, it| {
        if it.is_ascii_alphabetic() {
            write!(out, "%{:02X}", u32::from(it)).unwrap();
        } else {
            out.push(it);
        }
        out
    })
}
