//! What the kernel says of processes, `proc_pid_stat(5)`.

use std::fs;
use std::time::Duration;

/// Of `utime` and `stime`: `sysconf(_SC_CLK_TCK)`, which is 100 on every Linux.
const TICK_US: f64 = 10_000.0;

/// Microseconds of processor time of a process so far, with those of children that have ended.
pub(crate) fn spent(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in brackets, may have spaces.
    let fields: Vec<&str> = stat
        .rsplit(") ")
        .next()
        .unwrap_or_default()
        .split(' ')
        .collect();
    // utime, stime, cutime, cstime are fields 14 to 17; the first after the name is field 3.
    let ticks = fields.get(11..15).unwrap_or_default();
    ticks
        .iter()
        .filter_map(|it| it.parse::<f64>().ok())
        .sum::<f64>()
        * TICK_US
}

/// The same of a process and its living children.
pub(super) fn spent_with_children(pid: u32) -> f64 {
    let children =
        fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let children = children.split_whitespace().filter_map(|it| it.parse().ok());
    spent(pid) + children.map(spent).sum::<f64>()
}

/// Bytes in memory.
pub(crate) fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|it| it.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kibibytes.expect("the kernel tells the size of a process") * 1024
}

/// Microseconds per second that a process takes while nobody asks it for anything.
pub(super) async fn idle(pid: u32, during: Duration) -> f64 {
    let before = spent(pid);
    tokio::time::sleep(during).await;
    (spent(pid) - before) / during.as_secs_f64()
}

/// The processor's name.
pub(super) fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find_map(|it| it.strip_prefix("model name"));
    let name = line.and_then(|it| it.split_once(": "));
    name.map_or_else(|| "unknown".to_owned(), |(_, name)| name.to_owned())
}
