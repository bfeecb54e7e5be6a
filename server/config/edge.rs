//! Limits at the edge, and whom to believe about where a request came from.

use std::net::IpAddr;
use std::time::Duration;

use super::file::EdgeTable;
use super::size::Size;
use super::{ConfigError, within};

/// Settings of the accept loop and the admission of requests.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Peers whose `X-Forwarded-For` is believed. Default: none.
    pub trusted_proxies: Networks,
    /// Instances that pass calls on to this one. They have looked at the session cookie, so their calls bring a token alone, and they say
    /// who the client is and which request it is. Default: none.
    pub front_instances: Networks,
    /// Connections held at once; further ones are answered with 503. Default 1,024.
    pub max_connections: usize,
    /// Of them those of one client network, an IPv4 address or an IPv6 /64. Default half of all.
    pub max_connections_per_address: usize,
    /// Documents in work at once; beyond it the client-rendered shell is sent. Default 256.
    pub documents_at_once: usize,
    /// Calls to the services in work at once; beyond it 503. Default 256.
    pub calls_at_once: usize,
    /// Calls within a minute with one access token; beyond it 429. Default 600.
    pub program_calls_per_minute: u32,
    /// Imports, exports and uploads in work at once; beyond it 503. Default 32.
    pub heavy_calls_at_once: usize,
    /// New accounts in work at once at the embedded identity provider; beyond it 503. Default 32.
    pub sign_ups_at_once: usize,
    /// Memory in bytes that the process may take. None leaves it to the kernel's limit, if there is one.
    pub max_memory: Option<u64>,
    /// Time between "not ready" and the end of accepting, for a load balancer to notice. Default 0.
    pub drain_delay: Duration,
    /// Time for requests in progress to be finished, after which they are cut off. Default 30 seconds.
    pub drain: Duration,
}

impl Edge {
    pub(super) fn merge(file: EdgeTable) -> Result<Self, ConfigError> {
        let trusted_proxies = Networks::parse("edge.trusted_proxies", file.trusted_proxies)?;
        let front_instances = Networks::parse("edge.front_instances", file.front_instances)?;
        if front_instances.meets(&trusted_proxies) {
            return Err(ConfigError::FrontIsProxy);
        }
        let max_connections = at_once("edge.max_connections", file.max_connections, 1_024)?;
        let half = u64::try_from(max_connections.div_ceil(2)).unwrap_or(u64::MAX);
        Ok(Self {
            trusted_proxies,
            front_instances,
            max_connections,
            max_connections_per_address: at_once(
                "edge.max_connections_per_address",
                file.max_connections_per_address,
                half,
            )?,
            documents_at_once: at_once("edge.documents_at_once", file.documents_at_once, 256)?,
            calls_at_once: at_once("edge.calls_at_once", file.calls_at_once, 256)?,
            program_calls_per_minute: per_minute(file.program_calls_per_minute)?,
            heavy_calls_at_once: at_once("edge.heavy_calls_at_once", file.heavy_calls_at_once, 32)?,
            sign_ups_at_once: at_once("edge.sign_ups_at_once", file.sign_ups_at_once, 32)?,
            max_memory: file.max_memory.map(memory).transpose()?,
            drain_delay: Duration::from_millis(within(
                "edge.drain_delay_ms",
                file.drain_delay_ms.unwrap_or(0),
                0..=60_000,
                "0 to 60000 milliseconds",
            )?),
            drain: Duration::from_secs(within(
                "edge.drain_seconds",
                file.drain_seconds.unwrap_or(30),
                1..=600,
                "1 to 600 seconds",
            )?),
        })
    }
}

#[cfg(test)]
impl Edge {
    /// What a configuration file says so under `[edge]`.
    pub(crate) fn of_file(toml: &str) -> Self {
        Self::merge(toml::from_str(toml).unwrap()).unwrap()
    }
}

fn at_once(key: &'static str, value: Option<u64>, default: u64) -> Result<usize, ConfigError> {
    let value = within(key, value.unwrap_or(default), 1..=100_000, "1 to 100000")?;
    Ok(usize::try_from(value).unwrap_or(usize::MAX))
}

fn per_minute(value: Option<u64>) -> Result<u32, ConfigError> {
    let key = "edge.program_calls_per_minute";
    let value = within(key, value.unwrap_or(600), 1..=1_000_000, "1 to 1000000")?;
    Ok(u32::try_from(value).unwrap_or(u32::MAX))
}

/// Less than the least of these, the program does not even start with; more than the most, no machine has.
fn memory(size: Size) -> Result<u64, ConfigError> {
    let limits = "67108864 to 1099511627776 bytes (64 MiB to 1 TiB)";
    within("edge.max_memory", size.0, 64 << 20..=1 << 40, limits)
}

/// Networks, as of machines that are believed something.
#[derive(Clone, Debug, Default)]
pub struct Networks(Vec<Network>);

#[derive(Clone, Copy, Debug)]
struct Network {
    /// IPv4 in its IPv6-mapped form, so that there is one comparison.
    address: u128,
    prefix: u32,
}

impl Networks {
    fn parse(key: &'static str, entries: Vec<String>) -> Result<Self, ConfigError> {
        entries
            .into_iter()
            .map(|value| match Network::parse(&value) {
                // Of IPv4, every address too: 96 bits say no more than that it is one.
                Some(network) if network.prefix == 0 || network.prefix == 96 => {
                    Err(ConfigError::Everybody { key, value })
                }
                network => network.ok_or(ConfigError::Network { key, value }),
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whether an address is in both.
    fn meets(&self, other: &Self) -> bool {
        let mut pairs = self
            .0
            .iter()
            .flat_map(|it| other.0.iter().map(move |other| (it, other)));
        pairs.any(|(one, other)| one.contains(other.address) || other.contains(one.address))
    }

    /// Whether `address` is in one of them.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = mapped(address);
        self.0.iter().any(|network| network.contains(address))
    }
}

impl Network {
    fn parse(entry: &str) -> Option<Self> {
        let (address, prefix) = match entry.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (entry, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let prefix: u32 = prefix.map_or(Some(width), |it| it.parse().ok())?;
        (prefix <= width).then(|| Self {
            address: mapped(address),
            prefix: 128 - width + prefix,
        })
    }

    fn contains(self, address: u128) -> bool {
        let differing = (address ^ self.address).leading_zeros();
        self.prefix <= differing
    }
}

fn mapped(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(it) => it.to_ipv6_mapped(),
        IpAddr::V6(it) => it,
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trusts(entry: &str, address: &str) -> bool {
        Networks::parse("edge.trusted_proxies", vec![entry.to_owned()])
            .unwrap()
            .contains(address.parse().unwrap())
    }

    #[test]
    fn networks_contain_their_addresses_and_no_others() {
        assert!(trusts("10.0.0.0/8", "10.255.0.1"));
        assert!(!trusts("10.0.0.0/8", "11.0.0.1"));
        assert!(trusts("127.0.0.1", "127.0.0.1"));
        assert!(trusts("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(!trusts("127.0.0.1", "127.0.0.2"));
        assert!(trusts("fd00::/8", "fdab::1"));
        assert!(!trusts("fd00::/8", "10.0.0.1"));
        assert!(trusts("0.0.0.0/1", "8.8.8.8"));
        assert!(!trusts("0.0.0.0/1", "2001:db8::1"));
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for entry in [
            "proxy",
            "10.0.0.0/33",
            "10.0.0.0/",
            "fd00::/129",
            "",
            // Every machine there is.
            "0.0.0.0/0",
            "::/0",
            "::ffff:0:0/96",
        ] {
            let parsed = Networks::parse("edge.trusted_proxies", vec![entry.to_owned()]);
            let said = parsed.unwrap_err().to_string();
            assert!(said.contains("edge.trusted_proxies"), "{said}");
        }
    }

    #[test]
    fn memory_is_a_size_that_a_program_can_have() {
        let merged = |toml: &str| Edge::merge(toml::from_str(toml).unwrap());
        assert_eq!(merged("").unwrap().max_memory, None);
        let two = merged("max_memory = \"2GiB\"").unwrap();
        assert_eq!(two.max_memory, Some(2 << 30));
        let bytes = merged("max_memory = 536870912").unwrap();
        assert_eq!(bytes.max_memory, Some(512 << 20));
        let said = merged("max_memory = \"1MiB\"").unwrap_err().to_string();
        assert!(said.contains("`edge.max_memory` is 1048576"), "{said}");
        for toml in [
            "max_memory = \"much\"",
            "max_memory = -1",
            "max_memory = true",
        ] {
            assert!(toml::from_str::<EdgeTable>(toml).is_err(), "{toml}");
        }
    }

    #[test]
    fn instances_that_pass_calls_on_are_ones_own_and_no_proxies() {
        let merged = |toml: &str| Edge::merge(toml::from_str(toml).unwrap());
        let fronts = merged("front_instances = [\"10.0.0.7\", \"10.1.0.0/16\"]").unwrap();
        assert!(fronts.front_instances.contains("10.1.2.3".parse().unwrap()));
        for toml in [
            "front_instances = [\"0.0.0.0/0\"]",
            "front_instances = [\"10.0.0.0/8\"]\ntrusted_proxies = [\"10.0.0.1\"]",
            "front_instances = [\"10.0.0.1\"]\ntrusted_proxies = [\"10.0.0.0/8\"]",
        ] {
            let said = merged(toml).unwrap_err().to_string();
            assert!(said.contains("edge.front_instances"), "{said}");
        }
    }
}
