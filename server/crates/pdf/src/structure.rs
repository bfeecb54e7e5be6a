//! The structure of the document: heading, paragraphs, figure and table, for readers of the screen.
//!
//! Invariant: a row has a cell for each column, empty ones included, so that values and headers stay together.

use crate::table::Line;
use krilla::tagging::{Identifier, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};

/// What was drawn so far.
#[derive(Default)]
pub(crate) struct Structure {
    before: Vec<TagGroup>,
    head: Option<TagGroup>,
    rows: Vec<TagGroup>,
    totals: Option<TagGroup>,
    after: Vec<TagGroup>,
}

impl Structure {
    /// Adds what is drawn above the table, or below it once the table has a header.
    pub(crate) fn push(&mut self, group: TagGroup) {
        if self.head.is_none() {
            self.before.push(group);
        } else {
            self.after.push(group);
        }
    }

    /// Adds a row of the table.
    pub(crate) fn push_row(&mut self, line: Line, cells: Vec<Identifier>) {
        let mut row = TagGroup::new(Tag::TR);
        for cell in cells {
            let tag: TagKind = match line {
                Line::Head => Tag::TH(TableHeaderScope::Column).into(),
                Line::Row(_) | Line::Totals => Tag::TD.into(),
            };
            row.push(TagGroup::with_children(tag, vec![cell.into()]));
        }
        match line {
            Line::Head => self.head = Some(row),
            Line::Row(_) => self.rows.push(row),
            Line::Totals => self.totals = Some(row),
        }
    }

    /// The whole, in reading order.
    pub(crate) fn into_tree(self, language: &str) -> TagTree {
        let mut table = TagGroup::new(Tag::Table);
        let sections: [(TagKind, Vec<TagGroup>); 3] = [
            (Tag::THead.into(), self.head.into_iter().collect()),
            (Tag::TBody.into(), self.rows),
            (Tag::TFoot.into(), self.totals.into_iter().collect()),
        ];
        for (tag, rows) in sections {
            if !rows.is_empty() {
                let rows = rows.into_iter().map(Into::into).collect();
                table.push(TagGroup::with_children(tag, rows));
            }
        }
        let mut tree = TagTree::new();
        if !language.is_empty() {
            tree = tree.with_lang(Some(language.to_owned()));
        }
        for group in self.before {
            tree.push(group);
        }
        if !table.children.is_empty() {
            tree.push(table);
        }
        for group in self.after {
            tree.push(group);
        }
        tree
    }
}
