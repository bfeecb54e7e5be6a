//! Notifications of one user among others, against a real database.

use super::*;
use crate::Storage;
use crate::companies::tests::{NOW, company, storage};

async fn tell(
    storage: &Storage,
    company: CompanyId,
    user_id: UserId,
    key: Option<&str>,
) -> Option<NotificationId> {
    let id = NotificationId::generate();
    let new = NewNotification {
        id,
        user_id,
        fields: "{}",
        dedupe_key: key,
    };
    let tx = storage.begin_for(company).await.unwrap();
    let is_new = insert(&tx, company, new, NOW).await.unwrap();
    tx.commit().await.unwrap();
    is_new.then_some(id)
}

#[tokio::test]
async fn the_same_is_told_once_and_to_each_user() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    let (ann, bob) = (UserId::generate(), UserId::generate());
    assert!(tell(&storage, company, ann, Some("k")).await.is_some());
    assert!(tell(&storage, company, ann, Some("k")).await.is_none());
    assert!(tell(&storage, company, bob, Some("k")).await.is_some());
    assert!(tell(&storage, company, ann, None).await.is_some());
    assert!(tell(&storage, company, ann, None).await.is_some());
    let db = storage.reader();
    assert_eq!(count_new(db, company, ann, 10).await.unwrap(), 3);
    assert_eq!(count_new(db, company, ann, 2).await.unwrap(), 2);
}

#[tokio::test]
async fn a_user_pages_through_and_marks_only_the_own() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    let (ann, bob) = (UserId::generate(), UserId::generate());
    let mut told = Vec::new();
    for _ in 0..5 {
        told.extend(tell(&storage, company, ann, None).await);
    }
    let of_bob = tell(&storage, company, bob, None).await.unwrap();
    let db = storage.reader();
    let page = list(db, company, ann, None, 2).await.unwrap();
    assert_eq!(
        page.iter().map(|it| it.id).collect::<Vec<_>>(),
        [told[4], told[3]]
    );
    let rest = list(db, company, ann, Some(told[3]), 9).await.unwrap();
    assert_eq!(
        rest.iter().map(|it| it.id).collect::<Vec<_>>(),
        [told[2], told[1], told[0]]
    );
    let asked = [told[1], of_bob];
    let tx = storage.begin_for(company).await.unwrap();
    set_status(&tx, company, ann, Some(&asked), "loaded", Some(NOW))
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let db = storage.reader();
    assert_eq!(count_new(db, company, ann, 10).await.unwrap(), 4);
    assert_eq!(count_new(db, company, bob, 10).await.unwrap(), 1);
    let seen = list(db, company, ann, None, 9).await.unwrap();
    let read: Vec<_> = seen.iter().filter(|it| it.read_at == Some(NOW)).collect();
    assert_eq!(read.len(), 1);
    assert_eq!((read[0].id, read[0].status.as_str()), (told[1], "loaded"));
    let beyond = beyond(db, company, ann, 3, 10).await.unwrap();
    assert_eq!(beyond, [told[1], told[0]]);
}

#[tokio::test]
async fn what_is_to_follow_a_commit_follows_it_and_no_rollback() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let (_place, storage) = storage().await;
    let done = Arc::new(AtomicUsize::new(0));
    for is_kept in [true, false] {
        let tx = storage.begin().await.unwrap();
        let done = Arc::clone(&done);
        tx.after_commit(move || {
            done.fetch_add(1, Ordering::SeqCst);
        });
        if is_kept {
            tx.commit().await.unwrap();
        }
    }
    assert_eq!(done.load(Ordering::SeqCst), 1);
}
