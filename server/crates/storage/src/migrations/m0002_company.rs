//! Companies, their offices, users and roles.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, integer, string, string_null, text, text_null, uuid,
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
        manager.create_table(companies()).await?;
        manager.create_table(offices()).await?;
        manager.create_table(users()).await?;
        manager.create_table(roles()).await?;
        manager.create_table(user_roles()).await?;

        for table in ["offices", "users", "roles"] {
            // What `colleague` refers to.
            manager
                .create_index(unique(table, &["company_id", "id"]))
                .await?;
        }
        manager
            .create_index(unique("companies", &["short_name_key"]))
            .await?;
        manager
            .create_index(unique("offices", &["company_id", "name_key"]))
            .await?;
        let head = unique_as("uq_offices_head", "offices", &["company_id"])
            .cond_where(Expr::col("is_head"))
            .to_owned();
        manager.create_index(head).await?;
        manager
            .create_index(unique("users", &["identity_uid"]))
            .await?;
        manager.create_index(unique("users", &["email"])).await?;
        manager
            .create_index(index("users", &["company_id", "name_key"]))
            .await?;
        manager
            .create_index(unique("roles", &["company_id", "name_key"]))
            .await?;
        manager
            .create_index(unique("roles", &["company_id", "code"]))
            .await?;
        let default = unique_as("uq_roles_default", "roles", &["company_id"])
            .cond_where(Expr::col("is_default"))
            .to_owned();
        manager.create_index(default).await?;
        manager
            .create_index(index("user_roles", &["role_id"]))
            .await
    }
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

fn offices() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("offices")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(string("name"))
        .col(string("name_key"))
        .col(string_null("unlocode"))
        .col(text_null("address"))
        .col(string("timezone"))
        .col(string_null("phone"))
        .col(boolean("is_head"))
        .col(boolean("enabled"))
        .foreign_key(&mut of_company("offices"));
    tracked(&mut table)
}

fn users() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("users")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(string_null("identity_uid"))
        .col(string("email"))
        .col(boolean("email_verified"))
        .col(string("first_name"))
        .col(string("last_name"))
        .col(string("name"))
        .col(string("name_key"))
        .col(text("search_key"))
        .col(string_null("phone"))
        .col(string_null("job_title"))
        .col(string_null("department"))
        .col(uuid("office_id"))
        .col(text_null("products"))
        .col(string("status"))
        .col(string_null("status_reason"))
        .col(boolean("two_factor_auth"))
        .col(string("language"))
        .col(string("timezone"))
        .col(string("date_format"))
        .col(string("time_format"))
        .col(string("theme"))
        .col(string("density"))
        .col(big_integer_null("last_login_at"))
        .foreign_key(&mut of_company("users"))
        .foreign_key(&mut colleague("users", "office_id", "offices"));
    tracked(&mut table)
}

fn roles() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("roles")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(string("name"))
        .col(string("name_key"))
        .col(string("code"))
        .col(string("description"))
        .col(text("search_key"))
        .col(string("color"))
        .col(string("role_type"))
        .col(boolean("is_default"))
        .col(boolean("is_assignable"))
        .col(text("permissions"))
        .col(uuid_null("cloned_from"))
        .foreign_key(&mut of_company("roles"));
    tracked(&mut table)
}

fn user_roles() -> TableCreateStatement {
    Table::create()
        .table("user_roles")
        .col(uuid("user_id"))
        .col(uuid("role_id"))
        .col(uuid("company_id"))
        .primary_key(Index::create().col("user_id").col("role_id"))
        .foreign_key(&mut colleague("user_roles", "user_id", "users"))
        .foreign_key(&mut colleague("user_roles", "role_id", "roles"))
        .to_owned()
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

fn of_company(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("fk_{table}_company_id"))
        .from(table, "company_id")
        .to("companies", "id")
        .to_owned()
}

/// A reference that cannot cross into another company: the database compares the company too.
fn colleague(
    table: &'static str,
    column: &'static str,
    to: &'static str,
) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("fk_{table}_{column}"))
        .from(table, ("company_id", column))
        .to(to, ("company_id", "id"))
        .to_owned()
}

fn index(table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create();
    index
        .name(format!("ix_{table}_{}", columns.join("_")))
        .table(table);
    for column in columns {
        index.col(*column);
    }
    index
}

fn unique(table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    unique_as(&format!("uq_{table}_{}", columns.join("_")), table, columns)
}

fn unique_as(name: &str, table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    index(table, columns).name(name).unique().to_owned()
}
