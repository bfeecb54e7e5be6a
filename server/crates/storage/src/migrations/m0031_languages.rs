//! A company's language is one that the product has texts in; German is none of them any more.

use sea_orm_migration::prelude::*;

/// See the module.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The fields as they are written: compact JSON.
const ENGLISH: &str = r#"UPDATE companies SET fields =
    replace(fields, '"prefered_language":"de"', '"prefered_language":"en"')
    WHERE fields LIKE '%"prefered_language":"de"%'"#;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[expect(
        elided_lifetimes_in_paths,
        reason = "async_trait wants the signature of the trait, letter by letter"
    )]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection.execute_unprepared(ENGLISH).await?;
        Ok(())
    }
}
