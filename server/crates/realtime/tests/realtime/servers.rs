//! Real servers of Redis on this machine: one, one with a replica and sentinels, and a cluster.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use redis::{Client, Cmd, FromRedisValue, RedisResult, Value, cmd};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::sleep;

/// Nothing here takes as long.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server, which goes with it.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    command: Command,
    process: Child,
}

pub(crate) async fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    listener.local_addr().unwrap()
}

impl Server {
    /// One that stores nothing, once it answers.
    pub(crate) async fn start(address: SocketAddr, folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(waybill_workshop::path(waybill_workshop::Tool::Redis));
        command
            .args(["--bind", "127.0.0.1", "--save", "", "--port"])
            .arg(address.port().to_string())
            .arg("--dir")
            .arg(folder)
            .args(arguments);
        Self::spawn(address, command).await
    }

    /// Watches the master at this address as `main`.
    async fn sentinel(folder: &Path, master: SocketAddr) -> Self {
        let address = free_address().await;
        let (port, watched) = (address.port(), master.port());
        let file = folder.join(format!("sentinel-{port}.conf"));
        let text = format!(
            "bind 127.0.0.1\nport {port}\ndir {folder}\nsentinel monitor main 127.0.0.1 {watched} 2\n\
             sentinel down-after-milliseconds main 1000\nsentinel failover-timeout main 5000\n",
            folder = folder.display()
        );
        fs::write(&file, text).unwrap();
        let mut command = Command::new(waybill_workshop::path(waybill_workshop::Tool::Redis));
        command.arg(&file).arg("--sentinel");
        Self::spawn(address, command).await
    }

    async fn spawn(address: SocketAddr, mut command: Command) -> Self {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true);
        let process = command.spawn().unwrap();
        let server = Self {
            address,
            command,
            process,
        };
        server.is_there().await;
        server
    }

    async fn is_there(&self) {
        until("Redis answers", async || {
            TcpStream::connect(self.address).await.is_ok()
        })
        .await;
    }

    /// The same again, after it was killed.
    pub(crate) async fn restart(&mut self) {
        self.process = self.command.spawn().unwrap();
        self.is_there().await;
    }

    pub(crate) async fn kill(&mut self) {
        self.process.kill().await.unwrap();
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    /// Gives a command.
    pub(crate) async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> T {
        self.try_ask(command).await.unwrap()
    }

    /// Whether it takes writes. Not while a sentinel promotes it: that ends every connection (`CLIENT KILL TYPE normal`),
    /// the asking one among them.
    pub(crate) async fn is_master(&self) -> bool {
        let role: RedisResult<Value> = self.try_ask(&cmd("ROLE")).await;
        role.is_ok_and(|role| format!("{role:?}").contains("master"))
    }

    async fn try_ask<T: FromRedisValue>(&self, command: &Cmd) -> RedisResult<T> {
        let client = Client::open(self.url())?;
        let mut connection = client.get_multiplexed_async_connection().await?;
        command.query_async(&mut connection).await
    }

    /// The connections that are subscribed to something.
    pub(crate) async fn subscribers(&self) -> Vec<u64> {
        let list: String = self.ask(cmd("CLIENT").arg("LIST")).await;
        let field = |line: &str, name: &str| {
            let mut fields = line.split(' ').filter_map(|it| it.split_once('='));
            let found = fields.find(|(it, _)| *it == name);
            found.map_or(0, |(_, value)| value.parse().unwrap())
        };
        let subscribed = list
            .lines()
            .filter(|line| 0 < field(line, "sub") + field(line, "ssub"));
        subscribed.map(|line| field(line, "id")).collect()
    }
}

/// A master with a replica, and three sentinels, which call it `main`.
pub(crate) struct Watched {
    pub(crate) master: Server,
    pub(crate) replica: Server,
    sentinels: Vec<Server>,
}

impl Watched {
    pub(crate) async fn start(folder: &Path) -> Self {
        let master = Server::start(free_address().await, folder, &[]).await;
        let port = master.address.port().to_string();
        let at = free_address().await;
        let of = ["--replicaof", "127.0.0.1", &port];
        let replica = Server::start(at, folder, &of).await;
        let mut sentinels = Vec::new();
        for _ in 0..3 {
            sentinels.push(Server::sentinel(folder, master.address).await);
        }
        let watched = Self {
            master,
            replica,
            sentinels,
        };
        until(
            "the sentinels know each other and the replica",
            async || {
                let mut ready = true;
                for sentinel in &watched.sentinels {
                    let command = cmd("SENTINEL").arg("MASTER").arg("main").to_owned();
                    let told: Vec<String> = sentinel.ask(&command).await;
                    let is = |name: &str, value: &str| {
                        told.chunks(2).any(|it| it[0] == name && it[1] == value)
                    };
                    ready &= is("num-slaves", "1") && is("num-other-sentinels", "2");
                }
                ready
            },
        )
        .await;
        watched
    }

    pub(crate) fn url(&self) -> String {
        let hosts: Vec<String> = self
            .sentinels
            .iter()
            .map(|it| it.address.to_string())
            .collect();
        format!("redis+sentinel://{}/main", hosts.join(","))
    }
}

/// A cluster of three masters.
pub(crate) struct Cluster(pub(crate) Vec<Server>);

impl Cluster {
    pub(crate) async fn start(folder: &Path) -> Self {
        let mut servers = Vec::new();
        let mut buses = Vec::new();
        for (number, slots) in [(0, 5460), (5461, 10922), (10923, 16383)]
            .into_iter()
            .enumerate()
        {
            let bus = free_address().await.port().to_string();
            let file = format!("nodes-{number}.conf");
            let arguments = [
                "--cluster-enabled",
                "yes",
                "--cluster-config-file",
                &file,
                "--cluster-port",
                &bus,
            ];
            let server = Server::start(free_address().await, folder, &arguments).await;
            let mut own = cmd("CLUSTER");
            own.arg("ADDSLOTSRANGE").arg(slots.0).arg(slots.1);
            let () = server.ask(&own).await;
            let mut epoch = cmd("CLUSTER");
            epoch.arg("SET-CONFIG-EPOCH").arg(number + 1);
            let () = server.ask(&epoch).await;
            servers.push(server);
            buses.push(bus);
        }
        for (server, bus) in servers.iter().zip(&buses).skip(1) {
            let mut meet = cmd("CLUSTER");
            meet.arg("MEET")
                .arg("127.0.0.1")
                .arg(server.address.port())
                .arg(bus);
            let () = servers[0].ask(&meet).await;
        }
        until("the cluster is whole", async || {
            let mut ready = true;
            for server in &servers {
                let told: String = server.ask(cmd("CLUSTER").arg("INFO")).await;
                ready &= told.contains("cluster_state:ok") && told.contains("cluster_size:3");
            }
            ready
        })
        .await;
        Self(servers)
    }

    pub(crate) fn url(&self) -> String {
        let hosts: Vec<String> = self.0.iter().map(|it| it.address.to_string()).collect();
        format!("redis+cluster://{}", hosts.join(","))
    }
}

/// Asks again and again.
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let is_late = tokio::time::timeout(PATIENCE, waiting).await.is_err();
    assert!(!is_late, "{what}: never");
}
