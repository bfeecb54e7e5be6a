//! Needs: the data that a page's routes declare, fetched before it is rendered.
//!
//! A route names URI templates (RFC 6570); they are expanded over the match and all requests start at once. Invariant: a
//! document never waits longer than the budget it was given; what is not there by then is `null`, and the browser fetches it.

mod template;

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use serde_json::value::RawValue;
use tokio::task::{Id, JoinSet};
use tokio::time::Instant;

pub use self::template::{ExpandError, SessionIds, Template, TemplateError, Variables};

use crate::routes::{Manifest, Match, Route};

/// How needs are answered. The gateway to the services implements it, with the caller it speaks for inside.
pub trait Fetch: Clone + Send + Sync + 'static {
    /// Asks for `path_and_query`. `None` when there is no usable answer; the browser then asks itself.
    fn fetch(&self, path_and_query: String) -> impl Future<Output = Option<Answer>> + Send;
}

/// What a service answered.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The body of a success: `{ "data": … }`, with paging beside it for lists.
    Body(Bytes),
    /// The body of a failure: problem details (RFC 9457).
    Problem(Bytes),
}

/// JSON of each need by its key: `{ "data": … }`, `{ "error": … }` or `null`.
pub type Results = BTreeMap<String, Box<RawValue>>;

/// The templates of all routes, checked.
#[derive(Debug, Default)]
pub struct Needs(HashMap<String, Template>);

/// A template of the manifest that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the route `{route}` declares a need that cannot be used")]
pub struct NeedsError {
    /// Id of the route.
    pub route: String,
    /// What is wrong with the template.
    pub source: TemplateError,
}

impl Needs {
    /// Checks all templates of a manifest.
    ///
    /// # Errors
    /// For the first template that is none.
    pub fn of(manifest: &Manifest) -> Result<Self, NeedsError> {
        let mut needs = Self::default();
        for route in &manifest.routes {
            needs.add(route)?;
        }
        Ok(needs)
    }

    fn add(&mut self, route: &Route) -> Result<(), NeedsError> {
        for text in route.needs.values() {
            let template = Template::parse(text).map_err(|source| NeedsError {
                route: route.id.clone(),
                source,
            })?;
            self.0.insert(text.clone(), template);
        }
        route.children.iter().try_for_each(|child| self.add(child))
    }

    /// Asks for everything the matched routes need, all at once, and waits until all is there or `budget` is over.
    pub async fn fetch(
        &self,
        matched: &Match,
        variables: &Variables<'_>,
        fetch: &impl Fetch,
        budget: Duration,
    ) -> Results {
        let deadline = Instant::now() + budget;
        let mut results = Results::new();
        let mut running = JoinSet::new();
        let mut keys: HashMap<Id, String> = HashMap::new();
        for (key, text) in matched.needs() {
            results.insert(key.to_owned(), not_ready());
            // An address that names no resource is not asked for; the page draws what it draws for nothing.
            let Some(Ok(address)) = self.0.get(text).map(|it| it.expand(variables)) else {
                continue;
            };
            let fetch = fetch.clone();
            let task = running.spawn(async move { fetch.fetch(address).await });
            keys.insert(task.id(), key.to_owned());
        }
        // What still runs at the deadline is aborted when the set is dropped.
        while let Ok(Some(done)) =
            tokio::time::timeout_at(deadline, running.join_next_with_id()).await
        {
            // A task that panicked has been told of by the panic hook; its need is simply not there.
            let Ok((id, Some(answer))) = done else {
                continue;
            };
            if let (Some(key), Some(json)) = (keys.remove(&id), result(answer)) {
                results.insert(key, json);
            }
        }
        results
    }
}

fn not_ready() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

/// The JSON of an answer, unless it is no JSON.
fn result(answer: Answer) -> Option<Box<RawValue>> {
    match answer {
        Answer::Body(bytes) => raw(bytes),
        Answer::Problem(bytes) => {
            let problem = raw(bytes)?;
            RawValue::from_string(format!("{{\"error\":{problem}}}")).ok()
        }
    }
}

fn raw(bytes: Bytes) -> Option<Box<RawValue>> {
    let text = String::from_utf8(bytes.into()).ok()?;
    let raw = RawValue::from_string(text).ok()?;
    raw.get().trim_start().starts_with('{').then_some(raw)
}

#[cfg(test)]
mod tests;
