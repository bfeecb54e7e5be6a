//! Recovery codes: what an account signs in with once each, in place of a code of its authenticator app.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string};

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
        let mut account = ForeignKey::create()
            .name("fk_identity_recovery_codes_account")
            .from("identity_recovery_codes", "uid")
            .to("identity_accounts", "uid")
            .on_delete(ForeignKeyAction::Cascade)
            .to_owned();
        let codes = Table::create()
            .table("identity_recovery_codes")
            .col(string("hash").primary_key())
            .col(string("uid"))
            .col(big_integer("created_at"))
            .foreign_key(&mut account)
            .to_owned();
        manager.create_table(codes).await?;
        let by_account = Index::create()
            .name("ix_identity_recovery_codes_uid")
            .table("identity_recovery_codes")
            .col("uid")
            .to_owned();
        manager.create_index(by_account).await
    }
}
