//! The name of a browser, read off what it calls itself.

use waybill_services::iam::sessions::device::name;

#[track_caller]
fn check(user_agent: &str, expected: &str) {
    assert_eq!(name(Some(user_agent)), expected);
}

#[test]
fn browsers_are_called_what_people_call_them() {
    check(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
        "Firefox on Windows",
    );
    check(
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
        "Chrome on Linux",
    );
    check(
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
        "Edge on Windows",
    );
    check(
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
        "Safari on macOS",
    );
    check(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
        "Chrome on iPhone",
    );
    check(
        "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
        "Samsung Internet on Android",
    );
}

#[test]
fn what_is_no_browser_is_called_what_it_says_and_nothing_is_unknown() {
    check("curl/8.14.1", "curl");
    check(
        "Mozilla/5.0 (X11; Linux x86_64)",
        "Unknown browser on Linux",
    );
    check("", "Unknown browser");
    check(&"x".repeat(200), &"x".repeat(40));
    assert_eq!(name(None), "Unknown browser");
}
