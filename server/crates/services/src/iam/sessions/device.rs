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
pub fn name(user_agent: Option<&str>) -> String {
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
