//! A script: the text of the bundle, evaluated in a runtime, and the global functions it then offers.
//!
//! Invariant: after each step the microtasks have run, so that a script that awaits is as settled as it can be.

use std::sync::mpsc;
use std::time::Duration;

use deno_core::{JsRuntime, RuntimeOptions, error::JsError, v8};

use crate::isolate::STACK_BYTES;
use crate::{base, realm};

/// What [`evaluate`] gives a script before it ends it.
const MAX_EVALUATION: Duration = Duration::from_mins(1);

/// Why a script was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// V8 could not be brought up.
    #[error("the runtime did not start: {0}")]
    Runtime(String),
    /// The script, or a function of it that was called, threw. Carries the JavaScript stack.
    #[error("{call} threw: {message}")]
    Threw {
        /// `script`, or the name of the function.
        call: String,
        /// Message and stack.
        message: String,
    },
    /// There is no global function of that name.
    #[error("globalThis.{0} is not a function")]
    NotAFunction(String),
    /// The function returned something that is not a string.
    #[error("globalThis.{0}() did not return a string")]
    NotAString(String),
    /// The process already runs isolates from another snapshot, or from none.
    #[error("all isolates of a process must start from the same snapshot")]
    OtherBase,
    /// The script did not end in time.
    #[error("the script did not end in time")]
    TimedOut,
}

/// Evaluates `script` in an isolate of its own, then calls each `globalThis[name]()` of `calls`. Returns their answers in
/// that order. Blocks until done; the development loop asks a bundle for its manifest with it.
pub fn evaluate(script: String, calls: &[&str]) -> Result<Vec<String>, ScriptError> {
    let calls: Vec<String> = calls.iter().map(|&name| name.to_owned()).collect();
    let (handle_sender, handles) = mpsc::channel();
    let (answer_sender, answers) = mpsc::channel();
    std::thread::Builder::new()
        .name("evaluate".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let answer = in_runtime_context(|| {
                let mut runtime = JsRuntime::try_new(RuntimeOptions {
                    extensions: realm::extensions(),
                    startup_snapshot: base::under_script(),
                    ..Default::default()
                })
                .map_err(|error| ScriptError::Runtime(error.to_string()))?;
                let _receiver_waits = handle_sender.send(runtime.v8_isolate().thread_safe_handle());
                run(&mut runtime, script, &calls)
            });
            let _receiver_waits = answer_sender.send(answer);
        })
        .map_err(|error| ScriptError::Runtime(error.to_string()))?;
    answers.recv_timeout(MAX_EVALUATION).unwrap_or_else(|_| {
        if let Ok(handle) = handles.try_recv() {
            handle.terminate_execution();
        }
        Err(ScriptError::TimedOut)
    })
}

/// Runs `work` where a runtime may be created: `deno_core` wants a tokio context for the delayed tasks of V8.
pub(crate) fn in_runtime_context<T>(
    work: impl FnOnce() -> Result<T, ScriptError>,
) -> Result<T, ScriptError> {
    let context = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| ScriptError::Runtime(error.to_string()))?;
    let _entered = context.enter();
    work()
}

/// Evaluates `script` in `runtime`, calls the functions named, removes their names from the global object.
pub(crate) fn run(
    runtime: &mut JsRuntime,
    script: String,
    calls: &[impl AsRef<str>],
) -> Result<Vec<String>, ScriptError> {
    load(runtime, script)?;
    let mut answers = Vec::with_capacity(calls.len());
    for name in calls {
        answers.push(call(runtime, name.as_ref())?);
    }
    for name in calls {
        take_global(runtime, name.as_ref());
    }
    Ok(answers)
}

/// Evaluates `script` and runs its microtasks.
pub(crate) fn load(runtime: &mut JsRuntime, script: String) -> Result<(), ScriptError> {
    runtime
        .execute_script("ssr.js", script)
        .map_err(|error| ScriptError::Threw {
            call: "script".to_owned(),
            message: error.to_string(),
        })?;
    runtime.v8_isolate().perform_microtask_checkpoint();
    Ok(())
}

/// Calls `globalThis[name]()` and runs the microtasks it queued.
fn call(runtime: &mut JsRuntime, name: &str) -> Result<String, ScriptError> {
    let function = global_function(runtime, name)?;
    deno_core::scope!(scope, runtime);
    v8::tc_scope!(let scope, scope);
    let function = v8::Local::new(scope, function);
    let receiver = v8::undefined(scope).into();
    let Some(answer) = function.call(scope, receiver, &[]) else {
        return Err(ScriptError::Threw {
            call: name.to_owned(),
            message: match scope.exception() {
                Some(exception) => JsError::from_v8_exception(scope, exception).to_string(),
                None => "it was ended".to_owned(),
            },
        });
    };
    let answer = v8::Local::<v8::String>::try_from(answer)
        .map_err(|_| ScriptError::NotAString(name.to_owned()))?
        .to_rust_string_lossy(scope);
    scope.perform_microtask_checkpoint();
    Ok(answer)
}

/// The function at `globalThis[name]`.
pub(crate) fn global_function(
    runtime: &mut JsRuntime,
    name: &str,
) -> Result<v8::Global<v8::Function>, ScriptError> {
    let missing = || ScriptError::NotAFunction(name.to_owned());
    deno_core::scope!(scope, runtime);
    let key = v8::String::new(scope, name).ok_or_else(missing)?;
    let global = scope.get_current_context().global(scope);
    let value = global.get(scope, key.into()).ok_or_else(missing)?;
    let function = v8::Local::<v8::Function>::try_from(value).map_err(|_| missing())?;
    Ok(v8::Global::new(scope, function))
}

/// Removes `globalThis[name]` and returns what it was; `undefined` if there was nothing.
pub(crate) fn take_global(runtime: &mut JsRuntime, name: &str) -> Option<v8::Global<v8::Value>> {
    deno_core::scope!(scope, runtime);
    let key = v8::String::new(scope, name)?.into();
    let global = scope.get_current_context().global(scope);
    let value = global.get(scope, key)?;
    global.delete(scope, key)?;
    Some(v8::Global::new(scope, value))
}
