//! Names: what people and companies are called, in mails to others too.
//!
//! Invariant: a name that passed is no way to somewhere: a mail program makes no link of it, and nothing in it is unseen.

use super::Members;
use super::fields::one_line;

const INVISIBLE: &str = "Remove invisible characters.";
const LINK: &str = "A name cannot contain a web address.";

/// Ends of hosts that mail programs make links of by themselves. Not all there are: one that is missing here is text to most of
/// them, and `J.Smith` stays a name.
const ENDS: &[&str] = &[
    "app", "biz", "click", "cn", "co", "com", "dev", "edu", "eu", "gov", "info", "io", "link",
    "live", "me", "mobi", "net", "online", "org", "page", "ru", "shop", "site", "store", "top",
    "tv", "uk", "us", "xyz",
];

impl Members {
    /// The name of a person, of at most `limit` characters.
    pub fn name(&mut self, name: &str, limit: usize, field: &mut String) {
        self.set(name, field, |value| of_person(one_line(value, limit)?));
    }

    /// The same, which must not end up empty.
    pub fn filled_name(&mut self, name: &str, limit: usize, field: &mut String) {
        self.name(name, limit, field);
        self.ensure(name, !field.is_empty(), "This field is required.");
    }

    /// The name of a company, of at most `limit` characters. Some are called like their host.
    pub fn company_name(&mut self, name: &str, limit: usize, field: &mut String) {
        self.set(name, field, |value| of_company(one_line(value, limit)?));
    }

    /// The same, which must not end up empty.
    pub fn filled_company_name(&mut self, name: &str, limit: usize, field: &mut String) {
        self.company_name(name, limit, field);
        self.ensure(name, !field.is_empty(), "This field is required.");
    }
}

fn of_person(name: String) -> Result<String, String> {
    let has_host = || name.split(is_between).any(is_host);
    if has_host() {
        return Err(LINK.to_owned());
    }
    of_company(name)
}

fn of_company(name: String) -> Result<String, String> {
    if name.chars().any(is_unseen) {
        return Err(INVISIBLE.to_owned());
    }
    let lower = name.to_lowercase();
    let is_address = |word: &str| {
        let parts = word.split_once('@');
        parts.is_some_and(|(before, after)| !before.is_empty() && after.contains('.'))
    };
    let is_path = |word: &str| {
        let end = word.find(['/', ':', '?', '#', '\\']);
        end.is_some_and(|end| is_host(&word[..end]) || is_number(&word[..end]))
    };
    let is_link = lower.contains("://")
        || lower.contains("www.")
        || lower.contains("mailto:")
        || lower
            .split_whitespace()
            .any(|it| is_path(it) || is_address(it));
    match is_link {
        true => Err(LINK.to_owned()),
        false => Ok(name),
    }
}

/// What stands between words, and around them.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || "/:?#@\\,;()[]<>\"'!|".contains(letter)
}

/// Labels with dots between, the last of which is an end of hosts.
fn is_host(word: &str) -> bool {
    let word = word.trim_matches('.').to_lowercase();
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|it| it.is_alphanumeric() || it == '-')
    };
    let Some((before, end)) = word.rsplit_once('.') else {
        return false;
    };
    ENDS.contains(&end) && before.split('.').all(is_label)
}

/// An IPv4 address.
fn is_number(word: &str) -> bool {
    word.parse::<std::net::Ipv4Addr>().is_ok()
}

/// Characters that [`super::clean_text`] lets through, and that make a name say something else than is seen.
fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_to_somewhere_is_no_name() {
        for link in [
            "https://evil.example",
            "Win HTTP://evil.example now",
            "www.evil.example",
            "evil.com/prize",
            "Ann evil.com:8080",
            "10.1.2.3/x",
            "ann@evil.com",
            "mailto:ann",
            "a\u{2028}b",
            "Po\u{ad}rt",
        ] {
            assert!(of_person(link.to_owned()).is_err(), "{link}");
        }
        for link in ["evil.com", "Claim (evil.com)", "go to sub.evil.co.uk!"] {
            assert!(of_person(link.to_owned()).is_err(), "{link}");
        }
        for link in [
            "https://evil.example",
            "evil.com/prize",
            "ann@evil.com",
            "a\u{2028}b",
        ] {
            assert!(of_company(link.to_owned()).is_err(), "{link}");
        }
    }

    #[test]
    fn what_people_and_companies_are_called_is_one() {
        for name in [
            "Ann",
            "J.Smith",
            "Dr. Ähnlich",
            "O'Neill-van der Berg",
            "Ann (M.Sc.)",
            "St.John",
            "محمد",
            "Ann @ Night",
            "24/7 Desk",
            "",
        ] {
            assert_eq!(of_person(name.to_owned()).as_deref(), Ok(name));
        }
        for name in [
            "Booking.com",
            "Booking.com B.V.",
            "A/S Norden",
            "S.p.A. Uno",
            "Kühne + Nagel",
            "3PL: Lines",
        ] {
            assert_eq!(of_company(name.to_owned()).as_deref(), Ok(name));
        }
    }
}
