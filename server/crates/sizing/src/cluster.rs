//! Cluster: how much of everything there is, and what people do with it.
//!
//! Invariant: all of it is written down here or measured; the simulation has no constants of its own.

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
    /// Notifications to this person, each of which is told to every instance.
    pub notices_per_minute: f64,
}

impl Habits {
    /// Somebody who has the product open and works in it all the time.
    pub const BUSY: Self = Self {
        pages_per_minute: 0.5,
        calls_per_minute: 6.0,
        writes_per_minute: 1.0,
        notices_per_minute: 0.2,
    };

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

/// Seconds between two signs of life of an instance, which it alone hears.
pub const BEAT_SECONDS: f64 = 5.0;

/// Crossings of the network for each transaction: it is begun, is told whose rows it may see, asks, and is ended.
pub const ROUND_TRIPS: f64 = 4.0;
