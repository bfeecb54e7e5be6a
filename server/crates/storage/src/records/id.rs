//! The id of a record: a UUID that knows of which noun it is.
//!
//! Invariant: on the wire and in the database it is the bare UUID.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use uuid::Uuid;

/// The id of a row of the noun `R`.
pub struct Id<R>(Uuid, PhantomData<fn() -> R>);

impl<R> Id<R> {
    /// A new id, ordered by the time of its making.
    pub fn generate() -> Self {
        Self::from(Uuid::now_v7())
    }

    /// The bare UUID, for printing and comparing.
    pub const fn as_uuid(&self) -> Uuid {
        self.0
    }
}

impl<R> From<Uuid> for Id<R> {
    fn from(id: Uuid) -> Self {
        Self(id, PhantomData)
    }
}

impl<R> FromStr for Id<R> {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<Uuid>().map(Self::from)
    }
}

impl<R> fmt::Display for Id<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<R> fmt::Debug for Id<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<R> Clone for Id<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Id<R> {}

impl<R> PartialEq for Id<R> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<R> Eq for Id<R> {}

impl<R> PartialOrd for Id<R> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<R> Ord for Id<R> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl<R> std::hash::Hash for Id<R> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<R> Serialize for Id<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, R> Deserialize<'de> for Id<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Uuid::deserialize(deserializer).map(Self::from)
    }
}

impl<R> utoipa::PartialSchema for Id<R> {
    fn schema() -> RefOr<Schema> {
        uuid_schema()
    }
}

impl<R> utoipa::ToSchema for Id<R> {}

/// The schema of a UUID in text.
pub(crate) fn uuid_schema() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
        .into()
}
