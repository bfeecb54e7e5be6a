//! Companies, their offices, users, roles and groups.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string_null};

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
        COMPANIES.create(manager).await?;
        // A company is the tenant of its own row; the short form of its name is one company's in the whole installation.
        let index = unique("companies", &["short_name_key"])
            .cond_where(
                Condition::all()
                    .add(Expr::col("deleted_at").is_null())
                    .add(Expr::col("short_name_key").ne("")),
            )
            .to_owned();
        manager.create_index(index).await?;
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

const COMPANIES: RecordTable = RecordTable {
    name: "companies",
    owner: Owner::Company,
    texts: &["name_key", "short_name_key", "account_type", "expiry_date"],
    numbers: &[],
    orders: &[],
    unique: &[],
};

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
