//! Sessions: who is signed in, and the keys that sign session tokens.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, string, text, uuid};

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
        manager.create_table(login_sessions()).await?;
        manager.create_table(session_keys()).await?;
        for column in ["user_id", "last_seen_at"] {
            let index = Index::create()
                .name(format!("ix_login_sessions_{column}"))
                .table("login_sessions")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn login_sessions() -> TableCreateStatement {
    Table::create()
        .table("login_sessions")
        .col(uuid("id").primary_key())
        .col(string("sid_hash").unique_key())
        .col(uuid("user_id"))
        .col(integer("generation"))
        .col(big_integer("rotated_at"))
        .col(big_integer("started_at"))
        .col(big_integer("last_seen_at"))
        .col(big_integer_null("ended_at"))
        .col(string("sign_in_method"))
        .to_owned()
}

fn session_keys() -> TableCreateStatement {
    Table::create()
        .table("session_keys")
        .col(string("kid").primary_key())
        .col(text("private_key"))
        .col(big_integer("created_at"))
        .to_owned()
}
