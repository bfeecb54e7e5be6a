//! The realm: what a script finds there, and that it can reach nothing else.

use serde_json::{Value, json};
use waybill_render::{Failure, evaluate};

use crate::isolation::probe;
use crate::site::{Site, start_v8};

#[tokio::test]
async fn nothing_on_the_global_object_reaches_outside() {
    let site = Site::start();
    let seen = probe(&site).await;
    let names: Vec<&str> = seen["names"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for name in [
        "Deno",
        "__bootstrap",
        "__canary",
        "WebAssembly",
        "Atomics",
        "SharedArrayBuffer",
        "fetch",
        "process",
        "setTimeout",
        "require",
    ] {
        assert!(!names.contains(&name), "{name}");
    }
    for name in ["URL", "URLSearchParams", "console", "Intl", "render"] {
        assert!(names.contains(&name), "{name}");
    }
}

#[tokio::test]
async fn code_in_a_string_is_not_run() {
    let site = Site::start();
    let failure = site
        .ask(json!({ "page": "evaluate", "text": "1 + 1" }))
        .await;
    assert!(
        matches!(&failure, Err(Failure::Threw(message)) if message.starts_with("EvalError")),
        "{failure:?}"
    );
}

#[tokio::test]
async fn a_thousand_lines_on_the_console_do_not_fail_a_render() {
    let site = Site::start();
    let html = site
        .ask(json!({ "page": "console", "text": "x".repeat(10_000) }))
        .await;
    assert_eq!(html, Ok("<p>printed</p>".to_owned()));
}

/// Evaluates `body` as the body of a function in a fresh isolate and returns what it returns, by way of JSON.
fn run(body: &str) -> Value {
    start_v8();
    let script = format!("globalThis.answer = () => JSON.stringify((() => {{ {body} }})())");
    let answers = evaluate(script, &["answer"]).unwrap();
    serde_json::from_str(&answers[0]).unwrap()
}

#[track_caller]
fn check_url(arguments: &str, expected: &Value) {
    let names: Vec<&String> = expected.as_object().unwrap().keys().collect();
    let names = serde_json::to_string(&names).unwrap();
    let seen = run(&format!(
        "const url = new URL({arguments}); return Object.fromEntries({names}.map((name) => [name, url[name]]))"
    ));
    assert_eq!(&seen, expected, "new URL({arguments})");
}

#[test]
fn a_url_has_all_its_parts() {
    check_url(
        "'HTTPS://user:pass@Example.ORG:8443/a/../b c?x=1&y=ü#top'",
        &json!({
            "href": "https://user:pass@example.org:8443/b%20c?x=1&y=%C3%BC#top",
            "origin": "https://example.org:8443", "protocol": "https:", "username": "user", "password": "pass",
            "host": "example.org:8443", "hostname": "example.org", "port": "8443", "pathname": "/b%20c",
            "search": "?x=1&y=%C3%BC", "hash": "#top",
        }),
    );
}

#[test]
fn a_url_lacks_the_parts_that_were_not_written() {
    check_url(
        "'http://example.org:80'",
        &json!({
            "href": "http://example.org/", "origin": "http://example.org", "username": "", "password": "",
            "host": "example.org", "hostname": "example.org", "port": "", "pathname": "/", "search": "", "hash": "",
        }),
    );
    check_url(
        "'http://h/?#'",
        &json!({ "href": "http://h/?#", "search": "", "hash": "" }),
    );
    check_url(
        "'http://:p@h/'",
        &json!({ "username": "", "password": "p", "host": "h" }),
    );
    check_url(
        "'http://u@h/'",
        &json!({ "username": "u", "password": "", "host": "h" }),
    );
    check_url(
        "'http://[::1]:8080/'",
        &json!({ "host": "[::1]:8080", "hostname": "[::1]", "port": "8080" }),
    );
    check_url(
        "'file:///etc/passwd'",
        &json!({ "origin": "null", "host": "", "pathname": "/etc/passwd" }),
    );
    check_url(
        "'mailto:a@b.c?x'",
        &json!({ "origin": "null", "host": "", "pathname": "a@b.c", "search": "?x" }),
    );
    check_url(
        "'web+x:/.//p'",
        &json!({ "href": "web+x:/.//p", "host": "", "pathname": "//p" }),
    );
    check_url(
        "'blob:https://h:1/uuid'",
        &json!({ "origin": "https://h:1", "pathname": "https://h:1/uuid" }),
    );
}

#[test]
fn a_url_is_resolved_against_its_base() {
    check_url(
        "'../c?d', 'http://h/a/b/x'",
        &json!({ "href": "http://h/a/c?d" }),
    );
    check_url(
        "'//other/x', 'https://h/'",
        &json!({ "href": "https://other/x" }),
    );
    check_url("'', 'http://h/a#f'", &json!({ "href": "http://h/a" }));
    check_url(
        "new URL('x', 'http://h/a/'), undefined",
        &json!({ "href": "http://h/a/x" }),
    );
    // The form in which react-router asks.
    check_url(
        "'/users?page=2', 'http://localhost'",
        &json!({ "pathname": "/users", "search": "?page=2" }),
    );
}

#[test]
fn an_invalid_url_throws_a_type_error_and_can_be_asked_about() {
    let seen = run(
        "const name = (f) => { try { f(); return 'none' } catch (error) { return error.name } }
         return [name(() => new URL('/a')), name(() => new URL('http://[')), name(() => new URL()),
                 name(() => new URL('a', '')), name(() => URL('http://h')),
                 URL.canParse('/a'), URL.canParse('/a', 'http://h'), URL.parse('//'), String(URL.parse('http://h'))]",
    );
    let thrown = "TypeError";
    assert_eq!(
        seen,
        json!([
            thrown,
            thrown,
            thrown,
            thrown,
            thrown,
            false,
            true,
            null,
            "http://h/"
        ])
    );
}

#[test]
fn the_parts_of_a_url_can_be_set() {
    let seen = run("const url = new URL('http://h/a?b#c')
         url.protocol = 'https'; url.username = 'me'; url.password = 'p w'; url.host = 'x.org:99'
         url.pathname = 'q r'; url.search = 's=1'; url.hash = ''
         const first = url.href
         url.hostname = 'y.org'; url.port = ''; url.protocol = 'nonsense:'; url.port = 'x'
         return [first, url.href, JSON.stringify({ url }), `${url}`]");
    let last = "https://me:p%20w@y.org/q%20r?s=1";
    assert_eq!(
        seen,
        json!([
            "https://me:p%20w@x.org:99/q%20r?s=1",
            last,
            format!("{{\"url\":\"{last}\"}}"),
            last
        ])
    );
}

#[test]
fn a_url_and_its_search_parameters_follow_each_other() {
    let seen = run("const url = new URL('http://h/?a=1&b=2')
         const params = url.searchParams
         params.append('c', 'x y&z'); const first = url.href
         url.search = '?d=4'; const second = [...params]
         params.delete('d'); const third = url.href
         url.href = 'http://h/?e=5'
         return [first, second, third, params.get('e'), params === url.searchParams]");
    assert_eq!(
        seen,
        json!([
            "http://h/?a=1&b=2&c=x+y%26z",
            [["d", "4"]],
            "http://h/",
            "5",
            true
        ])
    );
}

#[test]
fn search_parameters_are_read_from_every_form() {
    let seen = run(
        "return ['?a=1&b=%20+x&a=2&c', [['a', 1], ['b', null]], { x: 1, y: 'ü' }, new URLSearchParams('q=1'),
                 new Map([['m', 'n']]), undefined, ''].map((init) => [...new URLSearchParams(init)])",
    );
    assert_eq!(
        seen,
        json!([
            [["a", "1"], ["b", "  x"], ["a", "2"], ["c", ""]],
            [["a", "1"], ["b", "null"]],
            [["x", "1"], ["y", "ü"]],
            [["q", "1"]],
            [["m", "n"]],
            [],
            []
        ])
    );
}

#[test]
fn search_parameters_can_be_changed_and_listed() {
    let seen = run(
        "const p = new URLSearchParams('b=1&a=2&b=3&c=4')
         const seen = [p.get('b'), p.get('z'), p.getAll('b'), p.has('a'), p.has('a', '9'), p.size]
         p.set('b', 'x'); seen.push(p.toString())
         p.append('b', 'y'); p.delete('b', 'x'); seen.push(p.toString())
         p.sort(); seen.push(p.toString())
         p.set('n', 'é~*'); seen.push(p.toString(), [...p.keys()], [...p.values()], [...p.entries()].length)
         p.forEach((value, name, self) => seen.push([name, value, self === p]))
         return seen",
    );
    assert_eq!(
        seen,
        json!([
            "1",
            null,
            ["1", "3"],
            true,
            false,
            4,
            "b=x&a=2&c=4",
            "a=2&c=4&b=y",
            "a=2&b=y&c=4",
            "a=2&b=y&c=4&n=%C3%A9%7E*",
            ["a", "b", "c", "n"],
            ["2", "y", "4", "é~*"],
            4,
            ["a", "2", true],
            ["b", "y", true],
            ["c", "4", true],
            ["n", "é~*", true]
        ])
    );
}
