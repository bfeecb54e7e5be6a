//! The operations under `url.js`: WHATWG URL parsing by the same Rust parser that the guard uses.
//!
//! Invariant: a serialised URL is ASCII, so that offsets in bytes are offsets in JavaScript's UTF-16 units.

use deno_core::{OpState, op2};
use url::{Position, Url, quirks};

/// The last serialisation that differed from what the script handed in. It is fetched at once by [`op_url_href`]: most
/// URLs are already in normal form, and then no string crosses back.
#[derive(Default)]
pub(super) struct Serialization(String);

const INVALID: u32 = 0;
const UNCHANGED: u32 = 1;
const CHANGED: u32 = 2;

/// Parses `href`, relative to `base` where one is given (an empty `base` is none), and writes the ends of its
/// components. Returns whether the text is valid and whether its normal form differs from it.
#[op2(fast)]
pub(super) fn op_url_parse(
    state: &mut OpState,
    #[string] href: &str,
    #[string] base: &str,
    #[buffer] ends: &mut [u32],
) -> u32 {
    let base = match base {
        "" => None,
        text => match Url::parse(text) {
            Ok(base) => Some(base),
            Err(_) => return INVALID,
        },
    };
    let Ok(url) = Url::options().base_url(base.as_ref()).parse(href) else {
        return INVALID;
    };
    write_ends(&url, ends);
    if url.as_str() == href {
        return UNCHANGED;
    }
    state.put(Serialization(url.into()));
    CHANGED
}

/// Sets one component, as the setter of that number in `url.js` does (WHATWG URL section 6.1). Returns as
/// [`op_url_parse`]; a value that the standard says to ignore leaves the URL unchanged.
#[op2(fast)]
pub(super) fn op_url_set(
    state: &mut OpState,
    #[string] href: &str,
    component: u32,
    #[string] value: &str,
    #[buffer] ends: &mut [u32],
) -> u32 {
    let Ok(mut url) = Url::parse(href) else {
        return INVALID;
    };
    let url = &mut url;
    // A setter that fails leaves the URL as it was; the standard has it return without throwing.
    let _ignored = match component {
        0 => quirks::set_protocol(url, value),
        1 => quirks::set_username(url, value),
        2 => quirks::set_password(url, value),
        3 => quirks::set_host(url, value),
        4 => quirks::set_hostname(url, value),
        5 => quirks::set_port(url, value),
        6 => {
            quirks::set_pathname(url, value);
            Ok(())
        }
        7 => {
            quirks::set_search(url, value);
            Ok(())
        }
        8 => {
            quirks::set_hash(url, value);
            Ok(())
        }
        _ => return INVALID,
    };
    write_ends(url, ends);
    if url.as_str() == href {
        return UNCHANGED;
    }
    state.put(Serialization(url.as_str().to_owned()));
    CHANGED
}

/// The serialisation left by the operation before it.
#[op2]
#[string]
pub(super) fn op_url_href(state: &mut OpState) -> String {
    std::mem::take(&mut state.borrow_mut::<Serialization>().0)
}

/// Name and value of each pair of an `application/x-www-form-urlencoded` text, in turn, in its order.
#[op2]
#[serde]
pub(super) fn op_search_params_parse(#[string] text: &str) -> Vec<String> {
    url::form_urlencoded::parse(text.as_bytes())
        .flat_map(|(name, value)| [name.into_owned(), value.into_owned()])
        .collect()
}

/// The reverse of [`op_search_params_parse`].
#[op2]
#[string]
pub(super) fn op_search_params_print(#[serde] flat: Vec<String>) -> String {
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    let mut flat = flat.into_iter();
    while let (Some(name), Some(value)) = (flat.next(), flat.next()) {
        text.append_pair(&name, &value);
    }
    text.finish()
}

/// Writes, in the order that `url.js` reads them, the offsets at which the components of `url` end or start.
fn write_ends(url: &Url, ends: &mut [u32]) {
    let positions = [
        Position::AfterScheme,
        Position::AfterUsername,
        Position::BeforeHost,
        Position::AfterHost,
        Position::BeforePath,
        Position::AfterPath,
        Position::AfterQuery,
    ];
    for (end, position) in ends.iter_mut().zip(positions) {
        *end = u32::try_from(url[..position].len()).unwrap_or(u32::MAX);
    }
}
