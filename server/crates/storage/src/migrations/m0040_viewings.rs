//! Sessions that read under other rights than their user's own, and the access to a company that it grants the operator's people.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, uuid, uuid_null};

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
        manager.create_table(grants()).await?;
        manager.create_table(viewings()).await?;
        let of_session = Table::alter()
            .table("login_sessions")
            .add_column(uuid_null("viewing_id"))
            .to_owned();
        manager.alter_table(of_session).await?;
        for table in ["support_grants", "viewings"] {
            let index = Index::create()
                .name(format!("ix_{table}_began_at"))
                .table(table)
                .col("company_id")
                .col("began_at")
                .to_owned();
            manager.create_index(index).await?;
            fence(manager, table).await?;
        }
        Ok(())
    }
}

fn grants() -> TableCreateStatement {
    Table::create()
        .table("support_grants")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(string("note"))
        .col(uuid("granted_by"))
        .col(string("granted_by_name"))
        .col(big_integer("began_at"))
        .col(big_integer("until_at"))
        .col(big_integer_null("revoked_at"))
        .foreign_key(&mut of_company("support_grants"))
        .to_owned()
}

fn viewings() -> TableCreateStatement {
    Table::create()
        .table("viewings")
        .col(uuid("id").primary_key())
        .col(uuid("session_id"))
        .col(uuid("user_id"))
        .col(string("user_name"))
        .col(uuid("company_id"))
        .col(uuid_null("role_id"))
        .col(uuid_null("grant_id"))
        .col(big_integer("began_at"))
        .col(big_integer("until_at"))
        .col(big_integer_null("ended_at"))
        .foreign_key(&mut of_company("viewings"))
        .to_owned()
}
