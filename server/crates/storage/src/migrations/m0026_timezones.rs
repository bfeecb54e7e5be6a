//! Time zones as records, as all other reference data are. They are loaded anew; nobody names their ids.

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
        let old = Table::drop().table("timezones").to_owned();
        manager.drop_table(old).await?;
        let timezones = RecordTable {
            name: "timezones",
            owner: Owner::CompanyOrSeed,
            texts: &["name", "label_key"],
            numbers: &[],
            orders: &[&["name"], &["label_key"]],
            unique: &[Unique::Always(&["name"])],
        };
        timezones.create(manager).await?;
        let mut loaded = Query::delete();
        loaded
            .from_table("seeds")
            .and_where(Expr::col("dataset").eq("timezones"));
        manager.get_connection().execute(&loaded).await?;
        Ok(())
    }
}
