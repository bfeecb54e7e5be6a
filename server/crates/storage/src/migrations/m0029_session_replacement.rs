//! Sessions: the secret that is to take the place of the one in the cookie, and the one whose place it took.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, string_null};

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
        let added = [
            big_integer_null("replace_at"),
            string_null("next_sid_hash"),
            string_null("previous_sid_hash"),
            big_integer_null("previous_until"),
        ];
        // SQLite adds one column at a time.
        for column in added {
            let table = Table::alter()
                .table("login_sessions")
                .add_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        // A session is found by any of its secrets.
        for column in ["next_sid_hash", "previous_sid_hash"] {
            let index = Index::create()
                .name(format!("ix_login_sessions_{column}"))
                .table("login_sessions")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}
