//! The languages that the product is written in. `client/src/lib/words.ts` has the same ones, with their names.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::vocabulary::wire_enum;

wire_enum! {
    /// A language that the product has texts in, BCP 47.
    Language { English = "en", Spanish = "es", Arabic = "ar" }
}

impl Language {
    /// The language of a tag that may say more, such as `es-MX`; `None` for a language that the product has no texts in.
    pub fn of(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next()?.to_ascii_lowercase();
        primary.parse().ok()
    }

    /// The direction in which it is written, as HTML's attribute `dir` names it.
    pub const fn direction(self) -> &'static str {
        match self {
            Self::English | Self::Spanish => "ltr",
            Self::Arabic => "rtl",
        }
    }

    /// The English text as the screens have it in this language; English where their catalogue lacks it.
    pub fn translated(self, english: &'static str) -> &'static str {
        let catalogue = match self {
            Self::English => return english,
            Self::Spanish => &*SPANISH,
            Self::Arabic => &*ARABIC,
        };
        catalogue
            .get(english)
            .and_then(Value::as_str)
            .unwrap_or(english)
    }
}

/// The texts of a language by the English ones; counted texts have one for each plural form.
type Catalogue = HashMap<String, Value>;

static SPANISH: LazyLock<Catalogue> =
    LazyLock::new(|| catalogue(include_str!("../../../../client/src/words/es.json")));
static ARABIC: LazyLock<Catalogue> =
    LazyLock::new(|| catalogue(include_str!("../../../../client/src/words/ar.json")));

/// The catalogues are part of the program; the tests of headings notice one that cannot be read.
fn catalogue(text: &str) -> Catalogue {
    serde_json::from_str(text).unwrap_or_default()
}
