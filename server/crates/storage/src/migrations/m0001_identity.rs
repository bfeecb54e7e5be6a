//! Identity: accounts, refresh tokens, signing keys, attempt counters and mailed action codes.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, integer, string, text, text_null, uuid,
};

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
        manager.create_table(accounts()).await?;
        manager.create_table(refresh_families()).await?;
        manager.create_table(refresh_tokens()).await?;
        manager.create_table(signing_keys()).await?;
        manager.create_table(attempts()).await?;
        manager.create_table(action_codes()).await?;
        for (table, column) in [
            ("identity_refresh_families", "uid"),
            ("identity_refresh_tokens", "family_id"),
            ("identity_attempts", "window_ends_at"),
            ("identity_action_codes", "uid"),
        ] {
            let index = Index::create()
                .name(format!("ix_{table}_{column}"))
                .table(table)
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn accounts() -> TableCreateStatement {
    Table::create()
        .table("identity_accounts")
        .col(string("uid").primary_key())
        .col(string("email").unique_key())
        .col(boolean("email_verified"))
        .col(text_null("password_hash"))
        .col(big_integer("password_updated_at"))
        .col(text_null("display_name"))
        .col(text_null("photo_url"))
        .col(boolean("disabled"))
        .col(big_integer("valid_since_at"))
        .col(text("claims"))
        .col(big_integer("created_at"))
        .col(big_integer("last_login_at"))
        .to_owned()
}

fn refresh_families() -> TableCreateStatement {
    Table::create()
        .table("identity_refresh_families")
        .col(uuid("id").primary_key())
        .col(string("uid"))
        .col(big_integer("authenticated_at"))
        .col(big_integer("used_at"))
        .col(big_integer_null("revoked_at"))
        .foreign_key(&mut of_account("identity_refresh_families"))
        .to_owned()
}

fn refresh_tokens() -> TableCreateStatement {
    Table::create()
        .table("identity_refresh_tokens")
        .col(string("hash").primary_key())
        .col(uuid("family_id"))
        .col(big_integer_null("used_at"))
        .foreign_key(
            ForeignKey::create()
                .name("fk_identity_refresh_tokens_family")
                .from("identity_refresh_tokens", "family_id")
                .to("identity_refresh_families", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

fn signing_keys() -> TableCreateStatement {
    Table::create()
        .table("identity_signing_keys")
        .col(string("kid").primary_key())
        .col(text("private_key"))
        .col(text("public_jwk"))
        .col(big_integer("created_at"))
        .to_owned()
}

fn attempts() -> TableCreateStatement {
    Table::create()
        .table("identity_attempts")
        .col(string("scope"))
        .col(string("subject"))
        .col(integer("count"))
        .col(integer("allowed"))
        .col(big_integer("window_ends_at"))
        .primary_key(Index::create().col("scope").col("subject"))
        .to_owned()
}

fn action_codes() -> TableCreateStatement {
    Table::create()
        .table("identity_action_codes")
        .col(string("hash").primary_key())
        .col(string("uid"))
        .col(string("purpose"))
        .col(string("email"))
        .col(big_integer("expires_at"))
        .col(big_integer_null("used_at"))
        .foreign_key(&mut of_account("identity_action_codes"))
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
