//! What one page, call, write, socket and message cost an instance, PostgreSQL and Redis: the input of the sizing simulator.
//!
//! Costs are processor time of the processes themselves, read from the kernel, so they do not depend on how fast the
//! load was sent. `cargo bench -- costs > server/crates/sizing/costs.toml` replaces what the simulator computes with.

mod place;
pub(crate) mod processes;
mod redis;
pub(crate) mod work;

use std::time::Duration;

use crate::stats::median;
use place::Place;
use work::{Cost, Work};

/// How often each kind of work is measured; the median counts.
const ROUNDS: usize = 3;

/// Sockets that are opened to see what one takes.
const SOCKETS: u32 = 2_000;

pub(crate) async fn print() {
    let place = Place::new().await;
    let (a, b) = (place.start(0).await, place.start(1).await);
    let user = work::User::register(a.address).await;
    user.fill(200).await;

    println!("# Written by `cargo bench -- costs`; times are microseconds of a processor.");
    println!("[machine]\nprocessor = {:?}\n", processes::processor());
    for work in Work::ALL {
        let mut costs = Vec::new();
        for _ in 0..ROUNDS {
            costs.push(work::measure(work, &user, &place, &a).await);
        }
        print_kind(work.name(), &costs);
    }
    print_sockets(&a).await;
    print_redis(&place, &b).await;
    let idle = processes::idle(a.pid(), Duration::from_secs(20)).await;
    println!("[instance]\nidle_us_per_second = {idle:.0}");
    println!("bytes = {}", processes::resident(b.pid()));
    // As many as it may open: `waybill-storage` has a pool that reads, and one of half as many that writes.
    let reading = std::thread::available_parallelism().map_or(1, usize::from) * 4;
    println!("connections = {}", reading.clamp(8, 64) * 3 / 2);
}

fn print_kind(name: &str, costs: &[Cost]) {
    println!("[{name}]");
    type Figure = fn(&Cost) -> f64;
    let figures: [(&str, Figure); 6] = [
        ("instance_us", |it| it.instance),
        ("postgres_us", |it| it.postgres),
        ("redis_us", |it| it.redis),
        ("transactions", |it| it.transactions),
        ("wal_bytes", |it| it.wal_bytes),
        ("messages", |it| it.messages),
    ];
    for (key, figure) in figures {
        let mut values: Vec<f64> = costs.iter().map(figure).collect();
        values.sort_by(f64::total_cmp);
        let (low, high) = (values[0], values[values.len() - 1]);
        println!("{key} = {:.1} # {low:.1} to {high:.1}", median(&values));
    }
    println!();
}

/// Sockets as the SDK opens them, greeted and silent.
async fn print_sockets(instance: &place::Instance) {
    let before = processes::resident(instance.pid());
    let mut sockets = Vec::new();
    for _ in 0..SOCKETS {
        let url = format!(
            "ws://{}/.ws?v=5&ns=waybill-embedded-default-rtdb",
            instance.address
        );
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        sockets.push(socket);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let bytes = processes::resident(instance.pid()).saturating_sub(before) / u64::from(SOCKETS);
    let cost = processes::idle(instance.pid(), Duration::from_secs(20)).await;
    println!("[socket]\nbytes = {bytes}");
    println!(
        "instance_us_per_second = {:.2}\n",
        cost / f64::from(SOCKETS)
    );
    drop(sockets);
    tokio::time::sleep(Duration::from_secs(2)).await;
}

/// What a published message costs, by how many listen.
async fn print_redis(place: &Place, instance: &place::Instance) {
    let redis = redis::costs(place).await;
    let heard = redis::cost_of_hearing(place, instance.pid()).await;
    println!("[message]\nredis_us = {:.2}", redis.message);
    println!("redis_us_per_listener = {:.2}", redis.delivery);
    println!("redis_us_per_subscription = {:.2}", redis.subscription);
    println!(
        "instance_us_per_heard = {heard:.2}\nbytes = {}\n",
        redis::MESSAGE.len()
    );
}
