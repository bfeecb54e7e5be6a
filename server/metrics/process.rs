//! The process as the system sees it.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What the process takes of the machine. Zero is what the system did not tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Process {
    /// Bytes of memory in use.
    pub resident_bytes: u64,
    /// Files and sockets that are open.
    pub open_files: u64,
    /// Time that its threads have computed.
    pub cpu: Duration,
}

impl Process {
    /// As it is now.
    pub fn read() -> Self {
        let cpu = clock_gettime(ClockId::ProcessCPUTime);
        let seconds = u64::try_from(cpu.tv_sec).unwrap_or_default();
        let nanos = u32::try_from(cpu.tv_nsec).unwrap_or_default();
        Self {
            resident_bytes: resident_bytes().unwrap_or_default(),
            open_files: open_files().unwrap_or_default(),
            cpu: Duration::new(seconds, nanos),
        }
    }
}

/// Bytes of this process in memory; none where the system does not tell.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn open_files() -> Option<u64> {
    let count = std::fs::read_dir("/proc/self/fd").ok()?.count();
    u64::try_from(count).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_memory_files_and_has_computed() {
        let process = Process::read();
        assert!(1 << 20 < process.resident_bytes, "{process:?}");
        assert!(2 < process.open_files, "{process:?}");
        assert!(Duration::ZERO < process.cpu, "{process:?}");
    }
}
