//! Uses: how often the records of a company hold a value of a list, such as a salutation, without counting them each time.
//!
//! Invariant: a count is the number of rows outside the bin that hold the value in that field. It changes in the statement
//! after the one that changes the row, in the same transaction.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query};

use super::Record;
use crate::database::sealed::Connected;
use crate::folding::fold;
use crate::{CompanyId, Handle, StorageError, Transaction};

/// A text that a field of a row holds, out of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<'a> {
    /// The field, as the wire calls it.
    pub field: &'static str,
    /// The text. None is counted that is empty.
    pub text: &'a str,
}

/// Counts by what is counted, see [`name`].
pub(crate) type Counts = BTreeMap<String, i64>;

/// Where the text is counted that a field of rows of this kind holds. Case and diacritics make no difference.
pub fn name(kind: &str, field: &str, text: &str) -> String {
    format!("{kind}.{field}/{}", fold(text))
}

/// How often each of these is held, of those that are held at all.
pub async fn counts(
    db: &dyn Handle,
    company: CompanyId,
    names: &[String],
) -> Result<HashMap<String, i64>, StorageError> {
    let mut found = HashMap::new();
    for chunk in names.chunks(500) {
        let mut query = Query::select();
        query
            .columns(["name", "uses"])
            .from("uses")
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("name").is_in(chunk.to_vec()))
            .and_where(Expr::col("uses").gt(0));
        for row in db.connection().query_all(&query).await? {
            found.insert(row.try_get("", "name")?, row.try_get("", "uses")?);
        }
    }
    Ok(found)
}

/// Counts what these rows hold, once more or once less.
pub(crate) fn count<'a, R: Record>(
    rows: impl IntoIterator<Item = &'a R::Fields>,
    step: i64,
    counts: &mut Counts,
) {
    for fields in rows {
        for held in R::held(fields).iter().filter(|it| !it.text.is_empty()) {
            *counts
                .entry(name(R::KIND, held.field, held.text))
                .or_default() += step;
        }
    }
}

/// Takes in new rows.
pub(super) async fn add<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    rows: impl IntoIterator<Item = &R::Fields>,
) -> Result<(), StorageError> {
    let mut counts = Counts::new();
    count::<R>(rows, 1, &mut counts);
    write(tx, company, counts).await
}

/// Takes in rows that changed from one to the other, or came and went: none is one that is not there.
pub(super) async fn change<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    before: Option<&R::Fields>,
    after: Option<&R::Fields>,
) -> Result<(), StorageError> {
    let mut counts = Counts::new();
    count::<R>(before, -1, &mut counts);
    count::<R>(after, 1, &mut counts);
    write(tx, company, counts).await
}

async fn write(tx: &Transaction, company: CompanyId, counts: Counts) -> Result<(), StorageError> {
    let steps: Vec<(String, i64)> = counts.into_iter().filter(|(_, step)| *step != 0).collect();
    for chunk in steps.chunks(500) {
        let mut insert = Query::insert();
        let sum = Expr::col(("uses", "uses")).add(Expr::col(("excluded", "uses")));
        insert
            .into_table("uses")
            .columns(["company_id", "name", "uses"])
            .on_conflict(
                OnConflict::columns(["company_id", "name"])
                    .value("uses", sum)
                    .to_owned(),
            );
        for (name, step) in chunk {
            insert.values_panic([
                company.as_uuid().into(),
                name.as_str().into(),
                (*step).into(),
            ]);
        }
        tx.connection().execute(&insert).await?;
    }
    Ok(())
}
