//! Saved views, and the jobs of imports.

use sea_orm_migration::prelude::*;

use super::columns::{Owner, RecordTable};

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
        let views = RecordTable {
            name: "saved_views",
            owner: Owner::Company,
            texts: &["list", "name_key", "visibility"],
            numbers: &["is_default"],
            orders: &[&["list", "name_key"], &["name_key"]],
            unique: &[],
        };
        views.create(manager).await?;
        let jobs = RecordTable {
            name: "import_jobs",
            owner: Owner::Company,
            texts: &["entity", "mode"],
            numbers: &[],
            orders: &[&["created_at"]],
            unique: &[],
        };
        jobs.create(manager).await
    }
}
