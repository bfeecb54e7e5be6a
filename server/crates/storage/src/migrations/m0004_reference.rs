//! Reference data: countries, currencies, time zones, picklists, and which seed was loaded.
//!
//! A row without a company is a seed row and everybody's; a row with one is that company's own, and hides the seed row of
//! the same natural key.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, boolean, integer, integer_null, string, string_null, text, text_null, uuid,
    uuid_null,
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
        manager.create_table(seeds()).await?;
        for (name, table, key) in [
            ("countries", countries(), &["alpha2"][..]),
            ("currencies", currencies(), &["code"]),
            ("timezones", timezones(), &["name"]),
            ("picklist_groups", picklist_groups(), &["code"]),
            (
                "picklist_values",
                picklist_values(),
                &["group_code", "code"],
            ),
        ] {
            manager.create_table(table).await?;
            for index in natural_keys(name, key) {
                manager.create_index(index).await?;
            }
        }
        Ok(())
    }
}

fn seeds() -> TableCreateStatement {
    Table::create()
        .table("seeds")
        .col(string("dataset").primary_key())
        .col(string("sha256"))
        .col(big_integer("loaded_at"))
        .to_owned()
}

fn countries() -> TableCreateStatement {
    let mut table = own_or_seed("countries");
    table
        .col(string("alpha2"))
        .col(string("alpha3"))
        .col(string("numeric"))
        .col(string("name"))
        .col(text("aliases"))
        .col(text("local_names"))
        .col(string_null("dial_code"))
        .col(string_null("default_currency"))
        .col(text("timezones"))
        .col(string_null("postal_pattern"))
        .col(string_null("postal_label"))
        .col(string("customs_union"))
        .col(integer("week_start"))
        .col(boolean("is_user_assigned"))
        .col(boolean("enabled"))
        .col(boolean("favourite"))
        .to_owned()
}

fn currencies() -> TableCreateStatement {
    let mut table = own_or_seed("currencies");
    table
        .col(string("code"))
        .col(string("numeric"))
        .col(string("name"))
        .col(string("symbol"))
        .col(integer_null("exponent"))
        .col(string("status"))
        .col(string_null("superseded_by"))
        .col(string_null("cash_rounding"))
        .col(text("countries"))
        .col(boolean("enabled"))
        .col(boolean("favourite"))
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

fn picklist_groups() -> TableCreateStatement {
    let mut table = own_or_seed("picklist_groups");
    table
        .col(string("code"))
        .col(string("name"))
        .col(string("module"))
        .col(string("description"))
        .col(boolean("is_system"))
        .col(boolean("allow_custom"))
        .col(boolean("multi_select"))
        .col(string("sort"))
        .to_owned()
}

fn picklist_values() -> TableCreateStatement {
    let mut table = own_or_seed("picklist_values");
    table
        .col(string("group_code"))
        .col(string("code"))
        .col(string("label"))
        .col(text_null("description"))
        .col(string_null("color"))
        .col(integer("sort_order"))
        .col(boolean("is_default"))
        .col(string_null("standard_list"))
        .col(string_null("standard_code"))
        .col(boolean("is_system"))
        .col(boolean("enabled"))
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
