//! The right to download everything of a company, for the administrators of the companies that are there; a new company
//! begins with it.

use sea_orm_migration::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

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
        let db = manager.get_connection();
        let mut administrators = Query::select();
        administrators
            .columns(["id", "fields"])
            .from("roles")
            .and_where(Expr::col("code").eq("administrator"))
            .and_where(Expr::col("role_type").eq("system"));
        for row in db.query_all(&administrators).await? {
            let id: Uuid = row.try_get("", "id")?;
            let stored: String = row.try_get("", "fields")?;
            let Some(fields) = with_export(&stored) else {
                continue;
            };
            let mut update = Query::update();
            update
                .table("roles")
                .value("fields", fields)
                .and_where(Expr::col("id").eq(id));
            db.execute(&update).await?;
        }
        Ok(())
    }
}

/// The fields of a role with the right; none where it has it, or gives no right to the company at all.
pub(crate) fn with_export(stored: &str) -> Option<String> {
    let mut fields: Value = serde_json::from_str(stored).ok()?;
    let permissions = fields.get_mut("permissions")?.as_array_mut()?;
    let company = permissions
        .iter_mut()
        .find(|it| it["resource"] == "company" && it["scope"] == "company")?;
    let actions = company.get_mut("actions")?.as_array_mut()?;
    let export = json!("export");
    if actions.contains(&export) {
        return None;
    }
    actions.push(export);
    serde_json::to_string(&fields).ok()
}
