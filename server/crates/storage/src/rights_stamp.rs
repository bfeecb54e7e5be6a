//! The rights stamp: a number of a company that differs whenever one of its users, roles, groups or the company itself was
//! written, so that what was worked out about somebody's rights is known to hold by reading one number.
//!
//! Invariant: a change and the step of its stamp become visible together.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};

use crate::{CompanyId, Handle, StorageError, Transaction, companies, roles, users};

/// Kinds of rows that decide about rights.
const KINDS: [&str; 4] = [users::KIND, roles::KIND, "group", companies::KIND];

/// Companies whose stamps a transaction has still to move on.
#[derive(Debug, Default)]
pub(crate) struct Moves(Mutex<BTreeSet<CompanyId>>);

impl Moves {
    /// A row of the kind is written.
    pub(crate) fn note(&self, kind: &str, company: CompanyId) {
        if KINDS.contains(&kind) {
            let mut companies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            companies.insert(company);
        }
    }
}

/// The company's stamp as it stands; none when the company is gone.
pub async fn get(db: &dyn Handle, company: CompanyId) -> Result<Option<i64>, StorageError> {
    let mut query = Query::select();
    query
        .column("rights_stamp")
        .from(companies::TABLE)
        .and_where(Expr::col("id").eq(company.as_uuid()))
        .and_where(Expr::col("deleted_at").is_null());
    let row = db.connection().query_one(&query).await?;
    Ok(row.map(|row| row.get("rights_stamp")).transpose()?)
}

/// Moves the stamps on, as the last thing that a transaction does: the rows of companies are what many wait for.
pub(crate) async fn write(tx: &Transaction) -> Result<(), StorageError> {
    let companies = {
        let mut noted = tx.stamps().0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *noted)
    };
    // In the order of the ids, so that two who move several do not wait for each other.
    for company in companies {
        let mut step = Query::update();
        step.table(companies::TABLE)
            .value("rights_stamp", Expr::col("rights_stamp").add(1))
            .and_where(Expr::col("id").eq(company.as_uuid()));
        tx.executor().execute(&step).await?;
    }
    Ok(())
}
