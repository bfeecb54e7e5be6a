//! Answers: what a write transaction has asked about rows, so that a change of thousands of records asks once for each
//! country, user or tag that they name, not once for each record.
//!
//! Nobody else writes the company's data until the transaction ends, so an answer stays true until it writes itself.
//!
//! Invariant: an answer about rows of a kind is forgotten when the transaction writes one of them.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::{Link, Record};
use crate::{CompanyId, Transaction};

/// How many answers about one kind are kept: all ports of a country fit, and a transaction stays small.
const KEPT: usize = 10_000;

type Answer = Arc<dyn Any + Send + Sync>;

/// What a transaction was told.
#[derive(Default)]
pub(crate) struct Answers(Mutex<Told>);

#[derive(Default)]
struct Told {
    by_kind: HashMap<&'static str, HashMap<(CompanyId, String), Answer>>,
    /// Kinds and ids of rows that nobody names.
    unused: HashSet<(&'static str, Uuid)>,
}

/// The answer to `question` about rows of `R`: the one that was given before, or else that of `ask`.
pub async fn once<R: Record, T, E>(
    tx: &Transaction,
    company: CompanyId,
    question: &str,
    ask: impl Future<Output = Result<T, E>>,
) -> Result<T, E>
where
    T: Clone + Send + Sync + 'static,
{
    let key = (company, question.to_owned());
    if let Some(known) = tx.answers().known(R::KIND, &key) {
        return Ok(known);
    }
    let answer = ask.await?;
    tx.answers().keep(R::KIND, key, Arc::new(answer.clone()));
    Ok(answer)
}

impl Answers {
    fn known<T: Clone + 'static>(
        &self,
        kind: &'static str,
        key: &(CompanyId, String),
    ) -> Option<T> {
        let told = self.told();
        told.by_kind.get(kind)?.get(key)?.downcast_ref().cloned()
    }

    fn keep(&self, kind: &'static str, key: (CompanyId, String), answer: Answer) {
        let mut told = self.told();
        let of_kind = told.by_kind.entry(kind).or_default();
        if KEPT <= of_kind.len() {
            of_kind.clear();
        }
        of_kind.insert(key, answer);
    }

    /// A row of the kind is written.
    pub(crate) fn forget(&self, kind: &str) {
        self.told().by_kind.remove(kind);
    }

    /// Nobody names these rows.
    pub(super) fn note_unused(&self, kind: &'static str, ids: impl Iterator<Item = Uuid>) {
        self.told().unused.extend(ids.map(|id| (kind, id)));
    }

    /// Somebody names what these links lead to.
    pub(super) fn note_used(&self, links: &[Link]) {
        let mut told = self.told();
        if !told.unused.is_empty() {
            for link in links {
                told.unused.remove(&(link.to_kind, link.to_id));
            }
        }
    }

    pub(super) fn is_unused(&self, kind: &str, id: Uuid) -> bool {
        self.told().unused.contains(&(kind, id))
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Answers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answers").finish_non_exhaustive()
    }
}
