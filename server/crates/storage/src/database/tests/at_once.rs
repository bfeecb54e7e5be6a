//! What several transactions do at once: on SQLite they queue, on PostgreSQL they meet.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

use super::*;
use crate::audit;
use crate::companies::tests::{NOW, company, user};
use crate::identity::attempts::{self, Limit};
use crate::identity::keys::{self, SigningKey};
use crate::identity::refresh::{self, TokenState};
use crate::identity::{Account, Uid, accounts};
use crate::records::read::{self, Listing};
use crate::reference::seed;
use crate::reference::timezones::Timezones;
use crate::{companies, users};

/// Runs `task` as often at once; gives what each came to.
async fn at_once<T, F>(times: usize, task: impl Fn(usize) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut tasks = JoinSet::new();
    for number in 0..times {
        tasks.spawn(task(number));
    }
    tasks.join_all().await
}

fn account() -> Account {
    Account {
        uid: Uid::new("ann"),
        email: "ann@lines.test".to_owned(),
        email_verified: false,
        password_hash: None,
        password_updated_at: NOW,
        display_name: None,
        photo_url: None,
        disabled: false,
        valid_since: NOW,
        claims: serde_json::Map::new(),
        created_at: NOW,
        last_login_at: NOW,
    }
}

/// An account, committed.
async fn ann(storage: &Storage) -> Uid {
    let tx = storage.begin().await.unwrap();
    accounts::insert(&tx, &account()).await.unwrap();
    tx.commit().await.unwrap();
    account().uid
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_audit_chain_stays_whole() {
    let (_place, storage) = storage().await;
    let lines = company(&storage).await;
    at_once(8, |_| {
        let storage = storage.clone();
        async move {
            for _ in 0..5 {
                let tx = storage.begin_for(lines).await.unwrap();
                let entry = audit::tests::entry("meet");
                audit::append(&tx, lines, entry, NOW).await.unwrap();
                tx.commit().await.unwrap();
            }
        }
    })
    .await;
    let db = storage.read(lines).await.unwrap();
    let chain = audit::verify(&db, lines).await.unwrap();
    assert_eq!((chain.entries, chain.broken_at), (40, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_attempts_no_more_are_admitted_than_allowed() {
    let (_place, storage) = storage().await;
    let limit = |scope, subject: &str, allowed| Limit {
        scope,
        subject: subject.to_owned(),
        allowed,
        window: Duration::from_mins(1),
    };
    let admitted = at_once(24, |number| {
        let storage = storage.clone();
        // In two orders, which must not end in a deadlock.
        let mut limits = [limit("one", "ann", 10), limit("two", "here", 100)];
        if number % 2 == 0 {
            limits.reverse();
        }
        async move {
            let tx = storage.begin().await.unwrap();
            let is_admitted = attempts::admit(&tx, &limits, NOW).await.unwrap();
            tx.commit().await.unwrap();
            is_admitted
        }
    })
    .await;
    assert_eq!(admitted.into_iter().filter(|it| *it).count(), 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_change_of_an_account_is_lost() {
    let (_place, storage) = storage().await;
    let uid = ann(&storage).await;
    at_once(8, |number| {
        let (storage, uid) = (storage.clone(), uid.clone());
        async move {
            let tx = storage.begin().await.unwrap();
            let mut account = accounts::find(&tx, &uid).await.unwrap().unwrap();
            account.claims.insert(number.to_string(), json!(true));
            accounts::save(&tx, &account).await.unwrap();
            tx.commit().await.unwrap();
        }
    })
    .await;
    let account = accounts::find(storage.reader(), &uid).await.unwrap();
    assert_eq!(account.unwrap().claims.len(), 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_that_use_a_refresh_token_one_finds_it_unused() {
    let (_place, storage) = storage().await;
    let uid = ann(&storage).await;
    let tx = storage.begin().await.unwrap();
    let family = refresh::open(&tx, &uid, NOW, None, NOW).await.unwrap();
    refresh::add_token(&tx, family, "h1".to_owned())
        .await
        .unwrap();
    tx.commit().await.unwrap();

    let found = at_once(8, |_| {
        let storage = storage.clone();
        async move {
            let tx = storage.begin().await.unwrap();
            refresh::find(&tx, family).await.unwrap().unwrap();
            let state = refresh::token_state(&tx, family, "h1").await.unwrap();
            refresh::use_token(&tx, family, ("h1", "salt"), NOW, NOW)
                .await
                .unwrap();
            tx.commit().await.unwrap();
            state
        }
    })
    .await;
    let unused = found.iter().filter(|it| **it == TokenState::Unused);
    assert_eq!(unused.count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_first_starts_make_one_key_and_load_the_seed_once() {
    let (_place, storage) = storage().await;
    let loaded = at_once(2, |number| {
        let storage = storage.clone();
        async move {
            let tx = storage.begin().await.unwrap();
            if keys::all(&tx).await.unwrap().is_empty() {
                let key = SigningKey {
                    kid: number.to_string(),
                    private_key: String::new(),
                    public_jwk: String::new(),
                    created_at: NOW,
                };
                keys::insert(&tx, key).await.unwrap();
            }
            tx.commit().await.unwrap();
            seed::load(&storage, NOW).await.unwrap().len()
        }
    })
    .await;
    assert_eq!(keys::all(storage.reader()).await.unwrap().len(), 1);
    assert_eq!(loaded.iter().sum::<usize>(), 1);
    let lines = company(&storage).await;
    let zones = read::list::<Timezones>(storage.reader(), lines, Listing::default())
        .await
        .unwrap();
    assert_eq!(zones.rows.len(), 419);
    assert!(zones.rows.iter().all(|zone| zone.meta.version == 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_writes_the_data_of_a_company_decides_alone() {
    let (_place, storage) = storage().await;
    let lines = company(&storage).await;
    let tx = storage.begin().await.unwrap();
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(user(&tx, lines, &format!("{number}@lines.test")).await);
    }
    tx.commit().await.unwrap();

    // Everybody leaves unless they are the last.
    at_once(people.len(), |number| {
        let (storage, id) = (storage.clone(), people[number]);
        async move {
            // As a change of the company's data, or as one of the installation.
            let tx = if number % 2 == 0 {
                storage.begin_for(lines).await.unwrap()
            } else {
                let tx = storage.begin().await.unwrap();
                companies::hold(&tx, lines).await.unwrap();
                tx
            };
            let listed = users::all(&tx, lines).await.unwrap();
            let here = listed.iter().filter(|it| it.status == "active");
            if 1 < here.count() {
                users::set_status(&tx, lines, id, "deactivated", None, NOW)
                    .await
                    .unwrap();
            }
            tx.commit().await.unwrap();
        }
    })
    .await;
    let db = storage.read(lines).await.unwrap();
    let listed = users::all(&db, lines).await.unwrap();
    let here = listed.iter().filter(|it| it.status == "active");
    assert_eq!(here.count(), 1);
}
