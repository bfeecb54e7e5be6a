//! Mail: templates and their versions, messages, drafts, and the outbox.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, string, text, uuid, uuid_null};

use super::columns::{Owner, RecordTable, Unique, of_company};
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
        let templates = RecordTable {
            name: "mail_templates",
            owner: Owner::CompanyOrSeed,
            texts: &[
                "name_key",
                "code",
                "type",
                "channel",
                "context_entity",
                "status",
            ],
            numbers: &["is_system"],
            orders: &[&["name_key"], &["type", "name_key"]],
            unique: &[Unique::Always(&["code"])],
        };
        templates.create(manager).await?;
        let versions = RecordTable {
            name: "mail_template_versions",
            owner: Owner::Company,
            texts: &["template_id"],
            numbers: &["number"],
            orders: &[],
            unique: &[Unique::Always(&["template_id", "number"])],
        };
        versions.create(manager).await?;
        let messages = RecordTable {
            name: "mail_messages",
            owner: Owner::Company,
            texts: &["state", "subject_key"],
            numbers: &["scheduled_at", "sent_at"],
            orders: &[
                &["created_at"],
                &["state", "created_at"],
                &["scheduled_at"],
                &["sent_at"],
            ],
            unique: &[],
        };
        messages.create(manager).await?;
        let drafts = RecordTable {
            name: "mail_drafts",
            owner: Owner::Company,
            texts: &["subject_key"],
            numbers: &[],
            orders: &[&["updated_at"]],
            unique: &[],
        };
        drafts.create(manager).await?;
        manager.create_table(outbox()).await?;
        let due = Index::create()
            .name("ix_mail_outbox_due_at")
            .table("mail_outbox")
            .col("due_at")
            .col("id")
            .to_owned();
        manager.create_index(due).await?;
        let message = Index::create()
            .name("ix_mail_outbox_message")
            .table("mail_outbox")
            .col("company_id")
            .col("message_id")
            .to_owned();
        manager.create_index(message).await?;
        fence(manager, "mail_outbox").await
    }
}

fn outbox() -> TableCreateStatement {
    Table::create()
        .table("mail_outbox")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(uuid_null("message_id"))
        .col(text("mail"))
        .col(string("claim"))
        .col(integer("attempts"))
        .col(big_integer("due_at"))
        .col(big_integer("claimed_until"))
        .col(big_integer("created_at"))
        .foreign_key(&mut of_company("mail_outbox"))
        .to_owned()
}
