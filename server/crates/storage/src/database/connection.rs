//! The connection behind a handle, and what is read through it: SeaORM's, or one to the SQLite file that needs no thread.
//!
//! Invariant: a row says the same of a column, whichever of them it came through.

use sea_orm::sea_query::{
    ArrayType, Asterisk, ColumnType, Expr, ExprTrait as _, Query, Value, ValueType,
};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait as _, ConnectionTrait as _, DatabaseExecutor, DbBackend,
    DbErr, EntityTrait, FromQueryResult as _, IdenStatic as _, Iterable as _, QueryResult,
    QuerySelect as _, QueryTrait as _, Select, Statement, StatementBuilder, TryGetable,
    TryIntoModel,
};
use sea_orm_migration::SchemaManager;

use super::file::{FileReaders, FileRow, Lent};
use crate::Handle;

/// Where the statements of a handle go.
pub enum Connection<'h> {
    /// To SeaORM's pool or transaction.
    Orm(DatabaseExecutor<'h>),
    /// Each to any connection that reads the file.
    Readers(&'h FileReaders),
    /// To the one that reads it for this handle.
    Lent(&'h Lent),
}

/// A row of a result.
#[derive(Debug)]
pub(crate) enum ResultRow {
    Orm(QueryResult),
    File(FileRow),
}

impl Connection<'_> {
    pub(crate) fn backend(&self) -> DbBackend {
        match self {
            Self::Orm(orm) => orm.get_database_backend(),
            Self::Readers(_) | Self::Lent(_) => DbBackend::Sqlite,
        }
    }

    /// All rows that the statement gives.
    pub(crate) async fn query_all(
        &self,
        statement: &impl StatementBuilder,
    ) -> Result<Vec<ResultRow>, DbErr> {
        self.query_all_raw(self.backend().build(statement)).await
    }

    /// The first of them.
    pub(crate) async fn query_one(
        &self,
        statement: &impl StatementBuilder,
    ) -> Result<Option<ResultRow>, DbErr> {
        self.query_one_raw(self.backend().build(statement)).await
    }

    /// The one row of a number that is counted with every page of a list. On SQLite it is counted again when somebody has written.
    pub(crate) async fn query_number(
        &self,
        statement: &impl StatementBuilder,
    ) -> Result<Option<ResultRow>, DbErr> {
        let statement = self.backend().build(statement);
        let rows = match self {
            Self::Orm(_) => return self.query_one_raw(statement).await,
            Self::Readers(readers) => readers.lend().await?.kept(statement).await?,
            Self::Lent(lent) => lent.kept(statement).await?,
        };
        Ok(rows.into_iter().next().map(ResultRow::File))
    }

    /// One column of all of them.
    pub(crate) async fn query_column<T: TryGetable + ValueType>(
        &self,
        statement: &impl StatementBuilder,
        column: &str,
    ) -> Result<Vec<T>, DbErr> {
        let rows = self.query_all(statement).await?;
        rows.iter().map(|row| row.get(column)).collect()
    }

    pub(crate) async fn query_all_raw(
        &self,
        statement: Statement,
    ) -> Result<Vec<ResultRow>, DbErr> {
        let rows = match self {
            Self::Orm(orm) => {
                let rows = orm.query_all_raw(statement).await?;
                return Ok(rows.into_iter().map(ResultRow::Orm).collect());
            }
            Self::Readers(readers) => readers.lend().await?.all(statement).await?,
            Self::Lent(lent) => lent.all(statement).await?,
        };
        Ok(rows.into_iter().map(ResultRow::File).collect())
    }

    pub(crate) async fn query_one_raw(
        &self,
        statement: Statement,
    ) -> Result<Option<ResultRow>, DbErr> {
        match self {
            Self::Orm(orm) => Ok(orm.query_one_raw(statement).await?.map(ResultRow::Orm)),
            _ => Ok(self.query_all_raw(statement).await?.into_iter().next()),
        }
    }

    /// Whether the schema has the table; one of an earlier version of the program may not.
    pub(crate) async fn has_table(self, table: &str) -> Result<bool, DbErr> {
        if let Self::Orm(orm) = self {
            return SchemaManager::new(orm).has_table(table).await;
        }
        let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
        self.has_row(sql, [table]).await
    }

    /// The same of a column.
    pub(crate) async fn has_column(self, table: &str, column: &str) -> Result<bool, DbErr> {
        if let Self::Orm(orm) = self {
            return SchemaManager::new(orm).has_column(table, column).await;
        }
        let sql = "SELECT 1 FROM pragma_table_info(?) WHERE name = ?";
        self.has_row(sql, [table, column]).await
    }

    async fn has_row<const N: usize>(&self, sql: &str, values: [&str; N]) -> Result<bool, DbErr> {
        let values = values.map(Value::from);
        let statement = Statement::from_sql_and_values(DbBackend::Sqlite, sql, values);
        Ok(self.query_one_raw(statement).await?.is_some())
    }
}

impl ResultRow {
    /// What is in the column.
    pub(crate) fn get<T: TryGetable + ValueType>(&self, column: &str) -> Result<T, DbErr> {
        match self {
            Self::Orm(row) => row.try_get("", column),
            Self::File(row) => {
                let value = T::try_from(row.value("", column, &T::array_type())?);
                value.map_err(|error| DbErr::Type(format!("{column}: {error}")))
            }
        }
    }

    /// The text in the column, which may be long: nobody reads it here again.
    pub(crate) fn take_text(&mut self, column: &str) -> Result<String, DbErr> {
        match self {
            Self::Orm(row) => row.try_get("", column),
            Self::File(row) => row.take_text(column),
        }
    }

    /// The entity whose columns are here, with `prefix` before their names.
    pub(crate) fn model<E: Readable>(&self, prefix: &str) -> Result<E::Model, DbErr> {
        let row = match self {
            Self::Orm(row) => return E::Model::from_query_result(row, prefix),
            Self::File(row) => row,
        };
        let mut model = E::ActiveModel::default();
        for column in E::Column::iter() {
            let kind = kind_of(column.def().get_column_type());
            model.try_set(column, row.value(prefix, column.as_str(), &kind)?)?;
        }
        model.try_into_model()
    }
}

/// Entities that are selected, read through any handle.
pub(crate) trait SelectRows<E: Readable> {
    /// The first of them.
    async fn row(self, db: &dyn Handle) -> Result<Option<E::Model>, DbErr>;

    /// All of them.
    async fn rows(self, db: &dyn Handle) -> Result<Vec<E::Model>, DbErr>;

    /// How many they are.
    async fn many(self, db: &dyn Handle) -> Result<u64, DbErr>;
}

impl<E: Readable> SelectRows<E> for Select<E> {
    async fn row(self, db: &dyn Handle) -> Result<Option<E::Model>, DbErr> {
        let select = self.limit(1).into_query();
        let row = db.connection().query_one(&select).await?;
        row.map(|row| row.model::<E>("")).transpose()
    }

    async fn rows(self, db: &dyn Handle) -> Result<Vec<E::Model>, DbErr> {
        let rows = db.connection().query_all(&self.into_query()).await?;
        rows.iter().map(|row| row.model::<E>("")).collect()
    }

    async fn many(self, db: &dyn Handle) -> Result<u64, DbErr> {
        let mut count = Query::select();
        count
            .expr_as(Expr::col(Asterisk).count(), "many")
            .from_subquery(self.into_query(), "chosen");
        let row = db.connection().query_one(&count).await?;
        let many: i64 = row.map_or(Ok(0), |row| row.get("many"))?;
        Ok(many.try_into().unwrap_or(0))
    }
}

/// An entity whose rows can be read through every connection.
pub(crate) trait Readable: EntityTrait<ActiveModel: TryIntoModel<Self::Model>> {}

impl<E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>> Readable for E {}

/// The columns of the entities are of these kinds.
fn kind_of(column: &ColumnType) -> ArrayType {
    match column {
        ColumnType::Boolean => ArrayType::Bool,
        ColumnType::Integer => ArrayType::Int,
        ColumnType::BigInteger => ArrayType::BigInt,
        ColumnType::Uuid => ArrayType::Uuid,
        _ => ArrayType::String,
    }
}
