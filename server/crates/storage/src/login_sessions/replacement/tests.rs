//! The rules of a replacement, against a real database.

use super::super::EndCause;
use super::super::tests::begin_session;
use super::*;
use crate::Storage;
use crate::testing::storage;

const START: Timestamp = Timestamp::UNIX_EPOCH;
const GRACE: SignedDuration = SignedDuration::from_secs(10);

fn at(seconds: i64) -> Timestamp {
    START + SignedDuration::from_secs(seconds)
}

async fn asked(storage: &Storage, user: UserId) {
    let tx = storage.begin().await.unwrap();
    ask(&tx, user, START).await.unwrap();
    tx.commit().await.unwrap();
}

async fn offered(storage: &Storage, id: LoginSessionId, hash: &str, now: Timestamp) -> bool {
    let tx = storage.begin().await.unwrap();
    let is_offered = offer(&tx, id, hash, now).await.unwrap();
    tx.commit().await.unwrap();
    is_offered
}

async fn taken(storage: &Storage, id: LoginSessionId, hash: &str, now: Timestamp) {
    let tx = storage.begin().await.unwrap();
    take(&tx, id, hash, now + GRACE).await.unwrap();
    tx.commit().await.unwrap();
}

/// What each of the secrets `old` and `new` leads to.
async fn secrets(storage: &Storage, now: Timestamp) -> [Option<Secret>; 2] {
    let mut found = [None, None];
    for (place, hash) in found.iter_mut().zip(["old", "new"]) {
        let session = find(storage.reader(), hash, now).await.unwrap();
        *place = session.map(|it| it.secret);
    }
    found
}

#[tokio::test]
async fn the_offered_secret_takes_the_place_when_it_is_shown_and_the_old_one_ends_with_the_grace() {
    let (_folder, storage) = storage().await;
    let user = UserId::generate();
    let id = begin_session(&storage, user, "old").await.id;
    assert!(!offered(&storage, id, "new", START).await, "nobody asked");
    asked(&storage, user).await;
    assert!(offered(&storage, id, "new", START).await);
    let both = [Some(Secret::Present), Some(Secret::Next)];
    assert_eq!(secrets(&storage, at(3600)).await, both);

    taken(&storage, id, "new", at(5)).await;
    let swapped = [Some(Secret::Previous), Some(Secret::Present)];
    assert_eq!(secrets(&storage, at(14)).await, swapped);
    assert_eq!(
        secrets(&storage, at(15)).await,
        [None, Some(Secret::Present)]
    );
    // Once is enough: the new one is not replaced by itself.
    taken(&storage, id, "new", at(20)).await;
    assert_eq!(
        secrets(&storage, at(20)).await,
        [None, Some(Secret::Present)]
    );
    let session = super::super::get(storage.reader(), id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((session.generation, session.replace_at), (0, None));
    assert_eq!(session.started_at, START);
}

#[tokio::test]
async fn of_many_that_ask_at_once_one_is_made_the_offer() {
    let (_folder, storage) = storage().await;
    let user = UserId::generate();
    let id = begin_session(&storage, user, "old").await.id;
    asked(&storage, user).await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..8 {
        let storage = storage.clone();
        tasks.spawn(async move { offered(&storage, id, &format!("new {n}"), START).await });
    }
    let offers = tasks.join_all().await.into_iter().filter(|it| *it).count();
    assert_eq!(offers, 1);
}

#[tokio::test]
async fn an_offer_that_nobody_took_is_made_again_and_the_lost_one_is_nobodys() {
    let (_folder, storage) = storage().await;
    let user = UserId::generate();
    let id = begin_session(&storage, user, "old").await.id;
    asked(&storage, user).await;
    assert!(offered(&storage, id, "lost", START).await);
    // Another change meanwhile does not take the offer back, for its answer may be under way.
    asked(&storage, user).await;
    assert!(!offered(&storage, id, "new", at(59)).await);
    assert!(offered(&storage, id, "new", at(60)).await);
    let lost = find(storage.reader(), "lost", at(60)).await.unwrap();
    assert_eq!(lost, None);
    let both = [Some(Secret::Present), Some(Secret::Next)];
    assert_eq!(secrets(&storage, at(60)).await, both);
}

#[tokio::test]
async fn neither_the_sessions_of_others_nor_those_that_ended_are_replaced() {
    let (_folder, storage) = storage().await;
    let user = UserId::generate();
    let other = begin_session(&storage, UserId::generate(), "other").await;
    let ended = begin_session(&storage, user, "old").await;
    asked(&storage, user).await;
    let tx = storage.begin().await.unwrap();
    super::super::end(&tx, ended.id, EndCause::SignedOut, START)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert!(!offered(&storage, ended.id, "new", START).await);
    assert!(!offered(&storage, other.id, "new", START).await);
    taken(&storage, ended.id, "new", START).await;
    assert_eq!(
        secrets(&storage, START).await,
        [Some(Secret::Present), None]
    );
}
