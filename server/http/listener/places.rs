//! Places: connections that are open, in all and of one client network.
//!
//! Invariant: no client network has more than its share, so that nobody can shut others out by holding connections. Proxies and instances of
//! ours, which speak for many people, and the machine itself have no share but all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use waybill_identity::network;

use crate::config::Edge;

/// The places of a listener.
#[derive(Debug)]
pub(super) struct Places {
    all: Arc<Semaphore>,
    most: usize,
    share: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// One place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    network: Option<IpAddr>,
    _of_all: OwnedSemaphorePermit,
}

impl Places {
    /// So many places, of which a client network has `share` at most.
    pub(super) fn new(most: usize, share: usize) -> Arc<Self> {
        Arc::new(Self {
            all: Arc::new(Semaphore::new(most)),
            most,
            share,
            taken: Mutex::default(),
        })
    }

    /// A place for a peer, if there is one.
    pub(super) fn take(self: &Arc<Self>, peer: IpAddr, edge: &Edge) -> Option<Place> {
        let of_all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let network = sharing(peer, edge);
        if let Some(network) = network {
            let mut taken = self.taken();
            let of_network = taken.entry(network).or_default();
            if self.share <= *of_network {
                return None;
            }
            *of_network += 1;
        }
        Some(Place {
            places: Arc::clone(self),
            network,
            _of_all: of_all,
        })
    }

    /// Waits until every place is free.
    pub(super) async fn all_free(&self) {
        let all = u32::try_from(self.most).unwrap_or(u32::MAX);
        // An error would mean that it was closed, which nobody does.
        self.all.acquire_many(all).await.ok();
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(network) = self.network else {
            return;
        };
        let mut taken = self.places.taken();
        if let Some(of_network) = taken.get_mut(&network) {
            *of_network -= 1;
            if *of_network == 0 {
                taken.remove(&network);
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

    fn edge() -> Edge {
        Edge::of_file("trusted_proxies = [\"10.0.0.0/8\"]")
    }

    #[test]
    fn a_network_gets_its_share_and_leaves_the_rest() {
        let (places, edge) = (Places::new(5, 2), edge());
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
        let (places, edge) = (Places::new(5, 2), edge());
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
            let (places, edge) = (Places::new(5, 2), edge());
            let peer = peer.parse().unwrap();
            let all: Vec<_> = (0..5).filter_map(|_| places.take(peer, &edge)).collect();
            assert_eq!(all.len(), 5, "{peer}");
            assert!(places.take(peer, &edge).is_none());
        }
    }
}
