//! Audit: who did what to what, and the hash that ties each entry to the one before it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, string, string_null, text, uuid, uuid_null};

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
        manager.create_table(audit_entries()).await?;
        let order = Index::create()
            .name("uq_audit_entries_company_id_seq")
            .table("audit_entries")
            .col("company_id")
            .col("seq")
            .unique()
            .to_owned();
        manager.create_index(order).await
    }
}

fn audit_entries() -> TableCreateStatement {
    Table::create()
        .table("audit_entries")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(integer("seq"))
        .col(big_integer("at"))
        .col(string("actor_type"))
        .col(uuid_null("actor_id"))
        .col(string("actor_name"))
        .col(string("actor_email"))
        .col(string("action"))
        .col(string("entity_type"))
        .col(uuid("entity_id"))
        .col(string("entity_label"))
        .col(text("changes"))
        .col(string("result"))
        .col(string_null("reason"))
        .col(string_null("request_id"))
        .col(text("search_key"))
        .col(string("prev_hash"))
        .col(string("hash"))
        .foreign_key(
            ForeignKey::create()
                .name("fk_audit_entries_company_id")
                .from("audit_entries", "company_id")
                .to("companies", "id"),
        )
        .to_owned()
}
