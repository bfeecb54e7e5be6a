//! Reference data: countries, currencies, time zones, picklists, and which seed was loaded.
//!
//! A row without a company is a seed row and everybody's; a row with one is that company's own, and hides the seed row of
//! the same natural key.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, string, text, uuid, uuid_null};

use super::columns::{Owner, RecordTable, Unique};
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
        manager.create_table(seeds()).await?;
        manager.create_table(timezones()).await?;
        for index in natural_keys("timezones", &["name"]) {
            manager.create_index(index).await?;
        }
        fence(manager, "timezones").await?;
        for table in records() {
            table.create(manager).await?;
        }
        Ok(())
    }
}

fn records() -> [RecordTable; 4] {
    let owner = Owner::CompanyOrSeed;
    [
        RecordTable {
            name: "countries",
            owner,
            texts: &[
                "alpha2",
                "alpha3",
                "numeric",
                "name_key",
                "dial_code",
                "default_currency",
            ],
            numbers: &["enabled", "favourite"],
            orders: &[&["name_key"]],
            unique: &[Unique::Always(&["alpha2"])],
        },
        RecordTable {
            name: "currencies",
            owner,
            texts: &["code", "numeric", "name_key", "status"],
            numbers: &["exponent", "enabled", "favourite"],
            orders: &[&["code"]],
            unique: &[Unique::Always(&["code"])],
        },
        RecordTable {
            name: "picklist_groups",
            owner,
            texts: &["code", "name_key", "module"],
            numbers: &[],
            orders: &[&["name_key"]],
            unique: &[Unique::Always(&["code"])],
        },
        RecordTable {
            name: "picklist_values",
            owner,
            texts: &["group_code", "code", "label_key", "module", "parent_value"],
            numbers: &["sort_order", "is_default", "enabled"],
            orders: &[&["group_code", "sort_order", "label_key"]],
            unique: &[Unique::Always(&["group_code", "code"])],
        },
    ]
}

fn seeds() -> TableCreateStatement {
    Table::create()
        .table("seeds")
        .col(string("dataset").primary_key())
        .col(string("sha256"))
        .col(big_integer("loaded_at"))
        .to_owned()
}

fn timezones() -> TableCreateStatement {
    let mut table = own_or_seed("timezones");
    table
        .col(string("name"))
        .col(string("label"))
        .col(text("aliases"))
        .col(text("countries"))
        .to_owned()
}

/// A natural key is unique among the seed rows, and among the rows of each company.
fn natural_keys(table: &'static str, key: &[&'static str]) -> [IndexCreateStatement; 2] {
    let mut seed = Index::create();
    let mut own = Index::create();
    seed.name(format!("uq_{table}_seed")).table(table).unique();
    own.name(format!("uq_{table}_own"))
        .table(table)
        .unique()
        .col("company_id");
    for column in key {
        seed.col(*column);
        own.col(*column);
    }
    seed.cond_where(Expr::col("company_id").is_null());
    [seed, own]
}

/// The columns that every reference row begins with.
fn own_or_seed(table: &'static str) -> TableCreateStatement {
    Table::create()
        .table(table)
        .col(uuid("id").primary_key())
        .col(uuid_null("company_id"))
        .col(text("search_key"))
        .col(string("sort_key"))
        .col(integer("version"))
        .col(big_integer("created_at"))
        .col(big_integer("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .name(format!("fk_{table}_company"))
                .from(table, "company_id")
                .to("companies", "id"),
        )
        .to_owned()
}
