//! The search index: on SQLite, which rows may answer a search, without reading all of them.
//!
//! Beside the table of a noun that says [`Record::INDEXED`](super::Record::INDEXED) lies a full-text index of its search keys by
//! three letters each. Triggers write it with the row, see [`crate::migrations::m0046_search_index`]. PostgreSQL has none: row-level
//! security keeps `LIKE`, which is not leakproof, out of an index.
//!
//! Invariant: the index only narrows. What it gives is compared with the search keys as without it, so what is found is the same.

use std::fmt::Write as _;

use sea_orm::sea_query::extension::sqlite::SqliteExpr as _;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, JoinType, SelectStatement};
use sea_orm::{ConnectionTrait as _, DbBackend};

use super::noun::Noun;
use super::search_keys;
use crate::migrations::m0046_search_index::{index_of, merge, numbers_of};
use crate::searching::{Search, Word};
use crate::{Handle, StorageError, Transaction};

/// How many letters each entry of the index has.
const LETTERS: usize = 3;

/// What the index of a noun is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Narrowing(String);

impl Narrowing {
    /// What the index of the noun is asked for; none where it has none, or where what was typed is too short for it.
    pub(super) fn of(db: &dyn Handle, noun: Noun, search: Option<&Search>) -> Option<Self> {
        search.filter(|_| has_index(db, noun)).and_then(Self::new)
    }

    /// The counterpart of [`search_keys::found`].
    fn new(search: &Search) -> Option<Self> {
        let words: Vec<String> = search.words.iter().filter_map(word).collect();
        if words.is_empty() {
            return None;
        }
        let words = words.join(" AND ");
        if search.code.is_empty() {
            return Some(Self(words));
        }
        let code = letters(&format!("\n{}", search.code))?;
        Some(Self(format!("({words}) OR ({code})")))
    }
}

/// From where the rows of the noun are read: from its table, or only those that the index gives.
pub(super) fn from(query: &mut SelectStatement, noun: Noun, narrowing: Option<&Narrowing>) {
    let Some(Narrowing(expression)) = narrowing else {
        query.from(noun.table);
        return;
    };
    let (index, numbers) = (index_of(noun.table), numbers_of(noun.table));
    // SQLite reads cross joins in the order in which they are written: the index first.
    query
        .from(index.clone())
        .join(JoinType::CrossJoin, numbers.clone(), Condition::all())
        .join(JoinType::CrossJoin, noun.table, Condition::all())
        .and_where(Expr::col(index.clone()).matches(expression.as_str()))
        .and_where(Expr::col((numbers.clone(), "number")).equals((index, "rowid")))
        .and_where(Expr::col((noun.table, "id")).equals((numbers, "indexed_id")));
}

fn has_index(db: &dyn Handle, noun: Noun) -> bool {
    noun.is_indexed && db.connection().backend() == DbBackend::Sqlite
}

/// Makes searches fast again after many rows of the noun were written.
pub(super) async fn merge_parts(tx: &Transaction, noun: Noun) -> Result<(), StorageError> {
    if has_index(tx, noun) {
        tx.executor().execute_unprepared(&merge(noun.table)).await?;
    }
    Ok(())
}

/// A word in any of its forms; none where one of them is too short, since any row may have it then.
fn word(word: &Word) -> Option<String> {
    let forms = [Some(&word.text), word.latin.as_ref()];
    let heard = search_keys::heard_as(word);
    let forms = forms.into_iter().flatten().chain(heard.as_ref());
    let forms: Vec<String> = forms.map(|form| letters(form)).collect::<Option<_>>()?;
    Some(format!("({})", forms.join(" OR ")))
}

/// All entries that a text with this one in it has.
fn letters(text: &str) -> Option<String> {
    let text: Vec<char> = text.chars().collect();
    // A text ends at this character for SQLite, and none is stored with it.
    if text.contains(&'\0') {
        return None;
    }
    let mut all = String::new();
    for entry in text.windows(LETTERS) {
        let separator = if all.is_empty() { "" } else { " AND " };
        let entry = entry.iter().collect::<String>().replace('"', "\"\"");
        write!(all, "{separator}\"{entry}\"").ok()?;
    }
    (!all.is_empty()).then(|| format!("({all})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(typed: &str) -> Option<String> {
        Narrowing::new(&Search::new(typed)).map(|narrowing| narrowing.0)
    }

    #[test]
    fn words_are_asked_for_by_three_letters_and_codes_from_their_start() {
        let code = "(\"\nch\" AND \"che\" AND \"hes\" AND \"est\")";
        let expected = format!("(((\"che\" AND \"hes\" AND \"est\"))) OR ({code})");
        assert_eq!(asked("chest"), Some(expected));
    }

    #[test]
    fn short_words_do_not_narrow_and_alone_give_no_index() {
        assert_eq!(asked("a"), None);
        assert_eq!(asked("it"), None);
        let both = asked("to chest").unwrap();
        assert!(
            both.contains("\"est\"") && !both.contains("\"to\""),
            "{both}"
        );
    }

    #[test]
    fn quotes_are_letters() {
        let quoted = asked("a\"b\"").unwrap();
        assert!(quoted.contains("\"a\"\"b\""), "{quoted}");
    }
}
