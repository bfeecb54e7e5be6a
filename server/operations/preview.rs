//! Preview of an upgrade of the reference data, as lines for the operator: how many rows of each list would be added, renamed,
//! changed and withdrawn, the first of each, and those that companies use.
//!
//! Invariant: a list of which nothing would change is not mentioned.

use std::fmt;

use waybill_services::master::upgrade::ListUpgrade;
use waybill_storage::records::write::seed::{SeedChange, SeedStep};

/// How many rows are named of each kind of change.
const NAMED: usize = 5;

/// What an upgrade would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview(pub Vec<ListUpgrade>);

impl fmt::Display for Preview {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return to.write_str("The reference data is up to date.");
        }
        to.write_str("Reference data that the next start would change:")?;
        for list in &self.0 {
            write_list(list, to)?;
        }
        Ok(())
    }
}

fn write_list(list: &ListUpgrade, to: &mut fmt::Formatter<'_>) -> fmt::Result {
    let counts = list.counts();
    let counted = [
        (counts.added, "added"),
        (counts.renamed, "renamed"),
        (counts.edited, "changed"),
        (counts.withdrawn, "withdrawn"),
    ];
    let counted = counted.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = counted
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    write!(to, "\n{}: {}", list.list, parts.join(", "))?;
    let used: Vec<&SeedChange> = list
        .changes
        .iter()
        .filter(|change| list.used.contains(&change.id))
        .collect();
    if counts.renamed + counts.edited + counts.withdrawn > 0 {
        write!(to, "; {} in use", used.len())?;
    }
    for word in ["added", "renamed", "changed", "withdrawn"] {
        let changes = list.changes.iter();
        let of_word: Vec<&SeedChange> = changes.filter(|it| word_of(it) == word).collect();
        write_rows(word, &of_word, named, to)?;
    }
    let with_word = |change: &SeedChange| format!("{} ({})", change.label, word_of(change));
    write_rows("in use", &used, with_word, to)
}

fn write_rows(
    title: &str,
    changes: &[&SeedChange],
    name: impl Fn(&SeedChange) -> String,
    to: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if changes.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = changes.iter().take(NAMED).map(|it| name(it)).collect();
    write!(to, "\n  {title}: {}", names.join("; "))?;
    match changes.len().saturating_sub(NAMED) {
        0 => Ok(()),
        more => write!(to, "; and {more} more"),
    }
}

fn word_of(change: &SeedChange) -> &'static str {
    match change.step {
        SeedStep::Added => "added",
        SeedStep::Renamed { .. } => "renamed",
        SeedStep::Edited => "changed",
        SeedStep::Withdrawn => "withdrawn",
    }
}

fn named(change: &SeedChange) -> String {
    match &change.step {
        SeedStep::Renamed { was } => format!("{was} -> {}", change.label),
        _ => change.label.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use uuid::Uuid;

    use super::*;

    fn change(id: u128, label: &str, step: SeedStep) -> SeedChange {
        SeedChange {
            id: Uuid::from_u128(id),
            key: label.to_owned(),
            label: label.to_owned(),
            codes: Vec::new(),
            step,
        }
    }

    #[test]
    fn preview_counts_and_names_the_first_rows() {
        let mut changes: Vec<SeedChange> = (0..6)
            .map(|at| change(at, &format!("NLAA{at} Port"), SeedStep::Added))
            .collect();
        let was = "NLVLI Flushing".to_owned();
        changes.push(change(8, "NLVLI Vlissingen", SeedStep::Renamed { was }));
        changes.push(change(9, "NLXXX Closed", SeedStep::Withdrawn));
        let list = ListUpgrade {
            list: "ocean ports",
            changes,
            used: BTreeSet::from([Uuid::from_u128(9)]),
        };
        let lines = "Reference data that the next start would change:\n\
            ocean ports: 6 added, 1 renamed, 1 withdrawn; 1 in use\n  \
            added: NLAA0 Port; NLAA1 Port; NLAA2 Port; NLAA3 Port; NLAA4 Port; and 1 more\n  \
            renamed: NLVLI Flushing -> NLVLI Vlissingen\n  \
            withdrawn: NLXXX Closed\n  \
            in use: NLXXX Closed (withdrawn)";
        assert_eq!(Preview(vec![list]).to_string(), lines);
    }

    #[test]
    fn nothing_to_change_is_one_sentence() {
        let nothing = Preview(Vec::new()).to_string();
        assert_eq!(nothing, "The reference data is up to date.");
    }
}
