//! The search index: which rows may answer a search, without reading all of them.
//!
//! Beside the table of a noun that says [`Record::INDEXED`](super::Record::INDEXED) lies an index of its search keys by three letters
//! each, which triggers write with the row: a full-text one on SQLite, see [`crate::migrations::m0046_search_index`], and numbers on
//! PostgreSQL, see [`crate::migrations::m0053_letters`], which has none of nouns that companies share.
//!
//! Invariant: the index only narrows. What it gives is compared with the search keys as without it, so what is found is the same.

use sea_orm::sea_query::extension::postgres::PgBinOper;
use sea_orm::sea_query::extension::sqlite::SqliteExpr as _;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Func, JoinType, Query, SelectStatement};
use sea_orm::{ConnectionTrait as _, DbBackend};

use super::noun::Noun;
use super::search_keys;
use crate::migrations::m0046_search_index::{index_of, merge, numbers_of};
use crate::migrations::m0053_letters::LETTERS_OF;
use crate::searching::{Search, Word};
use crate::{CompanyId, Handle, StorageError, Transaction};

/// How many letters each entry of the index has.
const LETTERS: usize = 3;

/// What the index of a noun is asked for.
#[derive(Clone, Debug)]
pub(super) enum Narrowing {
    /// SQLite: an expression of its full-text search.
    Matches(String),
    /// PostgreSQL: what the row in the index has to have.
    Has(Condition),
}

/// The texts that a row has to have.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sought {
    /// Of each word any of its forms.
    words: Vec<Vec<String>>,
    /// Or, in their place, this beginning of a code.
    code: Option<String>,
}

impl Narrowing {
    /// What the index of the noun is asked for; none where it has none, or where what was typed is too short for it.
    pub(super) fn of(
        db: &dyn Handle,
        noun: Noun,
        company: CompanyId,
        search: Option<&Search>,
    ) -> Option<Self> {
        if !noun.is_indexed {
            return None;
        }
        match db.connection().backend() {
            DbBackend::Sqlite => Some(Self::Matches(Sought::new(search?)?.expression())),
            _ if noun.is_shared => None,
            _ => Some(Self::Has(Sought::new(search?)?.condition(company))),
        }
    }
}

impl Sought {
    /// The counterpart of [`search_keys::found`].
    fn new(search: &Search) -> Option<Self> {
        let words: Vec<Vec<String>> = search.words.iter().filter_map(forms).collect();
        if words.is_empty() {
            return None;
        }
        let code = match search.code.as_str() {
            "" => None,
            code => Some(text(format!("\n{code}"))?),
        };
        Some(Self { words, code })
    }

    /// As SQLite's full-text search has it.
    fn expression(&self) -> String {
        let words = self.words.iter().map(|forms| {
            let forms: Vec<String> = forms.iter().map(|form| entries(form)).collect();
            format!("({})", forms.join(" OR "))
        });
        let words = words.collect::<Vec<_>>().join(" AND ");
        match &self.code {
            Some(code) => format!("({words}) OR ({})", entries(code)),
            None => words,
        }
    }

    /// As a condition on the company's rows in PostgreSQL's table of numbers.
    fn condition(&self, company: CompanyId) -> Condition {
        let has = |text: &String| {
            let numbers = Func::cust(LETTERS_OF)
                .arg(Expr::value(company.as_uuid()))
                .arg(Expr::value(text.as_str()));
            Expr::col("letters").binary(PgBinOper::Contains, numbers)
        };
        let in_any = |forms: &Vec<String>| {
            let forms = forms.iter().map(has);
            forms.fold(Condition::any(), Condition::add)
        };
        let words = self.words.iter().map(in_any);
        let words = words.fold(Condition::all(), Condition::add);
        let found = match &self.code {
            Some(code) => Condition::any().add(words).add(has(code)),
            None => words,
        };
        let own = Expr::col("company_id").eq(company.as_uuid());
        Condition::all().add(own).add(found)
    }
}

/// From where the rows of the noun are read: from its table, or only those that the index gives.
pub(super) fn from(query: &mut SelectStatement, noun: Noun, narrowing: Option<&Narrowing>) {
    let index = index_of(noun.table);
    match narrowing {
        None => {
            query.from(noun.table);
        }
        Some(Narrowing::Matches(expression)) => {
            let numbers = numbers_of(noun.table);
            // SQLite reads cross joins in the order in which they are written: the index first.
            query
                .from(index.clone())
                .join(JoinType::CrossJoin, numbers.clone(), Condition::all())
                .join(JoinType::CrossJoin, noun.table, Condition::all())
                .and_where(Expr::col(index.clone()).matches(expression.as_str()))
                .and_where(Expr::col((numbers.clone(), "number")).equals((index, "rowid")))
                .and_where(Expr::col((noun.table, "id")).equals((numbers, "indexed_id")));
        }
        Some(Narrowing::Has(condition)) => {
            let mut found = Query::select();
            found.column("id").from(index).cond_where(condition.clone());
            query
                .from(noun.table)
                .and_where(Expr::col((noun.table, "id")).in_subquery(found));
        }
    }
}

/// Makes searches fast again after many rows of the noun were written.
pub(super) async fn merge_parts(tx: &Transaction, noun: Noun) -> Result<(), StorageError> {
    if noun.is_indexed && tx.executor().get_database_backend() == DbBackend::Sqlite {
        tx.executor().execute_unprepared(&merge(noun.table)).await?;
    }
    Ok(())
}

/// A word in each of its forms; none where one of them is too short, since any row may have it then.
fn forms(word: &Word) -> Option<Vec<String>> {
    let forms = [Some(&word.text), word.latin.as_ref()];
    let forms = forms.into_iter().flatten().cloned();
    let forms = forms.chain(search_keys::heard_as(word));
    forms.map(text).collect()
}

/// A text that has entries. It ends at the character 0 for SQLite, and none is stored with it.
fn text(text: String) -> Option<String> {
    let has_entries = LETTERS <= text.chars().count() && !text.contains('\0');
    has_entries.then_some(text)
}

/// All entries that a text with this one in it has.
fn entries(text: &str) -> String {
    let text: Vec<char> = text.chars().collect();
    let entries = text.windows(LETTERS).map(|entry| {
        let entry = entry.iter().collect::<String>().replace('"', "\"\"");
        format!("\"{entry}\"")
    });
    format!("({})", entries.collect::<Vec<_>>().join(" AND "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(typed: &str) -> Option<String> {
        Sought::new(&Search::new(typed)).map(|sought| sought.expression())
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
