//! The workbench: makes snapshots and measures renders outside the product.
//!
//! `workbench snapshot <bundle.js> <blob> [function…]` does what the build script does and prints the answer of each
//! function on a line. `workbench render <blob> <input> <rounds> <renders> <retire-after>` renders the input over and over
//! and prints a line per round. `workbench mix <bundle.js> <blob>` tries what V8 does not allow: a script in an isolate
//! of its own and then a snapshot, in one process. The tests run it, because one process either makes a snapshot or runs one.

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use waybill_render::{Pool, PoolConfig, Source, evaluate, init_platform, snapshot};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["snapshot", bundle, blob, calls @ ..] => make_snapshot(bundle, blob, calls),
        ["render", blob, input, rounds, renders, retire_after] => {
            init_platform();
            let config = PoolConfig {
                isolates: 1,
                deadline: Duration::from_secs(10),
                retire_after_renders: retire_after.parse()?,
                ..PoolConfig::default()
            };
            let blob = Vec::leak(std::fs::read(blob)?);
            let pool = Pool::start(config, Source::Snapshot(blob))?;
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .build()?;
            for _ in 0..rounds.parse::<u32>()? {
                runtime.block_on(render(&pool, input, renders.parse()?))?;
            }
            Ok(())
        }
        ["mix", bundle, blob] => {
            init_platform();
            evaluate(std::fs::read_to_string(bundle)?, &[])?;
            let blob = Vec::leak(std::fs::read(blob)?);
            Pool::start(PoolConfig::default(), Source::Snapshot(blob))?;
            Ok(())
        }
        _ => Err("usage: workbench snapshot|render|mix …, see the head of the source".into()),
    }
}

fn make_snapshot(bundle: &str, blob: &str, calls: &[&str]) -> Result<()> {
    let snapshot = snapshot::create(std::fs::read_to_string(bundle)?, calls)?;
    std::fs::write(blob, &snapshot.blob)?;
    let mut out = std::io::stdout();
    for answer in snapshot.answers {
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

/// Prints resident memory in kB, isolates replaced so far, median and 99th percentile of a render in µs, renders a second.
async fn render(pool: &Pool, input: &str, renders: usize) -> Result<()> {
    let started = Instant::now();
    let mut times = Vec::with_capacity(renders);
    for _ in 0..renders {
        times.push(pool.render(input.to_owned()).await?.rendered.as_micros());
    }
    let elapsed = started.elapsed();
    times.sort_unstable();
    writeln!(
        std::io::stdout(),
        "rss_kb={} replaced={} p50_us={} p99_us={} per_second={:.0}",
        resident_kb()?,
        pool.counters().replaced.age,
        times[renders / 2],
        times[renders * 99 / 100],
        f64::from(u32::try_from(renders)?) / elapsed.as_secs_f64(),
    )?;
    Ok(())
}

fn resident_kb() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .ok_or("the system does not tell resident memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
