//! Cluster: how much of everything there is, and what people do with it.
//!
//! Invariant: all of it is written down here or measured; the simulation has no constants of its own.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

const SEED: u64 = 20_260_102;

/// How often companies are placed on servers, to see what the busiest has on average.
const PLACEMENTS: u32 = 30;

/// The machines.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    /// Instances behind the balancer.
    pub instances: u32,
    /// Processors of each.
    pub cores: u32,
    /// Processors of PostgreSQL.
    pub postgres_cores: u32,
    /// Connections of each instance.
    pub connections: u32,
    /// Masters of Redis Cluster, or one server.
    pub shards: u32,
    /// There and back between an instance and PostgreSQL, in microseconds.
    pub round_trip_us: f64,
}

/// What one person does in the busiest hour.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Documents, as on the first visit or a reload. What follows in an open page is calls.
    pub pages_per_minute: f64,
    /// Reads by an open page: a screen, a page of a list, a search.
    pub calls_per_minute: f64,
    /// Records that are made or changed.
    pub writes_per_minute: f64,
    /// Notifications to this person, each of which is told to the instances that have pages of the company open.
    pub notices_per_minute: f64,
    /// Colleagues who work at once, this person among them. The balancer does not keep them together.
    pub colleagues: f64,
}

impl Habits {
    /// Somebody who has the product open and works in it all the time.
    pub const BUSY: Self = Self {
        pages_per_minute: 0.5,
        calls_per_minute: 6.0,
        writes_per_minute: 1.0,
        notices_per_minute: 0.2,
        colleagues: 200.0,
    };

    /// Instances that hear of a company when so many people work at once.
    pub fn instances_per_company(&self, instances: u32, people: f64) -> f64 {
        f64::from(instances) * (1.0 - self.share_of_strangers(instances, people))
    }

    /// Instances each second that begin to hear of a company, and later cease to.
    pub fn subscriptions_per_second(&self, instances: u32, people: f64) -> f64 {
        let pages = self.pages_per_minute * people / 60.0;
        pages * self.share_of_strangers(instances, people)
    }

    /// Of all companies, those that the busiest of so many servers has to do with. A hash decides which those are.
    pub fn share_of_busiest(&self, shards: u32, people: f64) -> f64 {
        if shards == 1 {
            return 1.0;
        }
        let companies = (people / self.colleagues).ceil().max(1.0);
        let mut random = StdRng::seed_from_u64(SEED);
        let mut busiest = 0.0;
        for _ in 0..PLACEMENTS {
            let mut servers = vec![0.0; shards as usize];
            let mut placed = 0.0;
            while placed < companies {
                servers[random.random_range(0..shards as usize)] += 1.0;
                placed += 1.0;
            }
            busiest += servers.into_iter().fold(0.0, f64::max);
        }
        busiest / f64::from(PLACEMENTS) / companies
    }

    /// Of all instances, those that hear nothing of a company: nobody of it is there, or was a moment ago. A new document opens its
    /// socket wherever the balancer sends it.
    fn share_of_strangers(&self, instances: u32, people: f64) -> f64 {
        let just_left = self.pages_per_minute / 60.0 * IDLE_SECONDS;
        let pages = self.colleagues.min(people) * (1.0 + just_left);
        (1.0 - 1.0 / f64::from(instances)).powf(pages)
    }

    /// Requests of one person each second.
    pub fn requests_per_second(&self) -> f64 {
        (self.pages_per_minute + self.calls_per_minute + self.writes_per_minute) / 60.0
    }

    /// Of all requests, those that write.
    pub fn writes_per_request(&self) -> f64 {
        self.writes_per_minute / 60.0 / self.requests_per_second()
    }

    /// Of all requests, those for documents.
    pub fn pages_per_request(&self) -> f64 {
        self.pages_per_minute / 60.0 / self.requests_per_second()
    }
}

/// Seconds for which an instance hears of a company of which nobody is there any more: ten, and half the time to the next beat.
pub const IDLE_SECONDS: f64 = 12.5;

/// Signs of life of an instance in a cluster, one for each part of the slots.
pub const BEATS_OF_CLUSTER: f64 = 16.0;

/// Seconds between two signs of life of an instance, which it alone hears.
pub const BEAT_SECONDS: f64 = 5.0;

/// Crossings of the network for each transaction: it is begun, is told whose rows it may see, asks, and is ended.
pub const ROUND_TRIPS: f64 = 4.0;
