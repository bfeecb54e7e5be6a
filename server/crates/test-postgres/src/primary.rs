//! A primary: a cluster of its own, which standbys follow. What other tests write is not replayed there, so a standby is as far
//! as its test has written, however busy the machine is.
//!
//! Invariant: it ends when it is dropped, or when this process does.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::cluster::Cluster;
use crate::standby::Standby;
use crate::{Pooler, is_pooled, new_name, pooler};

/// A running primary.
#[derive(Debug)]
pub struct Primary {
    /// Before the cluster, so that it ends first.
    pooler: Option<(Pooler, u16)>,
    cluster: Cluster,
    standbys: AtomicU32,
}

impl Primary {
    /// Starts one, behind `PgBouncer` where the tests run through that.
    pub fn start() -> Self {
        let cluster = Cluster::start();
        let pooler = is_pooled().then(|| {
            let (child, port) = pooler::start_other(&cluster, str::to_owned);
            (Pooler(child), port)
        });
        Self {
            pooler,
            cluster,
            standbys: AtomicU32::new(0),
        }
    }

    /// A new, empty database there, as [`crate::database`] makes them. It stays as long as the primary.
    pub fn database(&self) -> String {
        let url = self.cluster.new_database(&new_name());
        match &self.pooler {
            Some((_, port)) => crate::at_port(&url, *port),
            None => url,
        }
    }

    /// A standby that has all its databases. A test that asks for one needs `PgDump`, too.
    pub fn standby(&self) -> Standby {
        let number = self.standbys.fetch_add(1, Ordering::Relaxed);
        Standby::of(&self.cluster, number)
    }
}
