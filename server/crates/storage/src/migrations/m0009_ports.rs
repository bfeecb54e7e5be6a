//! Ports: airports, ocean ports and receiving locations, one table each with the same columns.

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
        for name in ["airports", "oceanports", "receiving_locations"] {
            let ports = RecordTable {
                name,
                owner: Owner::CompanyOrSeed,
                texts: &[
                    "name_key",
                    "city_key",
                    "unlocode",
                    "iata",
                    "icao",
                    "country",
                    "timezone",
                    "parent_id",
                    "replaced_by",
                ],
                numbers: &["enabled", "favourite"],
                orders: &[&["name_key"], &["country", "name_key"]],
                unique: &[Unique::UnlessEmpty("unlocode"), Unique::UnlessEmpty("iata")],
            };
            ports.create(manager).await?;
        }
        Ok(())
    }
}
