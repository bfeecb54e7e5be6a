//! A server in a process of its own.
//!
//! Invariant: it never outlives the process that started it: it ends with its standard input, and by SIGKILL when dropped.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Ticks of the kernel's clock in a second, as it shows them to programs on every architecture that Waybill runs on.
const TICKS: u32 = 100;

/// A server that is starting or answers.
#[derive(Debug)]
pub struct Server {
    child: Child,
}

impl Server {
    /// Starts `program`, which is `waybill-trial-server`, over a data directory.
    pub fn start(
        program: &Path,
        directory: &Path,
        database: Option<&str>,
    ) -> std::io::Result<Self> {
        let child = Command::new(program)
            .arg(directory)
            .args(database)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        Ok(Self { child })
    }

    /// Has `program`, which is `waybill-trial-server`, make a company with so many contacts; gives the id of its person.
    pub fn fill(
        program: &Path,
        directory: &Path,
        database: Option<&str>,
        contacts: usize,
    ) -> std::io::Result<String> {
        let done = Command::new(program)
            .args(["fill", &contacts.to_string()])
            .arg(directory)
            .args(database)
            .stderr(Stdio::inherit())
            .output()?;
        if done.status.success() {
            Ok(String::from_utf8_lossy(&done.stdout).trim_end().to_owned())
        } else {
            Err(std::io::Error::other("no company was made"))
        }
    }

    /// Waits until it answers, and gives its origin. The error says that it ended instead.
    pub fn origin(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        if let Some(output) = self.child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        match line.trim_end() {
            "" => Err(std::io::Error::other("the server ended before it answered")),
            origin => Ok(origin.to_owned()),
        }
    }

    /// The most memory that it has held, in bytes, as the kernel counts.
    pub fn peak_memory(&self) -> std::io::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        Ok(kilobytes.unwrap_or_default() * 1024)
    }

    /// The processor time that it has taken, to a hundredth of a second.
    pub fn processor_time(&self) -> std::io::Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program stands in brackets and may have spaces; utime and stime are the 12th and 13th field after it.
        let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        let ticks = fields
            .skip(11)
            .take(2)
            .filter_map(|it| it.parse::<u32>().ok());
        Ok(Duration::from_secs(1) * ticks.sum::<u32>() / TICKS)
    }

    /// Ends it by SIGKILL, whatever it is doing.
    pub fn kill_9(mut self) -> std::io::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        if self.child.kill().is_ok() {
            drop(self.child.wait());
        }
    }
}
