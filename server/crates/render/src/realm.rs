//! The realm: what a script finds on the global object beside ECMAScript itself.
//!
//! It gets `URL`, `URLSearchParams` and a `console` that logs, and nothing with which to reach the world outside.
//! Invariant: [`extensions`] is the only list, for a snapshot holds indices into it: a snapshot and the isolates that
//! start from it must see the same extensions and operations in the same order.

pub(crate) mod console;
mod url;

use deno_core::Extension;

deno_core::extension!(
    waybill_realm,
    ops = [
        console::op_console,
        url::op_url_parse,
        url::op_url_set,
        url::op_url_href,
        url::op_search_params_parse,
        url::op_search_params_print,
    ],
    js = [dir "src/realm", "console.js", "url.js", "canary.js"],
    state = |state| {
        state.put(url::Serialization::default());
        state.put(console::Budget::new(std::time::Instant::now()));
    },
);

/// The extensions of every runtime of this crate.
pub(crate) fn extensions() -> Vec<Extension> {
    vec![waybill_realm::init()]
}
