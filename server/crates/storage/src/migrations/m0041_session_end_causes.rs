//! Sessions: why each ended, for the browser that is asked to sign in again.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

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
        let table = Table::alter()
            .table("login_sessions")
            .add_column(text_null("end_cause"))
            .to_owned();
        manager.alter_table(table).await
    }
}
