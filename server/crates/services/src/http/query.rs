//! Query parameters, of which every fault is known before the first is told.
//!
//! Invariant: a parameter that nobody took is a fault, so a misspelt filter never shows more than was meant.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use url::form_urlencoded;

use crate::http::error::ApiError;
use crate::problem::FieldProblem;
use crate::validate::{Faults, clean_text};

/// Parameters that are read one by one.
pub trait FromParameters: Sized {
    /// Takes the parameters it knows; faults are noted there.
    fn from_parameters(parameters: &mut Parameters) -> Self;
}

/// The query as `T`.
#[derive(Clone, Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: FromParameters> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let unread = Unread::from_request_parts(parts, state).await?;
        unread.read(T::from_parameters).map(Self)
    }
}

/// A query that is read once it is known as what.
#[derive(Debug)]
pub(crate) struct Unread(Parameters);

impl Unread {
    /// What `read` makes of the parameters, of which it has to take all.
    pub(crate) fn read<T>(
        mut self,
        read: impl FnOnce(&mut Parameters) -> T,
    ) -> Result<T, ApiError> {
        let value = read(&mut self.0);
        self.0.finish()?;
        Ok(value)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Unread {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        Ok(Self(Parameters::parse(query)))
    }
}

/// The parameters of one query, taken one by one.
#[derive(Debug, Default)]
pub struct Parameters {
    left: Vec<(String, String)>,
    faults: Faults,
}

impl Parameters {
    fn parse(query: &str) -> Self {
        Self {
            left: form_urlencoded::parse(query.as_bytes())
                .into_owned()
                .collect(),
            faults: Faults::default(),
        }
    }

    fn finish(mut self) -> Result<(), ApiError> {
        for (name, _) in &self.left {
            self.faults
                .add(FieldProblem::parameter(name, "Unknown parameter."));
        }
        Ok(self.faults.check()?)
    }

    /// Notes a fault of the parameter `name`.
    pub fn fault(&mut self, name: &str, detail: impl Into<String>) {
        self.faults.add(FieldProblem::parameter(name, detail));
    }

    /// A text of at most `limit` characters; none when it is left out or empty.
    pub fn text(&mut self, name: &str, limit: usize) -> Option<String> {
        match clean_text(&self.take(name)?, limit) {
            Ok(text) => Some(text).filter(|text| !text.is_empty()),
            Err(detail) => {
                self.fault(name, detail);
                None
            }
        }
    }

    /// A text of at most `limit` characters, which is not empty if it is given.
    pub fn filled_text(&mut self, name: &str, limit: usize) -> Option<String> {
        let is_given = self.has(name);
        let text = self.text(name, limit);
        if is_given && text.is_none() {
            // Which is not kept where another fault was noted.
            self.fault(name, "Give a value, or leave the parameter out.");
        }
        text
    }

    /// A whole number within `range`.
    pub fn number(&mut self, name: &str, range: std::ops::RangeInclusive<u64>) -> Option<u64> {
        let number = self
            .take(name)?
            .parse()
            .ok()
            .filter(|number| range.contains(number));
        if number.is_none() {
            self.fault(
                name,
                format!("Give a number from {} to {}.", range.start(), range.end()),
            );
        }
        number
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Option<T> {
        let word = self.take(name)?;
        let chosen = choices
            .iter()
            .find(|(it, _)| *it == word)
            .map(|(_, value)| *value);
        if chosen.is_none() {
            let words: Vec<&str> = choices.iter().map(|(it, _)| *it).collect();
            self.fault(name, format!("Give one of: {}.", words.join(", ")));
        }
        chosen
    }

    /// Whether the parameter was given.
    pub fn has(&self, name: &str) -> bool {
        self.left.iter().any(|(it, _)| it == name)
    }

    /// The values of a parameter that may be given several times, in their order.
    pub fn all(&mut self, name: &str) -> Vec<String> {
        let mut values = Vec::new();
        self.left.retain(|(it, value)| {
            let is_meant = it == name;
            if is_meant {
                values.push(value.clone());
            }
            !is_meant
        });
        values
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.left.iter().position(|(it, _)| it == name)?;
        let (_, value) = self.left.remove(at);
        if self.left.iter().any(|(it, _)| it == name) {
            self.left.retain(|(it, _)| it != name);
            self.fault(name, "Give this parameter only once.");
            return None;
        }
        Some(value)
    }
}
