//! The snapshot: a heap in which the bundle is already evaluated and its functions are already compiled.
//!
//! It is made by the build script and read by every isolate of the server. Invariant: V8 allows one process to make a
//! snapshot or to run isolates, never both.

use deno_core::{JsRuntimeForSnapshot, RuntimeOptions};

pub use crate::script::ScriptError as SnapshotError;
use crate::script::{in_runtime_context, load, run};
use crate::{platform, realm};

/// A snapshot and what the bundle said while it was made.
pub struct Snapshot {
    /// What [`Source::Snapshot`](crate::Source::Snapshot) wants, from a build of the same crate version.
    pub blob: Box<[u8]>,
    /// The answers to the calls, in their order.
    pub answers: Vec<String>,
}

/// Evaluates `script`, runs its microtasks, calls each `globalThis[name]()` of `calls` in order, removes those names from
/// the global object and takes the snapshot.
///
/// Functions that ran before are compiled in the snapshot, so one of the calls should render every route. All that module
/// scope computed is frozen into every isolate: no clock, random number or user data may be read there.
///
/// To be called once, in a process that runs no isolate before or after.
pub fn create(script: String, calls: &[&str]) -> Result<Snapshot, SnapshotError> {
    in_runtime_context(|| {
        let mut runtime = JsRuntimeForSnapshot::try_new(RuntimeOptions {
            extensions: realm::extensions(),
            v8_platform: Some(platform::for_snapshot()),
            ..Default::default()
        })
        .map_err(|error| SnapshotError::Runtime(error.to_string()))?;
        // Isolates get this property when they start; where a snapshot is made it is missing, and errors have no stack.
        let answers = load(&mut runtime, "Error.stackTraceLimit = 10".to_owned())
            .and_then(|()| run(&mut runtime, script, calls))
            .and_then(|answers| {
                load(&mut runtime, "delete Error.stackTraceLimit".to_owned())?;
                Ok(answers)
            });
        // Taken even after a failure: a runtime for snapshots may not be dropped in any other way.
        let blob = runtime.snapshot();
        Ok(Snapshot {
            blob,
            answers: answers?,
        })
    })
}
