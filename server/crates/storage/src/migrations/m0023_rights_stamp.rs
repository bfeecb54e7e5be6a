//! The rights stamp of companies: it differs whenever what decides about the rights of their people does.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer;

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
        let stamp = Table::alter()
            .table("companies")
            .add_column(big_integer("rights_stamp").default(0))
            .to_owned();
        manager.alter_table(stamp).await
    }
}
