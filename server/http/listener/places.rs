//! Places: connections that are open, in all and of one client network.
//!
//! Invariant: no client network has more than its share, so that nobody can shut others out by holding connections. Proxies and instances of
//! ours, which speak for many people, and the machine itself have no share but all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use waybill_identity::network;

use super::descriptors;
use crate::config::Edge;

/// The places of a listener.
#[derive(Debug)]
pub(super) struct Places {
    /// How many there are whatever is configured.
    fixed: Option<usize>,
    taken: Mutex<Taken>,
    /// That the last one is free.
    freed: Notify,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    of_networks: HashMap<IpAddr, usize>,
    /// How many connections were configured when the system was last asked, and how many there can be.
    possible: (usize, usize),
}

/// One place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    network: Option<IpAddr>,
}

impl Places {
    /// So many places.
    pub(super) fn fixed(most: usize) -> Arc<Self> {
        Self::new(Some(most))
    }

    /// As many as the configuration says when a peer comes, as far as the system has them.
    pub(super) fn configured() -> Arc<Self> {
        Self::new(None)
    }

    fn new(fixed: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            fixed,
            taken: Mutex::default(),
            freed: Notify::new(),
        })
    }

    /// A place for a peer, if there is one.
    pub(super) fn take(self: &Arc<Self>, peer: IpAddr, edge: &Edge) -> Option<Place> {
        let network = sharing(peer, edge);
        let mut taken = self.taken();
        let (most, share) = match self.fixed {
            Some(most) => (most, most),
            None => (
                taken.possible(edge.max_connections),
                edge.max_connections_per_address,
            ),
        };
        if most <= taken.all {
            return None;
        }
        if let Some(network) = network {
            let of_network = taken.of_networks.entry(network).or_default();
            if share <= *of_network {
                return None;
            }
            *of_network += 1;
        }
        taken.all += 1;
        Some(Place {
            places: Arc::clone(self),
            network,
        })
    }

    /// Waits until every place is free.
    pub(super) async fn all_free(&self) {
        loop {
            // Before it is counted, so that none is missed.
            let freed = self.freed.notified();
            if self.taken().all == 0 {
                return;
            }
            freed.await;
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    /// As many of `wanted` as there can be. The system is asked once for each number.
    fn possible(&mut self, wanted: usize) -> usize {
        if self.possible.0 != wanted {
            self.possible = (wanted, descriptors::at_most(wanted));
        }
        self.possible.1
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all -= 1;
        if taken.all == 0 {
            self.places.freed.notify_waiters();
        }
        let Some(network) = self.network else {
            return;
        };
        if let Some(of_network) = taken.of_networks.get_mut(&network) {
            *of_network -= 1;
            if *of_network == 0 {
                taken.of_networks.remove(&network);
            }
        }
    }
}

/// The network that has a share.
fn sharing(peer: IpAddr, edge: &Edge) -> Option<IpAddr> {
    let has_all = peer.to_canonical().is_loopback()
        || edge.trusted_proxies.contains(peer)
        || edge.front_instances.contains(peer);
    (!has_all).then(|| network(peer))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With so many places, of which a client network has `share` at most.
    fn edge(most: usize, share: usize) -> Edge {
        Edge {
            max_connections: most,
            max_connections_per_address: share,
            ..Edge::of_file("trusted_proxies = [\"10.0.0.0/8\"]")
        }
    }

    #[test]
    fn a_network_gets_its_share_and_leaves_the_rest() {
        let (places, edge) = (Places::configured(), edge(5, 2));
        let take = |peer: &str| places.take(peer.parse().unwrap(), &edge);
        let one = take("192.0.2.1").unwrap();
        let _two = take("::ffff:192.0.2.1").unwrap();
        assert!(take("192.0.2.1").is_none());
        let _other = take("192.0.2.2").unwrap();
        drop(one);
        let _again = take("192.0.2.1").unwrap();
        let _six = take("2001:db8::1").unwrap();
        let _last = take("2001:db8::2").unwrap();
        assert!(take("192.0.2.3").is_none(), "there are five in all");
    }

    #[test]
    fn a_subnet_is_one_network() {
        let (places, edge) = (Places::configured(), edge(5, 2));
        let taken: Vec<_> = [
            "2001:db8::1",
            "2001:db8::2",
            "2001:db8::3",
            "2001:db8:0:1::1",
        ]
        .map(|peer| places.take(peer.parse().unwrap(), &edge))
        .into_iter()
        .map(|place| (place.is_some(), place))
        .collect();
        let got: Vec<bool> = taken.iter().map(|it| it.0).collect();
        assert_eq!(got, [true, true, false, true]);
    }

    #[test]
    fn proxies_and_the_machine_itself_have_no_share() {
        for peer in ["10.1.2.3", "127.0.0.1", "::1"] {
            let (places, edge) = (Places::configured(), edge(5, 2));
            let peer = peer.parse().unwrap();
            let all: Vec<_> = (0..5).filter_map(|_| places.take(peer, &edge)).collect();
            assert_eq!(all.len(), 5, "{peer}");
            assert!(places.take(peer, &edge).is_none());
        }
    }

    #[tokio::test]
    async fn limits_count_as_they_are_when_a_peer_comes() {
        let places = Places::configured();
        let take = |edge: &Edge| places.take("192.0.2.1".parse().unwrap(), edge);
        let (narrow, wide) = (edge(1, 1), edge(2, 2));
        let first = take(&narrow).unwrap();
        assert!(take(&narrow).is_none());
        let second = take(&wide).unwrap();
        drop(first);
        assert!(take(&narrow).is_none(), "one is still there");
        drop(second);
        places.all_free().await;
        assert!(take(&narrow).is_some());
    }

    #[test]
    fn fixed_places_are_as_many_whatever_is_configured() {
        let places = Places::fixed(2);
        let peer = "192.0.2.1".parse().unwrap();
        let all: Vec<_> = (0..3)
            .filter_map(|_| places.take(peer, &edge(1, 1)))
            .collect();
        assert_eq!(all.len(), 2);
    }
}
