//! The name of a browser, as its owner would say it, read off what it calls itself.
//!
//! Invariant: what a browser says of itself is believed for nothing but this name.

/// Shown where a browser does not say what it is.
const UNKNOWN: &str = "Unknown browser";

/// Characters of the name of a program that is no browser we know.
const PROGRAM_LIMIT: usize = 40;

/// What browsers call themselves, the more particular before those that they also claim to be.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// What devices are called, in the same order.
const DEVICES: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// `Firefox on Windows`; of other programs the name that they begin with.
pub(super) fn name(user_agent: Option<&str>) -> String {
    let text = user_agent.unwrap_or_default();
    let named = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(word, _)| text.contains(word));
        found.map(|(_, name)| *name)
    };
    match (named(&BROWSERS), named(&DEVICES)) {
        (Some(browser), Some(device)) => format!("{browser} on {device}"),
        (Some(browser), None) => browser.to_owned(),
        (None, device) => {
            let program = text.split(['/', ' ', '(']).next().unwrap_or_default();
            let program: String = program.chars().take(PROGRAM_LIMIT).collect();
            match (program.is_empty() || program == "Mozilla", device) {
                (true, Some(device)) => format!("{UNKNOWN} on {device}"),
                (true, None) => UNKNOWN.to_owned(),
                (false, _) => program,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
