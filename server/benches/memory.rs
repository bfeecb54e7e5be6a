//! Resident memory of a process with two isolates, idle and after many renders.

use waybill_render::{Pool, PoolConfig, Source};

use crate::render::SNAPSHOT;
use crate::server::Inputs;

pub(crate) async fn print(inputs: &Inputs) {
    println!("\nResident memory of this process with two isolates (MB)");
    let config = PoolConfig {
        isolates: 2,
        ..PoolConfig::default()
    };
    let pool = Pool::start(config, Source::Snapshot(SNAPSHOT)).unwrap();
    println!("{:<28} {:>6.0}", "idle", resident_mb());
    let mut rendered = 0;
    for target in [10_000, 50_000, 100_000] {
        while rendered < target {
            let pair = tokio::join!(
                pool.render(inputs.users.clone()),
                pool.render(inputs.dashboard.clone())
            );
            pair.0.unwrap();
            pair.1.unwrap();
            rendered += 2;
        }
        println!(
            "{:<28} {:>6.0}",
            format!("after {target} renders"),
            resident_mb()
        );
    }
}

/// `VmRSS` of this process.
fn resident_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap();
    let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib / 1_024.0
}
