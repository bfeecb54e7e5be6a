//! Conformance: the tables in `docs/` that name the proof of every statement of the specification, and of every ambition.
//!
//! Invariant: a statement has tests that exist and run, or a reason; so has an ambition.

use super::{assert_none, has_test, read, root};

const TABLE: &str = "docs/conformance.md";
const AMBITIONS: &str = "docs/ambitions.md";

/// What a reason begins with.
const REASONS: [&str; 3] = ["Differs: ", "Not shown: ", "Cannot be triggered: "];

/// What says that a part of an ambition is missing.
const OPEN: [&str; 1] = ["Open: "];

#[test]
fn every_statement_has_proofs_that_exist() {
    let table = read(&root().join(TABLE));
    let (mut section, mut sections) = ("", Vec::new());
    let mut violations = Vec::new();
    for (number, line) in (1..).zip(table.lines()) {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        }
        let Some(row) = line.strip_prefix("| ") else {
            continue;
        };
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let [statement, evidence] = cells[..] else {
            violations.push(format!("{TABLE}:{number}: not two cells"));
            continue;
        };
        if statement == "Statement" {
            continue;
        }
        if sections.last() != Some(&section) {
            sections.push(section);
        }
        for part in evidence.split("<br>") {
            if let Some(fault) = fault_of(part, &REASONS) {
                violations.push(format!("{TABLE}:{number}: {statement}: {fault}"));
            }
        }
    }
    let numbers: Vec<&str> = sections.iter().map(|it| &it[..1]).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    assert_none(&violations);
}

#[test]
fn every_ambition_has_a_proof_or_says_what_is_open() {
    let table = read(&root().join(AMBITIONS));
    let (mut count, mut violations) = (0, Vec::new());
    for row in table.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let [ambition, evidence] = cells[..] else {
            violations.push(format!("{AMBITIONS}: not two cells: {row}"));
            continue;
        };
        let Some((number, _)) = ambition.split_once(". ") else {
            continue;
        };
        count += 1;
        assert_eq!(number, count.to_string(), "{ambition}");
        let faults = evidence
            .split("<br>")
            .filter_map(|part| fault_of(part, &OPEN));
        violations.extend(faults.map(|fault| format!("{AMBITIONS}: {ambition}: {fault}")));
    }
    assert_eq!(count, 19);
    assert_none(&violations);
}

/// What is wrong with a part of the evidence: a proof, which is a path and the name of a test, or a reason.
pub(super) fn fault_of(part: &str, reasons: &[&str]) -> Option<String> {
    if reasons
        .iter()
        .any(|it| part.starts_with(it) && part.len() > it.len())
    {
        return None;
    }
    let proof = part.strip_prefix('`').and_then(|it| it.strip_suffix('`'));
    let Some((file, name)) = proof.and_then(|it| it.split_once("::")) else {
        return Some(format!("neither a proof nor a reason: {part:?}"));
    };
    let path = root().join(file);
    if !path.is_file() {
        return Some(format!("there is no file {file}"));
    }
    (!has_test(&path, name)).then(|| format!("{file} has no test {name:?}"))
}
