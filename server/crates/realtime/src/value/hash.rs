//! The hash of a value, by which a client says what it believes to be there: base64 of SHA-1, as the SDK computes it.
//!
//! It guards nothing: a client can compute it for any value. Invariant: equal values have equal hashes.

use std::fmt::Write as _;

use aws_lc_rs::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Content, Scalar, Value};
use crate::query;

impl Value {
    /// The hash; empty for nothing.
    pub fn hash(&self) -> String {
        let mut text = String::new();
        if let Some(priority) = &self.priority {
            text.push_str("priority:");
            write_scalar(&mut text, priority);
            text.push(':');
        }
        match &self.content {
            Content::Empty => return String::new(),
            Content::Leaf(scalar) => write_scalar(&mut text, scalar),
            Content::Object(children) => {
                let has_priorities = children.values().any(|it| it.priority.is_some());
                let mut ordered: Vec<_> = children.iter().collect();
                if has_priorities {
                    ordered.sort_by(|left, right| query::by_priority(*left, *right));
                }
                for (key, child) in ordered {
                    text.push(':');
                    text.push_str(key.as_str());
                    text.push(':');
                    text.push_str(&child.hash());
                }
            }
        }
        STANDARD.encode(digest(&SHA1_FOR_LEGACY_USE_ONLY, text.as_bytes()))
    }
}

fn write_scalar(text: &mut String, scalar: &Scalar) {
    match scalar {
        Scalar::Bool(it) => {
            text.push_str(if *it { "boolean:true" } else { "boolean:false" });
        }
        Scalar::Number(it) => {
            text.push_str("number:");
            for byte in it.to_be_bytes() {
                // Writing into a string cannot fail.
                write!(text, "{byte:02x}").unwrap_or_default();
            }
        }
        Scalar::Text(it) => {
            text.push_str("string:");
            text.push_str(it);
        }
    }
}
