//! Renders per second in process, beside the very same bundle and input in plain Node on one core.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use waybill_render::{Pool, PoolConfig, Source};

use crate::server::Inputs;
use crate::stats::{Run, median, spread};

/// What the server's isolates start from.
pub(crate) static SNAPSHOT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/snapshot.bin"));

const BUNDLE: &str = concat!(env!("OUT_DIR"), "/ssr.js");
const NODE_HARNESS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/server/benches/render.mjs");
const ROUNDS: usize = 5;
const DURATION: Duration = Duration::from_secs(2);

pub(crate) async fn print(inputs: &Inputs) {
    println!(
        "\nRenders in process, {ROUNDS} rounds of {} s in turn with Node",
        DURATION.as_secs()
    );
    for (name, input) in [
        ("users, 50 rows", &inputs.users),
        ("dashboard", &inputs.dashboard),
    ] {
        let one = start(1);
        let two = start(2);
        let (mut single, mut double, mut node) = (Vec::new(), Vec::new(), Vec::new());
        let (mut p50, mut p99) = (Vec::new(), Vec::new());
        let mut bytes = 0;
        for _ in 0..ROUNDS {
            let (mut run, size) = renders(&one, input, 1).await;
            bytes = size;
            single.push(run.rate());
            p50.push(run.percentile(0.5));
            p99.push(run.percentile(0.99));
            node.push(in_node(input));
            double.push(renders(&two, input, 4).await.0.rate());
        }
        println!("{name} ({} kB of HTML)", bytes / 1_000);
        println!(
            "  one isolate, renders/s       {}",
            spread(single.clone(), 0)
        );
        println!("  p50 ms                       {}", spread(p50, 3));
        println!("  p99 ms                       {}", spread(p99, 3));
        println!("  Node, one core, renders/s    {}", spread(node.clone(), 0));
        println!(
            "  ratio to Node                {:.2}",
            median(&single) / median(&node)
        );
        println!(
            "  two isolates, renders/s      {}",
            spread(double.clone(), 0)
        );
        println!(
            "  ratio of two to one          {:.2}",
            median(&double) / median(&single)
        );
    }
    print_isolate_start(&inputs.dashboard).await;
}

/// What replacing a condemned isolate costs: an isolate from the snapshot, until its first render is done.
async fn print_isolate_start(input: &str) {
    let (mut ready, mut first) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        let started = Instant::now();
        let pool = start(1);
        ready.push(started.elapsed().as_secs_f64() * 1_000.0);
        pool.render(input.to_owned()).await.unwrap();
        first.push(started.elapsed().as_secs_f64() * 1_000.0);
    }
    println!("isolate from the snapshot, ms  {}", spread(ready, 1));
    println!("… and its first render, ms     {}", spread(first, 1));
}

fn start(isolates: usize) -> Pool {
    let config = PoolConfig {
        isolates,
        ..PoolConfig::default()
    };
    Pool::start(config, Source::Snapshot(SNAPSHOT)).unwrap()
}

/// Renders `input` with `at_once` callers; also gives the size of the HTML in bytes.
async fn renders(pool: &Pool, input: &str, at_once: usize) -> (Run, usize) {
    let started = Instant::now();
    let caller = || async {
        let (mut latencies, mut bytes) = (Vec::new(), 0);
        while started.elapsed() < DURATION {
            let sent = Instant::now();
            bytes = pool.render(input.to_owned()).await.unwrap().html.len();
            latencies.push(sent.elapsed());
        }
        (latencies, bytes)
    };
    let mut run = Run {
        latencies: Vec::new(),
        took: Duration::ZERO,
    };
    let mut bytes = 0;
    // Callers only wait for isolates, so one task may drive all of them.
    let all = if at_once == 1 {
        vec![caller().await]
    } else {
        let (a, b, c, d) = tokio::join!(caller(), caller(), caller(), caller());
        vec![a, b, c, d]
    };
    for (latencies, size) in all {
        run.latencies.extend(latencies);
        bytes = size;
    }
    run.took = started.elapsed();
    (run, bytes)
}

/// Renders per second of the same bundle and input in Node.
fn in_node(input: &str) -> f64 {
    let mut node = Command::new("node")
        .args([NODE_HARNESS, BUNDLE, &DURATION.as_millis().to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node is there, since the build needed it");
    node.stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = node.wait_with_output().unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}
