//! Two companies at once, each with the ids of the other: nobody sees a foreign row, nor that there is one.
//!
//! Generated from the contract, as the matrix is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::http::{HeaderMap, Method, StatusCode};
use serde_json::Value;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::actors::{Actor, Answer, TestApp};
use crate::operations::{Needed, Operation, creation};
use crate::requests::{Place, Ready, Supply, TIMEZONES};

mod references;

/// Words that stand in the texts of each company's records.
const WORDS: [&str; 2] = ["Quetzalfeather", "Narwhaltusk"];

/// Everything of the other company that somebody asks for, so many times in each task, at the usual extent and at the full
/// one.
const ROUNDS: (usize, usize) = (1, 2);

/// Tasks of each company.
const TASKS: usize = 2;

/// One company: who asks, and what is to stay its own.
struct Side {
    actor: Actor,
    word: &'static str,
    /// Every operation about its own records.
    requests: Vec<(Operation, Ready)>,
    ids: BTreeSet<String>,
    /// The list in which each of the ids stands.
    lists: BTreeMap<String, &'static str>,
}

/// A request with the ids of the other company, and what is answered when the ids are nobody's.
struct Probe {
    operation: String,
    request: Ready,
    to_nobodys: Told,
}

/// An answer without the ids that were asked for.
type Told = (StatusCode, HeaderMap, String);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_companies_at_once_see_nothing_of_each_other_by_swapped_ids() {
    let app = TestApp::for_many_reads().await;
    let [lines, cargo] = [
        side(&app, "Lines", WORDS[0]).await,
        side(&app, "Cargo", WORDS[1]).await,
    ]
    .map(Arc::new);
    let before = [shown(&lines).await, shown(&cargo).await];
    let mut tasks = JoinSet::new();
    for (own, other) in [(&lines, &cargo), (&cargo, &lines)] {
        let probes = Arc::new(probes(own, other).await);
        assert!(20 < probes.len(), "{} requests show little", probes.len());
        let named = |it: &&Probe| it.request.path.contains("/export?filter=");
        let exports = probes.iter().filter(named).count();
        assert!(20 < exports, "{exports} exports name records of others");
        for task in 0..TASKS {
            let (own, other) = (Arc::clone(own), Arc::clone(other));
            let probes = Arc::clone(&probes);
            tasks.spawn(async move { ask(&own, &other, &probes, task).await });
        }
    }
    let seen: BTreeSet<String> = tasks.join_all().await.concat().into_iter().collect();
    assert!(seen.is_empty(), "{}", Vec::from_iter(seen).join("\n"));
    assert_eq!([shown(&lines).await, shown(&cargo).await], before);
}

/// A company with a record of every kind.
async fn side(app: &TestApp, name: &str, word: &'static str) -> Side {
    let actor = app.administrator(name).await;
    let place = Place {
        app,
        owner: &actor,
        doer: &actor,
        supply: Supply::shared(word),
    };
    let mut requests = Vec::new();
    let mut ids = BTreeSet::new();
    let mut lists = BTreeMap::new();
    for operation in Operation::all() {
        // What is the operator's, no company can ask for.
        if matches!(operation.needed(), None | Some(Needed::Operator)) {
            continue;
        }
        // They are the same for all companies, and nobody's own.
        if operation.path.starts_with(TIMEZONES) {
            continue;
        }
        // What the contract lacks is the matrix' to tell.
        let Ok(ready) = Ready::make(&operation, &place).await else {
            continue;
        };
        ids.extend(ready.made.iter().cloned());
        let list = operation.collection().unwrap_or_default();
        lists.extend(ready.made.iter().map(|id| (id.clone(), list)));
        requests.push((operation, ready));
    }
    Side {
        actor,
        word,
        requests,
        ids,
        lists,
    }
}

/// What `own` may ask of the records of `other`.
async fn probes(own: &Side, other: &Side) -> Vec<Probe> {
    let mut probes = Vec::new();
    for (operation, request) in &other.requests {
        let mut requests = Vec::new();
        let is_export = operation.below() == "/export";
        if operation.searches() {
            requests.push(request.asking("search", other.word));
        }
        // A whole export takes long.
        if !is_export {
            requests.push(request.clone());
        }
        let is_list = operation.method == Method::GET && creation(&operation.path).is_some();
        if is_list || is_export {
            for field in operation.filters() {
                if is_list {
                    requests.push(request.asking("filter", &format!("{field}:has:{}", other.word)));
                }
                let ids: Vec<&str> = other.ids.iter().map(String::as_str).collect();
                requests.push(request.asking("filter", &format!("{field}:in:{}", ids.join("|"))));
            }
        }
        // What makes something of its own has nothing of the other's in it.
        if request.ids.is_empty() && operation.method != Method::GET {
            continue;
        }
        for request in requests {
            let nobodys = nobodys(request.ids.len());
            let answer = request.about(&nobodys).sent_by(&own.actor).await;
            probes.push(Probe {
                operation: operation.to_string(),
                request,
                to_nobodys: told(&answer, &nobodys),
            });
        }
    }
    probes
}

/// Sends every probe, and asks for its own rows in between; gives what was seen of the other company.
async fn ask(own: &Side, other: &Side, probes: &[Probe], task: usize) -> Vec<String> {
    let mut seen = Vec::new();
    let start = task * probes.len() / TASKS;
    let (usual, full) = ROUNDS;
    for at in 0..waybill_test_extent::of(usual, full) * probes.len() {
        let Probe {
            operation,
            request,
            to_nobodys,
        } = &probes[(start + at) % probes.len()];
        let answer = request.sent_by(&own.actor).await;
        seen.extend(
            foreign_in(&answer, other, &request.ids)
                .map(|what| format!("{operation} {}: {what} of {}", request.path, other.word)),
        );
        let told = told(&answer, &request.ids);
        if !request.ids.is_empty() && told != *to_nobodys {
            seen.push(format!(
                "{operation}: {told:?}, but of nobody's {to_nobodys:?}"
            ));
        }
        let (operation, request) = &own.requests[at % own.requests.len()];
        if operation.method == Method::GET {
            let answer = match operation.searches() {
                true => request.asking("search", own.word).sent_by(&own.actor).await,
                false => request.sent_by(&own.actor).await,
            };
            let foreign = foreign_in(&answer, other, &[]);
            seen.extend(foreign.map(|what| format!("{operation}: {what} of {}", other.word)));
        }
    }
    seen
}

/// What of the other company stands in an answer, but for the ids that were asked for.
fn foreign_in(answer: &Answer, other: &Side, asked: &[String]) -> Option<String> {
    if answer.text.contains(other.word) {
        return Some("a text".to_owned());
    }
    let mut foreign = other.ids.iter().filter(|id| !asked.contains(id));
    foreign.find(|id| answer.text.contains(*id)).cloned()
}

fn told(answer: &Answer, asked: &[String]) -> Told {
    let text = asked
        .iter()
        .fold(answer.text.clone(), |text, id| text.replace(id, "·"));
    (answer.status, answer.headers.clone(), text)
}

fn nobodys(count: usize) -> Vec<String> {
    (0..count).map(|_| Uuid::now_v7().to_string()).collect()
}

/// Every own record as its owner sees it.
async fn shown(side: &Side) -> Vec<Value> {
    let mut shown = Vec::new();
    let mut texts = 0;
    for (operation, request) in &side.requests {
        if operation.method == Method::GET && operation.below() == "/{id}" {
            let mut record = request.sent_by(&side.actor).await.data(StatusCode::OK);
            // A report is run for whoever opens it, and says when that was.
            if let Some(members) = record.as_object_mut() {
                members.remove("lastRun");
            }
            texts += usize::from(record.to_string().contains(side.word));
            shown.push(record);
        }
    }
    assert!(0 < texts, "no record holds {}", side.word);
    shown
}
