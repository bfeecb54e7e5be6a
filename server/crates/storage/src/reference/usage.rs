//! Usage: which texts out of reference data records hold, of one company or of all in the installation.
//!
//! Invariant: only what is outside the bin counts, and no company is told of another: what is returned are the texts asked for.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use serde_json::Value;
use uuid::Uuid;

use crate::{Answer, CompanyId, Handle};

/// Whose records are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of this company.
    Company(CompanyId),
    /// Those of all companies, which takes a handle that reaches them.
    All,
}

/// Values of one statement.
const AT_ONCE: usize = 500;

/// Where records hold a text out of reference data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A column of a table.
    Column(&'static str, &'static str),
    /// A member of the fields in a table, by its path; for tables of few rows, since each is read.
    Member(&'static str, &'static [&'static str]),
}

/// Those of the texts that records of companies hold there. Where the schema is older than that, there are none.
pub fn held<'a>(
    db: &'a dyn Handle,
    whose: Whose,
    holder: Holder,
    texts: &'a BTreeSet<String>,
) -> Answer<'a, BTreeSet<String>> {
    Box::pin(async move {
        let (table, column) = match holder {
            Holder::Column(table, column) => (table, column),
            Holder::Member(table, _) => (table, "fields"),
        };
        let has = |column| db.connection().has_column(table, column);
        if texts.is_empty() || !has(column).await? {
            return Ok(BTreeSet::new());
        }
        let owner = match has("company_id").await? {
            true => "company_id",
            // Each company is a row of its own.
            false => "id",
        };
        let mut query = Query::select();
        query
            .column(column)
            .from(table)
            .and_where(whose.owns(owner))
            .and_where(Expr::col("deleted_at").is_null());
        let Holder::Member(_, path) = holder else {
            let texts: Vec<&String> = texts.iter().collect();
            let mut found = BTreeSet::new();
            for chunk in texts.chunks(AT_ONCE) {
                let mut query = query.clone();
                let chunk: Vec<&str> = chunk.iter().map(|text| text.as_str()).collect();
                query.distinct().and_where(Expr::col(column).is_in(chunk));
                found.extend(db.connection().query_column(&query, column).await?);
            }
            return Ok(found);
        };
        let fields: Vec<String> = db.connection().query_column(&query, column).await?;
        let held = fields.iter().filter_map(|fields| member(fields, path));
        Ok(held.filter(|text| texts.contains(text)).collect())
    })
}

/// Those of the natural keys for which a company has a row of its own in the table.
pub fn replaced<'a>(
    db: &'a dyn Handle,
    whose: Whose,
    table: &'static str,
    keys: &'a BTreeSet<String>,
) -> Answer<'a, BTreeSet<String>> {
    held(db, whose, Holder::Column(table, "natural_key"), keys)
}

/// Those of the rows of the kind that records name.
pub fn named<'a>(
    db: &'a dyn Handle,
    whose: Whose,
    kind: &'a str,
    ids: &'a [Uuid],
) -> Answer<'a, BTreeSet<Uuid>> {
    Box::pin(async move {
        let mut found = BTreeSet::new();
        if !db.connection().has_table("links").await? {
            return Ok(found);
        }
        for chunk in ids.chunks(AT_ONCE) {
            let mut query = Query::select();
            query
                .distinct()
                .column("to_id")
                .from("links")
                .and_where(whose.owns("company_id"))
                .and_where(Expr::col("to_kind").eq(kind))
                .and_where(Expr::col("to_id").is_in(chunk.to_vec()))
                .and_where(Expr::col("is_live").eq(true));
            let ids: Vec<Uuid> = db.connection().query_column(&query, "to_id").await?;
            found.extend(ids);
        }
        Ok(found)
    })
}

/// Those of the names, see [`crate::records::uses::name`], under which a value of a list is counted.
pub fn counted<'a>(
    db: &'a dyn Handle,
    whose: Whose,
    names: &'a BTreeSet<String>,
) -> Answer<'a, BTreeSet<String>> {
    Box::pin(async move {
        let mut found = BTreeSet::new();
        if !db.connection().has_table("uses").await? {
            return Ok(found);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for chunk in names.chunks(AT_ONCE) {
            let mut query = Query::select();
            query
                .distinct()
                .column("name")
                .from("uses")
                .and_where(whose.owns("company_id"))
                .and_where(Expr::col("name").is_in(chunk.to_vec()))
                .and_where(Expr::col("uses").gt(0));
            found.extend(db.connection().query_column(&query, "name").await?);
        }
        Ok(found)
    })
}

impl Whose {
    fn owns(self, owner: &'static str) -> Expr {
        match self {
            Self::Company(company) => Expr::col(owner).eq(company.as_uuid()),
            Self::All => Expr::col(owner).is_not_null(),
        }
    }
}

fn member(fields: &str, path: &[&str]) -> Option<String> {
    let fields: Value = serde_json::from_str(fields).ok()?;
    let held = path.iter().try_fold(&fields, |value, name| value.get(name));
    held?.as_str().map(str::to_owned)
}
