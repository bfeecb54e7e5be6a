//! Quotas of mail: which mails in the outbox go before all others.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::integer;

use crate::outbox::ORDINARY;

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
        let turn = Table::alter()
            .table("mail_outbox")
            .add_column(integer("turn").default(ORDINARY))
            .to_owned();
        manager.alter_table(turn).await?;
        let by_turn = Index::create()
            .name("ix_mail_outbox_turn")
            .table("mail_outbox")
            .col("turn")
            .col("due_at")
            .col("id")
            .to_owned();
        manager.create_index(by_turn).await
    }
}
