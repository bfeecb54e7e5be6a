//! Mail to each: what a message said to each of its recipients.

use sea_orm_migration::prelude::*;

use super::columns::{Owner, RecordTable, Unique};

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
        let merged = RecordTable {
            name: "mail_merged",
            owner: Owner::Company,
            texts: &["message_id"],
            numbers: &["position"],
            orders: &[],
            unique: &[Unique::Always(&["message_id", "position"])],
        };
        merged.create(manager).await
    }
}
