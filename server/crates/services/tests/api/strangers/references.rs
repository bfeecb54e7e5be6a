//! Places in requests at which a record is named besides the path: members of the body at any depth, columns of a table,
//! parameters of the query. One of another company is taken for none, while both companies try.

use serde_json::{Value, json};
use waybill_services::permissions::Permission;
use waybill_test_extent::sample;

use super::*;
use crate::operations::{Reference, Several};

/// One request that names records of nobody, and the same one that names records of the other company.
struct Twins {
    what: String,
    to_nobodys: Ready,
    nobodys: Vec<String>,
    to_foreign: Ready,
    foreign: Vec<String>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_names_a_record_takes_one_of_another_company_for_none() {
    let app = TestApp::for_many_reads().await;
    let [lines, cargo] = [
        side(&app, "Lines", WORDS[0]).await,
        side(&app, "Cargo", WORDS[1]).await,
    ]
    .map(Arc::new);
    let before = [shown(&lines).await, shown(&cargo).await];
    let mut tasks = JoinSet::new();
    for (own, other) in [(&lines, &cargo), (&cargo, &lines)] {
        let (own, other) = (Arc::clone(own), Arc::clone(other));
        tasks.spawn(async move {
            let twins = twins(&own, &other);
            assert!(200 < twins.len(), "{} requests show little", twins.len());
            let mut hints = Vec::new();
            for twins in twins {
                hints.extend(hint(&own, &other, twins).await);
            }
            hints
        });
    }
    let hints: BTreeSet<String> = tasks.join_all().await.concat().into_iter().collect();
    assert!(hints.is_empty(), "{}", Vec::from_iter(hints).join("\n"));
    let after = [shown(&lines).await, shown(&cargo).await];
    let words = |shown: &[Vec<Value>; 2], at: usize| {
        let text = Value::from(shown[at].clone()).to_string();
        WORDS.map(|word| text.contains(word))
    };
    for at in [0, 1] {
        assert_eq!(words(&after, at), words(&before, at));
    }
}

/// Lists whose records everybody in the company may name: a user belongs to them.
const KNOWN_TO_ALL: [&str; 4] = [
    "/iam/api/v1/companies",
    "/iam/api/v1/users",
    "/iam/api/v1/roles",
    "/iam/api/v1/companies/offices",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_names_a_record_takes_a_colleagues_private_one_for_none() {
    let app = TestApp::for_many_reads().await;
    let company = side(&app, "Lines", WORDS[0]).await;
    let mut hints = BTreeSet::new();
    let mut asked = 0;
    for operation in Operation::all() {
        let Some(Needed::Right(right)) = operation.needed() else {
            continue;
        };
        if operation.references().is_empty() && operation.below() != "/import" {
            continue;
        }
        let actions = right.resource.actions().iter();
        let rights: Vec<String> = actions
            .map(|action| {
                Permission {
                    action: *action,
                    ..right
                }
                .to_string()
            })
            .collect();
        let rights: Vec<_> = rights.iter().map(|it| (it.as_str(), "own")).collect();
        let limited = app.colleague_with(&company.actor, &rights).await;
        let place = Place {
            app: &app,
            owner: &limited,
            doer: &limited,
            supply: Supply::Fresh,
        };
        // Where an own record cannot be made by these rights, nothing can be named in it.
        let request = match Ready::make(&operation, &place).await {
            Ok(request) => request,
            Err(why) => {
                println!("{operation}: {why}");
                continue;
            }
        };
        let unseen = unseen(&limited, &company).await;
        let own = Side {
            actor: limited,
            word: WORDS[1],
            requests: vec![(operation, request)],
            ids: BTreeSet::new(),
            lists: BTreeMap::new(),
        };
        for twins in twins(&own, &unseen) {
            asked += 1;
            hints.extend(hint(&own, &unseen, twins).await);
        }
    }
    println!("{asked} requests");
    assert!(100 < asked, "{asked} requests show little");
    assert!(hints.is_empty(), "{}", Vec::from_iter(hints).join("\n"));
}

/// The company with the ids of those records that `limited` does not see.
async fn unseen(limited: &Actor, company: &Side) -> Side {
    let mut ids = BTreeSet::new();
    for (id, list) in &company.lists {
        if KNOWN_TO_ALL.contains(list) {
            continue;
        }
        if limited.get(&format!("{list}/{id}")).await.status != StatusCode::OK {
            ids.insert(id.clone());
        }
    }
    Side {
        actor: company.actor.clone(),
        word: company.word,
        requests: Vec::new(),
        lists: company.lists.clone(),
        ids,
    }
}

/// What the answer gives away of the other company.
async fn hint(own: &Side, other: &Side, twins: Twins) -> Option<String> {
    let of_nobodys = twins.to_nobodys.sent_by(&own.actor).await;
    let of_foreign = twins.to_foreign.sent_by(&own.actor).await;
    if let Some(seen) = foreign_in(&of_foreign, other, &twins.foreign) {
        return Some(format!("{}: {seen} of {}", twins.what, other.word));
    }
    let of_nobodys = told(&of_nobodys, &twins.nobodys);
    let of_foreign = told(&of_foreign, &twins.foreign);
    let differs = |of_nobodys: &Told| {
        of_foreign.0 != of_nobodys.0 || of_foreign.0.is_client_error() && of_foreign != *of_nobodys
    };
    if !differs(&of_nobodys) {
        return None;
    }
    // Where any id is taken, the first request did what the second could not do again, nor can a third.
    let again = told(&twins.to_nobodys.sent_by(&own.actor).await, &twins.nobodys);
    differs(&again).then(|| {
        format!(
            "{}: {of_foreign:?}, but of nobody's {of_nobodys:?}",
            twins.what
        )
    })
}

/// All requests of `own` that name records of `other` beside the path.
fn twins(own: &Side, other: &Side) -> Vec<Twins> {
    let mut twins = Vec::new();
    for (operation, request) in &own.requests {
        let request = &request.of_any_version();
        for reference in operation.references() {
            twins.extend(in_body(operation, request, &reference, other));
        }
        for parameter in operation.naming_parameters() {
            for foreign in groups(other, Several::No) {
                let with = |ids: &[String]| request.asking(parameter, &ids[0]);
                twins.push(Twins::new(operation, parameter, foreign, with));
            }
        }
        if operation.below() == "/import" {
            let record = operation.collection().and_then(creation);
            let references = record.map(|it| it.references()).unwrap_or_default();
            for reference in references {
                let column = reference.pointer[1..].replace('/', ".");
                let column = column.replace(".0.", ".1.");
                for foreign in groups(other, reference.several) {
                    let with = |ids: &[String]| {
                        let table = format!("{column}\n{}\n", ids.join(";"));
                        request.with_table(table)
                    };
                    twins.push(Twins::new(operation, &column, foreign, with));
                }
            }
        }
    }
    twins
}

fn in_body(
    operation: &Operation,
    request: &Ready,
    reference: &Reference,
    other: &Side,
) -> Vec<Twins> {
    let Reference {
        pointer,
        several,
        types,
    } = reference;
    let with = |request: &Ready, ids: &[String]| match several {
        Several::Yes => request.with(pointer, &json!(ids)),
        Several::No => request.with(pointer, &json!(ids[0])),
    };
    if types.is_empty() {
        let groups = groups(other, *several).into_iter();
        let twins = groups.map(|ids| Twins::new(operation, pointer, ids, |ids| with(request, ids)));
        return twins.collect();
    }
    let (parent, _) = pointer.rsplit_once('/').unwrap_or_default();
    let mut twins = Vec::new();
    for word in types {
        let typed = request.with(&format!("{parent}/type"), &json!(word));
        let what = format!("{pointer} of {word}");
        for id in of_type(other, word) {
            let with = |ids: &[String]| with(&typed, ids);
            twins.push(Twins::new(operation, &what, vec![id], with));
        }
    }
    twins
}

/// The ids of what is called so, or all of them where nothing is.
fn of_type(other: &Side, word: &str) -> Vec<String> {
    let word = word.to_lowercase();
    let named = other.lists.iter().filter(|(_, list)| list.contains(&word));
    let named: Vec<String> = named.map(|(id, _)| id.clone()).collect();
    match named.is_empty() {
        true => other.ids.iter().cloned().collect(),
        false => named,
    }
}

/// One id in so many is tried where a member takes one id, at the usual extent.
const SHARE: usize = 4;

/// The ids of the other company as a member takes them: all at once, or one after the other.
fn groups(other: &Side, several: Several) -> Vec<Vec<String>> {
    let ids = other.ids.iter().cloned();
    match several {
        Several::Yes => vec![ids.take(10).collect()],
        Several::No => sample(ids, SHARE).into_iter().map(|id| vec![id]).collect(),
    }
}

impl Twins {
    fn new(
        operation: &Operation,
        place: &str,
        foreign: Vec<String>,
        with: impl Fn(&[String]) -> Ready,
    ) -> Self {
        let nobodys = nobodys(foreign.len());
        Self {
            what: format!("{operation} {place}"),
            to_nobodys: with(&nobodys),
            to_foreign: with(&foreign),
            nobodys,
            foreign,
        }
    }
}
