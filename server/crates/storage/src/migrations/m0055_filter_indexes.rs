//! Filter indexes: rows that name something are found in the index of links alone, and contacts of a kind are read by when they
//! were created or changed. Many contacts are imported one kind after the other: along those moments, all of one kind come before the
//! first of the other.

use sea_orm_migration::prelude::*;

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
        let without_rows = Index::drop().name(NAMED).table("links").to_owned();
        manager.drop_index(without_rows).await?;
        let named = Index::create()
            .name(NAMED)
            .table("links")
            .col("company_id")
            .col("to_id")
            .col("from_kind")
            .col("field")
            .col("from_id")
            .to_owned();
        manager.create_index(named).await?;
        for moment in ["created_at", "updated_at"] {
            let of_kind = Index::create()
                .name(format!("ix_contacts_live_kind_{moment}"))
                .table("contacts")
                .col("company_id")
                .col("kind")
                .col(moment)
                .col("id")
                .cond_where(Expr::col("deleted_at").is_null())
                .to_owned();
            manager.create_index(of_kind).await?;
        }
        Ok(())
    }
}

/// The index of what links name.
const NAMED: &str = "ix_links_to";
