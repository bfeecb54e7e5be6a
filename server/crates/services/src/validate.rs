//! Validation of what people send (domain reference, notation and section 2).
//!
//! Invariant: a text that passed is trimmed, in NFC, without control characters, and no longer than its limit. All faults of
//! a request are collected before any is reported, unknown members among them.

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization as _;

use crate::error::ServiceError;
use crate::problem::FieldProblem;

pub mod fields;
mod names;

/// A body that was read, together with what is wrong with it. The value may be used once [`Faults::check`] passed.
#[derive(Debug)]
pub struct Draft<T> {
    /// What was read; fields at fault are empty.
    pub value: T,
    /// What is wrong so far.
    pub faults: Faults,
}

/// A body that is read member by member.
pub trait FromMembers: Sized {
    /// Takes the members it knows; faults are noted there.
    fn from_members(members: &mut Members) -> Self;
}

/// The faults of one request, collected field by field.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<FieldProblem>);

impl Faults {
    /// Notes a fault; only the first of a field is kept.
    pub fn add(&mut self, fault: FieldProblem) {
        if !self.0.iter().any(|it| it.pointer == fault.pointer) {
            self.0.push(fault);
        }
    }

    /// Takes in the faults of a part.
    pub fn append(&mut self, other: Self) {
        for fault in other.0 {
            self.add(fault);
        }
    }

    /// Whether the field at this JSON pointer is at fault.
    pub fn has(&self, pointer: &str) -> bool {
        self.0.iter().any(|fault| fault.pointer == pointer)
    }

    /// Whether the field at this JSON pointer, or something in it, is at fault.
    pub fn has_within(&self, pointer: &str) -> bool {
        self.0
            .iter()
            .filter_map(|fault| fault.pointer.strip_prefix(pointer))
            .any(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Whether nothing was at fault so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All faults so far.
    pub fn into_inner(self) -> Vec<FieldProblem> {
        self.0
    }

    /// Passes when nothing was at fault.
    pub fn check(self) -> Result<(), ServiceError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(ServiceError::Invalid(self.0))
        }
    }
}

/// The members of a JSON object, taken one by one.
#[derive(Debug)]
pub struct Members {
    left: Map<String, Value>,
    faults: Faults,
    /// JSON pointer to the object; empty for the body itself.
    place: String,
    /// Where telephone numbers without a country code are dialled from, by alpha-2; empty for nowhere.
    country: String,
}

impl Members {
    /// Reads a whole body; what no field took is a fault.
    pub fn read<T: FromMembers>(object: Map<String, Value>) -> Draft<T> {
        let mut members = Self::new(object);
        let value = T::from_members(&mut members);
        Draft {
            value,
            faults: members.finish(),
        }
    }

    /// A text of at least one and at most `limit` characters.
    pub fn required_text(&mut self, name: &str, limit: usize) -> String {
        let text = self.optional_text(name, limit);
        if text.is_empty() {
            self.faults
                .add(FieldProblem::member(name, "This field is required."));
        }
        text
    }

    /// A text of at most `limit` characters; empty when it is left out or null.
    pub fn optional_text(&mut self, name: &str, limit: usize) -> String {
        let read = match self.left.remove(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => clean_text(&text, limit),
            Some(_) => Err("Enter text.".to_owned()),
        };
        read.unwrap_or_else(|detail| {
            self.faults.add(FieldProblem::member(name, detail));
            String::new()
        })
    }
}

/// The text trimmed and composed, or what is wrong with it as a sentence.
pub fn clean_text(text: &str, limit: usize) -> Result<String, String> {
    let trimmed = text.trim();
    let clean: String = if trimmed.is_ascii() {
        trimmed.to_owned()
    } else {
        trimmed.nfc().collect()
    };
    if clean.chars().any(is_forbidden) {
        Err("Remove invisible characters.".to_owned())
    } else if clean.chars().count() > limit {
        Err(format!("Use at most {limit} characters."))
    } else {
        Ok(clean)
    }
}

/// The same for a text of several lines: line breaks and tabs stay, and line ends are `\n`.
pub fn clean_lines(text: &str, limit: usize) -> Result<String, String> {
    let clean: String = text.replace("\r\n", "\n").trim().nfc().collect();
    if clean
        .chars()
        .any(|it| !matches!(it, '\n' | '\t') && is_forbidden(it))
    {
        Err("Remove invisible characters.".to_owned())
    } else if clean.chars().count() > limit {
        Err(format!("Use at most {limit} characters."))
    } else {
        Ok(clean)
    }
}

/// Control characters, and those that cannot be seen or change the direction of the text around them.
fn is_forbidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
