//! Where a request comes from: the peer, or, behind trusted proxies, the rightmost address that none of them added.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use http::HeaderMap;

use crate::config::{Edge, Networks};

/// `None` for a request that came by no connection, as in tests.
pub(super) fn of(request: &Request, edge: &Edge) -> Option<IpAddr> {
    let peer = peer(request)?;
    let trusted = match edge.front_instances.contains(peer) {
        true => &edge.front_instances,
        false => &edge.trusted_proxies,
    };
    Some(behind(peer, request.headers(), trusted))
}

/// Who the connection is with.
pub(super) fn peer(request: &Request) -> Option<IpAddr> {
    let ConnectInfo(peer) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
    Some(peer.ip())
}

fn behind(peer: IpAddr, headers: &HeaderMap, trusted: &Networks) -> IpAddr {
    let hops: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    let mut client = peer;
    for hop in hops.into_iter().rev() {
        if !trusted.contains(client) {
            break;
        }
        // What a proxy could not write ends the chain; the proxy itself is then the client.
        let Ok(address) = hop.parse() else { break };
        client = address;
    }
    client
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;
    use crate::config::Config;
    use crate::config::arguments::Options;

    fn check(peer: &str, forwarded: &[&str], expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("waybill.toml");
        std::fs::write(&file, "[edge]\ntrusted_proxies = [\"10.0.0.0/8\"]").unwrap();
        let options = Options {
            config: Some(file),
            ..Options::default()
        };
        let trusted = Config::load(&options).unwrap().edge.trusted_proxies;
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::try_from(*value).unwrap());
        }
        let found = behind(peer.parse().unwrap(), &headers, &trusted);
        assert_eq!(found.to_string(), expected, "{peer} {forwarded:?}");
    }

    #[test]
    fn an_untrusted_peer_is_the_client_whatever_it_claims() {
        check("192.0.2.1", &["1.1.1.1"], "192.0.2.1");
    }

    #[test]
    fn behind_trusted_proxies_the_rightmost_untrusted_hop_is_the_client() {
        check(
            "10.0.0.1",
            &["1.1.1.1, 203.0.113.9, 10.0.0.2"],
            "203.0.113.9",
        );
        check("10.0.0.1", &["1.1.1.1", "203.0.113.9"], "203.0.113.9");
        check("10.0.0.1", &[], "10.0.0.1");
        check("10.0.0.1", &["nonsense"], "10.0.0.1");
        check("10.0.0.1", &["10.0.0.7"], "10.0.0.7");
    }
}
