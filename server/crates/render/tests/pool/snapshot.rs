//! The snapshot: what it holds and what it must not hold.

use serde_json::Value;

use crate::isolation::probe;
use crate::site::{BUNDLE, Site, blob, make_snapshot};

/// What `warmUp` of the fixture draws; the bundle puts it together from two pieces, so that only data could hold it.
const MARKER: &str = "a marker of the warm-up";

#[test]
fn the_data_of_the_warm_up_is_not_in_the_blob() {
    let marker = MARKER.as_bytes();
    let wide: Vec<u8> = MARKER.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(!contains(blob(), marker));
    assert!(!contains(blob(), &wide));
    // The search itself works: a text of the bundle is found.
    assert!(contains(blob(), b"is one more object that stays"));
}

#[test]
fn the_calls_are_answered_in_their_order_after_the_microtasks_have_run() {
    let made = make_snapshot(BUNDLE, &["warmUp", "settled", "manifest"]).unwrap();
    let [warm_up, settled, manifest] = made.answers.as_slice() else {
        panic!("{:?}", made.answers);
    };
    assert_eq!((warm_up.as_str(), settled.as_str()), ("ok", "true"));
    let manifest: Value = serde_json::from_str(manifest).unwrap();
    assert_eq!(manifest["pages"][0], "table");
}

#[tokio::test]
async fn the_functions_that_were_called_are_gone() {
    let site = Site::start();
    let seen = probe(&site).await;
    let names = seen["names"].as_array().unwrap();
    for called in ["settled", "manifest", "warmUp"] {
        assert!(!names.contains(&Value::from(called)), "{called}");
    }
    assert!(names.contains(&Value::from("render")));
}

#[test]
fn a_bundle_that_throws_says_where() {
    let error = make_snapshot("function f() { throw new Error('no data') }\nf()", &[]);
    let said = error.err().unwrap();
    assert!(
        said.contains("no data") && said.contains("ssr.js:1"),
        "{said}"
    );
}

#[test]
fn a_call_that_throws_or_answers_no_string_says_which() {
    let failed = |bundle| make_snapshot(bundle, &["warmUp"]).err().unwrap();
    let said = failed("globalThis.warmUp = () => { throw new Error('no route') }");
    assert!(
        said.contains("warmUp") && said.contains("no route"),
        "{said}"
    );
    let said = failed("globalThis.warmUp = () => 1");
    assert!(said.contains("NotAString(\"warmUp\")"), "{said}");
    let said = failed("");
    assert!(said.contains("NotAFunction(\"warmUp\")"), "{said}");
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle)
}
