//! An isolate: one V8 heap with the bundle in it, and the one function of the bundle that is ever called.
//!
//! It stays on the thread that made it. Invariant: it knows no request beyond the call in progress; an isolate in doubt
//! (killed, out of heap, changed by a render) is dropped by its owner, never mended.

mod buffers;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use deno_core::{JsRuntime, RuntimeOptions, error::JsError, v8};

use crate::pool::config::{PoolConfig, Source};
use crate::realm::{self, console::cut};
use crate::script::{self, ScriptError};
use crate::{base, platform};

/// Stack of a thread that runs an isolate. V8 stops at about 1 MB of it with a `RangeError`; the rest is for what V8 and
/// the operations call.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// What the heap limit is raised by once a render has come near it. V8 ends the process if the allocation at hand does not
/// fit even then, and the largest that JavaScript can ask for in one step (a string of 2^29 units, an array of 2^27 slots)
/// takes a gigabyte. It is a ceiling for the moment until the render ends, not memory in use.
const HEAP_RESERVE_BYTES: usize = 2 << 30;

/// Bytes of message and stack that a failure keeps.
const MAX_MESSAGE_BYTES: usize = 4096;

/// Why a call gave no HTML, as far as the isolate itself can tell.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The call was ended from outside or by the heap limit.
    Terminated,
    Threw(String),
    Empty,
    NotAString,
    TooLarge,
}

pub(crate) struct Isolate {
    // Handles before the runtime that they point into: fields are dropped in this order.
    render: v8::Global<v8::Function>,
    canary: v8::Global<v8::Function>,
    heap_exhausted: Arc<AtomicBool>,
    heap_limit_bytes: usize,
    max_output_bytes: usize,
    runtime: JsRuntime,
}

impl Isolate {
    /// Brings up an isolate in the current tokio context. `on_created` gets the handle that can end it, before any code of
    /// the bundle runs.
    pub(crate) fn boot(
        source: &Source,
        config: &PoolConfig,
        on_created: impl FnOnce(v8::IsolateHandle),
    ) -> Result<Self, ScriptError> {
        let mut runtime = JsRuntime::try_new(RuntimeOptions {
            extensions: realm::extensions(),
            startup_snapshot: base::under(source)?,
            create_params: Some(create_params(config)),
            ..Default::default()
        })
        .map_err(|error| ScriptError::Runtime(error.to_string()))?;
        let isolate = runtime.v8_isolate();
        // A pure function waits for nobody.
        isolate.set_allow_atomics_wait(false);
        // deno_core would keep every rejected promise until its event loop runs, and here it never does.
        isolate.set_promise_reject_callback(ignore_rejection);
        on_created(isolate.thread_safe_handle());
        let heap_exhausted = watch_heap(&mut runtime);
        if let Source::Script(text) = source {
            // The base may bring another bundle's.
            script::take_global(&mut runtime, "render");
            script::load(&mut runtime, text.as_ref().to_owned())?;
        }
        let canary = close_realm(&mut runtime)?;
        let render = script::global_function(&mut runtime, "render")?;
        Ok(Self {
            render,
            canary,
            heap_exhausted,
            heap_limit_bytes: config.heap_limit_bytes,
            max_output_bytes: config.max_output_bytes,
            runtime,
        })
    }

    /// `globalThis.render(input)`, and the microtasks that it left behind: they may not run into the next render.
    pub(crate) fn render(&mut self, input: &str) -> Result<String, Fault> {
        deno_core::scope!(scope, self.runtime);
        v8::tc_scope!(let scope, scope);
        let input = v8::String::new(scope, input).ok_or(Fault::TooLarge)?;
        let receiver = v8::undefined(scope).into();
        let answer = self
            .render
            .open(scope)
            .call(scope, receiver, &[input.into()]);
        let html = match answer {
            None => Err(fault(scope)),
            Some(value) => match v8::Local::<v8::String>::try_from(value) {
                Err(_) => Err(Fault::NotAString),
                Ok(text) if text.length() == 0 => Err(Fault::Empty),
                Ok(text) if text.length() > self.max_output_bytes => Err(Fault::TooLarge),
                Ok(text) => Ok(text.to_rust_string_lossy(scope)),
            },
        };
        if matches!(html, Err(Fault::Terminated)) {
            return html;
        }
        scope.perform_microtask_checkpoint();
        if scope.is_execution_terminating() {
            return Err(Fault::Terminated);
        }
        match html {
            Ok(html) if html.len() > self.max_output_bytes => Err(Fault::TooLarge),
            other => other,
        }
    }

    /// Whether the heap limit was reached since the isolate was made.
    pub(crate) fn is_heap_exhausted(&self) -> bool {
        self.heap_exhausted.load(Ordering::Relaxed)
    }

    /// What the last render left on the global object or a prototype, if anything.
    pub(crate) fn contamination(&mut self) -> Option<String> {
        deno_core::scope!(scope, self.runtime);
        v8::tc_scope!(let scope, scope);
        let receiver = v8::undefined(scope).into();
        let Some(found) = self.canary.open(scope).call(scope, receiver, &[]) else {
            return Some("the canary did not answer".to_owned());
        };
        (!found.is_undefined()).then(|| found.to_rust_string_lossy(scope))
    }

    /// Bytes in use on its heap, garbage among them.
    pub(crate) fn heap_bytes(&mut self) -> usize {
        let isolate = self.runtime.v8_isolate();
        isolate.get_heap_statistics().used_heap_size()
    }

    /// Whether more than seven tenths of the heap limit are in use even after a garbage collection.
    pub(crate) fn is_heap_crowded(&mut self) -> bool {
        let limit = self.heap_limit_bytes / 10 * 7;
        if self.heap_bytes() <= limit {
            return false;
        }
        self.rest();
        limit < self.heap_bytes()
    }

    /// Collects all garbage and gives back what the heap grew by while many pages were drawn, its young generation above all. No
    /// script runs, and it takes some ten milliseconds.
    pub(crate) fn rest(&mut self) {
        self.runtime.v8_isolate().low_memory_notification();
    }

    /// Runs what V8 has put off, see [`platform::run_foreground_tasks`].
    pub(crate) fn run_foreground_tasks(&mut self) {
        platform::run_foreground_tasks(self.runtime.v8_isolate());
    }
}

/// Takes everything off the global object that is not for the bundle, forbids code from strings, and arms the canary.
/// Returns the canary's check.
fn close_realm(runtime: &mut JsRuntime) -> Result<v8::Global<v8::Function>, ScriptError> {
    let missing = || ScriptError::Runtime("the canary is missing".to_owned());
    let canary = script::take_global(runtime, "__canary").ok_or_else(missing)?;
    for name in [
        "Deno",
        "__bootstrap",
        "WebAssembly",
        "Atomics",
        "SharedArrayBuffer",
    ] {
        script::take_global(runtime, name);
    }
    deno_core::scope!(scope, runtime);
    scope
        .get_current_context()
        .set_allow_generation_from_strings(false);
    let canary = v8::Local::new(scope, canary);
    let canary = v8::Local::<v8::Object>::try_from(canary).map_err(|_| missing())?;
    let function = |name: &str| {
        let key = v8::String::new(scope, name)?;
        let value = canary.get(scope, key.into())?;
        v8::Local::<v8::Function>::try_from(value).ok()
    };
    let (arm, check) = function("arm").zip(function("check")).ok_or_else(missing)?;
    let receiver = v8::undefined(scope).into();
    arm.call(scope, receiver, &[]).ok_or_else(missing)?;
    Ok(v8::Global::new(scope, check))
}

fn create_params(config: &PoolConfig) -> v8::CreateParams {
    v8::CreateParams::default()
        .heap_limits(0, config.heap_limit_bytes)
        // heap_limits() sizes the young generation as a fraction of the limit; the garbage of a render wants it larger.
        .set_max_young_generation_size_in_bytes(config.young_generation_bytes)
        .array_buffer_allocator(buffers::allocator(config.heap_limit_bytes))
}

/// Has the running script ended when the heap limit is near. Returns the flag that then is set.
fn watch_heap(runtime: &mut JsRuntime) -> Arc<AtomicBool> {
    let exhausted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&exhausted);
    let handle = runtime.v8_isolate().thread_safe_handle();
    runtime.add_near_heap_limit_callback(move |current, _initial| {
        flag.store(true, Ordering::Relaxed);
        handle.terminate_execution();
        current + HEAP_RESERVE_BYTES
    });
    exhausted
}

/// What stands in `scope` after a call that returned nothing.
fn fault(scope: &mut v8::PinnedRef<'_, v8::TryCatch<'_, '_, v8::HandleScope<'_>>>) -> Fault {
    if scope.has_terminated() || scope.is_execution_terminating() {
        return Fault::Terminated;
    }
    let Some(exception) = scope.exception() else {
        return Fault::Terminated;
    };
    let message = JsError::from_v8_exception(scope, exception).to_string();
    if scope.is_execution_terminating() {
        return Fault::Terminated;
    }
    Fault::Threw(cut(&message, MAX_MESSAGE_BYTES).to_owned())
}

extern "C" fn ignore_rejection(_message: v8::PromiseRejectMessage<'_>) {}
