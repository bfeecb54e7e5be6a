//! Byte order: text is compared by its bytes, as SQLite does, so that a list has one order on both databases.
//!
//! PostgreSQL compares by the collation of the database, which follows a language and an operating system's release; an
//! index in such an order can break at an upgrade. Invariant: after [`establish`] every text column has the collation `C`.

use sea_orm_migration::prelude::{ConnectionTrait, DbErr};
use sea_orm_migration::sea_orm::{DatabaseTransaction, DbBackend};

/// Columns of our tables that compare otherwise, each changed in place. A new column is one for one transaction at most.
const ESTABLISH: &str = r#"
DO $$
DECLARE
    changed record;
BEGIN
    FOR changed IN
        SELECT columns.attrelid::regclass AS name,
               string_agg(format('ALTER COLUMN %I TYPE %s COLLATE "C"',
                                 columns.attname, format_type(columns.atttypid, columns.atttypmod)), ', ') AS changes
        FROM pg_attribute AS columns
        JOIN pg_class AS tables ON tables.oid = columns.attrelid
        JOIN pg_collation AS collations ON collations.oid = columns.attcollation
        WHERE tables.relkind = 'r' AND tables.relnamespace = current_schema()::regnamespace
            AND pg_get_userbyid(tables.relowner) = current_user
            AND columns.attnum > 0 AND NOT columns.attisdropped AND collations.collname NOT IN ('C', 'POSIX')
        GROUP BY columns.attrelid
    LOOP
        EXECUTE format('ALTER TABLE %s %s', changed.name, changed.changes);
    END LOOP;
END
$$"#;

/// Gives every text column the collation `C`. SQLite has it by itself.
pub(super) async fn establish(tx: &DatabaseTransaction) -> Result<(), DbErr> {
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared(ESTABLISH).await?;
    }
    Ok(())
}
