//! Claims, against a real database.

use jiff::SignedDuration;

use super::*;
use crate::Storage;
use crate::companies::tests::{NOW, company, storage};

const CLAIM: SignedDuration = SignedDuration::from_mins(10);

async fn put(storage: &Storage, company: CompanyId, mail: &str, due_at: Timestamp) -> OutboxId {
    let id = OutboxId::generate();
    let new = NewOutboxMail {
        id,
        message_id: Some(Uuid::now_v7()),
        mail: mail.to_owned(),
        due_at,
        is_urgent: mail == "code",
    };
    let tx = storage.begin_for(company).await.unwrap();
    insert(&tx, company, new, NOW).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn claim_at(storage: &Storage, now: Timestamp) -> Option<Claimed> {
    let tx = storage.begin().await.unwrap();
    let claimed = claim(&tx, now, now + CLAIM).await.unwrap();
    tx.commit().await.unwrap();
    claimed
}

#[tokio::test]
async fn a_mail_is_claimed_when_it_is_due_and_by_one_alone() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    let due_at = NOW + SignedDuration::from_secs(10);
    put(&storage, company, "later", due_at).await;
    assert!(!is_any_due(storage.reader(), NOW).await.unwrap());
    assert!(claim_at(&storage, NOW).await.is_none());
    assert!(is_any_due(storage.reader(), due_at).await.unwrap());
    let claimed = claim_at(&storage, due_at).await.unwrap();
    assert_eq!((claimed.mail.as_str(), claimed.attempts), ("later", 1));
    assert_eq!(claimed.company_id, company);
    assert!(claim_at(&storage, due_at).await.is_none());
}

#[tokio::test]
async fn what_waits_is_counted_from_when_it_is_due() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    assert_eq!(waiting(storage.reader(), NOW).await.unwrap(), (0, None));
    for seconds in [20, 10, 60] {
        put(
            &storage,
            company,
            "a",
            NOW + SignedDuration::from_secs(seconds),
        )
        .await;
    }
    let (first, now) = (
        NOW + SignedDuration::from_secs(10),
        NOW + SignedDuration::from_secs(30),
    );
    let waits = waiting(storage.reader(), now).await.unwrap();
    assert_eq!(waits, (2, Some(first)));
}

#[tokio::test]
async fn a_mail_that_somebody_waits_for_goes_before_all_others() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    for mail in ["a", "b", "code"] {
        put(&storage, company, mail, NOW).await;
    }
    assert_eq!(claim_at(&storage, NOW).await.unwrap().mail, "code");
    assert_eq!(claim_at(&storage, NOW).await.unwrap().mail, "a");
}

#[tokio::test]
async fn whoever_asks_at_once_gets_different_mails() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    for mail in ["a", "b", "c"] {
        put(&storage, company, mail, NOW).await;
    }
    let (one, two, three, four) = tokio::join!(
        claim_at(&storage, NOW),
        claim_at(&storage, NOW),
        claim_at(&storage, NOW),
        claim_at(&storage, NOW)
    );
    let mut mails: Vec<String> = [one, two, three, four]
        .into_iter()
        .flatten()
        .map(|claimed| claimed.mail)
        .collect();
    mails.sort_unstable();
    assert_eq!(mails, ["a", "b", "c"]);
}

#[tokio::test]
async fn a_claim_that_ran_out_is_worth_nothing() {
    let (_place, storage) = storage().await;
    let company = company(&storage).await;
    put(&storage, company, "a", NOW).await;
    let lost = claim_at(&storage, NOW).await.unwrap();
    let held = claim_at(&storage, NOW + CLAIM).await.unwrap();
    assert_eq!(held.attempts, 2);
    let tx = storage.begin_for(company).await.unwrap();
    assert!(!put_back(&tx, &lost, NOW).await.unwrap());
    assert!(!remove(&tx, &lost).await.unwrap());
    assert!(put_back(&tx, &held, NOW).await.unwrap());
    tx.commit().await.unwrap();
    let again = claim_at(&storage, NOW).await.unwrap();
    let tx = storage.begin_for(company).await.unwrap();
    assert!(remove(&tx, &again).await.unwrap());
    tx.commit().await.unwrap();
    assert!(!is_any_due(storage.reader(), NOW + CLAIM).await.unwrap());
}

#[tokio::test]
async fn a_mail_is_withdrawn_until_somebody_hands_it_on() {
    let (_place, storage) = storage().await;
    let (lines, cargo) = (company(&storage).await, company(&storage).await);
    let early = put(&storage, lines, "early", NOW).await;
    let late = put(&storage, lines, "late", NOW + CLAIM).await;
    claim_at(&storage, NOW).await.unwrap();
    let tx = storage.begin().await.unwrap();
    assert!(!withdraw(&tx, lines, early, NOW).await.unwrap());
    assert!(!withdraw(&tx, cargo, late, NOW).await.unwrap());
    assert!(withdraw(&tx, lines, late, NOW).await.unwrap());
    assert!(!withdraw(&tx, lines, late, NOW).await.unwrap());
}
