//! Tables of records: the columns that all of them have, and the indexes by which their lists are read.
//!
//! A table is described as it was when its change was written, not by today's [`crate::records::Record::KEYS`], so that an
//! old change stays what it was. The columns of all records are today's: [`add_to_records`] adds those that a database is too old
//! to have.
//!
//! Invariant: an index of company data begins with `company_id`.

use super::row_security::fence;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, integer, string, text, text_null, uuid, uuid_null,
};
use sea_orm_migration::sea_orm::DbBackend;

/// A table of records.
pub(crate) struct RecordTable {
    /// What it is called.
    pub(crate) name: &'static str,
    /// Whose rows it holds.
    pub(crate) owner: Owner,
    /// Key columns that hold text.
    pub(crate) texts: &'static [&'static str],
    /// Key columns that hold numbers, moments, yes and no.
    pub(crate) numbers: &'static [&'static str],
    /// Columns in whose order lists are read.
    pub(crate) orders: &'static [&'static [&'static str]],
    /// Columns that no two rows of a company outside the bin have alike.
    pub(crate) unique: &'static [Unique],
}

/// Whose rows a table holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Companies'.
    Company,
    /// Companies', and the seed's, which belong to nobody.
    CompanyOrSeed,
}

/// Columns that no two rows of a company outside the bin have alike.
pub(crate) enum Unique {
    /// Always.
    Always(&'static [&'static str]),
    /// Unless the text column is empty.
    UnlessEmpty(&'static str),
}

impl RecordTable {
    /// Makes the table and its indexes.
    pub(crate) async fn create(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager.create_table(self.table()).await?;
        for columns in self.orders {
            manager.create_index(self.order(columns)).await?;
        }
        for unique in self.unique {
            manager.create_index(self.unique(unique)).await?;
        }
        if self.owner == Owner::CompanyOrSeed {
            for index in self.natural_keys() {
                manager.create_index(index).await?;
            }
        }
        fence(manager, self.name).await
    }

    fn table(&self) -> TableCreateStatement {
        let mut table = Table::create();
        table
            .table(self.name)
            .col(uuid("id").primary_key())
            .col(match self.owner {
                Owner::Company => uuid("company_id"),
                Owner::CompanyOrSeed => uuid_null("company_id"),
            })
            .col(text("fields"))
            .col(integer("shape").default(0))
            .col(text("search_key"))
            .col(text("search_terms").default(""))
            .col(text_null("natural_key"))
            .col(integer("version"))
            .col(big_integer("created_at"))
            .col(uuid_null("created_by"))
            .col(big_integer("updated_at"))
            .col(uuid_null("updated_by"))
            .col(big_integer_null("deleted_at"))
            .col(uuid_null("deleted_by"))
            .foreign_key(&mut of_company(self.name));
        for column in self.texts {
            table.col(string(*column));
        }
        for column in self.numbers {
            table.col(big_integer(*column));
        }
        table
    }

    fn order(&self, columns: &[&'static str]) -> IndexCreateStatement {
        self.index("ix", columns)
            .col("id")
            .cond_where(Expr::col("deleted_at").is_null())
            .to_owned()
    }

    fn unique(&self, unique: &Unique) -> IndexCreateStatement {
        let live = Condition::all().add(Expr::col("deleted_at").is_null());
        match unique {
            Unique::Always(columns) => self
                .index("uq", columns)
                .unique()
                .cond_where(live)
                .to_owned(),
            Unique::UnlessEmpty(column) => self
                .index("uq", &[column])
                .unique()
                .cond_where(live.add(Expr::col(*column).ne("")))
                .to_owned(),
        }
    }

    fn index(&self, prefix: &str, columns: &[&'static str]) -> IndexCreateStatement {
        let mut index = Index::create();
        index
            .name(format!("{prefix}_{}_live_{}", self.name, columns.join("_")))
            .table(self.name)
            .col("company_id");
        for column in columns {
            index.col(*column);
        }
        index
    }

    /// A natural key is unique among the seed rows, and among the rows of each company.
    fn natural_keys(&self) -> [IndexCreateStatement; 2] {
        let table = self.name;
        let own = Index::create()
            .name(format!("uq_{table}_own"))
            .table(table)
            .col("company_id")
            .col("natural_key")
            .unique()
            .to_owned();
        let seed = Index::create()
            .name(format!("uq_{table}_seed"))
            .table(table)
            .col("natural_key")
            .unique()
            .cond_where(Expr::col("company_id").is_null())
            .to_owned();
        [own, seed]
    }
}

/// Adds a column to the tables of records that do not have it.
pub(crate) async fn add_to_records(
    manager: &SchemaManager<'_>,
    column: &ColumnDef,
) -> Result<(), DbErr> {
    let name = column.get_column_name();
    for table in tables(manager).await? {
        // Only tables of records have natural keys.
        if manager.has_column(&table, "natural_key").await?
            && !manager.has_column(&table, &name).await?
        {
            let table = Table::alter()
                .table(table)
                .add_column(column.clone())
                .to_owned();
            manager.alter_table(table).await?;
        }
    }
    Ok(())
}

async fn tables(manager: &SchemaManager<'_>) -> Result<Vec<String>, DbErr> {
    let mut query = Query::select();
    match manager.get_database_backend() {
        DbBackend::Sqlite => query
            .column("name")
            .from("sqlite_master")
            .and_where(Expr::col("type").eq("table")),
        _ => query
            .expr_as(Expr::col("table_name").cast_as("text"), "name")
            .from(("information_schema", "tables"))
            .and_where(Expr::cust("table_schema = current_schema()"))
            .and_where(Expr::col("table_type").eq("BASE TABLE")),
    };
    let rows = manager.get_connection().query_all(&query).await?;
    rows.iter().map(|row| row.try_get("", "name")).collect()
}

/// Makes the company lead the primary key of a table, before `rest`, so that the rows of a company can be placed on a machine of
/// their own. On SQLite the key stays: its file is on one machine.
///
/// Call it in the change that makes the table of a company, after [`RecordTable::create`].
pub(crate) async fn lead_by_company(
    manager: &SchemaManager<'_>,
    table: &str,
    rest: &[&str],
) -> Result<(), DbErr> {
    if manager.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let rest = rest.join("\", \"");
    // No statement of sea_query gives a table another key.
    let sql = format!(
        "ALTER TABLE \"{table}\" DROP CONSTRAINT \"{table}_pkey\", \
         ADD CONSTRAINT \"{table}_pkey\" PRIMARY KEY (\"company_id\", \"{rest}\")"
    );
    manager.get_connection().execute_unprepared(&sql).await?;
    Ok(())
}

/// `company_id` refers to a company.
pub(crate) fn of_company(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("fk_{table}_company_id"))
        .from(table, "company_id")
        .to("companies", "id")
        .to_owned()
}
