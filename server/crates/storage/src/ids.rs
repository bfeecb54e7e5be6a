//! Identifiers: UUID version 7, one type per noun, so that a user's id never stands where a company's is wanted.
//!
//! Invariant: a [`CompanyId`] cannot be parsed, deserialised or otherwise made from a request. It comes from a loaded row, or
//! from this crate when it inserts a company.

/// Defines an id type over a UUID that SeaORM can store, print and serialise.
///
/// `open` ids can also be made from a string, because requests name them; `sealed` ones cannot.
macro_rules! typed_id {
    ($(#[$doc:meta])* open $name:ident) => {
        $crate::ids::typed_id!($(#[$doc])* sealed $name);

        impl $name {
            /// A new id, ordered by the time of its making.
            pub fn generate() -> Self {
                Self(uuid::Uuid::now_v7())
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                uuid::Uuid::deserialize(deserializer).map(Self)
            }
        }

        impl From<uuid::Uuid> for $name {
            fn from(id: uuid::Uuid) -> Self {
                Self(id)
            }
        }
    };
    ($(#[$doc:meta])* sealed $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, sea_orm::DeriveValueType,
        )]
        pub struct $name(uuid::Uuid);

        impl $name {
            /// The bare UUID, for printing and comparing.
            pub const fn as_uuid(&self) -> uuid::Uuid {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::records::id::uuid_schema()
            }
        }

        impl utoipa::ToSchema for $name {}

        // SeaORM asks this of every primary key; a UUID is never a counter.
        impl sea_orm::TryFromU64 for $name {
            fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
                Err(sea_orm::DbErr::ConvertFromU64(stringify!($name)))
            }
        }
    };
}
pub(crate) use typed_id;

typed_id!(
    /// A user of the product: a person who works for one company.
    open UserId
);

typed_id!(
    /// The tenant. Every function over company data takes one, and only a loaded or newly written row gives one.
    sealed CompanyId
);

impl CompanyId {
    /// The id of a company that is about to be inserted.
    pub(crate) fn generate() -> Self {
        Self(uuid::Uuid::now_v7())
    }

    /// The id of a company that another program's IAM service tells of, for the row that is about to hold it.
    pub(crate) fn adopted(id: uuid::Uuid) -> Self {
        Self(id)
    }
}
