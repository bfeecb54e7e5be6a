//! The limit: the most people whom a cluster serves as they would wish.
//!
//! Invariant: at the limit every bound holds, and one of them does not for one in a hundred people more.

use crate::simulation::{self, Outcome};
use crate::{Cluster, Costs, Habits};

/// 99 of 100 requests are answered within this.
pub const P99_MS: f64 = 100.0;

/// How much of an instance, of PostgreSQL and of Redis is used at most, so that one may fail and a peak be borne.
pub const MOST_LOAD: f64 = 0.6;

/// The largest PostgreSQL that is thought of, in processors.
pub const LARGEST_POSTGRES: u32 = 128;

/// Servers of Redis that are thought of: one, or the masters of a cluster. An instance listens to itself on as many.
pub const MOST_SHARDS: u32 = 16;

/// What stands in the way of more people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The processors of the instances.
    Instances,
    /// The processors of the largest PostgreSQL.
    Postgres,
    /// The processors of the largest Redis Cluster.
    Redis,
    /// Answers that come late though nobody is busy, as when connections are few.
    Time,
}

/// A cluster at its limit.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Who work in it at once.
    pub people: f64,
    /// The cluster, with the smallest PostgreSQL and the smallest Redis that do.
    pub cluster: Cluster,
    /// How it went.
    pub outcome: Outcome,
    /// Why it is not more.
    pub bound: Bound,
}

/// The limit of so many instances.
pub fn of(costs: &Costs, habits: &Habits, cluster: Cluster) -> Limit {
    let mut most = (1.0, with_enough(costs, habits, cluster, 1.0));
    let mut too_many = 2.0;
    let mut bound = loop {
        let (cluster, outcome) = with_enough(costs, habits, cluster, too_many);
        match broken(&outcome) {
            None => {
                most = (too_many, (cluster, outcome));
                too_many *= 2.0;
            }
            Some(bound) => break bound,
        }
    };
    while most.0 * 1.01 < too_many {
        let middle = f64::midpoint(most.0, too_many);
        let (cluster, outcome) = with_enough(costs, habits, cluster, middle);
        match broken(&outcome) {
            None => most = (middle, (cluster, outcome)),
            Some(found) => {
                too_many = middle;
                bound = found;
            }
        }
    }
    let (people, (cluster, outcome)) = most;
    Limit {
        people,
        cluster,
        outcome,
        bound,
    }
}

/// So many people with the smallest PostgreSQL and the smallest Redis that are not overloaded, or with the largest.
pub fn with_enough(
    costs: &Costs,
    habits: &Habits,
    cluster: Cluster,
    people: f64,
) -> (Cluster, Outcome) {
    // A cluster has at least three.
    let redis = [1, 3, 4, 6, 8, 12, MOST_SHARDS]
        .map(|shards| Cluster { shards, ..cluster })
        .into_iter()
        .find(|it| {
            it.shards == MOST_SHARDS
                || simulation::redis_load(costs, habits, it, people) <= MOST_LOAD
        });
    let cluster = redis.unwrap_or(cluster);
    let enough = [1, 2, 4, 8, 16, 32, 64, LARGEST_POSTGRES]
        .map(|postgres_cores| Cluster {
            postgres_cores,
            ..cluster
        })
        .into_iter()
        .find(|it| {
            it.postgres_cores == LARGEST_POSTGRES
                || simulation::postgres_load(costs, habits, it, people) <= MOST_LOAD
        });
    let cluster = enough.unwrap_or(cluster);
    (cluster, simulation::run(costs, habits, &cluster, people))
}

fn broken(outcome: &Outcome) -> Option<Bound> {
    if MOST_LOAD < outcome.redis_load {
        Some(Bound::Redis)
    } else if MOST_LOAD < outcome.postgres_load {
        Some(Bound::Postgres)
    } else if MOST_LOAD < outcome.instance_load {
        Some(Bound::Instances)
    } else if P99_MS < outcome.p99_ms {
        Some(Bound::Time)
    } else {
        None
    }
}
