//! TOTP: second factors of accounts, those that are being set up, and sign-ins that wait for a code.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string, string_null, text_null};

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
        manager.create_table(factors()).await?;
        manager.create_table(enrolments()).await?;
        manager.create_table(pending_sign_ins()).await?;
        for table in ["identity_totp_enrolments", "identity_pending_sign_ins"] {
            let index = Index::create()
                .name(format!("ix_{table}_uid"))
                .table(table)
                .col("uid")
                .to_owned();
            manager.create_index(index).await?;
        }
        // Which factor a sign-in proved beside the password.
        let families = Table::alter()
            .table("identity_refresh_families")
            .add_column(string_null("second_factor"))
            .to_owned();
        manager.alter_table(families).await
    }
}

fn factors() -> TableCreateStatement {
    Table::create()
        .table("identity_totp_factors")
        .col(string("id").primary_key())
        .col(string("uid").unique_key())
        .col(text_null("display_name"))
        .col(string("secret"))
        .col(big_integer("last_step"))
        .col(big_integer("enrolled_at"))
        .foreign_key(&mut of_account("identity_totp_factors"))
        .to_owned()
}

fn enrolments() -> TableCreateStatement {
    Table::create()
        .table("identity_totp_enrolments")
        .col(string("hash").primary_key())
        .col(string("uid"))
        .col(string("secret"))
        .col(big_integer("expires_at"))
        .foreign_key(&mut of_account("identity_totp_enrolments"))
        .to_owned()
}

fn pending_sign_ins() -> TableCreateStatement {
    Table::create()
        .table("identity_pending_sign_ins")
        .col(string("hash").primary_key())
        .col(string("uid"))
        .col(big_integer("expires_at"))
        .foreign_key(&mut of_account("identity_pending_sign_ins"))
        .to_owned()
}

/// What belongs to an account goes with it.
fn of_account(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("fk_{table}_account"))
        .from(table, "uid")
        .to("identity_accounts", "uid")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
