//! How a row was found, as it is said on the wire.
//!
//! Invariant: the words run in the order of [`Rank`], which alone decides what comes first.

use waybill_storage::searching::Rank;

use crate::vocabulary::wire_enum;

wire_enum! {
    /// In which way a row was found, the best first.
    SearchMatch {
        /// One of its codes was given.
        Code = "code",
        /// One of its codes was given without the country that it begins with, as RTM for NLRTM.
        CodeEnd = "codeEnd",
        /// One of its names was given, in whatever language.
        Name = "name",
        /// One of its codes or names begins so.
        Prefix = "prefix",
        /// All words begin words of its texts.
        Words = "words",
        /// All words are somewhere in its texts.
        Within = "within",
        /// Its name has the same consonants: Arabic and Hebrew write no vowels.
        Sound = "sound",
        /// The same, if a few letters were other ones.
        Typo = "typo",
    }
}

impl From<Rank> for SearchMatch {
    fn from(rank: Rank) -> Self {
        match rank {
            Rank::Code => Self::Code,
            Rank::CodeEnd => Self::CodeEnd,
            Rank::Name => Self::Name,
            Rank::Prefix => Self::Prefix,
            Rank::Words => Self::Words,
            Rank::Within => Self::Within,
            Rank::Sound => Self::Sound,
            Rank::Typo => Self::Typo,
        }
    }
}
