//! The services on other machines.
//!
//! Invariant: which service is where is settled at the start; each has connections, limits and a breaker of its own, so that one which
//! is sick costs no other anything.

use std::collections::BTreeMap;
use std::time::Duration;

use http::HeaderValue;
use waybill_upstream::{StartError, Upstream};

use crate::config;

/// Services on other machines, by name; those that are not here are embedded.
#[derive(Debug)]
pub struct Upstreams {
    services: BTreeMap<&'static str, Upstream>,
    deadline: Duration,
    authorization: config::Authorization,
}

impl Upstreams {
    pub(super) fn new(config: &config::Upstreams) -> Result<Self, StartError> {
        let mut services = BTreeMap::new();
        for (name, address) in &config.services {
            services.insert(*name, Upstream::new(address.clone(), config.limits)?);
        }
        Ok(Self {
            services,
            deadline: config.deadline,
            authorization: config.authorization,
        })
    }

    /// The service, if it is on another machine.
    pub fn get(&self, service: &str) -> Option<&Upstream> {
        self.services.get(service)
    }

    /// How long an ordinary call may take until its answer begins.
    pub fn deadline(&self) -> Duration {
        self.deadline
    }

    /// The `Authorization` header that proves to them who calls.
    pub fn authorization(&self, token: &str) -> Option<HeaderValue> {
        self.authorization.with(token)
    }

    /// All of them by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Upstream)> {
        self.services
            .iter()
            .map(|(name, upstream)| (*name, upstream))
    }
}
