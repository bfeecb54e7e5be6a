//! The realm: what a script finds on the global object beside ECMAScript itself.
//!
//! It gets `URL`, `URLSearchParams` and a `console` that logs, and nothing with which to reach the world outside.
//! Invariant: [`extensions`] is the only list, for a snapshot holds indices into it: a snapshot and the isolates that
//! start from it must see the same extensions and operations in the same order.

pub(crate) mod console;
mod url;

use std::borrow::Cow;
use std::time::Instant;

use deno_core::{Extension, ExtensionFileSource, ascii_str_include, extension};

extension!(
    waybill_realm,
    ops = [
        console::op_console,
        url::op_url_parse,
        url::op_url_set,
        url::op_url_href,
        url::op_search_params_parse,
        url::op_search_params_print,
    ],
    state = |state| {
        state.put(url::Serialization::default());
        state.put(console::Budget::new(Instant::now()));
    },
);

/// The scripts, in the order in which they run. The macro would have them read from the build machine's disk.
const SCRIPTS: &[ExtensionFileSource] = &[
    ExtensionFileSource::new(
        "ext:waybill_realm/console.js",
        ascii_str_include!("realm/console.js"),
    ),
    ExtensionFileSource::new(
        "ext:waybill_realm/search_params.js",
        ascii_str_include!("realm/search_params.js"),
    ),
    ExtensionFileSource::new(
        "ext:waybill_realm/url.js",
        ascii_str_include!("realm/url.js"),
    ),
    ExtensionFileSource::new(
        "ext:waybill_realm/canary.js",
        ascii_str_include!("realm/canary.js"),
    ),
];

/// The extensions of every runtime of this crate.
pub(crate) fn extensions() -> Vec<Extension> {
    let mut realm = waybill_realm::init();
    realm.js_files = Cow::Borrowed(SCRIPTS);
    vec![realm]
}
