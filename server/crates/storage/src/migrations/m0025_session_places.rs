//! Sessions: from where each began, for the user who looks through them, and on which sign-in at the identity provider it rests.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, text_null};

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
            ("login_sessions", text_null("ip")),
            ("login_sessions", text_null("browser")),
            ("login_sessions", big_integer_null("authenticated_at")),
            // What a session that begins with a code is to note.
            ("second_factors", big_integer_null("authenticated_at")),
        ];
        // SQLite adds one column at a time.
        for (name, column) in added {
            let table = Table::alter().table(name).add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
