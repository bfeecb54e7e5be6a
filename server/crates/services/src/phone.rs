//! Telephone numbers: what people write, in the one form in which numbers are stored (E.164).
//!
//! Invariant: the screens read numbers by the same rule (`client/src/lib/phone.ts`) from the same table; both are tested with
//! the cases of `client/src/lib/phone-cases.json`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a number that cannot be understood is answered with.
pub(crate) const NO_NUMBER: &str =
    "Enter a phone number with its country code, for example +31 10 413 1234.";

/// Without its prefix a shorter number may lack its area as well.
const WHOLE: usize = 10;
/// Numbers of an area are no shorter.
const SHORTEST: usize = 6;

/// How numbers are dialled in a country.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Calling code.
    code: &'static str,
    /// Prefix of a call within the country. `-` is no prefix; `=` is none either, and the zeros at the front belong to
    /// the number.
    trunk: &'static str,
    /// Prefix of a call abroad; `-` where callers choose one of several.
    abroad: &'static str,
}

static PLANS: LazyLock<HashMap<&str, Plan>> = LazyLock::new(|| {
    let table = include_str!("../../../../client/src/lib/phone-plans.json");
    let texts: HashMap<&str, &str> = serde_json::from_str(table).unwrap_or_default();
    let plan = |text: &'static str| {
        let mut parts = text.split(' ');
        Plan {
            code: parts.next().unwrap_or_default(),
            trunk: parts.next().unwrap_or("-"),
            abroad: parts.next().unwrap_or("00"),
        }
    };
    texts
        .into_iter()
        .map(|(country, text)| (country, plan(text)))
        .collect()
});

/// The number in E.164 as it is dialled from `country` (alpha-2); none if it is no number.
pub fn international(text: &str, country: &str) -> Option<String> {
    let plan = PLANS.get(country);
    let abroad = plan.map_or("-", |it| it.abroad);
    let written: String = text.chars().filter_map(in_ascii).collect();
    let is_abroad = written.starts_with('+') || written.starts_with(abroad);
    // As in +31 (0)10: the zero is dialled within the country alone.
    let digits = if is_abroad {
        written.replacen("(0)", "", 1)
    } else {
        written
    };
    let digits = digits.replace(['(', ')'], "");
    if digits.starts_with('+') {
        return checked(digits);
    }
    if is_abroad {
        return checked(format!("+{}", digits.strip_prefix(abroad)?));
    }
    let plan = plan?;
    // In these plans every number has ten digits.
    let has_ten = matches!(plan.code, "1" | "7");
    let national = if has_ten && digits.len() == WHOLE {
        digits.as_str()
    } else {
        national(&digits, plan.trunk)?
    };
    if has_ten && national.len() != WHOLE {
        return None;
    }
    checked(format!("+{}{national}", plan.code))
}

/// The number without the prefix of calls within the country; none if that prefix or its area is missing.
fn national<'a>(digits: &'a str, trunk: &str) -> Option<&'a str> {
    if trunk == "=" {
        return Some(digits);
    }
    let rest = digits.strip_prefix(trunk);
    let number = match rest {
        // Belarus dials 8 and then the zero of the area.
        Some(rest) if trunk == "8" => rest.strip_prefix('0').unwrap_or(rest),
        rest => rest.unwrap_or(digits),
    };
    let shortest = match rest {
        _ if trunk == "-" => 0,
        Some(_) => SHORTEST,
        None => WHOLE,
    };
    (number.len() >= shortest && !number.starts_with('0')).then_some(number)
}

fn checked(number: String) -> Option<String> {
    let digits = number.strip_prefix('+')?;
    let fits = (7..=15).contains(&digits.len())
        && !digits.starts_with('0')
        && digits.bytes().all(|it| it.is_ascii_digit());
    fits.then_some(number)
}

/// Arabic, Persian and wide digits as ASCII's, without what people write between digits.
fn in_ascii(letter: char) -> Option<char> {
    let digit = |zero: char| char::from_digit(u32::from(letter) - u32::from(zero), 10);
    match letter {
        ' ' | '\t' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '-' | '\u{2010}' | '\u{2011}'
        | '\u{2013}' | '.' | '/' => None,
        '\u{ff0b}' => Some('+'),
        '\u{660}'..='\u{669}' => digit('\u{660}'),
        '\u{6f0}'..='\u{6f9}' => digit('\u{6f0}'),
        '\u{ff10}'..='\u{ff19}' => digit('\u{ff10}'),
        other => Some(other),
    }
}
