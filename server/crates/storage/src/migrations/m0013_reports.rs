//! Saved reports, and the last run of each, which is not part of them: a run changes no version.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string, text_null, uuid, uuid_null};

use super::columns::{Owner, RecordTable, Unique, of_company};
use super::row_security::fence;

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
        let sketches = RecordTable {
            name: "report_sketches",
            owner: Owner::Company,
            texts: &["name_key", "dataset", "visibility", "owner_id"],
            numbers: &["pinned"],
            orders: &[&["name_key"], &["owner_id", "name_key"]],
            unique: &[Unique::Always(&["owner_id", "name_key"])],
        };
        sketches.create(manager).await?;
        manager.create_table(report_runs()).await?;
        fence(manager, "report_runs").await
    }
}

fn report_runs() -> TableCreateStatement {
    Table::create()
        .table("report_runs")
        .col(uuid("sketch_id").primary_key())
        .col(uuid("company_id"))
        .col(big_integer("at"))
        .col(uuid_null("by"))
        .col(big_integer("ms"))
        .col(big_integer("row_count"))
        .col(string("status"))
        .col(text_null("error"))
        .foreign_key(
            ForeignKey::create()
                .name("fk_report_runs_sketch_id")
                .from("report_runs", "sketch_id")
                .to("report_sketches", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .foreign_key(&mut of_company("report_runs"))
        .to_owned()
}
