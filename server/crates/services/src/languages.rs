//! The languages that the product is written in. `client/src/lib/words.ts` has the same ones, with their names.

use crate::vocabulary::words;

words! {
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
}
