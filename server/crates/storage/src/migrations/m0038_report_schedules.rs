//! When saved reports are next mailed, and to whom each was: besides the reports, whose versions it does not change.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, text_null, uuid};

use super::columns::of_company;
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
        manager.create_table(schedules()).await?;
        let due = Index::create()
            .name("ix_report_schedules_due_at")
            .table("report_schedules")
            .col("due_at")
            .col("report_id")
            .to_owned();
        manager.create_index(due).await?;
        manager.create_table(deliveries()).await?;
        for table in ["report_schedules", "report_deliveries"] {
            fence(manager, table).await?;
        }
        Ok(())
    }
}

fn schedules() -> TableCreateStatement {
    Table::create()
        .table("report_schedules")
        .col(uuid("report_id").primary_key())
        .col(uuid("company_id"))
        .col(big_integer_null("due_at"))
        .col(string("claim"))
        .col(big_integer("claimed_until"))
        .foreign_key(&mut of_report("report_schedules"))
        .foreign_key(&mut of_company("report_schedules"))
        .to_owned()
}

fn deliveries() -> TableCreateStatement {
    Table::create()
        .table("report_deliveries")
        .col(uuid("report_id"))
        .col(big_integer("due_at"))
        .col(uuid("user_id"))
        .col(uuid("company_id"))
        .col(big_integer("at"))
        .col(string("status"))
        .col(big_integer("row_count"))
        .col(text_null("detail"))
        .primary_key(
            Index::create()
                .col("report_id")
                .col("due_at")
                .col("user_id"),
        )
        .foreign_key(&mut of_report("report_deliveries"))
        .foreign_key(&mut of_company("report_deliveries"))
        .to_owned()
}

fn of_report(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("fk_{table}_report_id"))
        .from(table, "report_id")
        .to("report_sketches", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
