//! Uses: how often the records of a company hold a value of a list, such as a salutation, without counting them each time.
//!
//! Invariant: a count is the number of rows outside the bin that hold the value in that field. It changes in the statement
//! after the one that changes the row, in the same transaction.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query};

use super::Record;
use crate::folding::fold;
use crate::{CompanyId, Handle, StorageError, Transaction};

/// A text that a field of a row holds, out of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicklistValue<'a> {
    /// The field, as the wire calls it.
    pub field: &'static str,
    /// The text. None is counted that is empty.
    pub text: &'a str,
}

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
            found.insert(row.get("name")?, row.get("uses")?);
        }
    }
    Ok(found)
}

/// What a row holds, each under its [`name`].
pub(super) fn of<R: Record>(fields: &R::Fields) -> Vec<String> {
    let held = R::picklist_values(fields)
        .into_iter()
        .filter(|it| !it.text.is_empty());
    held.map(|it| name(R::KIND, it.field, it.text)).collect()
}

/// Takes in rows that held `before` and hold `after`, which is nothing of rows that came or went.
pub(super) async fn change(
    tx: &Transaction,
    company: CompanyId,
    before: Vec<String>,
    after: Vec<String>,
) -> Result<(), StorageError> {
    let mut steps: BTreeMap<String, i64> = BTreeMap::new();
    let gone = before.into_iter().map(|name| (name, -1));
    for (name, step) in gone.chain(after.into_iter().map(|name| (name, 1))) {
        *steps.entry(name).or_default() += step;
    }
    let steps: Vec<(String, i64)> = steps.into_iter().filter(|(_, step)| *step != 0).collect();
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
        tx.executor().execute(&insert).await?;
    }
    Ok(())
}
