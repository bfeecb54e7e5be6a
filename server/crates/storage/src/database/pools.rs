//! How much of the pools of connections is in use, for who watches.

use sea_orm::{DatabaseConnection, DbBackend};

use super::Storage;
use super::whole::Executor;
use crate::latency::Durations;

/// How much of a pool of connections is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUse {
    /// `writer` or `reader`.
    pub name: &'static str,
    /// Connections that are open.
    pub open: u64,
    /// Of these, those that nobody uses.
    pub idle: u64,
}

impl Storage {
    /// How long statements and commits have taken since the start.
    pub fn latencies(&self) -> [Durations; 3] {
        self.0.latencies.all()
    }

    /// The pools as they are now; none within a whole, which is one connection.
    pub fn pools(&self) -> Vec<PoolUse> {
        let executors = [("writer", &self.0.writer), ("reader", &self.0.reader.0)];
        let databases = executors
            .into_iter()
            .filter_map(|(name, executor)| match executor {
                Executor::Database(database) => Some((name, database)),
                Executor::Whole(..) => None,
            });
        databases
            .map(|(name, database)| {
                let (open, idle) = size(database);
                let idle = u64::try_from(idle).unwrap_or(open).min(open);
                PoolUse { name, open, idle }
            })
            .collect()
    }
}

fn size(database: &DatabaseConnection) -> (u64, usize) {
    if database.get_database_backend() == DbBackend::Sqlite {
        let pool = database.get_sqlite_connection_pool();
        (pool.size().into(), pool.num_idle())
    } else {
        let pool = database.get_postgres_connection_pool();
        (pool.size().into(), pool.num_idle())
    }
}
