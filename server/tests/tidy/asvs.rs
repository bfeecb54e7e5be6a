//! ASVS: the table in `docs/asvs.md` of the requirements of OWASP's Application Security Verification Standard.
//!
//! Invariant: each requirement of levels 1 and 2 stands there once, with tests that exist and run, or a reason.

use std::collections::BTreeMap;

use super::conformance::fault_of;
use super::{assert_none, read, root};

const TABLE: &str = "docs/asvs.md";

/// How many requirements of levels 1 and 2 each chapter of version 5.0.0 has, from V1 to V17.
const CHAPTERS: [usize; 17] = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

/// A status, what its reasons begin with, and whether it has to have one. What has none has tests.
const STATUSES: [(&str, &str, bool); 4] = [
    ("Met", "No test: ", false),
    ("Met in part", "Missing: ", true),
    ("Does not apply", "Reason: ", true),
    ("Not met", "Missing: ", true),
];

#[test]
fn every_requirement_stands_once_with_tests_or_a_reason() {
    let table = read(&root().join(TABLE));
    let mut violations = Vec::new();
    let mut numbers: Vec<Vec<usize>> = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in table.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        if cells.len() == 2 || cells.first() == Some(&"Number") {
            continue;
        }
        let [number, level, _, status, evidence] = cells[..] else {
            violations.push(format!("{TABLE}: not five cells: {row}"));
            continue;
        };
        let parts: Vec<usize> = number.split('.').map(|it| it.parse().unwrap()).collect();
        numbers.push(parts);
        *counts.entry(status).or_default() += 1;
        if !matches!(level, "1" | "2") {
            violations.push(format!("{TABLE}: {number}: there is no level {level}"));
        }
        let Some(&(_, mark, wants_reason)) = STATUSES.iter().find(|(name, ..)| *name == status)
        else {
            violations.push(format!("{TABLE}: {number}: there is no status {status}"));
            continue;
        };
        let mut parts = evidence.split("<br>");
        if wants_reason && !parts.clone().any(|part| part.starts_with(mark)) {
            violations.push(format!("{TABLE}: {number}: {status}, but nothing says why"));
        }
        let fault = parts.find_map(|part| fault_of(part, &[mark]));
        violations.extend(fault.map(|fault| format!("{TABLE}: {number}: {fault}")));
    }
    assert_none(&violations);
    let is_sorted = numbers.is_sorted_by(|one, next| one < next);
    assert!(is_sorted, "a number stands twice or in the wrong place");
    let of_chapter = |chapter: usize| {
        numbers
            .iter()
            .filter(move |it| it.first() == Some(&chapter))
    };
    let chapters: Vec<usize> = (1..=CHAPTERS.len())
        .map(|chapter| of_chapter(chapter).count())
        .collect();
    assert_eq!(chapters, CHAPTERS);
    for (status, count) in counts {
        let line = format!("| {status} | {count} |");
        let is_told = table.lines().any(|it| it == line);
        assert!(is_told, "the summary does not say {line}");
    }
}
