//! The difference between two views of a target, and the message that tells it.
//!
//! Invariant: whoever had the first view and follows the message has the second. A window that is full learns of what leaves
//! and what comes in one message, for the SDK drops a child that arrives before another has left.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::units::{Listener, Shared};
use crate::path::Path;
use crate::value::Value;

pub(super) enum Difference {
    /// Everything anew.
    All(Value),
    /// Children by key: added and changed ones whole, null for those that went.
    Children(Map<String, Json>),
}

impl Difference {
    /// None when both are equal.
    pub(super) fn between(before: &Value, after: &Value) -> Option<Self> {
        let (Some(old), Some(new)) = (before.as_object(), after.as_object()) else {
            return (before != after).then(|| Self::All(after.clone()));
        };
        if before.priority() != after.priority() {
            return Some(Self::All(after.clone()));
        }
        let gone = old.keys().filter(|key| !new.contains_key(*key));
        let mut children: Map<String, Json> = gone
            .map(|key| (key.as_str().to_owned(), Json::Null))
            .collect();
        for (key, child) in new {
            let is_changed = old
                .get(key)
                .is_none_or(|was| !was.is_same(child) && was != child);
            if is_changed {
                children.insert(key.as_str().to_owned(), child.to_json());
            }
        }
        (!children.is_empty()).then_some(Self::Children(children))
    }
}

/// The message about one difference, for as many listeners as there are.
pub(super) struct Pushes {
    action: &'static str,
    /// `{"p":…,"d":…` without its end, where the tag goes.
    body: String,
    /// By tag; listeners of one target mostly have the same.
    ready: RefCell<HashMap<Option<u64>, Shared>>,
}

impl Pushes {
    pub(super) fn new(path: &Path, difference: &Difference) -> Self {
        let (action, data) = match difference {
            Difference::All(value) => ("d", value.to_json().to_string()),
            Difference::Children(children) => ("m", json!(children).to_string()),
        };
        let path = Json::from(path.to_string());
        Self {
            action,
            body: format!(r#"{{"p":{path},"d":{data}"#),
            ready: RefCell::default(),
        }
    }

    pub(super) fn send(&self, listener: &Listener) {
        let mut ready = self.ready.borrow_mut();
        let message = ready
            .entry(listener.tag)
            .or_insert_with(|| self.message(listener.tag));
        listener.outlet.send(Arc::clone(message));
    }

    fn message(&self, tag: Option<u64>) -> Shared {
        let Self { action, body, .. } = self;
        let tag = tag.map_or(String::new(), |tag| format!(r#","t":{tag}"#));
        format!(r#"{{"t":"d","d":{{"a":"{action}","b":{body}{tag}}}}}}}"#).into()
    }
}
