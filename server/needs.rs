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

/// Keys of the needs that a page is about, whatever their address: a record, the rows of a list, the entries of the audit
/// history and whether they are whole, the values of a picklist, what lies in a folder.
const SUBJECTS: [&str; 6] = ["record", "rows", "trail", "chain", "values", "files"];

/// What a service answered.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The body of a success: `{ "data": … }`, with paging beside it for lists.
    Body(Bytes),
    /// A failure.
    Problem {
        /// Its HTTP status.
        status: u16,
        /// Its problem details (RFC 9457).
        body: Bytes,
    },
}

/// What the needs of a page came to.
#[derive(Debug, Default)]
pub struct Fetched {
    /// What each of them is.
    pub results: Results,
    /// Why what the page is about is not there, if it is not.
    pub refusal: Option<Refusal>,
}

/// Why somebody is not shown what a page is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// There is no such thing for the visitor.
    NotFound,
    /// The visitor has no right to see it.
    Forbidden,
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
        for text in route.needs.values().chain(&route.runs) {
            let template = Template::parse(text).map_err(|source| NeedsError {
                route: route.id.clone(),
                source,
            })?;
            self.0.insert(text.clone(), template);
        }
        route.children.iter().try_for_each(|child| self.add(child))
    }

    /// The address that a template of the manifest expands to; `None` where it names no resource.
    pub fn address(&self, template: &str, variables: &Variables<'_>) -> Option<String> {
        self.0.get(template)?.expand(variables).ok()
    }

    /// Asks for everything the matched routes need, all at once, and waits until all is there or `budget` is over.
    pub async fn fetch(
        &self,
        matched: &Match,
        variables: &Variables<'_>,
        fetch: &impl Fetch,
        budget: Duration,
    ) -> Fetched {
        let deadline = Instant::now() + budget;
        let mut results = Results::new();
        let mut refusal = None;
        let mut running = JoinSet::new();
        let mut started: HashMap<Id, (String, bool)> = HashMap::new();
        for (key, text) in matched.needs() {
            results.insert(key.to_owned(), not_ready());
            // An address that names no resource is not asked for; the page draws what it draws for nothing.
            let Some(template) = self.0.get(text) else {
                continue;
            };
            let is_subject = SUBJECTS.contains(&key) || template.names_one();
            let Ok(address) = template.expand(variables) else {
                if is_subject {
                    refusal = Some(Refusal::NotFound);
                }
                continue;
            };
            let fetch = fetch.clone();
            let task = running.spawn(async move { fetch.fetch(address).await });
            started.insert(task.id(), (key.to_owned(), is_subject));
        }
        // What still runs at the deadline is aborted when the set is dropped.
        while let Ok(Some(done)) =
            tokio::time::timeout_at(deadline, running.join_next_with_id()).await
        {
            // A task that panicked has been told of by the panic hook; its need is simply not there.
            let Ok((id, Some(answer))) = done else {
                continue;
            };
            let Some((key, is_subject)) = started.remove(&id) else {
                continue;
            };
            if is_subject && refusal.is_none() {
                refusal = refused(&answer);
            }
            if let Some(json) = result(answer) {
                results.insert(key, json);
            }
        }
        Fetched { results, refusal }
    }
}

fn refused(answer: &Answer) -> Option<Refusal> {
    match answer {
        Answer::Problem { status: 404, .. } => Some(Refusal::NotFound),
        Answer::Problem { status: 403, .. } => Some(Refusal::Forbidden),
        Answer::Problem { .. } | Answer::Body(_) => None,
    }
}

fn not_ready() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

/// The JSON of an answer, unless it is no JSON.
fn result(answer: Answer) -> Option<Box<RawValue>> {
    match answer {
        Answer::Body(bytes) => raw(bytes),
        Answer::Problem { body, .. } => {
            let problem = raw(body)?;
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
