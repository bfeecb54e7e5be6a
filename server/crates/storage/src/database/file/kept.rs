//! Kept results: what statements gave on one connection, while nobody has written.
//!
//! For numbers that take long to count and are asked for with every page of a list. Invariant: what is kept is what the statement
//! would give now.

use sea_orm::Statement;

use super::FileRow;

/// How many are kept at once.
const MOST: usize = 64;

/// Results as of one version of the file.
#[derive(Debug, Default)]
pub(super) struct KeptResults {
    version: i64,
    /// The oldest first.
    results: Vec<(Statement, Vec<FileRow>)>,
}

impl KeptResults {
    /// What the statement gave, if the file still has this version.
    pub(super) fn of(&mut self, statement: &Statement, version: i64) -> Option<&[FileRow]> {
        if self.version != version {
            self.version = version;
            self.results.clear();
        }
        let kept = self.results.iter().find(|(of, _)| of == statement);
        kept.map(|(_, rows)| rows.as_slice())
    }

    /// Keeps what it gave at the version that was asked for last.
    pub(super) fn keep(&mut self, statement: &Statement, rows: &[FileRow]) {
        if MOST <= self.results.len() {
            self.results.remove(0);
        }
        self.results.push((statement.clone(), rows.to_vec()));
    }
}
