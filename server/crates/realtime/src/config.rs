//! Settings of the realtime database.

use std::time::Duration;

/// See the fields; the default is for one company's machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where browsers reach the server, as `https://host[:port]`; none means: wherever the request says.
    pub origin: Option<String>,
    /// What a server that writes by REST shows as its bearer token; none means that nobody does.
    pub writer_key: Option<String>,
    /// Sockets at once.
    pub sockets: usize,
    /// Of these, sockets whose peer has not said who it is.
    pub anonymous_sockets: usize,
    /// Sockets of one person.
    pub sockets_per_user: usize,
    /// Listens of one socket, and things to be done at its end.
    pub listens_per_socket: usize,
    /// Changes that one socket may ask for at once; after that ten a second.
    pub writes_per_socket: u32,
    /// How often a silent peer is asked for a sign of life.
    pub ping_every: Duration,
    /// How long a peer may give none; at least 60 seconds, since the SDK itself is silent for 45.
    pub idle: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            origin: None,
            writer_key: None,
            sockets: 12_000,
            anonymous_sockets: 1_000,
            sockets_per_user: 50,
            listens_per_socket: 500,
            writes_per_socket: 300,
            ping_every: Duration::from_secs(30),
            idle: Duration::from_secs(75),
        }
    }
}
