//! Companies, their offices, users, roles and groups.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, integer, string, string_null, text, text_null, uuid,
    uuid_null,
};

use super::columns::{Owner, RecordTable, Unique};
use super::row_security::fence_by;

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
        manager.create_table(companies()).await?;
        manager
            .create_index(unique("companies", &["short_name_key"]))
            .await?;
        fence_by(manager, "companies", "id").await?;
        for table in [OFFICES, USERS, ROLES, GROUPS] {
            table.create(manager).await?;
        }
        for column in noted_of_users() {
            let mut table = Table::alter();
            table.table("users").add_column(column);
            manager.alter_table(table.take()).await?;
        }
        // An address, an identity and an invitation are one user's in the whole installation.
        for column in ["email", "identity_uid", "invite_hash"] {
            let index = unique("users", &[column])
                .cond_where(Expr::col("deleted_at").is_null())
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

const OFFICES: RecordTable = RecordTable {
    name: "offices",
    owner: Owner::Company,
    texts: &["name_key", "unlocode"],
    numbers: &["is_head", "enabled"],
    orders: &[&["name_key"]],
    unique: &[Unique::Always(&["name_key"])],
};

const USERS: RecordTable = RecordTable {
    name: "users",
    owner: Owner::Company,
    texts: &["name_key", "email", "status", "office_id", "department_key"],
    numbers: &[],
    orders: &[&["name_key"], &["email"]],
    unique: &[],
};

const ROLES: RecordTable = RecordTable {
    name: "roles",
    owner: Owner::Company,
    texts: &["name_key", "code", "role_type"],
    numbers: &["is_default", "is_assignable"],
    orders: &[&["name_key"]],
    unique: &[Unique::Always(&["name_key"]), Unique::Always(&["code"])],
};

const GROUPS: RecordTable = RecordTable {
    name: "groups",
    owner: Owner::Company,
    texts: &["name_key"],
    numbers: &[],
    orders: &[&["name_key"]],
    unique: &[Unique::Always(&["name_key"])],
};

/// What is noted about users apart from their fields: it changes without a new version, and no list shows all of it.
fn noted_of_users() -> [ColumnDef; 4] {
    [
        string_null("identity_uid").take(),
        string_null("invite_hash").take(),
        big_integer("email_verified").default(0).take(),
        big_integer("last_login_at").default(0).take(),
    ]
}

fn companies() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("companies")
        .col(uuid("id").primary_key())
        .col(string("name"))
        .col(string_null("short_name"))
        .col(string_null("short_name_key"))
        .col(string("company_type"))
        .col(string("account_type"))
        .col(string("account_setup"))
        .col(string("preferred_language"))
        .col(string("operating_country"))
        .col(string("currency"))
        .col(string("timezone"))
        .col(text_null("address"))
        .col(string_null("phone"))
        .col(boolean("is_subscribed_for_campaign"))
        .col(boolean("two_factor_auth"))
        .col(string_null("plan_name"))
        .col(string_null("plan_expiry_date"))
        .col(text("products"));
    tracked(&mut table)
}

/// The columns that every entity ends with (domain reference, section 2).
fn tracked(table: &mut TableCreateStatement) -> TableCreateStatement {
    table
        .col(integer("version"))
        .col(big_integer("created_at"))
        .col(uuid_null("created_by"))
        .col(big_integer("updated_at"))
        .col(uuid_null("updated_by"))
        .col(big_integer_null("deleted_at"))
        .col(uuid_null("deleted_by"))
        .to_owned()
}

fn unique(table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create();
    index
        .name(format!("uq_{table}_{}", columns.join("_")))
        .table(table)
        .unique();
    for column in columns {
        index.col(*column);
    }
    index
}
