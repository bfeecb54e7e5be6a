//! How much of the pools of connections is in use, for who watches.

use sea_orm::DbBackend;

use super::whole::Executor;
use super::{Source, Storage};
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
        let sizes = [
            ("writer", size_of(&self.0.writer)),
            ("reader", self.0.reader.0.size()),
        ];
        let pools = sizes.into_iter().filter_map(|(name, size)| {
            let (open, idle) = size?;
            let idle = u64::try_from(idle).unwrap_or(open).min(open);
            Some(PoolUse { name, open, idle })
        });
        pools.collect()
    }
}

impl Source {
    /// How many connections are open, and how many of them nobody uses; none within a whole.
    fn size(&self) -> Option<(u64, usize)> {
        match self {
            Self::Executor(executor) => size_of(executor),
            Self::File(readers) => Some(readers.size()),
        }
    }
}

fn size_of(executor: &Executor) -> Option<(u64, usize)> {
    let Executor::Database(database) = executor else {
        return None;
    };
    Some(if database.get_database_backend() == DbBackend::Sqlite {
        let pool = database.get_sqlite_connection_pool();
        (pool.size().into(), pool.num_idle())
    } else {
        let pool = database.get_postgres_connection_pool();
        (pool.size().into(), pool.num_idle())
    })
}
