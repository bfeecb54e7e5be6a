//! Contact filters: contacts are found by country and by role, and mails by whom they were sent to. Those that are there already
//! get the links that new ones are written with.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::prelude::Uuid;
use serde_json::Value;

use crate::records::links::text_id;

/// Rows that are looked at at once.
const PAGE: u64 = 500;

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
        let by_country = Index::create()
            .name("ix_contacts_live_country_display_name_key")
            .table("contacts")
            .col("company_id")
            .col("country")
            .col("display_name_key")
            .col("id")
            .cond_where(Expr::col("deleted_at").is_null())
            .to_owned();
        manager.create_index(by_country).await?;
        let db = manager.get_connection();
        link(db, "contacts", ("contact", "roles"), roles).await?;
        link(
            db,
            "mail_messages",
            ("mailMessage", "recipients"),
            recipients,
        )
        .await
    }
}

/// Writes the links of a field to texts, for all rows of a table; none of them may be there.
pub(crate) async fn link(
    db: &impl ConnectionTrait,
    table: &'static str,
    (kind, field): (&str, &str),
    texts: fn(&Value) -> Vec<String>,
) -> Result<(), DbErr> {
    let mut last = Uuid::nil();
    loop {
        let mut query = Query::select();
        query
            .columns(["id", "company_id", "fields", "deleted_at"])
            .from(table)
            .and_where(Expr::col("id").gt(last))
            .order_by("id", Order::Asc)
            .limit(PAGE);
        let rows = db.query_all(&query).await?;
        let Some(end) = rows.last() else {
            return Ok(());
        };
        last = end.try_get("", "id")?;
        let mut links: Vec<[Expr; 7]> = Vec::new();
        for row in &rows {
            let id: Uuid = row.try_get("", "id")?;
            let company: Uuid = row.try_get("", "company_id")?;
            let deleted_at: Option<i64> = row.try_get("", "deleted_at")?;
            let stored: String = row.try_get("", "fields")?;
            let stored: Value = serde_json::from_str(&stored).unwrap_or_default();
            let mut named: Vec<Uuid> = texts(&stored).iter().map(|it| text_id(it)).collect();
            named.sort_unstable();
            named.dedup();
            links.extend(named.into_iter().map(|to| {
                [
                    company.into(),
                    kind.into(),
                    id.into(),
                    field.into(),
                    "text".into(),
                    to.into(),
                    deleted_at.is_none().into(),
                ]
            }));
        }
        // Seven parameters a row; SQLite takes 32,766 in a statement.
        for chunk in links.chunks(1000) {
            let mut insert = Query::insert();
            insert.into_table("links").columns([
                "company_id",
                "from_kind",
                "from_id",
                "field",
                "to_kind",
                "to_id",
                "is_live",
            ]);
            for link in chunk {
                insert.values_panic(link.clone());
            }
            db.execute(&insert).await?;
        }
    }
}

/// The roles of a contact.
pub(crate) fn roles(stored: &Value) -> Vec<String> {
    let roles = stored["roles"].as_array().into_iter().flatten();
    roles.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// To whom a message was sent, as far as all recipients see it.
pub(crate) fn recipients(stored: &Value) -> Vec<String> {
    let lists = ["to", "cc"].map(|list| stored[list].as_array());
    lists
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|it| it["address"].as_str())
        .map(str::to_ascii_lowercase)
        .collect()
}
