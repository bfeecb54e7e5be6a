//! The realtime database: one row per leaf, so that a write touches what changed and a subtree is one range of the key.
//!
//! It belongs to no company: it is one tree, whose first keys happen to be companies, and its own rules keep them apart.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{string, text};

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
        let leaves = Table::create()
            .table("realtime_leaves")
            .col(string("namespace"))
            .col(text("path"))
            .col(text("value"))
            .primary_key(Index::create().col("namespace").col("path"))
            .to_owned();
        manager.create_table(leaves).await?;
        // Sockets end with the session that they rest on, so it is asked every moment which sessions have ended.
        let ended = Index::create()
            .name("ix_login_sessions_ended_at")
            .table("login_sessions")
            .col("ended_at")
            .to_owned();
        manager.create_index(ended).await
    }
}
