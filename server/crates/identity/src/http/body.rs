//! A JSON request body: one object, no member twice, each member asked for by name and type.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use http::HeaderMap;
use serde_json::{Map, Value};

use super::{Refusal, is_media_type};
use crate::provider::Change;
use crate::{Error, strict_json};

/// The members of a request.
pub(super) struct Body(Map<String, Value>);

impl From<Map<String, Value>> for Body {
    fn from(members: Map<String, Value>) -> Self {
        Self(members)
    }
}

impl Body {
    /// Wants `application/json`: a form of another site cannot send it without being asked first.
    pub(super) fn parse(
        headers: &HeaderMap,
        body: Result<Bytes, BytesRejection>,
    ) -> Result<Self, Refusal> {
        if !is_media_type(headers, "application/json") {
            return Err(Refusal::MediaType);
        }
        let body = body.map_err(|_| Refusal::TooLarge)?;
        strict_json::object(&body).map(Self).ok_or(Refusal::Json)
    }

    /// A text; absent and `null` are the same.
    pub(super) fn text(&self, name: &'static str) -> Result<Option<&str>, Error> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Error::InvalidMember(name)),
        }
    }

    /// The ID token of whoever asks; without one it is empty, which no token is.
    pub(super) fn id_token(&self) -> Result<&str, Error> {
        Ok(self.text("idToken")?.unwrap_or_default())
    }

    /// An object; absent and `null` are the same.
    pub(super) fn object(&self, name: &'static str) -> Result<Option<Self>, Error> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(members)) => Ok(Some(Self(members.clone()))),
            Some(_) => Err(Error::InvalidMember(name)),
        }
    }

    /// An object as it was sent; without one it is empty, which no answer of an authenticator is.
    pub(super) fn value(&self, name: &'static str) -> Result<Value, Error> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(Value::Object(Map::new())),
            Some(value @ Value::Object(_)) => Ok(value.clone()),
            Some(_) => Err(Error::InvalidMember(name)),
        }
    }

    /// A change of a profile member: absent keeps it, `null` and the empty text clear it.
    pub(super) fn change(&self, name: &'static str) -> Result<Change, Error> {
        match self.0.get(name) {
            None => Ok(Change::Keep),
            Some(Value::Null) => Ok(Change::Clear),
            Some(Value::String(text)) if text.is_empty() => Ok(Change::Clear),
            Some(Value::String(text)) => Ok(Change::Set(text.clone())),
            Some(_) => Err(Error::InvalidMember(name)),
        }
    }

    /// Whether a list of texts holds this one; absent lists hold nothing.
    pub(super) fn lists(&self, name: &str, item: &str) -> bool {
        let list = self.0.get(name).and_then(Value::as_array);
        list.is_some_and(|list| list.iter().any(|value| value.as_str() == Some(item)))
    }

    /// Whether a list holds these texts and nothing else; absent lists do.
    pub(super) fn lists_only(&self, name: &str, items: &[&str]) -> bool {
        match self.0.get(name) {
            None | Some(Value::Null) => true,
            Some(Value::Array(list)) => {
                let mut texts = list.iter().map(Value::as_str);
                texts.all(|text| text.is_some_and(|text| items.contains(&text)))
            }
            Some(_) => false,
        }
    }

    /// Whether the member is there at all.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_null())
    }
}
