//! V8's platform: the pool of background threads and the queues of foreground tasks, one per process.
//!
//! Invariant: it is started once, and every isolate of the process lives under the one that was started.

use std::sync::OnceLock;

use deno_core::{JsRuntime, v8};

static PLATFORM: OnceLock<v8::SharedRef<v8::Platform>> = OnceLock::new();

/// Background threads of V8 (garbage collection, compilation), shared by all isolates.
const MAX_BACKGROUND_THREADS: usize = 4;

/// Starts V8. To be called on the main thread before any other thread starts: where the processor has memory
/// protection keys, V8 runs only on threads that descend from this one. Later calls do nothing.
pub fn init_platform() {
    PLATFORM
        .get_or_init(|| start(v8::new_default_platform(background_threads(), false).make_shared()));
}

/// Starts V8 without memory protection keys, so that a test may first touch it on any thread. Later calls do nothing.
pub fn init_platform_for_tests() {
    PLATFORM.get_or_init(|| {
        start(v8::new_unprotected_default_platform(background_threads(), false).make_shared())
    });
}

/// The platform that [`snapshot::create`](crate::snapshot::create) hands to its runtime, which starts V8 by itself.
pub(crate) fn for_snapshot() -> v8::SharedRef<v8::Platform> {
    PLATFORM
        .get_or_init(|| v8::new_default_platform(background_threads(), false).make_shared())
        .clone()
}

/// Runs the foreground tasks that V8 has queued for `isolate`: steps and finalisers of the garbage collector. Nothing
/// else runs them; left alone they hold memory. To be called on the isolate's thread, outside any call into it.
pub(crate) fn run_foreground_tasks(isolate: &v8::Isolate) {
    // A task may queue another; the bound leaves the rest for the next call.
    const MAX_TASKS: usize = 64;
    let Some(platform) = PLATFORM.get() else {
        return;
    };
    for _ in 0..MAX_TASKS {
        if !v8::Platform::pump_message_loop(platform, isolate, false) {
            return;
        }
    }
}

fn start(platform: v8::SharedRef<v8::Platform>) -> v8::SharedRef<v8::Platform> {
    JsRuntime::init_platform(Some(platform.clone()));
    platform
}

fn background_threads() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(cores.min(MAX_BACKGROUND_THREADS)).unwrap_or(1)
}
