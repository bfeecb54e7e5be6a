//! Search keys: what is stored of a row so that it is found, and how a search reads it.
//!
//! `search_key` holds the texts, folded, each between line breaks, and once more in Latin letters where they are written in others.
//! `search_terms` holds, between line breaks too, codes as they are, ends of codes behind [`END`], sounds of words behind
//! [`SOUND`], and those of words that were stored without vowels behind [`ABJAD`] as well.
//!
//! Invariant: the keys follow from the fields alone. They are written with the row, and rewritten for all rows when
//! [`RULES`], the [`SHAPE`] of fields or the names of places change.

use sea_orm::sea_query::{
    CaseStatement, Condition, Expr, ExprTrait as _, LikeExpr, Order, PostgresQueryBuilder, Query,
    SelectStatement,
};
use sea_orm::{ConnectionTrait as _, DbBackend, Statement};
use uuid::Uuid;

use super::Record;
use super::row::SHAPE;
use crate::clock::Millis;
use crate::database::Lock;
use crate::database::connection::ResultRow;
use crate::database::sealed::Connected;
use crate::folding::fold;
use crate::hashing::sha256_hex;
use crate::listing::like_pattern;
use crate::reference::seed::PLACE_NAMES;
use crate::searching::{Rank, Search, Word, compact, is_abjad, latin};
use crate::{Answer, Handle, StorageError, Transaction, json_text};

/// To be raised with every change of what the keys are made of.
const RULES: &str = "1";

/// The line of the table `seeds` that says by which rules the keys were made.
const MARK: &str = "search-keys";

/// Rows that are read at once when all are rewritten.
const PAGE: u64 = 1000;

/// Before the end of a code.
const END: char = '.';
/// Before the sound of a word.
const SOUND: char = '~';
/// Before the sound of a word that is stored without vowels.
const ABJAD: char = '^';

/// What is stored of a row to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SearchKeys {
    pub(super) key: String,
    pub(super) terms: String,
}

impl SearchKeys {
    pub(super) fn of<R: Record>(fields: &R::Fields) -> Self {
        Self::new(
            &R::searched(fields),
            &R::codes(fields),
            &R::code_ends(fields),
        )
    }

    fn new(texts: &[&str], codes: &[&str], ends: &[&str]) -> Self {
        let (mut key, mut terms) = (Lines::default(), Lines::default());
        for code in codes {
            terms.add(&compact(code));
        }
        for end in ends {
            terms.add_marked(END, &compact(end));
        }
        for text in texts {
            key.add(&fold(text));
            // Without vowels a part of one word is soon like a part of another: such words are found whole, by their sound.
            if let Some(latin) = latin(text).filter(|_| !is_abjad(text)) {
                key.add(&latin);
            }
            for word in Search::new(text).words {
                terms.add_marked(SOUND, &word.sound);
                if word.is_abjad {
                    terms.add_marked(ABJAD, &word.sound);
                }
            }
        }
        Self {
            key: key.0,
            terms: terms.0,
        }
    }
}

/// Lines between line breaks, each once.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, line: &str) {
        if line.is_empty() || self.0.contains(&format!("\n{line}\n")) {
            return;
        }
        if self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn add_marked(&mut self, mark: char, line: &str) {
        if !line.is_empty() {
            self.add(&format!("{mark}{line}"));
        }
    }
}

/// Rows that the search finds: each word somewhere in their texts, or what was typed as the beginning of a code.
pub(super) fn found(search: &Search) -> Condition {
    let words = search.words.iter().fold(Condition::all(), |all, word| {
        let mut any = Condition::any().add(key_has(&word.text, "", ""));
        if let Some(latin) = &word.latin {
            any = any.add(key_has(latin, "", ""));
        }
        if let Some(heard) = heard(word) {
            any = any.add(heard);
        }
        all.add(any)
    });
    if search.code.is_empty() {
        return words;
    }
    Condition::any()
        .add(words)
        .add(terms_have(&search.code, "\n", ""))
}

/// The [`Rank`] of a row that was found, as a number.
pub(super) fn rank(search: &Search) -> Expr {
    let texts: Vec<&str> = [Some(search.text.as_str()), search.latin.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    let any_text = |before: &str, after: &str| {
        texts.iter().fold(Condition::any(), |any, text| {
            any.add(key_has(text, before, after))
        })
    };
    let begins_word = |word: &Word| {
        let forms = [Some(&word.text), word.latin.as_ref()]
            .into_iter()
            .flatten();
        forms.fold(Condition::any(), |any, form| {
            any.add(key_has(form, "\n", "")).add(key_has(form, " ", ""))
        })
    };
    let is_within = |word: &Word| {
        let forms = [Some(&word.text), word.latin.as_ref()]
            .into_iter()
            .flatten();
        forms.fold(Condition::any(), |any, form| any.add(key_has(form, "", "")))
    };
    let all = |of: &dyn Fn(&Word) -> Condition| {
        let words = search.words.iter();
        words.fold(Condition::all(), |all, word| all.add(of(word)))
    };
    let value = |rank: Rank| Expr::value(rank as i64);
    let mut case = CaseStatement::new();
    let mut prefix = any_text("\n", "");
    if !search.code.is_empty() {
        let end = format!("{END}{}", search.code);
        case = case
            .case(terms_have(&search.code, "\n", "\n"), value(Rank::Code))
            .case(terms_have(&end, "\n", "\n"), value(Rank::CodeEnd));
        prefix = prefix.add(terms_have(&search.code, "\n", ""));
    }
    case.case(any_text("\n", "\n"), value(Rank::Name))
        .case(prefix, value(Rank::Prefix))
        .case(all(&begins_word), value(Rank::Words))
        .case(all(&is_within), value(Rank::Within))
        .finally(value(Rank::Sound))
        .into()
}

fn heard(word: &Word) -> Option<Expr> {
    heard_as(word).map(|heard| terms_have(&heard, "", ""))
}

/// How a word is compared by its sound: one without vowels with all stored words, another one with those without vowels, and only
/// if there is enough of it to tell words apart.
pub(super) fn heard_as(word: &Word) -> Option<String> {
    let (mark, least) = if word.is_abjad {
        (SOUND, 1)
    } else {
        (ABJAD, 3)
    };
    (least <= word.sound.len()).then(|| format!("\n{mark}{}\n", word.sound))
}

fn key_has(text: &str, before: &str, after: &str) -> Expr {
    like("search_key", text, before, after)
}

fn terms_have(term: &str, before: &str, after: &str) -> Expr {
    like("search_terms", term, before, after)
}

fn like(column: &'static str, text: &str, before: &str, after: &str) -> Expr {
    let pattern = format!("%{before}{}{after}%", like_pattern(text));
    Expr::col(column).like(LikeExpr::new(pattern).escape('\\'))
}

/// Whether all keys were made by these rules.
pub async fn are_current(db: &dyn Handle) -> Result<bool, StorageError> {
    let mut query = Query::select();
    query
        .column("sha256")
        .from("seeds")
        .and_where(Expr::col("dataset").eq(MARK));
    let row = db.connection().query_one(&query).await?;
    let made: Option<String> = row.map(|row| row.get("sha256")).transpose()?;
    Ok(made == Some(rules()))
}

/// Keeps others from rewriting them at the same time.
pub async fn lock(tx: &Transaction) -> Result<(), StorageError> {
    tx.lock(Lock::Seed).await
}

/// Notes that all keys were made by these rules.
pub async fn note_current(tx: &Transaction, now: jiff::Timestamp) -> Result<(), StorageError> {
    let mut delete = Query::delete();
    delete
        .from_table("seeds")
        .and_where(Expr::col("dataset").eq(MARK));
    tx.executor().execute(&delete).await?;
    let mut insert = Query::insert();
    insert
        .into_table("seeds")
        .columns(["dataset", "sha256", "loaded_at"])
        .values_panic([MARK.into(), rules().into(), Millis::from(now).into()]);
    tx.executor().execute(&insert).await?;
    Ok(())
}

fn rules() -> String {
    sha256_hex(format!("{RULES}\n{SHAPE}\n{}", PLACE_NAMES.text()).as_bytes())
}

/// Writes the keys of all rows of `R`, of every company and the seed, where they differ, and the fields in today's shape; gives how
/// many rows were written. They keep their versions: what they hold is the same.
pub async fn rewrite<R: Record>(tx: &Transaction) -> Result<u64, StorageError> {
    let today = |fields: &str| -> Result<(String, SearchKeys), StorageError> {
        let fields: R::Fields = json_text::read(fields, R::KIND)?;
        let keys = SearchKeys::of::<R>(&fields);
        Ok((json_text::write(&fields, R::KIND)?, keys))
    };
    rewrite_table(tx, R::TABLE, &today).await
}

/// What is stored of a row today, from its fields as they were written: the fields and the keys.
type Today<'a> = &'a (dyn Fn(&str) -> Result<(String, SearchKeys), StorageError> + Sync);

fn rewrite_table<'a>(
    tx: &'a Transaction,
    table: &'static str,
    today: Today<'a>,
) -> Answer<'a, u64> {
    Box::pin(async move {
        let mut rows = AllRows::of(tx, table).await?;
        let mut changed = 0;
        loop {
            let page = rows.next(tx).await?;
            if page.is_empty() {
                return Ok(changed);
            }
            for row in &page {
                let stored = SearchKeys {
                    key: row.get("search_key")?,
                    terms: row.get("search_terms")?,
                };
                let (fields, made) = today(&row.get::<String>("fields")?)?;
                if made == stored && row.get::<i32>("shape")? == SHAPE {
                    continue;
                }
                let company: Option<Uuid> = row.get("company_id")?;
                let mut update = Query::update();
                update
                    .table(table)
                    .value("fields", fields)
                    .value("shape", SHAPE)
                    .value("search_key", made.key)
                    .value("search_terms", made.terms)
                    .and_where(match company {
                        Some(company) => Expr::col("company_id").eq(company),
                        None => Expr::col("company_id").is_null(),
                    })
                    .and_where(Expr::col("id").eq(row.get::<Uuid>("id")?));
                tx.executor().execute(&update).await?;
                changed += 1;
            }
        }
    })
}

/// All rows of a table, of every company and the seed, a page at a time.
enum AllRows {
    /// SQLite: in the order of their ids, those after this one.
    After(&'static str, Uuid),
    /// PostgreSQL: by a cursor of this name. The company leads its keys, so no index has the rows in the order of their ids.
    Cursor(String),
}

impl AllRows {
    async fn of(tx: &Transaction, table: &'static str) -> Result<Self, StorageError> {
        if tx.connection().backend() == DbBackend::Sqlite {
            return Ok(Self::After(table, Uuid::nil()));
        }
        let name = format!("all_{table}");
        let rows = whole(table).to_string(PostgresQueryBuilder);
        let declare = format!("DECLARE \"{name}\" NO SCROLL CURSOR FOR {rows}");
        tx.executor().execute_unprepared(&declare).await?;
        Ok(Self::Cursor(name))
    }

    /// The next rows; none when there are no more.
    async fn next(&mut self, tx: &Transaction) -> Result<Vec<ResultRow>, StorageError> {
        let connection = tx.connection();
        match self {
            Self::After(table, last) => {
                let mut query = whole(table);
                query
                    .and_where(Expr::col("id").gt(*last))
                    .order_by("id", Order::Asc)
                    .limit(PAGE);
                let rows = connection.query_all(&query).await?;
                if let Some(end) = rows.last() {
                    *last = end.get("id")?;
                }
                Ok(rows)
            }
            Self::Cursor(name) => {
                let fetch = format!("FETCH {PAGE} FROM \"{name}\"");
                let fetch = Statement::from_string(DbBackend::Postgres, fetch);
                let rows = connection.query_all_raw(fetch).await?;
                if rows.is_empty() {
                    let close = format!("CLOSE \"{name}\"");
                    tx.executor().execute_unprepared(&close).await?;
                }
                Ok(rows)
            }
        }
    }
}

fn whole(table: &'static str) -> SelectStatement {
    Query::select()
        .columns([
            "id",
            "company_id",
            "fields",
            "shape",
            "search_key",
            "search_terms",
        ])
        .from(table)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searching::{is_abjad, sound};

    #[test]
    fn keys_hold_each_text_and_code_once() {
        let keys = SearchKeys::new(
            &["Rotterdam", "ROTTERDAM", "Роттердам"],
            &["NLRTM", ""],
            &["RTM"],
        );
        assert_eq!(keys.key, "\nrotterdam\nроттердам\n");
        assert_eq!(keys.terms, "\nnlrtm\n.rtm\n~rtrdm\n");
    }

    #[test]
    fn keys_of_nothing_are_empty() {
        let keys = SearchKeys::new(&["", " "], &[], &[]);
        assert_eq!((keys.key.as_str(), keys.terms.as_str()), ("", ""));
    }

    #[test]
    fn words_without_vowels_are_found_by_their_sound() {
        let keys = SearchKeys::new(&["شنغهاي للشحن"], &[], &[]);
        assert!(keys.terms.contains("\n^sng\n"), "{}", keys.terms);
        let typed = Word {
            text: "shanghai".to_owned(),
            latin: None,
            sound: sound("shanghai"),
            is_abjad: is_abjad("shanghai"),
        };
        assert!(heard(&typed).is_some());
    }
}
