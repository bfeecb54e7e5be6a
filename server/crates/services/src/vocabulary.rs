//! Closed sets of words: fields whose value is one of a few, the same in Rust, in the database and on the wire.
//!
//! Invariant: a word outside its set is never sent; a stored one that is unknown counts as a damaged row.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Defines an enum with its words: `as_str`, `FromStr`, `Serialize` and the OpenAPI schema all use them.
macro_rules! wire_enum {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$word_doc:meta])* $variant:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $(#[$word_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All of them, in the order of their definition.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        /// The first word: what a field holds before anything is said.
        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        // The derive macro does not see words that come through a macro.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::vocabulary::schema(Self::ALL.iter().map(|word| word.as_str()))
            }
        }

        impl utoipa::ToSchema for $name {}

        impl std::str::FromStr for $name {
            type Err = $crate::vocabulary::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::vocabulary::UnknownWord(stringify!($name))),
                }
            }
        }
    };
}
pub(crate) use wire_enum;

/// The schema of a text that is one of these.
pub(crate) fn schema(words: impl Iterator<Item = &'static str>) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .into()
}

/// A word that is not in the set of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no word of {0}")]
pub struct UnknownWord(pub &'static str);

impl From<UnknownWord> for waybill_storage::StorageError {
    fn from(UnknownWord(set): UnknownWord) -> Self {
        Self::Corrupt(set)
    }
}
