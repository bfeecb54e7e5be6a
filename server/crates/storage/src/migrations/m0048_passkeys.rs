//! Passkeys: credentials that an account signs in with in place of its password, and the ceremonies of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, string_null, text};

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
        let account = |table: &'static str| {
            ForeignKey::create()
                .name(format!("fk_{table}_account"))
                .from(table, "uid")
                .to("identity_accounts", "uid")
                .on_delete(ForeignKeyAction::Cascade)
                .to_owned()
        };
        let passkeys = Table::create()
            .table("identity_passkeys")
            .col(string("id").primary_key())
            .col(string("uid"))
            .col(string("name"))
            .col(text("credential"))
            .col(big_integer("created_at"))
            .col(big_integer_null("used_at"))
            .foreign_key(&mut account("identity_passkeys"))
            .to_owned();
        manager.create_table(passkeys).await?;
        let ceremonies = Table::create()
            .table("identity_passkey_ceremonies")
            .col(string("hash").primary_key())
            .col(string_null("uid"))
            .col(text("state"))
            .col(big_integer("expires_at"))
            .foreign_key(&mut account("identity_passkey_ceremonies"))
            .to_owned();
        manager.create_table(ceremonies).await?;
        for (name, table, column) in [
            ("ix_identity_passkeys_uid", "identity_passkeys", "uid"),
            (
                "ix_identity_passkey_ceremonies_uid",
                "identity_passkey_ceremonies",
                "uid",
            ),
            (
                "ix_identity_passkey_ceremonies_expires_at",
                "identity_passkey_ceremonies",
                "expires_at",
            ),
        ] {
            let index = Index::create()
                .name(name)
                .table(table)
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}
