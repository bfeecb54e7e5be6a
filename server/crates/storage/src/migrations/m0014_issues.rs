//! Issues and the comments on them.

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
        let issues = RecordTable {
            name: "issues",
            owner: Owner::Company,
            texts: &[
                "key",
                "title_key",
                "type",
                "severity",
                "priority",
                "status",
                "reporter_id",
                "assignee_id",
                "subject_id",
            ],
            numbers: &["number", "due_at"],
            orders: &[
                &["number"],
                &["status", "number"],
                &["assignee_id", "number"],
                &["reporter_id", "number"],
                &["updated_at"],
            ],
            unique: &[Unique::Always(&["key"])],
        };
        issues.create(manager).await?;
        let comments = RecordTable {
            name: "issue_comments",
            owner: Owner::Company,
            texts: &["issue_id"],
            numbers: &["internal"],
            orders: &[&["issue_id", "created_at"]],
            unique: &[],
        };
        comments.create(manager).await
    }
}
