//! The settings of a pool. Invariant: each has a default that suits a server of any size.

use std::sync::Arc;
use std::time::Duration;

use crate::{ScriptError, base};

/// From what an isolate starts. One process uses one snapshot, and scripts on top of it, or scripts alone; see
/// [`Source::adopt`].
#[derive(Clone)]
pub enum Source {
    /// A blob of [`snapshot::create`](crate::snapshot::create), made by the same version of this crate.
    Snapshot(&'static [u8]),
    /// The text of a bundle, evaluated anew by every isolate: for development.
    Script(Arc<str>),
}

impl Source {
    /// Makes this snapshot the one of the process, as the first [`Pool`](crate::Pool) that starts from it does; a script
    /// changes nothing.
    ///
    /// All isolates of a process must start from one snapshot. Where scripts may come first (a development loop, tests),
    /// this keeps them from deciding that there is none: they are then evaluated on top of it. The error is
    /// [`ScriptError::OtherBase`].
    pub fn adopt(&self) -> Result<(), ScriptError> {
        match self {
            Self::Snapshot(blob) => base::adopt(blob),
            Self::Script(_) => Ok(()),
        }
    }
}

/// How a pool is sized and what a render may use.
#[derive(Clone, Debug)]
pub struct PoolConfig {
    /// Isolates, each with a thread of its own. Default: one per core.
    pub isolates: usize,
    /// Requests that may wait for an isolate; one more is refused. Default: 16 per isolate.
    pub queue: usize,
    /// How long a request may wait for an isolate. Default: 500 ms.
    pub queue_wait: Duration,
    /// How long one render may take. Default: 250 ms.
    pub deadline: Duration,
    /// How long a thread may take to return from a render that was killed before it is given up. Default: 50 ms.
    pub kill_grace: Duration,
    /// How long an isolate may take to start. Default: 10 s; from a snapshot it is milliseconds.
    pub boot_deadline: Duration,
    /// Heap of one isolate at which its render is ended; its array buffers have as much again. Default: 256 MiB.
    pub heap_limit_bytes: usize,
    /// Young generation of that heap: three semi-spaces. Default: 48 MiB, which costs that much memory per isolate and
    /// keeps the garbage of a render from being copied.
    pub young_generation_bytes: usize,
    /// After this many renders an isolate is replaced, whatever its state, give or take what keeps all isolates from
    /// being replaced at once. Default: 100,000.
    pub retire_after_renders: u64,
    /// Largest input in bytes. Parsing it is one step that no deadline can interrupt. Default: 4 MiB.
    pub max_input_bytes: usize,
    /// Largest HTML in bytes. Default: 8 MiB.
    pub max_output_bytes: usize,
}

impl Default for PoolConfig {
    fn default() -> Self {
        let isolates = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            isolates,
            queue: isolates * 16,
            queue_wait: Duration::from_millis(500),
            deadline: Duration::from_millis(250),
            kill_grace: Duration::from_millis(50),
            boot_deadline: Duration::from_secs(10),
            heap_limit_bytes: 256 << 20,
            young_generation_bytes: 48 << 20,
            retire_after_renders: 100_000,
            max_input_bytes: 4 << 20,
            max_output_bytes: 8 << 20,
        }
    }
}
