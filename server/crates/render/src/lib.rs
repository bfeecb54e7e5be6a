//! V8 inside Waybill: JSON in, HTML out. The crate knows nothing else of the product.
//!
//! [`snapshot::create`] (build script) evaluates the bundle and freezes its heap; [`Pool::start`] (server) brings up one
//! isolate per thread from it; [`Pool::render`] calls the bundle's one function, `render(input: string): string`.
//!
//! Invariants:
//! - A render is a pure, synchronous function: an isolate has no way to wait, to reach the network or to read a file.
//! - A render can always be ended: by its deadline or by its heap limit, from the supervisor's own thread.
//! - An isolate in doubt is replaced from the snapshot, never mended; a bad render costs its own request and no other.
//! - [`Pool::render`] always answers, with HTML or with a [`Failure`] of a closed set of reasons.

mod base;
mod failure;
mod isolate;
mod platform;
mod pool;
mod realm;
mod script;
pub mod snapshot;

pub use failure::Failure;
pub use platform::{init_platform, init_platform_for_tests};
pub use pool::config::{PoolConfig, Source};
pub use pool::counters::{Counters, Replacements};
pub use pool::{Pool, Rendered, StartError};
pub use script::{ScriptError, evaluate};
