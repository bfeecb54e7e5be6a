//! Audit: who did what to what, and the hash that ties each entry to the one before it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, string, string_null, text, text_null, uuid, uuid_null,
};

use super::row_security::fence;

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
        let chain = index("uq_audit_entries_company_id_seq", &["seq"])
            .unique()
            .to_owned();
        let of_batch = index("ix_audit_entries_batch_id", &["batch_id", "at", "seq"])
            .cond_where(Expr::col("batch_id").is_not_null())
            .to_owned();
        let indexes = [
            chain,
            index("ix_audit_entries_at", &["at", "seq"]),
            index("ix_audit_entries_action", &["action", "at", "seq"]),
            index("ix_audit_entries_actor_id", &["actor_id", "at", "seq"]),
            index("ix_audit_entries_entity_id", &["entity_id", "at", "seq"]),
            of_batch,
        ];
        for index in indexes {
            manager.create_index(index).await?;
        }
        fence(manager, "audit_entries").await
    }
}

/// An index of a company's entries, in whose order a list of them is read.
fn index(name: &str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create();
    index.name(name).table("audit_entries").col("company_id");
    for column in columns {
        index.col(*column);
    }
    index
}

fn audit_entries() -> TableCreateStatement {
    Table::create()
        .table("audit_entries")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(big_integer("seq"))
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
        .col(uuid_null("batch_id"))
        .col(string("origin"))
        .col(string_null("ip"))
        .col(text_null("browser"))
        .col(string_null("session_ref"))
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
