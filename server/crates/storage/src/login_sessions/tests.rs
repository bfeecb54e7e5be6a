//! The rules of a session's life, against a real database.

use jiff::SignedDuration;

use super::*;
use crate::Storage;
use crate::testing::storage;

const START: Timestamp = Timestamp::UNIX_EPOCH;

pub(super) async fn begin_session(
    storage: &Storage,
    user_id: UserId,
    sid_hash: &str,
) -> LoginSession {
    let tx = storage.begin().await.unwrap();
    let new = NewLoginSession {
        sid_hash,
        user_id,
        sign_in_method: "sdk",
        place: Place::default(),
        authenticated_at: None,
    };
    let session = insert(&tx, new, START).await.unwrap();
    tx.commit().await.unwrap();
    session
}

#[tokio::test]
async fn a_session_is_found_by_the_hash_of_its_secret() {
    let (_folder, storage) = storage().await;
    let session = begin_session(&storage, UserId::generate(), "h1").await;
    let reader = storage.reader();
    assert_eq!(
        by_sid_hash(reader, "h1", START).await.unwrap(),
        Some(session)
    );
    assert_eq!(by_sid_hash(reader, "h2", START).await.unwrap(), None);
}

#[tokio::test]
async fn a_hash_is_never_used_twice() {
    let (_folder, storage) = storage().await;
    begin_session(&storage, UserId::generate(), "h1").await;
    let tx = storage.begin().await.unwrap();
    let again = NewLoginSession {
        sid_hash: "h1",
        user_id: UserId::generate(),
        sign_in_method: "sdk",
        place: Place::default(),
        authenticated_at: None,
    };
    let refused = insert(&tx, again, START).await;
    assert!(
        matches!(refused, Err(StorageError::Conflict)),
        "{refused:?}"
    );
}

#[tokio::test]
async fn of_many_rotations_of_one_generation_one_is_accepted() {
    let (_folder, storage) = storage().await;
    let session = begin_session(&storage, UserId::generate(), "h1").await;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let storage = storage.clone();
        tasks.spawn(async move {
            let tx = storage.begin().await.unwrap();
            let accepted = rotate(&tx, session.id, 0, START).await.unwrap();
            tx.commit().await.unwrap();
            accepted
        });
    }
    let accepted = tasks.join_all().await.into_iter().filter(|it| *it).count();
    assert_eq!(accepted, 1);
    let stored = by_sid_hash(storage.reader(), "h1", START)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(stored.generation, 1);
}

#[tokio::test]
async fn an_ended_session_neither_rotates_nor_ends_again() {
    let (_folder, storage) = storage().await;
    let session = begin_session(&storage, UserId::generate(), "h1").await;
    let tx = storage.begin().await.unwrap();
    assert!(
        end(&tx, session.id, EndCause::SignedOut, START)
            .await
            .unwrap()
    );
    assert!(
        !end(&tx, session.id, EndCause::SignedOut, START)
            .await
            .unwrap()
    );
    assert!(!rotate(&tx, session.id, 0, START).await.unwrap());
    tx.commit().await.unwrap();
    let stored = by_sid_hash(storage.reader(), "h1", START)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(stored.ended_at, Some(START));
}

#[tokio::test]
async fn ending_all_sessions_of_a_user_spares_the_kept_one_and_other_users() {
    let (_folder, storage) = storage().await;
    let user = UserId::generate();
    let kept = begin_session(&storage, user, "kept").await;
    begin_session(&storage, user, "ended").await;
    begin_session(&storage, UserId::generate(), "other").await;
    let tx = storage.begin().await.unwrap();
    let ended = end_all_of_user(&tx, user, Some(kept.id), EndCause::Elsewhere, START)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ended, 1);
    for (hash, lives) in [("kept", true), ("ended", false), ("other", true)] {
        let session = by_sid_hash(storage.reader(), hash, START)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(session.ended_at.is_none(), lives, "{hash}");
    }
}

#[tokio::test]
async fn unused_sessions_are_deleted_and_used_ones_stay() {
    let (_folder, storage) = storage().await;
    begin_session(&storage, UserId::generate(), "old").await;
    let used = begin_session(&storage, UserId::generate(), "used").await;
    let later = START + SignedDuration::from_hours(24);
    let tx = storage.begin().await.unwrap();
    touch(&tx, used.id, later).await.unwrap();
    assert_eq!(delete_unused(&tx, later).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert!(
        by_sid_hash(storage.reader(), "old", START)
            .await
            .unwrap()
            .is_none()
    );
    assert!(
        by_sid_hash(storage.reader(), "used", START)
            .await
            .unwrap()
            .is_some()
    );
}

#[tokio::test]
async fn a_user_finds_the_own_sessions_with_where_they_began_and_the_one_used_last_first() {
    let (_folder, storage) = storage().await;
    let user = UserId::generate();
    let first = begin_session(&storage, user, "first").await;
    let ended = begin_session(&storage, user, "ended").await;
    begin_session(&storage, UserId::generate(), "other").await;
    let tx = storage.begin().await.unwrap();
    let new = NewLoginSession {
        sid_hash: "second",
        user_id: user,
        sign_in_method: "sdk",
        place: Place {
            ip: Some("192.0.2.1".to_owned()),
            browser: Some("Firefox".to_owned()),
        },
        authenticated_at: Some(START),
    };
    let second = insert(&tx, new, START).await.unwrap();
    assert!(
        end(&tx, ended.id, EndCause::SignedOut, START)
            .await
            .unwrap()
    );
    touch(&tx, first.id, START + SignedDuration::from_mins(1))
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let found = of_user(storage.reader(), user).await.unwrap();
    let ids: Vec<_> = found.iter().map(|it| it.id).collect();
    assert_eq!(ids, [first.id, second.id]);
    assert_eq!(found[1], second);
    assert_eq!(found[1].place.ip.as_deref(), Some("192.0.2.1"));
    assert_eq!(found[1].authenticated_at, Some(START));
}

#[tokio::test]
async fn the_first_cause_of_an_end_stays() {
    let (_folder, storage) = storage().await;
    let user = UserId::generate();
    let session = begin_session(&storage, user, "h1").await;
    assert_eq!(session.end_cause, None);
    for cause in [EndCause::Elsewhere, EndCause::Password] {
        let tx = storage.begin().await.unwrap();
        end_all_of_user(&tx, user, None, cause, START)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
    let stored = get(storage.reader(), session.id).await.unwrap().unwrap();
    assert_eq!(stored.end_cause, Some(EndCause::Elsewhere));
}

#[test]
fn every_cause_is_read_as_it_was_written() {
    for cause in EndCause::ALL {
        assert_eq!(EndCause::of(cause.as_str()), Some(cause));
    }
    assert_eq!(EndCause::of("of-a-later-version"), None);
}
