//! Uses: how often the records of a company hold a value of a list. Those that are there already are counted.

use std::collections::BTreeMap;

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string, uuid};
use sea_orm_migration::sea_orm::prelude::Uuid;
use serde_json::Value;

use super::columns::of_company;
use super::row_security::fence;
use crate::folding::fold;

const TABLE: &str = "uses";

/// Rows that are looked at at once.
const PAGE: u64 = 1000;

/// The tables whose rows are counted, what their rows are called, and the fields.
const COUNTED: &[(&str, &str, &[&str])] = &[
    (
        "contacts",
        "contact",
        &["salutation", "department", "roles"],
    ),
    ("users", "user", &["department"]),
    ("files", "file", &["docType"]),
];

/// See the module.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[expect(
        elided_lifetimes_in_paths,
        reason = "async_trait wants the signature of the trait, letter by letter"
    )]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table(TABLE)
            .col(uuid("company_id"))
            .col(string("name"))
            .col(big_integer("uses"))
            .primary_key(Index::create().col("company_id").col("name"))
            .foreign_key(&mut of_company(TABLE))
            .to_owned();
        manager.create_table(table).await?;
        fence(manager, TABLE).await?;
        recount(manager.get_connection()).await
    }
}

/// Writes the counts of all rows that are there, into an empty table.
pub(crate) async fn recount(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let mut counts: BTreeMap<(Uuid, String), i64> = BTreeMap::new();
    for (table, kind, fields) in COUNTED {
        let mut last = Uuid::nil();
        loop {
            let mut query = Query::select();
            query
                .columns(
                    ["id", "company_id", "fields", "is_file"]
                        .into_iter()
                        .filter(|it| {
                            // A folder is no document.
                            *it != "is_file" || *table == "files"
                        }),
                )
                .from(*table)
                .and_where(Expr::col("id").gt(last))
                .and_where(Expr::col("deleted_at").is_null())
                .order_by("id", Order::Asc)
                .limit(PAGE);
            let rows = db.query_all(&query).await?;
            let Some(end) = rows.last() else {
                break;
            };
            last = end.try_get("", "id")?;
            for row in &rows {
                if *table == "files" && row.try_get::<i64>("", "is_file")? == 0 {
                    continue;
                }
                let company: Uuid = row.try_get("", "company_id")?;
                let stored: String = row.try_get("", "fields")?;
                let stored: Value = serde_json::from_str(&stored).unwrap_or_default();
                for field in *fields {
                    for text in texts(&stored[*field]) {
                        let name = format!("{kind}.{field}/{}", fold(text));
                        *counts.entry((company, name)).or_default() += 1;
                    }
                }
            }
        }
    }
    let counts: Vec<_> = counts.into_iter().collect();
    for chunk in counts.chunks(500) {
        let mut insert = Query::insert();
        insert
            .into_table(TABLE)
            .columns(["company_id", "name", "uses"]);
        for ((company, name), uses) in chunk {
            insert.values_panic([(*company).into(), name.as_str().into(), (*uses).into()]);
        }
        db.execute(&insert).await?;
    }
    Ok(())
}

/// The texts of a field, which holds one or a list of them.
fn texts(field: &Value) -> impl Iterator<Item = &str> {
    let one = std::slice::from_ref(field);
    let all = field.as_array().map_or(one, Vec::as_slice);
    all.iter()
        .filter_map(Value::as_str)
        .filter(|it| !it.is_empty())
}
