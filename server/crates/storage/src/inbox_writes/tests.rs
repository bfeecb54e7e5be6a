//! Claims and changes beside them, against a real database.

use jiff::SignedDuration;

use super::*;
use crate::Storage;
use crate::companies::tests::{NOW, company, storage};

const CLAIM: SignedDuration = SignedDuration::from_mins(1);

async fn mark_at(storage: &Storage, company: CompanyId, user: UserId, now: Timestamp) {
    let tx = storage.begin_for(company).await.unwrap();
    mark(&tx, company, user, now).await.unwrap();
    tx.commit().await.unwrap();
}

async fn claim_at(storage: &Storage, now: Timestamp) -> Option<Claimed> {
    let tx = storage.begin().await.unwrap();
    let claimed = claim(&tx, now, now + CLAIM).await.unwrap();
    tx.commit().await.unwrap();
    claimed
}

async fn write(storage: &Storage, claimed: &Claimed) {
    let tx = storage.begin_for(claimed.company_id).await.unwrap();
    written(&tx, claimed).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn many_changes_are_one_write_by_one_alone() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    let ann = UserId::generate();
    for _ in 0..3 {
        mark_at(&storage, company, ann, NOW).await;
    }
    assert!(is_any_due(storage.reader(), NOW).await.unwrap());
    let claimed = claim_at(&storage, NOW).await.unwrap();
    assert_eq!((claimed.user_id, claimed.company_id), (ann, company));
    assert!(!is_any_due(storage.reader(), NOW).await.unwrap());
    assert!(claim_at(&storage, NOW).await.is_none());
    write(&storage, &claimed).await;
    assert!(claim_at(&storage, NOW + CLAIM * 2).await.is_none());
}

#[tokio::test]
async fn what_changes_while_it_is_written_is_written_again() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    let ann = UserId::generate();
    mark_at(&storage, company, ann, NOW).await;
    let claimed = claim_at(&storage, NOW).await.unwrap();
    mark_at(&storage, company, ann, NOW).await;
    assert!(claim_at(&storage, NOW).await.is_none(), "one at a time");
    write(&storage, &claimed).await;
    let again = claim_at(&storage, NOW).await.unwrap();
    assert_eq!(again.attempts, 1);
    write(&storage, &again).await;
    assert!(claim_at(&storage, NOW).await.is_none());
}

#[tokio::test]
async fn who_dies_or_fails_leaves_the_write_to_the_next() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    let ann = UserId::generate();
    mark_at(&storage, company, ann, NOW).await;
    claim_at(&storage, NOW).await.unwrap();
    let later = NOW + CLAIM;
    let claimed = claim_at(&storage, later).await.unwrap();
    assert_eq!(claimed.attempts, 2);
    let due_at = later + SignedDuration::from_secs(8);
    let tx = storage.begin_for(company).await.unwrap();
    put_back(&tx, &claimed, due_at).await.unwrap();
    tx.commit().await.unwrap();
    assert!(claim_at(&storage, later).await.is_none());
    assert_eq!(claim_at(&storage, due_at).await.unwrap().attempts, 3);
}
