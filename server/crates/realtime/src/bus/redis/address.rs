//! The address of Redis: one server, the master that sentinels watch, or a cluster.
//!
//! Invariant: a password in it is never printed, neither when it is right nor when it is wrong.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use redis::cluster::ClusterClient;
use redis::sentinel::{SentinelClient, SentinelNodeConnectionInfo, SentinelServerType};
use redis::{
    AsyncConnectionConfig, Client, ConnectionInfo, IntoConnectionInfo as _, ProtocolVersion,
    RedisError,
};
use tokio::time::timeout;

use super::ANSWER;
use super::connection::{Connection, Inlet, Refusal, Voice};

/// Where one finds Redis.
#[derive(Clone)]
pub struct RedisUrl(Arc<Servers>);

enum Servers {
    /// This one.
    One(Client),
    /// The one that these call the master.
    Watched {
        /// With the credentials of the servers, which not all sentinels want.
        sentinels: Vec<ConnectionInfo>,
        master: String,
    },
    /// All that these know.
    Cluster(Vec<ConnectionInfo>),
}

/// The address cannot be used. It is not repeated, for it may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RedisUrlError {
    /// It is none of a Redis server.
    #[error(
        "it is not the address of a Redis server; use `redis://user:password@host:6379`, \
         `redis+sentinel://user:password@host:26379,host:26379/name-of-master` or \
         `redis+cluster://user:password@host:6379,host:6379`"
    )]
    NoRedis,
    /// It does not say what the sentinels watch.
    #[error(
        "it does not name the master that the sentinels watch; use \
         `redis+sentinel://user:password@host:26379,host:26379/name-of-master`"
    )]
    NoMaster,
    /// A cluster has one database.
    #[error(
        "a cluster has no numbered databases; use `redis+cluster://user:password@host:6379,host:6379`"
    )]
    NoDatabase,
}

/// Redis did not say what time it is. Nothing of its address is repeated but the host.
#[derive(Debug, thiserror::Error)]
pub enum RedisAway {
    /// It refused, or is not there.
    #[error("it refused the connection or is unreachable")]
    Refused(#[source] Refusal),
    /// It took too long.
    #[error("it does not respond")]
    Silent,
}

impl FromStr for RedisUrl {
    type Err = RedisUrlError;

    fn from_str(text: &str) -> Result<Self, RedisUrlError> {
        let (scheme, rest) = text.split_once("://").ok_or(RedisUrlError::NoRedis)?;
        let servers = match scheme {
            "redis+sentinel" => {
                let (authority, master) = rest.split_once('/').ok_or(RedisUrlError::NoMaster)?;
                if master.is_empty() || master.contains(['/', '?', '#']) {
                    return Err(RedisUrlError::NoMaster);
                }
                Servers::Watched {
                    sentinels: hosts(authority, 26379)?,
                    master: master.to_owned(),
                }
            }
            "redis+cluster" => {
                let authority = rest.strip_suffix('/').unwrap_or(rest);
                if authority.contains('/') {
                    return Err(RedisUrlError::NoDatabase);
                }
                Servers::Cluster(hosts(authority, 6379)?)
            }
            _ => {
                let info = text.into_connection_info().map_err(unusable)?;
                Servers::One(Client::open(by_resp3(info)).map_err(unusable)?)
            }
        };
        Ok(Self(Arc::new(servers)))
    }
}

/// What the library says about it may repeat it.
fn unusable(_: RedisError) -> RedisUrlError {
    RedisUrlError::NoRedis
}

/// The servers of `user:password@host:port,host`, each with the credentials.
fn hosts(authority: &str, port: u16) -> Result<Vec<ConnectionInfo>, RedisUrlError> {
    let (credentials, hosts) = match authority.rsplit_once('@') {
        Some((credentials, hosts)) => (format!("{credentials}@"), hosts),
        None => (String::new(), authority),
    };
    let of_host = |host: &str| {
        if host.is_empty() || host.contains(['/', '?', '#']) {
            return Err(RedisUrlError::NoRedis);
        }
        // The colons of an IPv6 address are in brackets.
        let has_port = host.rsplit(']').next().is_some_and(|it| it.contains(':'));
        let port = if has_port {
            String::new()
        } else {
            format!(":{port}")
        };
        let url = format!("redis://{credentials}{host}{port}");
        let info = url.into_connection_info().map_err(unusable)?;
        Ok(by_resp3(info))
    };
    hosts.split(',').map(of_host).collect()
}

/// With the protocol in which events and answers share a connection.
fn by_resp3(info: ConnectionInfo) -> ConnectionInfo {
    let settings = info.redis_settings().clone();
    info.set_redis_settings(settings.set_protocol(ProtocolVersion::RESP3))
}

impl RedisUrl {
    /// Connects; what is heard goes into the inlet.
    pub(super) async fn connect(&self, inlet: Inlet) -> Result<Connection, RedisError> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(ANSWER))
            .set_response_timeout(Some(ANSWER));
        let voice = match &*self.0 {
            Servers::One(client) => {
                let config = config.set_push_sender(inlet.sender());
                let connection = client.get_multiplexed_async_connection_with_config(&config);
                Voice::One(connection.await?)
            }
            Servers::Watched { sentinels, master } => {
                let config = config.set_push_sender(inlet.sender());
                let client = client_of_master(sentinels, master).await?;
                let connection = client.get_multiplexed_async_connection_with_config(&config);
                Voice::One(connection.await?)
            }
            Servers::Cluster(nodes) => {
                let client = ClusterClient::builder(nodes.clone())
                    .use_protocol(ProtocolVersion::RESP3)
                    .connection_timeout(ANSWER)
                    .response_timeout(ANSWER)
                    .push_sender(inlet.sender())
                    .build()?;
                Voice::Cluster(client.get_async_connection().await?)
            }
        };
        Ok(Connection::new(voice, inlet))
    }

    /// Asks a server for the time, as milliseconds since 1970, on a connection of its own.
    pub async fn time(&self) -> Result<i64, RedisAway> {
        let asking = async {
            let mut connection = self.connect(Inlet::default()).await?;
            connection.time().await
        };
        let told = timeout(ANSWER, asking).await;
        told.map_err(|_| RedisAway::Silent)?
            .map_err(|error| RedisAway::Refused(error.into()))
    }
}

/// Sentinels that want a password get that of the servers; those that want none do not take any.
async fn client_of_master(
    sentinels: &[ConnectionInfo],
    master: &str,
) -> Result<Client, RedisError> {
    let settings = sentinels.first().map(|it| it.redis_settings().clone());
    let of_server = SentinelNodeConnectionInfo::default()
        .set_redis_connection_info(settings.unwrap_or_default());
    let ask = async |sentinels: Vec<ConnectionInfo>| {
        let master_server = SentinelServerType::Master;
        let mut client = SentinelClient::build(
            sentinels,
            master.to_owned(),
            Some(of_server.clone()),
            master_server,
        )?;
        client.async_get_client().await
    };
    let open = sentinels.iter().map(|it| {
        it.clone()
            .set_redis_settings(redis::RedisConnectionInfo::default())
    });
    match ask(open.collect()).await {
        Err(error) if error.code() == Some("NOAUTH") => ask(sentinels.to_vec()).await,
        answer => answer,
    }
}

impl fmt::Display for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |hosts: &[ConnectionInfo]| {
            let hosts: Vec<String> = hosts.iter().map(|it| it.addr().to_string()).collect();
            hosts.join(", ")
        };
        match &*self.0 {
            Servers::One(client) => {
                write!(f, "Redis at {}", client.get_connection_info().addr())
            }
            Servers::Watched { sentinels, master } => {
                write!(
                    f,
                    "Redis, the master {master} of the sentinels at {}",
                    list(sentinels)
                )
            }
            Servers::Cluster(nodes) => write!(f, "Redis Cluster at {}", list(nodes)),
        }
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RedisUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, RedisUrlError>) {
        let shown = text.parse::<RedisUrl>().map(|url| {
            assert_eq!(format!("{url:?}"), format!("RedisUrl({url})"));
            url.to_string()
        });
        assert_eq!(shown.as_deref().map_err(|it| *it), expected, "{text}");
        if let Err(error) = shown {
            assert!(!format!("{error} {error:?}").contains("s3cret"));
        }
    }

    #[test]
    fn addresses_show_hosts_alone() {
        check(
            "redis://ann:s3cret@redis.test",
            Ok("Redis at redis.test:6379"),
        );
        check(
            "redis+sentinel://ann:s3cret@a.test,b.test:7000,[::1]/main",
            Ok("Redis, the master main of the sentinels at a.test:26379, b.test:7000, ::1:26379"),
        );
        check(
            "redis+cluster://:s3cret@a.test:7001,b.test/",
            Ok("Redis Cluster at a.test:7001, b.test:6379"),
        );
    }

    #[test]
    fn wrong_addresses_say_what_is_missing() {
        use RedisUrlError::{NoDatabase, NoMaster, NoRedis};
        check("http://ann:s3cret@redis.test", Err(NoRedis));
        check("redis.test", Err(NoRedis));
        check("redis+sentinel://:s3cret@a.test", Err(NoMaster));
        check("redis+sentinel://:s3cret@a.test/", Err(NoMaster));
        check("redis+sentinel://:s3cret@a.test/main/2", Err(NoMaster));
        check("redis+sentinel://:s3cret@/main", Err(NoRedis));
        check("redis+sentinel://:s3cret@a.test,,b.test/main", Err(NoRedis));
        check("redis+cluster://:s3cret@a.test/2", Err(NoDatabase));
        check("redis+cluster://:s3cret@a.test:x", Err(NoRedis));
    }
}
